/// What the class names and the style of a block element say (Aozora Bunko's XHTML, and our own where that has none).
struct HTMLBlockForm: Equatable {
    /// The block of a `div`.
    var kind: BlockKind?
    var n: Int32 = 0
    var m: Int32 = 0
    /// Of a paragraph: `joined` to the one before, or nothing but an empty line.
    var isJoined = false
    var isBlank = false
    /// ページの左右中央
    var isCenterPage = false
    /// The lines in it end in `br` and are paragraphs.
    var hasLines = false
    /// The level of an Aozora heading, which stands on `h3` to `h5`.
    var headingLevel: Int32?

    init(classes: Substring, style: Substring) {
        for name in classes.split(separator: " ") {
            switch name {
            case "joined": isJoined = true
            case "blank": isBlank = true
            case "centerpage": isCenterPage = true
            case "main_text": hasLines = true
            default: read(name, style)
            }
        }
    }

    private mutating func read(_ name: Substring, _ style: Substring) {
        if let level = HTMLVocabulary.headings.firstIndex(of: String(name)) { headingLevel = Int32(level + 1) }
        if name == "burasage" { return readHang(style) }
        if name == "chitsuki" { return set(.end, 0) }
        for (prefix, kind) in Self.numbered {
            if let number = HTMLVocabulary.number(name, prefix) { return set(kind, number) }
        }
        if let kind = Self.plain[name] { set(kind, 0) }
    }

    private mutating func set(_ kind: BlockKind, _ n: Int32) { (self.kind, self.n) = (kind, n) }

    static let numbered: [(prefix: String, kind: BlockKind)] = [
        ("jisage", .indent), ("chitsuki", .end), ("jizume", .measure), ("dankumi", .columns), ("dai", .larger), ("sho", .smaller),
    ]
    static let plain: [Substring: BlockKind] = [
        "keigakomi": .frame, "yokogumi": .horizontal, "futoji": .bold, "shatai": .italic, "caption": .caption, "gothic": .gothic,
    ]

    /// `margin-left: 4em; text-indent: -3em`: the first line is indented by 1, the others by 4.
    private mutating func readHang(_ style: Substring) {
        var (margin, indent): (Int32, Int32) = (0, 0)
        for declaration in style.split(separator: ";") {
            let parts = declaration.split(separator: ":", maxSplits: 1)
            guard parts.count == 2, let name = parts[0].split(separator: " ").first,
                let length = parts[1].split(separator: " ").first, length.hasSuffix("em"), let value = Int32(length.dropLast(2)),
                abs(value) < 10_000
            else { continue }
            if name.hasPrefix("margin") { margin = value } else if name == "text-indent" { indent = value }
        }
        (kind, n, m) = (.hang, max(0, margin + indent), margin)
    }
}
