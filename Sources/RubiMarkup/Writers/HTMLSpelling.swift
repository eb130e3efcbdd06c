/// Tags for the nodes and blocks that HTML has no element of its own for, and for those it has: html writes them, and vfm what Markdown lacks.
enum HTMLSpelling {
    /// The start tag and the end tag of a node around others; nil for what is no such node.
    static func tags(_ node: InlineNode) -> (open: String, close: String)? {
        switch node.kind {
        case .emphasis:
            let name = HTMLVocabulary.marks[Int(node.detail)] + (node.side == .under ? "_after" : "")
            let position = node.side == .under ? "; text-emphasis-position: under left" : ""
            return ("<em class=\"\(name)\" style=\"text-emphasis: \(HTMLVocabulary.markStyles[Int(node.detail)])\(position)\">", "</em>")
        case .line:
            return ("<em class=\"\(node.side == .under ? "overline_" : "underline_")\(HTMLVocabulary.lines[Int(node.detail)])\">", "</em>")
        case .style: return style(node)
        case .tateChuYoko: return span("tcy")
        case .horizontal: return span("yokogumi")
        case .frame: return span("keigakomi")
        case .caption: return span("caption")
        case .warichu: return span("warichu")
        case .heading:
            let prefix = node.detail == InlineHeadingStyle.window.rawValue ? "mado-" : "dogyo-"
            return span(prefix + HTMLVocabulary.headings[Int(min(max(node.number, 1), 3)) - 1])
        default: return nil
        }
    }

    private static func span(_ name: String) -> (open: String, close: String) { ("<span class=\"\(name)\">", "</span>") }

    private static func style(_ node: InlineNode) -> (open: String, close: String)? {
        switch StyleName(rawValue: node.detail) {
        case .bold: ("<b>", "</b>")
        case .italic: ("<i>", "</i>")
        case .larger: span("dai\(max(node.number, 1))")
        case .smaller: node.number <= 1 ? ("<small>", "</small>") : span("sho\(node.number)")
        case .superscript: ("<sup>", "</sup>")
        case .subscript: ("<sub>", "</sub>")
        case .strike: ("<s>", "</s>")
        case .underline: ("<u>", "</u>")
        case .strong: ("<strong>", "</strong>")
        case .em: ("<em>", "</em>")
        case .code: ("<code>", "</code>")
        case nil: nil
        }
    }

    /// The start tag of a block.
    static func opening(_ block: Block) -> String {
        switch block.blockKind {
        case .indent: return "<div class=\"jisage_\(block.n)\" style=\"margin-inline-start: \(block.n)em\">"
        case .hang: return "<div class=\"burasage\" style=\"margin-inline-start: \(block.m)em; text-indent: \(block.n - block.m)em\">"
        case .end: return "<div class=\"chitsuki_\(block.n)\" style=\"text-align: end; margin-inline-end: \(block.n)em\">"
        case .measure: return "<div class=\"jizume_\(block.n)\" style=\"inline-size: \(block.n)em\">"
        case .columns: return "<div class=\"dankumi_\(block.n)\" style=\"columns: \(block.n)\">"
        case .larger: return "<div class=\"dai\(block.n)\">"
        case .smaller: return "<div class=\"sho\(block.n)\">"
        case .frame: return "<div class=\"keigakomi\" style=\"border: thin solid\">"
        case .horizontal: return "<div class=\"yokogumi\" style=\"writing-mode: horizontal-tb\">"
        case .bold: return "<div class=\"futoji\" style=\"font-weight: bold\">"
        case .italic: return "<div class=\"shatai\" style=\"font-style: italic\">"
        case .caption: return "<div class=\"caption\">"
        case .gothic: return "<div class=\"gothic\" style=\"font-family: sans-serif\">"
        case .quote: return "<blockquote>"
        case .warichu, .heading: return "<div>"
        }
    }

    static func closing(_ kind: BlockKind) -> StaticString { kind == .quote ? "</blockquote>" : "</div>" }

    /// The rule that divides as a break of a kind does.
    static func breakTag(_ kind: Block.Kind) -> StaticString {
        switch kind {
        case .leafBreak: "<hr class=\"leafbreak\">"
        case .spreadBreak: "<hr class=\"spreadbreak\">"
        case .columnBreak: "<hr class=\"columnbreak\">"
        case .rule: "<hr>"
        default: "<hr class=\"pagebreak\">"
        }
    }

    static let centerPage: StaticString = "<div class=\"centerpage\"></div>"

    /// Writes a comment, in which two hyphens may not stand together.
    static func writeComment(_ run: CharacterRun, _ output: ConversionOutput) {
        output.append("<!-- ")
        for index in run.scalars.indices {
            if run.scalars[index] == scalar("-"), output.last == scalar("-") { output.append(" ") }
            output.append(run.scalars[index], at: run.offsets[index])
        }
        output.append(" -->")
    }

    /// Writes text for an attribute in double quotes, or between tags.
    static func writeEscaped(_ run: CharacterRun, _ output: ConversionOutput) {
        for index in run.scalars.indices {
            switch run.scalars[index] {
            case scalar("&"): output.append("&amp;")
            case scalar("<"): output.append("&lt;")
            case scalar(">"): output.append("&gt;")
            case scalar("\""): output.append("&quot;")
            default: output.append(run.scalars[index], at: run.offsets[index])
            }
        }
    }
}
