import RubiMarkup
import RubiText
import Testing

@testable import RubiLayout

/// Rules of line-rules.md on what takes several lines: headings in windows, columns of a block, 字取り, notes over lines, kanbun with ruby.
@Suite struct BlockRuleTests {
    // MARK: 字取り

    @Test(arguments: [("山川", [0.0, 7000]), ("山の川", [0, 3500, 7000]), ("山川。", [0, 6500, 7500]), ("山", [0])])
    func l36JidoriSpreadsEvenlyOverTheMeasure(text: String, places: [Double]) throws {
        let line = try set(text, .plain) { ($0.measure, $0.align, $0.justify) = (8, .jidori, true) }.first
        #expect(near(line.base, places), "\(line.base)")
    }

    @Test func l36JidoriSpreadsTheLastLineToo() throws {
        let lines = try set("山川森林空海", .plain) { ($0.measure, $0.align, $0.justify) = (4, .jidori, true) }.lines
        #expect(near(lines[1].base, [0, 3000]))
    }

    // MARK: Headings in windows

    private func window(_ text: String, lines: Int = 8, _ change: (inout Style) -> Void = { _ in }) throws -> [SetLine] {
        try set(text) {
            LineRuleTests.page(&$0, lines: lines)
            $0.measure = 20
            change(&$0)
        }.lines
    }

    /// Places across in thousandths from the first line's.
    private func across(_ lines: [SetLine]) -> [Double] { lines.map { thousandths(lines[0].place.x - $0.place.x) } }

    @Test func l42AWindowIsTwoLinesDeepWithTwoLinesBesideIt() throws {
        let lines = try window("題名［＃「題名」は窓中見出し］\n一行目\n二行目\n三行目")
        #expect(lines.map(\.text) == ["題名", "一行目", "二行目", "三行目"])
        #expect(lines[0].line.heading == 2)
        #expect(lines[0].line.runs.allSatisfy { $0.isBold && $0.size == 81920 })
        // The heading in the middle of two lines; two characters of 1.25 em make 3 whole ones, and one em is left free.
        #expect(near(across(lines), [0, -825, 825, 2475]))
        #expect(lines.map { $0.base[0] } == [0, 4000, 4000, 0])
        let numbers = lines.map(\.place.line)
        #expect(numbers == [1, 2, 3, 4])
    }

    @Test(arguments: [Style.Breaker.greedy, .optimal])
    func l42TheTextOfTheHeadingsOwnParagraphStandsBesideIt(breaker: Style.Breaker) throws {
        let lines = try window("　題［＃「題」は窓小見出し］" + String(repeating: "一二三四五", count: 12)) { $0.breaker = breaker }
        #expect(lines.map(\.text).joined() == "　題" + String(repeating: "一二三四五", count: 12))
        #expect(lines.map { $0.base[0] } == [0, 3000, 3000, 0, 0])
        #expect(lines[0].base == [0, 1000])
        #expect(lines[1].line.advance == 20 * 65536)
        #expect(Set(lines.map(\.line.paragraph)) == [1])
        #expect(lines[0].line.source.upperBound == lines[1].line.source.lowerBound)
    }

    @Test func l42WhatFollowsAWindowKeepsItsTwoLines() throws {
        let alone = try window("題［＃「題」は窓小見出し］\n章［＃「章」は小見出し］\n一")
        #expect(near(across(alone), [0, 2475, 4125]), "\(across(alone))")
    }

    @Test func l42AWindowIsNotPartedFromTheLinesBesideIt() throws {
        let lines = try window("一\n二\n題［＃「題」は窓小見出し］\n三\n四", lines: 3)
        #expect(lines.map(\.place.page) == [1, 1, 2, 2, 2])
    }

    @Test func l42AHeadingTooLongForAWindowHasLinesOfItsOwn() throws {
        let lines = try window("一二三四五六七八九十［＃「一二三四五六七八九十」は窓大見出し］\n本文")
        #expect(lines.map { $0.base[0] } == [0, 0])
        #expect(lines.map(\.place.line) == [1, 2])
    }

    @Test func l42AHeadingInItsLineIsBold() throws {
        let runs = try set("題［＃「題」は同行中見出し］と本文").first.line.runs
        #expect(runs.map(\.isBold) == [true, false])
        #expect(runs.allSatisfy { $0.size == 65536 })
    }

    // MARK: Columns of a block

    private func columns(_ text: String, lines: Int = 10, _ change: (inout Style) -> Void = { _ in }) throws -> [SetLine] {
        try set(text) {
            LineRuleTests.page(&$0, lines: lines)
            $0.measure = 22
            change(&$0)
        }.lines
    }

    @Test func l60ABlockInColumnsIsBalanced() throws {
        let lines = try columns("前\n［＃ここから２段組み］\n一\n二\n三\n四\n五\n［＃ここで段組み終わり］\n後")
        #expect(lines.map(\.text) == ["前", "一", "二", "三", "四", "五", "後"])
        #expect(near(across(lines), [0, 1650, 3300, 4950, 1650, 3300, 6600]))
        // Two columns of 10 em with a gap of two.
        #expect(lines.map { thousandths($0.place.y - lines[0].place.y) } == [0, 0, 0, 0, 12000, 12000, 0])
        #expect(lines[1].line.measure == 10 * 65536)
        #expect(lines[6].line.measure == 22 * 65536)
        #expect(lines.allSatisfy { $0.place.column == 1 })
    }

    @Test func l60ABlockInColumnsGoesOnOverPages() throws {
        let text = (1...15).map { "第\($0)行" }.joined(separator: "\n")
        let lines = try columns("［＃ここから２段組み］\n\(text)\n［＃ここで段組み終わり］\n後", lines: 5)
        #expect(lines.map(\.place.page) == [Int](repeating: 1, count: 10) + [Int](repeating: 2, count: 6))
        #expect(near(across(Array(lines[10...])), [0, 1650, 3300, 0, 1650, 4950]))
        #expect(lines.map(\.text).joined() == (1...15).map { "第\($0)行" }.joined() + "後")
    }

    @Test func l62AColumnBreakInABlockGoesToItsNextColumn() throws {
        let lines = try columns("［＃ここから３段組み］\n一\n［＃改段］\n二\n三\n四\n［＃ここで段組み終わり］")
        #expect(lines.map { thousandths($0.place.y - lines[0].place.y) } == [0, 8000, 8000, 16000])
    }

    @Test func l42AHeadingDoesNotEndAColumnOfABlock() throws {
        let lines = try columns("［＃ここから２段組み］\n一\n題［＃「題」は小見出し］\n二\n三\n［＃ここで段組み終わり］")
        // Two and two would part it from its text.
        #expect(lines.map { $0.place.y == lines[0].place.y } == [true, true, true, false])
    }

    @Test(arguments: [(2, 10, 2), (9, 4, 3), (1, 22, 1)])
    func l60ColumnsAreNoNarrowerThanFourEm(wanted: Int, measure: Int, count: Int) {
        var style = Style()
        style.measure = 22
        let grid = ColumnGrid(wanted, style: style)
        #expect(grid.count >= count && grid.measure >= 4)
        if wanted == 2 { #expect(grid.measure == measure && grid.step == 12 * 65536) }
    }

    @Test func l40ABoxAroundColumnsHoldsThemAll() throws {
        let text = "［＃ここから罫囲み］\n［＃ここから２段組み］\n一\n二\n三\n［＃ここで段組み終わり］\n［＃ここで罫囲み終わり］"
        let lines = try columns(text)
        #expect(lines.map { $0.line.rules.count { $0.kind == .frame } } == [0, 0, 1])
        let frame = try #require(lines[2].line.rules.first)
        // Drawn with the third line, in the second column: from a quarter em before the first column's lines, past the second line of the first column.
        #expect(near([frame.along.lowerBound, frame.along.upperBound].map { thousandths(Int($0)) }, [-12250, 10250]))
        #expect(near([frame.acrossEnd, frame.across].map { thousandths(Int($0)) }, [750, -2400]))
    }

    // MARK: Notes over lines

    @Test(arguments: [Style.Breaker.greedy, .optimal])
    func l43ANoteIsCutOverLinesByEitherBreaker(breaker: Style.Breaker) throws {
        let note = String(repeating: "壱弐参肆伍陸漆捌玖拾", count: 5)
        let lines = try set("一二三四（［＃割り注］\(note)［＃割り注終わり］）乙丙丁戊己庚") { ($0.measure, $0.breaker, $0.justify) = (8, breaker, true) }.lines
        #expect(lines.map(\.text).joined() == "一二三四（\(note)）乙丙丁戊己庚")
        #expect(lines[0].text == "一二三四（壱弐参肆伍陸漆捌玖拾壱弐参肆")
        #expect(lines[1].text.count == 32)
        #expect(lines.allSatisfy { $0.line.advance <= $0.line.measure })
        // Each piece begins with the line, its second half under its first.
        #expect(near(Array(lines[1].along { $0.role == .warichu }[0..<2]), [0, 500]))
        #expect(zip(lines, lines.dropFirst()).allSatisfy { $0.line.source.upperBound == $1.line.source.lowerBound })
    }

    @Test func l43MarksOfTheTextAroundANoteGoOverItsPieces() throws {
        let lines = try set("甲［＃傍線］乙（［＃割り注］一二三四五六七八九十一二三四五六［＃割り注終わり］）丙［＃傍線終わり］丁") { $0.measure = 6 }.lines
        #expect(lines.count == 2)
        let rules = lines.map { $0.line.rules.map { [thousandths(Int($0.along.lowerBound)), thousandths(Int($0.along.upperBound))] } }
        #expect(near(rules[0], [[1000, 6000]]), "\(rules)")
    }

    // MARK: Kanbun

    @Test func l45OkuriganaFollowsAReadingOrAMarkOnItsSide() throws {
        // Over the character stands the reading, so that the okurigana has room behind it.
        let ruby = try set("不《ズ》［＃（ヘ）］［＃二］也").first
        #expect(near(ruby.ruby, [250]))
        #expect(near(ruby.along { $0.role == .okurigana }, [1000]))
        #expect(near(ruby.base, [0, 1500]))
        let marked = try set("不［＃「不」に傍点］［＃（ヘ）］也").first
        #expect(near(marked.along { $0.role == .okurigana }, [1000]))
        #expect(near(marked.marks, [250]))
        // A kaeriten stands at the other side and keeps its place.
        let other = try set("不《ズ》［＃レ］也").first
        #expect(near(other.along { $0.role == .kaeriten }, [500]))
        #expect(near(other.base, [0, 1000]))
    }

    @Test func l45InANoteKanbunMarksStandInTheirHalfLine() throws {
        let line = try set("甲［＃割り注］如［＃レ］件者［＃割り注終わり］乙").first
        // レ behind 如, in the left half of its frame, and 件 behind both; 者 on the second half line.
        #expect(near(line.along { $0.role == .kaeriten }, [1500]))
        #expect(near(line.across { $0.role == .kaeriten }, [125]))
        #expect(near(line.along { $0.role == .warichu }, [1000, 1750, 1000]))
    }

    @Test func l45DotsOnOkuriganaStandOutsideThem() throws {
        let line = try set("為［＃（之天［＃「之天」に白丸傍点］）］る").first
        #expect(near(line.along { $0.role == .okurigana }, [500, 1000]))
        // Half the okurigana's size, over the middle of each.
        #expect(near(line.marks, [625, 1125]))
        #expect(near(line.across { $0.role == .emphasis }, [1125, 1125]))
        #expect(line.line.runs.filter { $0.role == .emphasis }.map(\.size) == [16384])
        let ruled = try set("為［＃（之天［＃「之天」に傍線］）］る").first.line.rules
        #expect(ruled.map { [thousandths(Int($0.along.lowerBound)), thousandths(Int($0.along.upperBound))] } == [[500, 1500]])
        #expect(ruled.allSatisfy { $0.across > 65536 })
    }

    @Test func r82OfTwoEmphasesTheInnerOneMarks() throws {
        let line = try set("［＃傍点］一［＃丸傍点］二［＃丸傍点終わり］三［＃傍点終わり］").first
        #expect(line.marks.sorted() == [250, 1250, 2250])
    }

    @Test func r6MarksOfVerticalWritingAreHalvedInHorizontalLines() throws {
        let fonts = try set("いろ〱と", .plain) { $0.direction = .horizontal }.first.line
        #expect(fonts.runs.map(\.size) == [65536, 32768, 65536])
        let reading = try set("｜色々《いろ〱》", .aozora) { $0.direction = .horizontal }.first.line
        #expect(reading.runs.filter { $0.role == .ruby }.map(\.size) == [32768, 16384])
    }
}
