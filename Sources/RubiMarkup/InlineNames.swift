/// The words of markup.md 1.1 for the values of `InlineNode.detail`.
public enum InlineNames {
    /// `mark` of emphasis.
    public static func mark(_ detail: UInt8) -> StaticString {
        switch EmphasisMark(rawValue: detail) ?? .sesame {
        case .sesame: "sesame"
        case .openSesame: "open-sesame"
        case .circle: "circle"
        case .openCircle: "open-circle"
        case .triangle: "triangle"
        case .openTriangle: "open-triangle"
        case .doubleCircle: "double-circle"
        case .fisheye: "fisheye"
        case .saltire: "saltire"
        case .dot: "dot"
        }
    }

    /// `style` of a side line.
    public static func line(_ detail: UInt8) -> StaticString {
        switch LineStyle(rawValue: detail) ?? .solid {
        case .solid: "solid"
        case .double: "double"
        case .chain: "chain"
        case .dash: "dash"
        case .wave: "wave"
        }
    }

    /// `name` of a character style.
    public static func style(_ detail: UInt8) -> StaticString {
        switch StyleName(rawValue: detail) ?? .bold {
        case .bold: "bold"
        case .italic: "italic"
        case .larger: "larger"
        case .smaller: "smaller"
        case .superscript: "superscript"
        case .subscript: "subscript"
        case .strike: "strike"
        case .underline: "underline"
        case .strong: "strong"
        case .em: "em"
        case .code: "code"
        }
    }

    /// `kind` of a note.
    public static func note(_ detail: UInt8) -> StaticString {
        switch NoteKind(rawValue: detail) ?? .other {
        case .mama: "mama"
        case .source: "source"
        case .rubySource: "ruby-source"
        case .rubyMama: "ruby-mama"
        case .side: "side"
        case .other: "other"
        }
    }
}
