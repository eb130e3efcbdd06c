import Testing

/// The tables of expected places, through the built command.
struct CompositionCaseTests {
    private static let unjustified = ["--justify", "off"]

    @Test(arguments: TableCase.all("ruby-placement"))
    func rubyPlacement(_ tableCase: TableCase) throws {
        let found = try ComposedCase(tableCase, extra: Self.unjustified + ["--measure", "60"])
        expectNear(found.lines.flatMap(\.base), tableCase.expected["base"] as? [Double] ?? [], "base")
        expectNear(ComposedCase.inOrder(found.over), tableCase.expected["ruby"] as? [[Double]] ?? [], "ruby")
        expectNear(found.lines.map(\.advance), [tableCase.expected["advance"] as? Double ?? -1], "advance")
    }

    @Test(arguments: TableCase.all("ruby-composition"))
    func rubyComposition(_ tableCase: TableCase) throws {
        let measure = tableCase.options["measure"] == nil ? ["--measure", "60"] : []
        let found = try ComposedCase(tableCase, extra: Self.unjustified + measure)
        let expected = tableCase.expected
        expectNear(found.lines.flatMap(\.base), expected["base"] as? [Double] ?? [], "base")
        expectNear(ComposedCase.inOrder(found.over), expected["ruby"] as? [[Double]] ?? [], "ruby")
        if let under = expected["under"] as? [[Double]] { expectNear(ComposedCase.inOrder(found.under), under, "under") }
        if let lines = expected["lines"] as? [String] { #expect(found.lines.map(\.text) == lines) }
        let advances = expected["advance"] as? [Double] ?? [expected["advance"] as? Double ?? -1]
        expectNear(found.lines.map(\.advance), advances, "advance")
    }

    @Test(arguments: TableCase.all("line-breaking"))
    func lineBreaking(_ tableCase: TableCase) throws {
        let found = try ComposedCase(tableCase)
        let expected = tableCase.expected
        #expect(found.lines.map(\.text) == expected["lines"] as? [String] ?? [])
        expectNear(found.lines.map(\.base), expected["x"] as? [[Double]] ?? [], "line")
        if let ruby = expected["ruby"] as? [[Double]] { expectNear(ComposedCase.inOrder(found.over), ruby, "ruby") }
    }

    @Test func tablesAreThere() {
        #expect(TableCase.all("ruby-placement").count >= 88)
        #expect(TableCase.all("ruby-composition").count >= 49)
        #expect(TableCase.all("line-breaking").count >= 73)
        #expect(TableCase.all("markup").count >= 136)
    }
}
