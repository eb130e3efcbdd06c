import Foundation
import Testing

import Rubi

/// The library as a program uses it.
struct BookTests {
    private let fonts = try? FontSet(chain: [Tool.testFont])

    private func book(_ text: String, _ style: Style = Style(page: .bunko)) throws -> Book {
        var options = ReadingOptions()
        options.dialect = .aozora
        return try Book(Manuscript(name: "test", bytes: Array(text.utf8), options: options), style: style, fonts: #require(fonts))
    }

    /// The example of README.md, between the marks there.
    @Test func exampleOfTheReadme() throws {
        let text = "｜東京《とうきょう》の空"

        // README: begin
        let manuscript = try Manuscript(name: "story.txt", bytes: Array(text.utf8))
        let book = try Book(manuscript, style: Style(page: .bunko), fonts: FontSet())
        for page in book.pages {
            for line in page.lines {
                for run in line.composed.runs where run.role == .ruby {
                    for glyph in run.glyphs {
                        let origin = line.origin(of: glyph, in: book)
                        print("page \(page.number): glyph \(line.composed.glyph[glyph]) at \(origin.x), \(origin.y) pt")
                    }
                }
            }
        }
        var shorter = book.style
        shorter.lines = 12
        let again = try book.reflowed(shorter)  // the same lines in pages of 12
        // README: end

        #expect(book.pages.count == 1)
        #expect(again?.pages.count == 1)
        let readme = try String(contentsOf: Tool.root.appendingPathComponent("README.md"), encoding: .utf8)
        let source = try String(contentsOfFile: #filePath, encoding: .utf8)
        let example = source.components(separatedBy: "// README: begin\n")[1].components(separatedBy: "        // README: end")[0]
        let unindented = example.split(separator: "\n", omittingEmptySubsequences: false).map {
            $0.hasPrefix("        ") ? $0.dropFirst(8) : $0
        }
        #expect(readme.contains(unindented.joined(separator: "\n").trimmingCharacters(in: .newlines)), "README.md shows this example")
    }

    @Test func linesAndGlyphsInPlace() throws {
        let book = try book("｜東京《とうきょう》の空\n二行目\n")
        #expect(book.pages.map { $0.lines.map(\.text) } == [["東京の空", "二行目"]])
        let line = book.pages[0].lines[0]
        let ruby = try #require(line.composed.runs.first { $0.role == .ruby })
        #expect(ruby.glyphs.count == 5)
        let first = line.origin(of: 0, in: book)
        let second = line.origin(of: 1, in: book)
        #expect(abs(second.y - first.y) >= 8.5, "down the page")
        #expect(abs(second.x - first.x) < 0.001)
        #expect(line.origin(of: ruby.glyphs.lowerBound, in: book).x > first.x, "ruby stands to the right")
        #expect(book.pages[0].source == 0..<46)
        #expect(book.figures.rubies == 1)
    }

    @Test func diagnosticsComeWithTheBook() throws {
        let book = try book("漢字《かん\n")
        #expect(book.diagnostics.map(\.code) == [.unclosedRuby])
        #expect(book.figures.errors == 1)
    }

    /// L61: frames are made until all lines stand in one, and again when their size changes; what they hold is the same as when composed anew.
    @Test(arguments: [5, 11, 16])
    func framesOfAnotherSize(_ lines: Int) throws {
        let text = (1...40).map { "　第｜\($0)《だい》章は｜黄昏《たそがれ》の｜海辺《うみべ》を行く。" }.joined(separator: "\n") + "\n［＃改ページ］\n終\n"
        var style = Style(page: .bunko)
        style.measure = 12
        let book = try book(text, style)
        var other = style
        other.lines = lines
        let reflowed = try #require(try book.reflowed(other))
        let anew = try self.book(text, other)
        #expect(reflowed.pages.count == anew.pages.count)
        #expect(reflowed.pages.map { $0.lines.map(\.text) } == anew.pages.map { $0.lines.map(\.text) })
        #expect(reflowed.pages.map(\.source) == anew.pages.map(\.source))
        #expect(reflowed.pages.flatMap { $0.lines.map(\.place.x) } == anew.pages.flatMap { $0.lines.map(\.place.x) })
        #expect(reflowed.pages.flatMap { $0.lines.map(\.text) } == book.pages.flatMap { $0.lines.map(\.text) })
        #expect(reflowed.pages.allSatisfy { $0.lines.count <= lines })
        #expect(reflowed.figures == anew.figures)
    }

    @Test func anotherMeasureAsksForOtherLines() throws {
        var style = Style(page: .bunko)
        let book = try book("いろは\n", style)
        style.measure = 20
        #expect(try book.reflowed(style) == nil)
    }

    @Test func aStyleOfAPreset() {
        #expect((Style(page: .bunko).measure, Style(page: .bunko).lines) == (40, 16))
        #expect((Style(page: .a5, direction: .horizontal).measure, Style(page: .a5, direction: .horizontal).lines) == (32, 30))
    }
}
