/// Names of annotations, as they are written (markup.md 3.3).
enum AozoraNames {
    struct Name {
        /// After the target or in the opening annotation.
        var opening: String
        /// Before 終わり.
        var closing: String
        /// Between the target and the name.
        var particle: String
    }

    static let headings = ["大見出し", "中見出し", "小見出し"]
    private static let marks = ["傍点", "白ゴマ傍点", "丸傍点", "白丸傍点", "黒三角傍点", "白三角傍点", "二重丸傍点", "蛇の目傍点", "ばつ傍点", "傍点"]
    private static let lines = ["傍線", "二重傍線", "鎖線", "破線", "波線"]
    static let blocks: [BlockKind: String] = [
        .frame: "罫囲み", .horizontal: "横組み", .bold: "太字", .italic: "斜体", .caption: "キャプション", .gothic: "ゴシック体",
    ]

    /// A number in full-width digits, as the manual writes them.
    static func number(_ value: Int32) -> String {
        var digits = String.UnicodeScalarView()
        for digit in String(value).unicodeScalars { digits.append(Unicode.Scalar(digit.value + 0xFEE0) ?? digit) }
        return String(digits)
    }

    /// 左に of a range on the other side.
    static func side(_ node: InlineNode) -> String { node.side == .under ? "左に" : "" }

    /// What the annotation of a node is called; nil for what the notation lacks.
    static func name(_ node: InlineNode) -> Name? {
        switch node.kind {
        case .emphasis: return same(marks[Int(node.detail)], "に")
        case .line: return same(lines[Int(node.detail)], "に")
        case .style: return style(node)
        case .tateChuYoko: return same("縦中横", "は")
        case .horizontal: return same("横組み", "は")
        case .frame: return same("罫囲み", "は")
        case .caption: return same("キャプション", "は")
        case .warichu: return same("割り注", "は")
        case .heading:
            let prefix = node.detail == InlineHeadingStyle.window.rawValue ? "窓" : "同行"
            return same(prefix + headings[Int(min(max(node.number, 1), 3)) - 1], "は")
        default: return nil
        }
    }

    private static func same(_ name: String, _ particle: String) -> Name { Name(opening: name, closing: name, particle: particle) }

    private static func style(_ node: InlineNode) -> Name? {
        switch StyleName(rawValue: node.detail) {
        case .bold, .strong: same("太字", "は")
        case .italic, .em: same("斜体", "は")
        case .larger: Name(opening: number(max(node.number, 1)) + "段階大きな文字", closing: "大きな文字", particle: "は")
        case .smaller: Name(opening: number(max(node.number, 1)) + "段階小さな文字", closing: "小さな文字", particle: "は")
        case .superscript: same("上付き小文字", "は")
        case .subscript: same("下付き小文字", "は")
        case .strike: same("取消線", "に")
        case .underline: same("下線", "に")
        case .code, nil: nil
        }
    }

    /// What may stand in the target of an annotation that follows it.
    private static let targetKinds: Set<InlineKind> = [
        .text, .emphasis, .line, .style, .tateChuYoko, .horizontal, .frame, .caption,
    ]

    /// Whether an annotation can name what a node holds; `target` is that.
    static func canBeTarget(_ node: Int32, _ tree: InlineTree, _ target: inout CharacterRun, _ literals: AozoraLiterals) -> Bool {
        target.removeAll()
        guard tree.holdsOnly(targetKinds, below: node) else { return false }
        tree.projection(of: node, into: &target)
        return !target.isEmpty && isTarget(target, literals)
    }

    /// Whether the text can stand between 「 and 」: its own are balanced (M56), and there is nothing that is spelled otherwise in the text.
    static func isTarget(_ run: CharacterRun, _ literals: AozoraLiterals) -> Bool {
        var depth = 0
        for character in run.scalars {
            if character == scalar("「") { depth += 1 }
            if character == scalar("」") { depth -= 1 }
            if depth < 0 || character == scalar("［") || character == scalar("］") || literals.mayBeSpelled(character) { return false }
        }
        return depth == 0
    }
}
