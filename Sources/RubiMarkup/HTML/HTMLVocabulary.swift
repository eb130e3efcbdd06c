/// Class names for what HTML has no element for: those of Aozora Bunko's XHTML where it has one. Read and written.
enum HTMLVocabulary {
    /// By the raw value of `EmphasisMark`; under the line with `_after`.
    static let marks = [
        "sesame_dot", "white_sesame_dot", "black_circle", "white_circle", "black_up-pointing_triangle", "white_up-pointing_triangle",
        "bullseye", "fisheye", "saltire", "dot",
    ]
    /// CSS `text-emphasis`, by the raw value of `EmphasisMark`.
    static let markStyles = [
        "filled sesame", "open sesame", "filled circle", "open circle", "filled triangle", "open triangle", "open double-circle",
        "filled double-circle", "'×'", "'・'",
    ]
    /// By the raw value of `LineStyle`, after `underline_` (over) or `overline_` (under).
    static let lines = ["solid", "double", "dotted", "dashed", "wave"]
    /// By level, from 1.
    static let headings = ["o-midashi", "naka-midashi", "ko-midashi"]

    /// What an inline element makes, by its class, its style or itself; nil for a transparent one.
    static func node(_ element: HTMLElement, classes: Substring, style: Substring) -> InlineNode? {
        for name in classes.split(separator: " ") {
            if let node = node(name) { return node }
        }
        if let node = emphasis(style: style) { return node }
        guard let name = element.styleName else { return nil }
        var node = InlineNode(kind: .style)
        node.detail = name.rawValue
        node.number = StyleName.steps(name.rawValue)
        return node
    }

    /// What a class name makes of an inline element: a node without its place.
    private static func node(_ name: Substring) -> InlineNode? {
        var node: InlineNode
        if let number = number(name, "dai") ?? number(name, "sho") {
            node = InlineNode(kind: .style)
            node.detail = (name.hasPrefix("dai") ? StyleName.larger : .smaller).rawValue
            node.number = number
            return node
        }
        switch name {
        case "tcy": return InlineNode(kind: .tateChuYoko)
        case "yokogumi": return InlineNode(kind: .horizontal)
        case "keigakomi": return InlineNode(kind: .frame)
        case "caption": return InlineNode(kind: .caption)
        case "warichu": return InlineNode(kind: .warichu)
        case "kaeriten": return InlineNode(kind: .kaeriten)
        case "okurigana": return InlineNode(kind: .okurigana)
        case "gaiji": return InlineNode(kind: .gaiji)
        case "futoji": return style(.bold)
        case "shatai": return style(.italic)
        default: break
        }
        if let mark = emphasis(name) { return mark }
        if let line = line(name) { return line }
        return inlineHeading(name)
    }

    private static func style(_ name: StyleName) -> InlineNode {
        var node = InlineNode(kind: .style)
        node.detail = name.rawValue
        return node
    }

    private static func emphasis(_ name: Substring) -> InlineNode? {
        let isUnder = name.hasSuffix("_after")
        guard let mark = marks.firstIndex(of: String(isUnder ? name.dropLast(6) : name)) else { return nil }
        var node = InlineNode(kind: .emphasis)
        node.detail = UInt8(mark)
        node.side = isUnder ? .under : .over
        return node
    }

    private static func line(_ name: Substring) -> InlineNode? {
        let isUnder = name.hasPrefix("overline_")
        guard isUnder || name.hasPrefix("underline_"), let style = lines.firstIndex(of: String(name.dropFirst(isUnder ? 9 : 10))) else {
            return nil
        }
        var node = InlineNode(kind: .line)
        node.detail = UInt8(style)
        node.side = isUnder ? .under : .over
        return node
    }

    /// `dogyo-o-midashi` 同行大見出し, `mado-ko-midashi` 窓小見出し.
    private static func inlineHeading(_ name: Substring) -> InlineNode? {
        let isWindow = name.hasPrefix("mado-")
        guard isWindow || name.hasPrefix("dogyo-"), let level = headings.firstIndex(of: String(name.dropFirst(isWindow ? 5 : 6))) else {
            return nil
        }
        var node = InlineNode(kind: .heading)
        node.detail = (isWindow ? InlineHeadingStyle.window : .sameLine).rawValue
        node.number = Int32(level + 1)
        return node
    }

    /// Emphasis by CSS `text-emphasis` in a style attribute.
    static func emphasis(style: Substring) -> InlineNode? {
        var node: InlineNode?
        var side = Side.over
        for declaration in style.split(separator: ";") {
            let parts = declaration.split(separator: ":", maxSplits: 1)
            guard parts.count == 2 else { continue }
            let words = parts[1].split { $0 == " " }
            switch parts[0].split(separator: " ").first {
            case "text-emphasis", "text-emphasis-style", "-webkit-text-emphasis", "-webkit-text-emphasis-style":
                guard words != ["none"] else { return nil }
                node = InlineNode(kind: .emphasis)
                node?.detail = mark(words).rawValue
            case "text-emphasis-position", "-webkit-text-emphasis-position": if words.contains("under") { side = .under }
            default: break
            }
        }
        node?.side = side
        return node
    }

    /// The mark that the words of `text-emphasis` name.
    private static func mark(_ words: [Substring]) -> EmphasisMark {
        let isOpen = words.contains("open")
        for word in words {
            switch word {
            case "circle": return isOpen ? .openCircle : .circle
            case "triangle": return isOpen ? .openTriangle : .triangle
            case "double-circle": return isOpen ? .doubleCircle : .fisheye
            case "dot", "'・'", "\"・\"": return .dot
            case "'×'", "\"×\"": return .saltire
            default: break
            }
        }
        return isOpen ? .openSesame : .sesame
    }

    /// The number after `prefix` and an optional underscore: 3 of `jisage_3`.
    static func number(_ name: Substring, _ prefix: String) -> Int32? {
        guard name.hasPrefix(prefix) else { return nil }
        let rest = name.dropFirst(prefix.count)
        guard let value = Int32(rest.hasPrefix("_") ? rest.dropFirst() : rest), 0...maximumNumber ~= value else { return nil }
        return value
    }

    /// More than any page holds: a guard against sums that overflow.
    private static let maximumNumber: Int32 = 9999
}
