import Testing

@testable import RubiLayout

@Suite struct CaseTests {
    @Test(arguments: LayoutCase.all("line-breaking"))
    func lineBreaking(_ tableCase: LayoutCase) throws {
        let found = try tableCase.compose(tableCase.style)
        #expect(found.lines.map(\.text) == tableCase.expected["lines"] as? [String])
        let places = tableCase.expected["x"] as? [[Double]] ?? []
        #expect(near(found.lines.map(\.base), places), "found \(found.lines.map(\.base)), expected \(places)")
        if let ruby = tableCase.expected["ruby"] as? [[Double]] {
            #expect(near(Composed.inOrder(found.over), ruby), "found \(found.over)")
        }
    }

    @Test(arguments: LayoutCase.all("ruby-placement") + LayoutCase.all("ruby-composition"))
    func ruby(_ tableCase: LayoutCase) throws {
        var style = tableCase.style
        style.justify = false
        let found = try tableCase.compose(style)
        let base = tableCase.expected["base"] as? [Double] ?? []
        let foundBase = found.lines.flatMap(\.base)
        #expect(near([foundBase], [base]), "base: found \(foundBase), expected \(base)")
        let ruby = tableCase.expected["ruby"] as? [[Double]] ?? []
        #expect(near(Composed.inOrder(found.over), ruby), "ruby: found \(Composed.inOrder(found.over)), expected \(ruby)")
        if let under = tableCase.expected["under"] as? [[Double]] {
            #expect(near(Composed.inOrder(found.under), under), "under: found \(Composed.inOrder(found.under)), expected \(under)")
        }
        let advances = tableCase.expected["advance"] as? [Double] ?? (tableCase.expected["advance"] as? Double).map { [$0] } ?? []
        #expect(near([found.lines.map(\.advance)], [advances]), "advance: found \(found.lines.map(\.advance)), expected \(advances)")
        if let lines = tableCase.expected["lines"] as? [String] { #expect(found.lines.map(\.text) == lines) }
    }
}
