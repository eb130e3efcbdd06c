import RubiMarkup
import RubiText
import Testing

@testable import RubiLayout

/// Rules of line-rules.md, L1–L53, that the case tables do not cite.
@Suite struct LineRuleTests {
    @Test(arguments: [
        ("「（〝", LineClass.openingBracket), ("」）〟", .closingBracket), ("〜–", .hyphen), ("！？‼", .dividing), ("・：；", .middleDot),
        ("。．", .fullStop),
        ("、，", .comma), ("—…〳", .inseparable), ("々ゝヾ", .iteration), ("ー", .prolonged), ("ぁっゃヵㇰ", .smallKana), ("£￥№", .prefix),
        ("％℃㎏", .postfix),
        ("　", .ideographicSpace), ("あんゟ", .hiragana), ("アンヿ", .katakana), ("＝≠⊂", .mathSymbol), ("＋−×", .mathOperator),
        ("漢〆〇Ａ１※①→", .ideograph),
        ("059", .digit), (" ", .wordSpace), ("Aé(!", .western),
    ])
    func l1Classes(text: String, lineClass: LineClass) {
        var table = LinePropertyTable()
        for scalar in text.unicodeScalars { #expect(table.property(of: scalar.value).lineClass == lineClass, "\(scalar)") }
    }

    @Test func l1QuotationMarksTakeTheSideOfWhatStandsOutside() throws {
        // Beside Japanese they are brackets, with half an em; beside Western they are Western.
        #expect(try set("彼は“山”と") { $0.direction = .horizontal }.first.advance == 6000)
        #expect(try set("TeX “a” TeX") { $0.direction = .horizontal }.first.line.runs.count == 1)
    }

    @Test func l2HalfWidthKanaAreKana() throws {
        #expect(try set("山川ｯ海", .plain) { $0.measure = 2 }.texts == ["山", "川ｯ", "海"])
        let classes: [(ClosedRange<UInt32>, LineClass)] = [
            (0xFF61...0xFF61, .fullStop), (0xFF62...0xFF62, .openingBracket), (0xFF63...0xFF63, .closingBracket), (0xFF64...0xFF64, .comma),
            (0xFF65...0xFF65, .middleDot), (0xFF66...0xFF66, .katakana), (0xFF67...0xFF6F, .smallKana), (0xFF70...0xFF70, .prolonged),
            (0xFF71...0xFF9D, .katakana), (0...8, .ideograph), (0x7F...0x9F, .ideograph), (0x378...0x379, .ideograph),
        ]
        var table = LinePropertyTable()
        for (scalars, lineClass) in classes {
            for scalar in scalars { #expect(table.property(of: scalar).lineClass == lineClass, "\(scalar)") }
        }
        for scalar: UInt32 in [0x3099, 0x20DD, 0xFE00, 0xE0100] { #expect(table.property(of: scalar).isExtending) }
    }

    @Test func l2MathSignsAreAsWhatStandsAroundThem() throws {
        #expect(near(try set("山×川", .plain).first.base, [0, 1000, 2000]))
        #expect(try set("山×川", .plain) { $0.measure = 1 }.texts == ["山", "×", "川"])
        #expect(near(try set("A×B", .plain).first.base, [0, 500, 1500]))
    }

    @Test(arguments: [
        (Style.Punctuation.jlreq, [0.0, 500, 1500, 2500, 3500, 4000]), (.full, [0, 1000, 2000, 3000, 4000, 5000]),
        (.half, [-500, 500, 1500, 2000, 2500, 3000]),
    ])
    func l13Punctuation(punctuation: Style.Punctuation, places: [Double]) throws {
        let line = try set("「山。」、と", .plain) { ($0.punctuation, $0.bracketIndent) = (punctuation, .half) }.first
        #expect(line.base.count == places.count, "\(line.base)")
        if punctuation == .full { #expect(near(line.base, places), "\(line.base)") }
        if punctuation == .half { #expect(near(line.base, [-500, 500, 1500, 2000, 2500, 3000]), "\(line.base)") }
    }

    @Test func l31TheOptimalBreakerSharesWhatTheGreedyOneLeavesToOneLine() throws {
        // The greedy breaker fills the first line and widens the second by an em and a half over two places; the optimal one spreads the loss.
        let text = "山道を登りながら考えた「（事）」を書くのだっっっ、と思ったのです。"
        func worst(_ breaker: Style.Breaker) throws -> (lines: [String], sum: Double) {
            let outcome = try set(text, .plain) { ($0.measure, $0.justify, $0.breaker, $0.hang) = (6, true, breaker, .none) }
            #expect(outcome.texts.joined() == text)
            #expect(outcome.lines.allSatisfy { $0.line.advance <= $0.line.measure })
            let gaps = outcome.lines.filter { !$0.line.isLast }.map { set -> Double in
                zip(set.base, set.base.dropFirst()).map { max(0, $1 - $0 - 1000) }.max() ?? 0
            }
            return (outcome.texts, gaps.reduce(0) { $0 + $1 * $1 })
        }
        let greedy = try worst(.greedy), optimal = try worst(.optimal)
        #expect(optimal.sum <= greedy.sum, "\(greedy) \(optimal)")
        #expect(try worst(.optimal).lines == optimal.lines)
    }

    @Test func l31AShortLastLineCosts() throws {
        let text = "山道を登りながら考えた事を書く。"
        let greedy = try set(text, .plain) { ($0.measure, $0.justify) = (7, true) }.texts
        let optimal = try set(text, .plain) { ($0.measure, $0.justify, $0.breaker) = (7, true, .optimal) }.texts
        #expect(greedy.joined() == optimal.joined())
    }

    @Test func l35WhatCannotBreakIsSetAsItIs() throws {
        let outcome = try set("国〜〜〜〜〜〜国", .plain) { $0.measure = 4 }
        #expect(outcome.texts == ["国〜〜〜〜〜〜", "国"])
        #expect(outcome.problems.map(\.code) == [.widerThanLine])
    }

    /// A picture has no scalar: what looks at neighbours passes it over, at the end of the text and before a quotation mark.
    @Test(arguments: ["山>川［＃港の図（fig.png）入る］", "山>川［＃港の図（fig.png）入る］“空”", "［＃港の図（fig.png）入る］>"])
    func l1PicturesBesideSigns(_ text: String) throws {
        let outcome = try set(text) { $0.measure = 20 }
        #expect(outcome.texts.joined() == text.replacing("［＃港の図（fig.png）入る］", with: ""))
        #expect(outcome.lines.flatMap(\.line.rules).filter { $0.kind == .image }.count == 1)
    }

    @Test("a ruby whose parts are wider than the line, at the end of the text", arguments: Style.Breaker.allCases)
    func l35TheLastCharacterUnderAWideReadingIsSet(_ breaker: Style.Breaker) throws {
        let outcome = try set("時雨《ああああああああああああああああああああ》") { ($0.measure, $0.breaker) = (3, breaker) }
        #expect(outcome.texts == ["時", "雨"])
        #expect(outcome.problems.map(\.code) == [.rubyWiderThanLine, .rubyWiderThanLine])
    }

    @Test func l22AWordWiderThanTheLineBreaksAtClusters() throws {
        let outcome = try set("incomprehensibilities", .plain) { ($0.measure, $0.direction) = (4, .horizontal) }
        #expect(outcome.texts == ["incompre", "hensibil", "ities"])
        #expect(Set(outcome.problems.map(\.code)) == [.wordWiderThanLine])
    }

    @Test func l22BreakHintsOverruleClasses() throws {
        #expect(try set("山川海、、\u{200B}。空", .plain) { $0.measure = 4 }.texts == ["山川海、、\u{200B}", "。空"])
        #expect(try set("山川\u{2060}海空", .plain) { $0.measure = 2 }.texts == ["山", "川\u{2060}海", "空"])
        #expect(try set("山\u{200B}川", .plain).first.base == [0, 1000])
    }

    @Test(arguments: [(Style.Align.start, 0.0), (.center, 4000), (.end, 8000)])
    func l36CentredAndEndAlignedLinesAreSetNaturally(align: Style.Align, start: Double) throws {
        let line = try set("山川", .plain) { ($0.measure, $0.align, $0.justify) = (10, align, true) }.first
        #expect(near(line.base, [start, start + 1000]), "\(line.base)")
    }

    // MARK: Paragraphs

    @Test(arguments: [
        ("［＃３字下げ］山川", [3000.0, 4000]), ("［＃ここから２字下げ］\n山川\n［＃ここで字下げ終わり］", [2000, 3000]), ("　山川", [0, 1000, 2000]),
    ])
    func l40Indents(text: String, places: [Double]) throws {
        #expect(near(try set(text).first.base, places))
    }

    @Test func l40HangingIndentAndMeasure() throws {
        let hang = try set("［＃ここから１字下げ、折り返して３字下げ］\n一二三四五六七八九十一二三四五六七八九十\n［＃ここで字下げ終わり］") { $0.measure = 13 }.lines
        #expect(hang.map(\.text) == ["一二三四五六七八九十一二", "三四五六七八九十"])
        #expect(hang[0].base[0] == 1000)
        #expect(hang[1].base[0] == 3000)
        let jizume = try set("［＃ここから５字詰め］\n一二三四五六七\n［＃ここで字詰め終わり］").lines
        #expect(jizume.map(\.text) == ["一二三四五", "六七"])
    }

    @Test func l40DeepIndentsLeaveAQuarterOfTheMeasure() throws {
        let lines = try set("［＃１８字下げ］一二三四五六七") { $0.measure = 20 }.lines
        #expect(lines.map(\.text) == ["一二三四五", "六七"])
    }

    @Test func l41ToTheLinesEnd() throws {
        #expect(near(try set("［＃地付き］山川") { $0.measure = 10 }.first.base, [8000, 9000]))
        #expect(near(try set("［＃地から２字上げ］山川") { $0.measure = 10 }.first.base, [6000, 7000]))
        // On the line of what stands before it, if an em stays between.
        let shared = try set("一二三［＃地付き］山川") { $0.measure = 10 }
        #expect(shared.texts == ["一二三山川"])
        #expect(near(shared.first.base, [0, 1000, 2000, 8000, 9000]), "\(shared.first.base)")
        #expect(try set("一二三四五六七八［＃地付き］山川") { $0.measure = 10 }.texts == ["一二三四五六七八", "山川"])
    }

    @Test(arguments: [("大", 1.5), ("中", 1.25), ("小", 1.0)])
    func l42Headings(level: String, size: Double) throws {
        let line = try set("題［＃「題」は\(level)見出し］").first.line
        #expect(Double(line.runs[0].size) / 65536 == size)
        #expect(line.runs[0].isBold)
        #expect(line.heading == ["大": 1, "中": 2, "小": 3][level])
    }

    @Test func l42AHeadingStandsWithTheTextAfterIt() throws {
        let lines = try set("一\n題［＃「題」は小見出し］\n二") { Self.page(&$0, lines: 2) }.lines
        #expect(lines.map(\.place.page) == [1, 2, 2])
    }

    @Test func l43WarichuOnOneLineIsBalanced() throws {
        let line = try set("甲（［＃割り注］一二三四五［＃割り注終わり］）乙").first
        // First half three characters of half an em, second two; no blank at the brackets.
        #expect(near(line.along { $0.role == .warichu }, [1500, 2000, 2500, 1500, 2000]), "\(line.along { $0.role == .warichu })")
        #expect(near(line.across { $0.role == .warichu }, [250, 250, 250, -250, -250]))
        #expect(near(line.base, [0, 500, 3000, 3500]), "\(line.base)")
        #expect(line.text == "甲（一二三四五）乙")
    }

    @Test func l43WarichuOverTwoLinesFillsTheFirst() throws {
        let text = "一二三四（［＃割り注］壱弐参肆伍陸漆捌玖拾［＃割り注終わり］）乙丙"
        let lines = try set(text) { $0.measure = 6 }.lines
        #expect(lines.map(\.text).joined() == "一二三四（壱弐参肆伍陸漆捌玖拾）乙丙")
        #expect(lines.count == 2)
        #expect(lines[0].along { $0.role == .warichu }.count == 6)
        #expect(lines.allSatisfy { $0.line.advance <= $0.line.measure })
    }

    @Test func l43ABreakInTheNoteFixesThePlace() throws {
        let line = try set("甲［＃割り注］一［＃改行］二三四［＃割り注終わり］乙").first
        #expect(near(line.along { $0.role == .warichu }, [1000, 1000, 1500, 2000]))
    }

    @Test func l44TateChuYokoIsOneEmLong() throws {
        let line = try set("第12［＃「12」は縦中横］回").first
        #expect(near(line.base, [0, 2000]))
        let run = try #require(line.line.runs.first { $0.role == .tateChuYoko })
        #expect(near(line.across { $0.role == .tateChuYoko }, [-500, 0]))
        #expect(near(line.along { $0.role == .tateChuYoko }, [1880, 1880]))
        #expect(run.condensation == 65536)
        // Squeezed to an em where it is wider.
        let wide = try set("第1234［＃「1234」は縦中横］回").first
        #expect(near(wide.across { $0.role == .tateChuYoko }, [-500, -250, 0, 250]))
        #expect(near(wide.base, [0, 2000]))
    }

    @Test func l45KanbunMarksStandAtTheLowerLeftAndRight() throws {
        let line = try set("読［＃レ］書［＃（ヲ）］").first
        #expect(near(line.along { $0.role == .kaeriten }, [500]))
        #expect(near(line.across { $0.role == .kaeriten }, [-750]))
        #expect(near(line.along { $0.role == .okurigana }, [1500]))
        #expect(near(line.across { $0.role == .okurigana }, [750]))
        #expect(near(line.base, [0, 1000]))
        #expect(line.text == "読書")
        // Several on one character stand one after another, and have their room.
        let two = try set("読［＃一］［＃レ］書").first
        #expect(near(two.along { $0.role == .kaeriten }, [500, 1000]))
        #expect(near(two.base, [0, 1500]))
    }

    @Test func l45RaisedCharactersAreSixtyPerCent() throws {
        let line = try set("山2［＃「2」は上付き小文字］") { $0.direction = .horizontal }.first.line
        #expect(line.runs.map { Double($0.size) / 65536 }.last.map { abs($0 - 0.6) < 0.001 } == true)
        #expect(line.across.last.map { $0 > 0 } == true)
    }

    @Test(arguments: ["港［＃「港」はキャプション］", "［＃ここからキャプション］\n港\n［＃ここでキャプション終わり］"]) func captionsAreAStepSmaller(text: String) throws {
        #expect(try set(text).first.line.runs.map(\.size) == [65536 * 5 / 6])
    }

    @Test func l46ATabIsAnIdeographicSpace() throws {
        #expect(near(try set("山\t川", .plain).first.base, [0, 1000, 2000]))
    }

    // MARK: Direction

    @Test func l50Orientation() throws {
        let line = try set("山A川Ａ", .plain).first.line
        #expect(line.runs.map(\.isTurned) == [false, true, false])
        // The frame of a turned glyph is centred on the axis: (880 − 120) ÷ 2 left of it.
        #expect(near([thousandths(Int(line.across[1]))], [-380]))
        let upright = try set("山A川", .plain) { $0.orientation = .upright }.first.line
        #expect(upright.runs.allSatisfy { $0.isUpright })
    }

    @Test(arguments: [(0, "第12回!?", 0), (2, "第12回!?", 2), (2, "第123回", 0), (3, "第123回", 1), (2, "a12", 0)])
    func l51AutoTateChuYoko(most: Int, text: String, count: Int) throws {
        let runs = try set(text, .plain) { $0.autoTateChuYoko = most }.first.line.runs
        #expect(runs.count { $0.role == .tateChuYoko } == count)
    }

    @Test func l52QuotationMarksAreTurnedOnRequest() throws {
        let kept = try set("“山”", .plain).first.line
        #expect(kept.runs.contains { $0.isTurned })
        let turned = try set("“山”", .plain) { $0.quotes = .turned }.first
        #expect(!turned.line.runs.contains { $0.isTurned })
        #expect(turned.text == "“山”")
        #expect(try set("“TeX”", .plain) { $0.quotes = .turned }.first.line.runs.allSatisfy { $0.isTurned })
    }

    @Test func l53WesternWordsAreTurnedWithTheirQuarterEms() throws {
        #expect(near(try set("山TeX川", .plain).first.base, [0, 1250, 1750, 2250, 3000]))
    }

    static func page(_ style: inout Style, lines: Int) {
        style.lines = lines
        style.measure = 10
        style.page = PageSize(width: points(400), height: points(400))
        style.lineHeight = .fixed
    }
}
