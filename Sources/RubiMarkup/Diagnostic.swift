import RubiText

/// How grave a diagnostic is (markup.md, 15).
public enum Severity: UInt8, Sendable, Comparable {
    case note, warning, error
    /// Notes before warnings before errors.
    public static func < (a: Severity, b: Severity) -> Bool { a.rawValue < b.rawValue }
}

/// A problem in a manuscript, with its place. `arguments` fill the code's message, which `Sources/RubiMarkup/DiagnosticCode.swift` holds.
public struct Diagnostic: Sendable {
    /// What the problem is.
    public var code: DiagnosticCode
    /// Where it begins.
    public var place: SourcePlace
    /// Byte offset in the input, to find the source line again.
    public var offset: Int
    /// What fills the message's places.
    public var arguments: [String]

    /// A diagnostic by its parts.
    public init(code: DiagnosticCode, place: SourcePlace, offset: Int, arguments: [String] = []) {
        self.code = code
        self.place = place
        self.offset = offset
        self.arguments = arguments
    }
}
