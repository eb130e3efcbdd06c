import RubiMarkup
import RubiText
import Testing

@testable import RubiLayout

/// Rules of ruby-rules.md that the case tables do not cite.
@Suite struct RubyRuleTests {
    @Test func r1MonoIsOneGraphemeWithItsReading() throws {
        let line = try set("｜か\u{309A}《あ》").first
        #expect(line.line.runs.contains { $0.role == .ruby && $0.kind == .mono })
        #expect(near(line.ruby, [250]))
    }

    @Test func r2GroupIsOneReadingForTheWholeBase() throws {
        let line = try set("｜今日《きょう》").first
        #expect(line.line.runs.contains { $0.role == .ruby && $0.kind == .group })
        #expect(near(line.ruby, [125, 750, 1375]))
    }

    @Test func r3JukugoKeepsEachReadingOverItsCharacter() throws {
        let line = try set("{漢字|かん|じ}", .denden).first
        #expect(line.line.runs.contains { $0.role == .ruby && $0.kind == .jukugo })
        #expect(near(line.ruby, [0, 500, 1250]))
    }

    @Test(arguments: [
        (Style.RubyMode.auto, [0.0, 500, 1000, 1500], [0.0, 1000]),
        (.group, [0, 500, 1000, 1500], [0, 1000]),
        (.mono, [0, 500, 1000, 1750], [250, 1500]),
    ])
    func r4TheOptionOverridesTheMarkup(mode: Style.RubyMode, ruby: [Double], base: [Double]) throws {
        let line = try set("{京都|きょう|と}", .denden) { $0.ruby = mode }.first
        #expect(near(line.ruby, ruby), "\(line.ruby)")
        #expect(near(line.base, base), "\(line.base)")
    }

    @Test func r4JukugoJoinsAdjacentMonoBlocks() throws {
        let line = try set("｜京《きょう》｜都《と》") { $0.ruby = .jukugo }.first
        #expect(near(line.ruby, [0, 500, 1000, 1500]))
        #expect(near(line.base, [0, 1000]))
        #expect(line.line.rubies == 1)
    }

    @Test func r6RubyTouchesTheCharacterFrame() throws {
        let vertical = try set("｜山《やま》").first
        #expect(near(vertical.across { $0.role == .ruby }, [750, 750]))
        let gap = try set("｜山《やま》") { $0.rubyGap = Length(thousandths: 100) }.first
        #expect(near(gap.across { $0.role == .ruby }, [850, 850]))
        let under = try set("｜山《やま》") { $0.rubySide = .under }.first
        #expect(near(under.across { $0.role == .ruby }, [-750, -750]))
        // The frame is 880 above and 120 below the base line; ruby's own is half of it.
        let horizontal = try set("｜山《やま》") { $0.direction = .horizontal }.first
        #expect(near(horizontal.across { $0.role == .ruby }, [940, 940]))
    }

    @Test func r8InterCharacterRubyStandsOver() throws {
        let text = #"<p><ruby style="ruby-position: inter-character">山<rt>やま</rt></ruby></p>"#
        var options = ReadingOptions()
        options.dialect = .html
        let manuscript = try Manuscript(name: "test", bytes: Array(text.utf8), options: options)
        var block = Block()
        while manuscript.next(into: &block) {}
        #expect(manuscript.diagnostics.map(\.code) == [.interCharacterRuby])
        #expect(near(try set(text, .html).first.across { $0.role == .ruby }, [750, 750]))
    }

    @Test func r19ABlockIsAsWideAsTheWiderOfBaseAndReading() throws {
        #expect(try set("｜志《こころざし》").first.advance == 2500)
        #expect(try set("｜五月雨《さみだれ》").first.advance == 3000)
    }

    @Test func r26AnOverhangIsNoWiderThanItsNeighbour() throws {
        // Readings of 2400 stand out by 700; a half-width kana is 500 wide.
        let wide = try set("カ｜志《こころ》") { $0.rubySize = 52429 }.first
        let narrow = try set("ｶ｜志《こころ》") { $0.rubySize = 52429 }.first
        #expect(near([wide.base[1]], [1000]), "\(wide.base)")
        #expect(near([narrow.base[1]], [700]), "\(narrow.base)")
    }

    @Test func r28EachSideHasItsOwnAllowance() throws {
        let both = "の｜宿命《フェイトライン》［＃「宿命」の左に「さだめなりけり」のルビ］"
        #expect(near(try set(both).first.base, [0, 1000, 2500]))
        // A mark at the left of の keeps the under reading off it, and so the whole block.
        let marked = "の［＃「の」の左に傍点］｜宿命《フェイトライン》［＃「宿命」の左に「さだめなりけり」のルビ］"
        #expect(near(try set(marked).first.base, [0, 1500, 3000]))
    }

    @Test func r32AnIndentCountsAsASpaceBefore() throws {
        let line = try set("［＃１字下げ］｜径《こみち》を").first
        #expect(near(line.base, [1000, 2000]), "\(line.base)")
        #expect(near(line.ruby, [750, 1250, 1750]))
    }

    @Test func r43WhatIsLeftIsDivided() throws {
        // Six characters, nine kana, two a line: 9 × 2/6 = 3; 6 × 2/4 = 3; 3.
        let lines = try set("｜一二三四五六《あいうえおかきくけ》") { $0.measure = 2 }.lines
        #expect(lines.map(\.text) == ["一二", "三四", "五六"])
        #expect(lines.map(\.ruby.count) == [3, 3, 3])
        let runs = lines.compactMap { line in line.line.runs.first { $0.role == .ruby } }
        #expect(runs.map(\.part) == [1, 2, 3])
        #expect(runs.map(\.parts) == [3, 3, 3])
        #expect(runs.map(\.ruby) == [1, 1, 1])
    }

    @Test func r44ALastLineHasNoLineEnd() throws {
        // Inside a line three gaps of 333; at a line's end in `base` two of 500 before each unit.
        let last = try set("国｜飾り《アクセサリー》") { $0.rubyEdge = .base }.first
        #expect(near(last.base, [0, 1333.333, 2666.667]), "\(last.base)")
        let broken = try set("国｜飾り《アクセサリー》国国") { ($0.rubyEdge, $0.measure) = (.base, 4) }.lines
        #expect(near(broken[0].base, [0, 1500, 3000]), "\(broken[0].base)")
    }

    @Test(arguments: [
        // Reading: fixed lines stand 1650 apart; a line with ruby over it grows by 500.
        (Style.LineHeight.fixed, [500.0, 2150, 3800]),
        (.grow, [500, 2650, 4300]),
    ])
    func r60LineHeights(height: Style.LineHeight, axes: [Double]) throws {
        let lines = try set("国\n｜山《やま》\n国") { $0.lineHeight = height }.lines
        #expect(near(lines.map { -thousandths($0.place.x) }, axes), "\(lines.map(\.place.x))")
    }

    @Test func r60RubyThatDoesNotFitItsGapIsReportedOnce() throws {
        let problems = try set("国\n｜山《やま》\n｜山《やま》") { ($0.lineHeight, $0.lineGap) = (.fixed, Length(thousandths: 400)) }.problems
        #expect(problems.map(\.code) == [.rubyOverlapsLine])
        #expect(try set("国\n｜山《やま》") { $0.lineHeight = .fixed }.problems.isEmpty)
    }

    @Test func r61ExtentsCountRubyGapAndMarks() throws {
        let line = try set("｜山《やま》［＃「山」に傍点］［＃「山」の左に「さん」のルビ］") { $0.rubyGap = Length(thousandths: 50) }.first.line
        #expect(near([thousandths(line.over)], [1550]))
        #expect(near([thousandths(line.under)], [1050]))
    }

    @Test func r62TheFirstLinesRubyStandsOutsideAFixedFrame() throws {
        let fixed = try set("｜山《やま》") { $0.lineHeight = .fixed }.first
        #expect(thousandths(fixed.place.x) == -500)
        let grown = try set("｜山《やま》") { $0.lineHeight = .grow }.first
        #expect(thousandths(grown.place.x) == -1000)
    }

    @Test func r63UnderAndOverOfNeighboursBothCount() throws {
        let text = "｜山《やま》［＃「山」の左に「さん」のルビ］\n｜川《かわ》"
        let grown = try set(text) { $0.lineHeight = .grow }.lines
        // 500 + 500 under, 650 clear, 500 over ruby, 500 to the axis.
        #expect(near([thousandths(grown[0].place.x - grown[1].place.x)], [2650]))
        #expect(try set(text) { $0.lineHeight = .fixed }.problems.map(\.code) == [.rubyOverlapsLine])
    }

    // MARK: Marks

    @Test func r80OneMarkACharacterCentredOnIt() throws {
        let line = try set("山川［＃「山川」に傍点］").first
        #expect(near(line.marks, [250, 1250]))
        #expect(near(line.across { $0.role == .emphasis }, [750, 750]))
        let left = try set("山川［＃「山川」の左に傍点］").first
        #expect(near(left.across { $0.role == .emphasis }, [-750, -750]))
    }

    @Test(arguments: [
        (Style.EmphasisSkip.jlreq, "山、「川」。　か・！", 5),
        (.punctuation, "山、「川」。　か・！", 3),
        (.none, "山、「川」。　か・！", 9),
    ])
    func r81NoMarkOverPunctuation(skip: Style.EmphasisSkip, text: String, count: Int) throws {
        #expect(try set("\(text)［＃「\(text)」に傍点］") { $0.emphasisSkip = skip }.first.marks.count == count)
    }

    @Test func r82MarksGoOutsideRuby() throws {
        let text = "｜山《やま》川［＃「山川」に傍点］"
        let outside = try set(text).first
        #expect(near(outside.across { $0.role == .emphasis }, [1250, 750]))
        let other = try set(text) { $0.emphasisWithRuby = .otherSide }.first
        #expect(near(other.across { $0.role == .emphasis }, [-750, 750]))
    }

    @Test func r83MarksNeverChangeSpacing() throws {
        #expect(try set("山川［＃「山川」に傍点］").first.base == (try set("山川")).first.base)
        // A character with marks is not covered on that side.
        #expect(near(try set("の［＃「の」に傍点］｜志《こころ》").first.base, [0, 1250]))
        #expect(near(try set("の［＃「の」の左に傍点］｜志《こころ》").first.base, [0, 1000]))
    }

    @Test func r84SideLinesRunOverTheGaps() throws {
        let line = try set("彼、｜志《こころざし》は［＃「彼、志は」に傍線］").first.line
        let rule = try #require(line.rules.first)
        #expect(rule.kind == .sideLine)
        #expect(thousandths(Int(rule.along.lowerBound)) == 0)
        let last = thousandths(Int(line.along[3])) + 1000
        #expect(thousandths(Int(rule.along.upperBound)) == last)
    }

    @Test func r85ARunOfMarksBreaksLikePlainText() throws {
        let lines = try set("一二三四五［＃「一二三四五」に傍点］") { $0.measure = 3 }.lines
        #expect(lines.map(\.text) == ["一二三", "四五"])
        #expect(lines.map(\.marks.count) == [3, 2])
    }

    // MARK: JLREQ's jukugo

    @Test func r95AReadingOfOneEmStaysInItsCharacter() throws {
        // し is one ruby em: it keeps its frame though しゅんしゅん beside it is short of room.
        let line = try set("国{思春|し|しゅんしゅん}国", .denden) { $0.jukugo = .jlreq }.first
        let frame = line.base[1]...(line.base[1] + 1000)
        let start = line.ruby[0]
        #expect(frame.contains(start))
        #expect(frame.contains(start + 500))
    }

    @Test func r96AReadingBorrowsFromWhatFollowsFirst() throws {
        // しゅん may reach over either; it reaches over 物, behind it.
        let line = try set("{大春物|だ|しゅん|も}", .denden) { ($0.jukugo, $0.rubyAlign) = (.jlreq, .start) }.first
        #expect(near(line.ruby, [0, 1000, 1500, 2000, 2500]), "\(line.ruby)")
    }
}
