import RubiMarkup
import RubiShaping
import RubiText
import Testing

@testable import RubiLayout

/// Rules of line-rules.md on pages, L60–L66.
@Suite struct PageRuleTests {
    private func paged(_ input: String, _ dialect: Dialect = .plain, lines: Int = 3, _ change: (inout Style) -> Void = { _ in }) throws
        -> Outcome
    {
        try set(input, dialect) {
            LineRuleTests.page(&$0, lines: lines)
            change(&$0)
        }
    }

    @Test func l60TheFrameIsCentred() throws {
        // 10 em by 3 em and two gaps of 0.65, at 10.5 pt on 400 pt.
        let place = try paged("山").first.place
        let em = 10.5
        func pt(_ raw: Int) -> Double { Double(raw) / 65536 * em }
        #expect(abs(pt(place.y) - (400 - 10 * em) / 2) < 0.01)
        #expect(abs(pt(place.x) - ((400 + 4.3 * em) / 2 - em / 2)) < 0.01)
        let horizontal = try paged("山") { $0.direction = .horizontal }.first.place
        #expect(abs(pt(horizontal.x) - (400 - 10 * em) / 2) < 0.01)
        #expect(abs(pt(horizontal.y) - ((400 - 4.3 * em) / 2 + 0.88 * em)) < 0.01)
    }

    @Test func l60ColumnsStandAlongTheLine() throws {
        let lines = try paged("一\n二\n三\n四", lines: 2) { ($0.columns, $0.measure) = (2, 8) }.lines
        #expect(lines.map(\.place.column) == [1, 1, 2, 2])
        #expect(lines[2].place.y - lines[0].place.y == 10 * 65536)
        #expect(lines[2].place.x == lines[0].place.x)
    }

    @Test func l60FixedLinesStandOnTheGrid() throws {
        let lines = try paged("一\n｜二《ふた》\n三", .aozora).lines
        let steps = zip(lines, lines.dropFirst()).map { thousandths($0.place.x - $1.place.x) }
        #expect(near(steps, [1650, 1650]))
    }

    @Test func l61FramesAreMadeUntilAllLinesAreInOne() throws {
        let text = (1...20).map { "行\($0)" }.joined(separator: "\n")
        let wide = try paged(text, lines: 6), narrow = try paged(text, lines: 3)
        #expect(wide.figures.pages == 4)
        #expect(narrow.figures.pages == 7)
        #expect(wide.texts == narrow.texts)
        #expect(wide.lines.map(\.line.along) == narrow.lines.map(\.line.along))
    }

    @Test(arguments: [("改ページ", 2), ("改丁", 3), ("改見開き", 2)])
    func l62Breaks(name: String, page: Int) throws {
        let lines = try paged("一\n［＃\(name)］\n二", .aozora).lines
        #expect(lines.map(\.place.page) == [1, page])
    }

    @Test func l62ABreakAtTheTopOfAnEmptyPageMakesNone() throws {
        #expect(try paged("［＃改ページ］\n一\n［＃改ページ］\n［＃改ページ］\n二", .aozora).lines.map(\.place.page) == [1, 2])
    }

    @Test func l63APictureStandsWithItsCaption() throws {
        // Three lines deep at most, of four; two would have been left on the first page.
        let text = "一\n二\n［＃「港」のキャプション付きの図（a.png、横100×縦60）入る］\n港［＃「港」はキャプション］\n三"
        let lines = try paged(text, .aozora, lines: 4).lines
        #expect(lines.map(\.place.page) == [1, 1, 2, 2, 3])
        // Without one, it may fill the page.
        let alone = try paged("［＃港の図（a.png、横100×縦60）入る］\n三", .aozora, lines: 4).lines
        #expect(alone.map(\.place.page) == [1, 2])
    }

    @Test func l62ColumnBreak() throws {
        let lines = try paged("一\n［＃改段］\n二\n［＃改段］\n三", .aozora) { ($0.columns, $0.measure) = (2, 8) }.lines
        #expect(lines.map(\.place.page) == [1, 1, 2])
        #expect(lines.map(\.place.column) == [1, 2, 1])
    }

    @Test func l62FoliosStandAtTheForeEdge() throws {
        let pages = try paged("一\n［＃改ページ］\n二", .aozora).pages
        #expect(pages.map { String(decoding: $0.outside[0].strings, as: UTF8.self) } == ["1", "2"])
        // Page 1 of a vertical book is a left-hand page.
        #expect(pages[0].places[0].x < pages[1].places[0].x)
        let horizontal = try paged("一\n［＃改ページ］\n二", .aozora) { $0.direction = .horizontal }.pages
        #expect(horizontal[0].places[0].x > horizontal[1].places[0].x)
        #expect(try paged("一") { $0.folio = false }.pages[0].outside.isEmpty)
    }

    @Test func l62RunningHeads() throws {
        let text = "題［＃「題」は大見出し］\n一\n［＃改ページ］\n二"
        let pages = try paged(text, .aozora, lines: 6) { ($0.runningHead, $0.folio) = (.chapter, false) }.pages
        #expect(pages.map { $0.outside.map { String(decoding: $0.strings, as: UTF8.self) } } == [["題"], ["題"]])
    }

    @Test func l62CentredPage() throws {
        let lines = try paged("［＃ページの左右中央］\n一\n［＃改ページ］\n二", .aozora, lines: 5).lines
        // The middle of five lines, two grid lines from the first.
        #expect(near([thousandths(lines[1].place.x - lines[0].place.x)], [3300]))
    }

    @Test func l63HeadingsTakeWholeGridLines() throws {
        let lines = try paged("題［＃「題」は大見出し］\n一", .aozora, lines: 6).lines
        // Two grid lines and one: their middles are 2475 apart.
        #expect(near([thousandths(lines[0].place.x - lines[1].place.x)], [2475]))
    }

    @Test func l63AnEmptyLineIsOneLine() throws {
        let lines = try paged("一\n\n二").lines
        #expect(lines.map(\.text) == ["一", "", "二"])
        #expect(near([thousandths(lines[0].place.x - lines[2].place.x)], [3300]))
    }

    @Test func l64Widows() throws {
        let text = "一二三四五六七八九十壱"
        #expect(try set(text, .plain) { $0.measure = 10 }.texts == ["一二三四五六七八九十", "壱"])
        #expect(try set(text, .plain) { ($0.measure, $0.widows) = (10, 3) }.texts == ["一二三四五六七八", "九十壱"])
        // With two or more, the last line of a paragraph does not start a page.
        let pages = try paged("前\n一二三四五六七八九十壱弐参肆伍陸漆捌玖拾甲乙丙丁", lines: 3) { $0.widows = 2 }.lines
        #expect(pages.map(\.place.page) == [1, 2, 2, 2])
    }

    @Test func l65WhatStandsBesideTheLinesIsOutsideTheFrame() throws {
        let plain = try paged("山"), ruby = try paged("｜山《やま》", .aozora)
        #expect(plain.first.place.x == ruby.first.place.x)
        // The last line of the page, with a reading under it.
        let under = try paged("一\n二\n山［＃「山」の左に「やま」のルビ］", .aozora)
        #expect(under.lines.map(\.place.page) == [1, 1, 1])
        #expect(try under.lines[2].place.x == paged("一\n二\n三").lines[2].place.x)
    }

    @Test func l66Matter() throws {
        let text = "題\n作者\n\n本文\n\n底本：「本」\n"
        func lines(_ matter: Style.MatterChoice) throws -> [(String, Matter)] {
            try paged(text, .aozora, lines: 9) { $0.matter = matter }.lines.map { ($0.text, $0.place.matter) }
        }
        #expect(try lines(.none).map(\.0) == ["本文"])
        #expect(try lines(.front).map(\.0) == ["題", "作者", "", "本文"])
        #expect(try lines(.front).map(\.1) == [.front, .front, .front, .body])
        #expect(try lines(.all).map(\.0) == ["題", "作者", "", "本文", "底本：「本」"])
    }

    @Test func l40BoxesAreDrawnAroundTheirLines() throws {
        let text = "［＃ここから罫囲み］\n一\n二\n［＃ここで罫囲み終わり］\n三"
        let lines = try paged(text, .aozora, lines: 6).lines
        #expect(lines[1].line.rules.contains { $0.kind == .frame })
        #expect(lines[0].line.rules.isEmpty)
        #expect(lines[2].line.rules.isEmpty)
    }
}
