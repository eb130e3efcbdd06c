import RubiText

/// How grave a diagnostic is (markup.md, 15).
public enum Severity: UInt8, Sendable, Comparable {
    case note, warning, error
    public static func < (a: Severity, b: Severity) -> Bool { a.rawValue < b.rawValue }
}

/// A problem in a manuscript, with its place. `arguments` fill the code's message, which `Sources/RubiMarkup/DiagnosticCode.swift` holds.
public struct Diagnostic: Sendable {
    public var code: DiagnosticCode
    public var place: SourcePlace
    /// Byte offset in the input, to find the source line again.
    public var offset: Int
    public var arguments: [String]

    public init(code: DiagnosticCode, place: SourcePlace, offset: Int, arguments: [String] = []) {
        self.code = code
        self.place = place
        self.offset = offset
        self.arguments = arguments
    }
}
