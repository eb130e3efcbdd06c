/// Elements that have a meaning for a manuscript (M116, M117); the rest is transparent.
enum HTMLElement: UInt8, CaseIterable {
    case ruby, rb, rt, rtc, rp
    case br, img
    /// Inline elements that become a style or what their class says.
    case em, strong, b, i, s, u, small, big, sup, sub, code, a, span
    /// Blocks.
    case p, div, blockquote, hr, pre, h1, h2, h3, h4, h5, h6
    /// What divides paragraphs and is nothing else.
    case boundary
    /// Their content is no text of the manuscript.
    case script, style, title, meta
    case unknown

    init(_ name: HTMLName) { self = Self.table[name] ?? .unknown }

    private static let table: [HTMLName: HTMLElement] = {
        var table: [HTMLName: HTMLElement] = [
            HTMLName("ruby"): .ruby, HTMLName("rb"): .rb, HTMLName("rt"): .rt, HTMLName("rtc"): .rtc, HTMLName("rp"): .rp,
            HTMLName("br"): .br, HTMLName("img"): .img, HTMLName("em"): .em, HTMLName("strong"): .strong, HTMLName("b"): .b,
            HTMLName("i"): .i, HTMLName("s"): .s, HTMLName("del"): .s, HTMLName("strike"): .s, HTMLName("u"): .u,
            HTMLName("small"): .small, HTMLName("big"): .big, HTMLName("sup"): .sup, HTMLName("sub"): .sub, HTMLName("code"): .code,
            HTMLName("a"): .a, HTMLName("span"): .span, HTMLName("p"): .p, HTMLName("div"): .div,
            HTMLName("blockquote"): .blockquote, HTMLName("hr"): .hr, HTMLName("pre"): .pre, HTMLName("h1"): .h1, HTMLName("h2"): .h2,
            HTMLName("h3"): .h3, HTMLName("h4"): .h4, HTMLName("h5"): .h5, HTMLName("h6"): .h6, HTMLName("script"): .script,
            HTMLName("style"): .style, HTMLName("title"): .title, HTMLName("meta"): .meta,
        ]
        let boundaries: [StaticString] = [
            "html", "head", "body", "section", "article", "main", "header", "footer", "nav", "aside", "ul", "ol", "li", "dl", "dt", "dd",
            "table", "caption", "thead", "tbody", "tfoot", "tr", "td", "th", "figure", "figcaption", "address", "details", "summary",
            "center", "form", "fieldset",
        ]
        for name in boundaries { table[HTMLName(name)] = .boundary }
        return table
    }()

    var isBlock: Bool {
        switch self {
        case .p, .div, .blockquote, .hr, .pre, .h1, .h2, .h3, .h4, .h5, .h6, .boundary: true
        case .ruby, .rb, .rt, .rtc, .rp, .br, .img, .em, .strong, .b, .i, .s, .u, .small, .big, .sup, .sub, .code, .a, .span, .script,
            .style, .title, .meta, .unknown:
            false
        }
    }

    /// Has no content and no end tag.
    var isVoid: Bool { self == .br || self == .img || self == .hr || self == .meta }

    /// The level of a heading (levels below the third count as it).
    var headingLevel: Int32? {
        switch self {
        case .h1: 1
        case .h2: 2
        case .h3, .h4, .h5, .h6: 3
        default: nil
        }
    }

    /// The style that the element is by itself.
    var styleName: StyleName? {
        switch self {
        case .em: .em
        case .strong: .strong
        case .b: .bold
        case .i: .italic
        case .s: .strike
        case .u: .underline
        case .small: .smaller
        case .big: .larger
        case .sup: .superscript
        case .sub: .subscript
        case .code: .code
        default: nil
        }
    }
}
