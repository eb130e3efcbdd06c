import RubiMarkup
import RubiText
import Testing

@testable import RubiLayout

/// Rules whose code could be broken without a case of the tables failing: one test each that does.
@Suite struct RuleEdgeTests {
    private func reading(_ line: SetLine) -> [UInt32] { line.line.runs.filter { $0.role == .ruby }.flatMap { line.line.glyph[$0.glyphs] } }
    private func rules(_ line: SetLine) -> RuleSet { line.line.runs.first { $0.role == .ruby }?.rules ?? RuleSet() }

    @Test func r7SmallKanaAreSetInFullSizeOnRequest() throws {
        let full = try set("｜今日《きょう》") { $0.rubyKana = .full }.first, written = try set("｜今日《きよう》").first
        #expect(reading(full) == reading(written))
        #expect(try reading(set("｜今日《きょう》").first) != reading(written))
    }

    @Test func r9ARunOfWesternLettersIsOneUnit() throws {
        // 山 and AB, 2250 wide with their quarter em; three gaps of 250.
        #expect(near(try set("｜山AB《あいうえおか》").first.base, [250, 1750, 2250]))
    }

    @Test func r10EqualWidthsAreSolidAndSaidToBe() throws {
        let line = try set("｜東京《とうきよ》").first
        #expect(rules(line).contains(10))
        #expect(near(line.ruby, [0, 500, 1000, 1500]))
    }

    @Test(arguments: [Style.RubyAlign.even, .start, .end, .justify, .jis])
    func r16AWesternReadingIsCentredInEveryMode(align: Style.RubyAlign) throws {
        #expect(near(try set("｜物語投稿《ABC》") { $0.rubyAlign = align }.first.ruby, [1625, 1875, 2125]))
    }

    @Test func r28TheAllowanceAfterIsEachReadingsOwn() throws {
        let text = "の｜宿命《フェイトライン》［＃「宿命」の左に「さだめなりけり」のルビ］の"
        #expect(near(try set(text).first.base, [0, 1000, 2500, 3500]))
        #expect(near(try set(text + "［＃「の」の左に傍点］").first.base, [0, 1000, 2500, 4000]))
    }

    @Test func r33AReadingStandsOutAtTheEndOnRequest() throws {
        func texts(_ edge: Style.RubyEdge) throws -> [String] { try set("国国｜志《こころざし》国国") { ($0.measure, $0.rubyEdge) = (4, edge) }.texts }
        #expect(try texts(.protrude)[0] == "国国志")
        #expect(try texts(.ruby)[0] == "国国")
    }

    @Test func r41NoPartOfAReadingBeginsWithASmallKana() throws {
        // Two of six would end before ゃ: three; then two of three for two of four characters.
        let lines = try set("｜一二三四五六《あいゃうえお》") { $0.measure = 2 }.lines
        #expect(lines.map(\.ruby.count) == [3, 2, 1])
    }

    @Test func r70ReadingsOnBothSidesAreSaidToBe() throws {
        #expect(rules(try set("｜宿命《しゆく》［＃「宿命」の左に「さだめ」のルビ］").first).contains(70))
    }

    @Test func r93TheSideAfterIsTakenBeforeTheSideBefore() throws {
        let line = try set("の{志国|こころ|ころ}の", .denden) { $0.jukugo = .jlreq }.first
        #expect(near(line.ruby, [1000, 1500, 2000, 2500, 3000]), "\(line.ruby)")
        #expect(near(line.base, [0, 1000, 2000, 3000]), "\(line.base)")
    }

    @Test func l1AQuotationMarkBesideWesternTextIsWestern() throws {
        // It keeps its own width where Japanese marks are half an em.
        let line = try set("TeX“a”b", .plain) { ($0.direction, $0.punctuation) = (.horizontal, .half) }.first
        #expect(near([line.base[4]], [2500]), "\(line.base)")
    }

    @Test func l46ATabIsWrittenAsABlank() throws {
        #expect(try set("山\t川", .plain).first.text == "山　川")
    }

    @Test func l11AStopBeforeAMiddleDotHasBothBlanks() throws {
        #expect(near(try set("山。・川", .plain).first.base, [0, 1000, 2000, 3000]))
    }

    @Test func l12AQuarterEmAfterAnExclamationBeforeWestern() throws {
        #expect(near(try set("山！A", .plain).first.base, [0, 1000, 2250]))
    }

    @Test func l21ADigitAndItsUnitSignAreNotParted() throws {
        #expect(try set("山川12℃と", .plain) { $0.measure = 4 }.texts == ["山川", "12℃と"])
    }

    @Test func l24ABlankThatDoesNotFitIsDroppedWhole() throws {
        let line = try set("山川森AA。海海海", .plain) { ($0.measure, $0.justify) = (5, true) }.first
        #expect(line.text == "山川森AA。")
        #expect(near([line.base[5]], [4500]), "\(line.base)")
    }

    @Test func l66ATitleIsHalfAsLargeAgain() throws {
        let lines = try set("題名\n著者\n\n本文\n\n底本：「本」") { ($0.matter, $0.measure) = (.front, 20) }.lines
        let front = lines.filter { $0.place.matter == .front }
        #expect(front.map(\.text) == ["題名", "著者", ""])
        #expect(front[0].line.runs.allSatisfy { $0.size == 98304 })
        #expect(front[1].line.runs.allSatisfy { $0.size == 65536 })
    }

    @Test func l66ASubtitleStandsInFurtherThanItsTitle() throws {
        let lines = try set("題名\n副題\n著者\n\n本文\n\n底本：「本」") { ($0.matter, $0.measure) = (.front, 20) }.lines
        #expect(lines.map(\.text) == ["題名", "副題", "著者", "", "本文"])
        #expect(near(lines[0].base + lines[1].base, [2000, 3500, 3000, 4000]))
    }

    @Test func l66ANameStandsAtTheLinesEndAndTheColophonOnAPageOfItsOwn() throws {
        let lines = try set("題名\n著者\n\n本文\n\n底本：「本」") {
            LineRuleTests.page(&$0, lines: 9)
            $0.matter = .all
        }.lines
        #expect(lines.map(\.place.page) == [1, 1, 1, 1, 2])
        // A name stands an em before the end; a title in the middle of two lines of the grid.
        #expect(near(lines[1].base, [7000, 8000]))
        #expect(near([thousandths(lines[0].place.x - lines[1].place.x)], [2475]))
        #expect(lines[4].line.runs.allSatisfy { $0.size == 52429 })
    }

    @Test func r51BlankThatRubyLiesOverIsNotShrunk() throws {
        // The half em after 、 would let か in.
        #expect(try set("あい、｜志《こころざし》えおかき") { $0.measure = 7 }.texts == ["あい、志えお", "かき"])
        // The half em before 「 would let お in.
        #expect(try set("あ｜志《こころざし》「いうえおか") { $0.measure = 7 }.texts == ["あ志「いうえ", "おか"])
    }

    @Test func r51WhatKeepsReadingsApartIsNotShrunk() throws {
        // Half of what is behind 、 would let う in, with a quarter em between the readings.
        #expect(try set("｜志《こころざし》、｜冠《かんむ》あいうえ") { $0.measure = 7 }.texts == ["志、冠あい", "うえ"])
    }

    @Test func r27ASideTakesNoMoreThanItsOwnPart() throws {
        // 国 gives nothing, あ would give half an em: かんむ still takes the quarter em by which it stands out there.
        #expect(near(try set("国｜冠《かんむ》あ").first.base, [0, 1250, 2250]))
    }

    @Test(arguments: [Style.RubyEdge.ruby, .base, .protrude]) func r34ANarrowReadingIsTheSameAtAnEdge(edge: Style.RubyEdge) throws {
        let lines = try set("｜東京都《みやこ》国山川") { ($0.measure, $0.rubyEdge) = (4, edge) }.lines
        #expect(near(lines[0].ruby, [375, 1250, 2125]))
        let end = try set("国｜東京都《みやこ》山川") { ($0.measure, $0.rubyEdge) = (4, edge) }.lines
        #expect(near(end[0].ruby, [1375, 2250, 3125]))
    }

    @Test func r44WhatStandsInTheNextLineIsNoNeighbour() throws {
        // Nothing lies over の, whether the line ends there by force or because it is full.
        let forced = try set("<p>国<ruby>志<rt>ころ</rt>国<rt>こころ</rt></ruby><br>の国</p>", .html) { $0.jukugo = .jlreq }.first
        #expect(rules(forced).contains(94))
        let full = try set("国国{志国|ころ|こころ}のっの", .denden) { ($0.measure, $0.jukugo) = (5, .jlreq) }.first
        #expect(full.text == "国国志国")
        #expect(rules(full).contains(94))
        // The reading in the line before keeps no distance (R25).
        let lines = try set("国国｜志《こころざした》の｜志《こころざし》国") { $0.measure = 5 }.lines
        #expect(lines.map(\.text) == ["国国志", "の志国"])
        #expect(near(lines[1].base, [0, 1250, 3000]))
    }

    @Test func r44ABlockAloneOnALastLineIsAtItsStartOnly() throws {
        // At the start its base is flush, so that its reading of four and a half em has no part in the indent.
        let outcome = try set("［＃２字下げ］｜飾り《アクセサリーズから》") { ($0.measure, $0.rubyEdge) = (6, .base) }
        #expect(outcome.problems.map(\.code) == [.rubyWiderThanLine])
        #expect(near(outcome.first.base, [2000, 4250]))
    }

    /// 0.6, where the bounds of R92 and R95 part.
    private static let large = 39322

    @Test func r92ARubyEmOfAReadingStaysOverItsCharacter() throws {
        // カｱ, one and a half ruby em, may not go so far ahead that the reading after it would fit: the base opens.
        for readings in ["カｱ|かかかｱ", "かかかｱ|カｱ"] {
            let line = try set("あ{甲乙|\(readings)}あ", .denden) { ($0.jukugo, $0.rubySize) = (.jlreq, Self.large) }.first
            #expect(rules(line).contains(94), "\(readings)")
        }
    }

    @Test(arguments: ["ｱ|かかかｱ", "かかかｱ|ｱ"]) func r92AReadingGoesOneRubyEmOverItsNeighbourAtMost(readings: String) throws {
        // The short reading would leave room for more.
        #expect(rules(try set("国{甲乙|\(readings)}国", .denden) { $0.jukugo = .jlreq }.first).contains(94))
    }

    @Test func r95AReadingShorterThanAnEmKeepsToItsFrameAlone() throws {
        let line = try set("あ{甲乙|ｱ|かかかｱ}あ", .denden) { ($0.jukugo, $0.rubySize) = (.jlreq, Self.large) }.first
        #expect(near(line.base, [0, 1000, 2000, 3000]), "\(line.base)")
    }

    @Test(arguments: [Style.Breaker.greedy, .optimal]) func l34TheLastLineIsShrunkButNotWidened(breaker: Style.Breaker) throws {
        let lines = try set("山川海空月山川") { ($0.measure, $0.justify, $0.breaker) = (5, true, breaker) }.lines
        #expect(near(lines[1].base, [0, 1000]))
        let shrunk = try set("山、川海。") { ($0.measure, $0.justify, $0.breaker) = (4, true, breaker) }.first
        #expect(near(shrunk.base, [0, 1000, 1500, 2500, 3500]))
    }
}
