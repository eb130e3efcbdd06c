import Foundation
import Testing

@testable import RubiMarkup

/// The short manuscript of Examples in every dialect but Aozora's.
@Suite struct ExampleTests {
    static let folder = MarkupCase.folder.deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Examples")

    static let files: [(name: String, dialect: Dialect)] = [
        ("rain.narou.txt", .narou), ("rain.kakuyomu.txt", .kakuyomu), ("rain.hameln.txt", .hameln), ("rain.alphapolis.txt", .alphapolis),
        ("rain.pixiv.txt", .pixiv), ("rain.denden.md", .denden), ("rain.vfm.md", .vfm), ("rain.html", .html), ("rain.tex", .latex),
        ("rain.typ", .typst), ("rain.paren.txt", .paren), ("rain.plain.txt", .plain),
    ]

    /// Each reads without a word, has its rubies, and is told from the others where dialects can be told (M125, M126).
    @Test(arguments: files)
    func reads(_ name: String, _ dialect: Dialect) throws {
        var options = ReadingOptions()
        options.dialect = dialect
        let path = Self.folder.appendingPathComponent(name).path
        let manuscript = try Manuscript(path: path, options: options)
        var block = Block()
        var rubies = 0
        while manuscript.next(into: &block) { rubies += block.inline.nodes.filter { $0.kind == .ruby }.count }
        #expect(manuscript.diagnostics.map(describe) == [])
        #expect(dialect == .plain ? rubies == 0 : rubies >= 5, "\(rubies) rubies")
        if ![.hameln, .paren].contains(dialect) { #expect(try Manuscript(path: path).dialect == dialect) }
    }

    /// Each becomes every other, and the same text comes out of all.
    @Test(arguments: files)
    func becomesEveryOther(_ name: String, _ dialect: Dialect) throws {
        let bytes = try Array(Data(contentsOf: Self.folder.appendingPathComponent(name)))
        for target in Dialect.allCases where target != dialect {
            let written = try convert(bytes, from: dialect, ConvertOptions(target: target)).bytes
            #expect(!written.isEmpty)
            #expect(try rubyCount(written, target) == (target == .plain ? 0 : rubyCount(bytes, dialect)), "\(name) to \(target)")
        }
    }

    private func rubyCount(_ bytes: [UInt8], _ dialect: Dialect) throws -> Int {
        var options = ReadingOptions()
        options.dialect = dialect
        let manuscript = try Manuscript(name: "test", bytes: bytes, options: options)
        var block = Block()
        var count = 0
        while manuscript.next(into: &block) { count += block.inline.nodes.filter { $0.kind == .ruby && $0.hasReading }.count }
        return count
    }
}
