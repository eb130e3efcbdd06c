import RubiText

/// Counts diagnostics by their code, so that those of a manuscript made of nothing else do not fill the memory.
struct DiagnosticTally {
    /// How many of one code are kept: more than anybody reads, and some ten megabytes.
    static let limit = SourceText.mostProblems

    private var counts: [DiagnosticCode: Int] = [:]

    /// Appends a diagnostic; in the place of the first past the limit one that says so, and then no more.
    mutating func append(_ diagnostic: Diagnostic, to diagnostics: inout [Diagnostic]) {
        let count = counts[diagnostic.code, default: 0]
        guard count <= Self.limit else { return }
        counts[diagnostic.code] = count + 1
        if count < Self.limit {
            diagnostics.append(diagnostic)
        } else {
            let arguments = [String(Self.limit), diagnostic.code.rawValue]
            diagnostics.append(Diagnostic(code: .tooMany, place: diagnostic.place, offset: diagnostic.offset, arguments: arguments))
        }
    }
}

extension [Diagnostic] {
    /// Sorted by place and code, and one of a code at a place (M4).
    public func sortedByPlace() -> [Diagnostic] {
        let sorted = self.sorted { $0.place == $1.place ? $0.code.rawValue < $1.code.rawValue : $0.place < $1.place }
        var kept: [Diagnostic] = []
        kept.reserveCapacity(sorted.count)
        for diagnostic in sorted where kept.last?.place != diagnostic.place || kept.last?.code != diagnostic.code {
            kept.append(diagnostic)
        }
        return kept
    }
}
