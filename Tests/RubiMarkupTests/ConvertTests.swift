import Foundation
import RubiText
import Testing

@testable import RubiMarkup

/// What a conversion gives: its bytes, and its diagnostics as `code line:column`.
func convert(_ bytes: [UInt8], from dialect: Dialect?, _ options: ConvertOptions) throws -> (bytes: [UInt8], diagnostics: [String]) {
    var reading = ReadingOptions()
    reading.dialect = dialect
    let manuscript = try Manuscript(name: "test", bytes: bytes, options: reading)
    var written: [UInt8] = []
    let diagnostics = try Conversion.convert(manuscript, options) { written += $0 }
    return (written, diagnostics.map(describe))
}

func convert(_ text: String, from dialect: Dialect, to target: Dialect) throws -> (text: String, diagnostics: [String]) {
    let result = try convert(Array(text.utf8), from: dialect, ConvertOptions(target: target))
    return (String(decoding: result.bytes, as: UTF8.self), result.diagnostics)
}

@Suite struct ConvertTests {
    static let cases = MarkupCase.all.filter { $0.convertsTo != nil }

    @Test("Cases of markup.json", arguments: cases)
    func convertsCase(_ markupCase: MarkupCase) throws {
        let target = try #require(markupCase.convertsTo.flatMap(Dialect.init))
        let result = try convert(markupCase.bytes, from: Dialect(rawValue: markupCase.dialect), ConvertOptions(target: target))
        #expect(.string(String(decoding: result.bytes, as: UTF8.self)) == markupCase.expected["output"])
        guard case .list(let expected) = markupCase.diagnostics else { return }
        let wanted = expected.map {
            "\($0["code"]?.description.trimmingCharacters(in: ["\""]) ?? "") \($0["line"]?.description ?? ""):\($0["column"]?.description ?? "")"
        }
        #expect(result.diagnostics == wanted)
    }

    @Test func casesAreThere() { #expect(Self.cases.count >= 6) }
}

/// M130–M136 beyond the cases: dialects, text, output, diagnostics.
@Suite struct ConvertRuleTests {
    typealias Row = (from: Dialect, to: Dialect, text: String, output: String, diagnostics: [String])

    static let rows: [Row] = [
        // M131: the bar where the class before is the same, where the base is of more than one class, of none, of kana (kakuyomu).
        (.denden, .aozora, "東{京|きょう}ア{あ|い}{ab漢|え}{、|お}{○○|まる}○{○|か}{Mr.|ミスター}", "東｜京《きょう》アあ《い》｜ab漢《え》｜、《お》○○《まる》○｜○《か》Mr.《ミスター》\n", []),
        (.denden, .kakuyomu, "東{京|きょう}と{々|く}{ア|あ}{ヶ|か}", "東｜京《きょう》と々《く》｜ア《あ》｜ヶ《か》\n", []),
        (.denden, .paren, "東{京|きょう}と{雨|rain}{アメ|あめ}", "東｜京（きょう）と｜雨（rain）｜アメ（あめ）\n", []),
        (.denden, .narou, "{雨|あめ}", "｜雨《あめ》\n", []),
        (.denden, .alphapolis, "{雨|あめ}{a#|b}", "#雨__あめ__#｜a#《b》\n", []),
        // M132
        (.denden, .pixiv, "{図書|と|しょ}", "[[rb:図書 > としょ]]\n", ["not-expressible 1:1"]),
        // M133
        (
            .plain, .aozora, "《｜》※［＃／＼〔cafe'〕［＃",
            "※［＃始め二重山括弧、1-1-52］※［＃縦線、1-1-35］※［＃終わり二重山括弧、1-1-53］※［＃米印、1-2-8］※［＃始め角括弧、1-1-46］＃"
                + "※［＃斜線、1-1-31］＼※［＃始めきっこう括弧、1-1-44］cafe'〕※［＃始め角括弧、1-1-46］＃\n", []
        ),
        (.plain, .narou, "勇者（ゆうしゃ）と（それ）と｜", "勇者｜（ゆうしゃ）と（それ）と｜\n", []),
        (.plain, .latex, "100%_{a}\\~", "100\\%\\_\\{a\\}\\textbackslash{}\\textasciitilde{}\n", []),
        (.plain, .html, "a < b & c", "<p>a &lt; b &amp; c</p>\n", []),
        (.plain, .typst, "= *a* #b", "\\= \\*a\\* \\#b\n", []),
        (.plain, .vfm, "# {a|b} *c*", "\\# \\{a\\|b\\} \\*c\\*\n", []),
        (.plain, .plain, "《a》", "《a》", []),
        // The table: each kind that is lost is said once, where it first stands.
        (
            .aozora, .kakuyomu, "雨［＃「雨」に傍線］と風［＃「風」に傍線］\n雪［＃「雪」は太字］［＃レ］\n", "雨と風\n雪（レ）\n",
            ["not-expressible 1:1", "not-expressible 2:1", "not-expressible 2:11"]
        ),
        (
            .aozora, .html, "雨［＃「雨」に白丸傍点］\n［＃改ページ］\n［＃ここから３字下げ］\n風\n［＃ここで字下げ終わり］\n",
            "<p><em class=\"white_circle\" style=\"text-emphasis: open circle\">雨</em></p>\n<hr class=\"pagebreak\">\n"
                + "<div class=\"jisage_3\" style=\"margin-inline-start: 3em\">\n<p>風</p>\n</div>\n", []
        ),
        (.aozora, .denden, "雨《あめ》［＃「雨」に傍点］\n［＃大見出し］題［＃大見出し終わり］\n［＃改ページ］\n", "*{雨|あめ}*\n\n# 題\n\n===\n", []),
        (.denden, .html, "{図書|と|しょ}", "<p><ruby>図<rt>と</rt>書<rt>しょ</rt></ruby></p>\n", []),
        (.aozora, .latex, "鬼《おに》［＃「鬼」の左に「demon」のルビ］と［＃縦中横］12［＃縦中横終わり］", "\\truby[g]{鬼}{おに}{demon}と\\tatechuyoko{12}\n", []),
        (.denden, .typst, "{図書|と|しょ}{雨|あめ}", "#ruby[と|しょ][図|書]#ruby[あめ][雨]\n", []),
        (.aozora, .narou, "真実［＃「真実」に傍点］", "｜真実《・・》\n", []),
        (.aozora, .plain, "漢字《かんじ》\n　［＃地から２字上げ］終", "漢字\n　終\n", []),
        (.pixiv, .html, "[chapter:一]あ[jump:2]", "<h1>一</h1>\n<p>あ</p>\n", ["not-expressible 1:13"]),
    ]

    @Test(arguments: rows)
    func writes(_ row: Row) throws {
        let result = try convert(row.text, from: row.from, to: row.to)
        #expect(result.text == row.output)
        #expect(result.diagnostics == row.diagnostics)
    }

    /// M132: the parts, each its own ruby.
    @Test func splitsJukugo() throws {
        var options = ConvertOptions(target: .aozora)
        options.splitsJukugo = true
        let result = try convert(Array("国{図書|と|しょ}館".utf8), from: .denden, options)
        #expect(String(decoding: result.bytes, as: UTF8.self) == "国｜図《と》書《しょ》館\n")
        #expect(result.diagnostics == [])
    }

    /// M135: what the encoding lacks, as the target spells it.
    @Test(arguments: [
        (Dialect.aozora, "𠮟る※［＃「?」、U+1F600］\n", [String]()),
        (.html, "<p>𠮟る&#x1F600;</p>\n", []),
        (.kakuyomu, "𠮟る〓\n", ["not-encodable 1:3"]),
    ])
    func replacesWhatTheEncodingLacks(_ target: Dialect, _ output: String, _ diagnostics: [String]) throws {
        var options = ConvertOptions(target: target)
        options.encoding = .shiftJISX0213
        let result = try convert(Array("𠮟る😀".utf8), from: .plain, options)
        var reading = ReadingOptions()
        (reading.dialect, reading.encoding) = (.plain, .shiftJISX0213)
        let manuscript = try Manuscript(name: "test", bytes: result.bytes, options: reading)
        var block = Block()
        #expect(manuscript.next(into: &block))
        #expect(string(block.inline.scalars[...]) + "\n" == output)
        #expect(result.diagnostics == diagnostics)
    }

    /// M135, M130: each encoding holds the common text and is read again; the same dialect keeps its line ends.
    @Test(arguments: TextEncoding.allCases)
    func encodes(_ encoding: TextEncoding) throws {
        let text = "雨《あめ》～〜―－−①髙\r\nｱｲと漢字abc\n"
        var options = ConvertOptions(target: .aozora)
        options.encoding = encoding
        let bytes = try convert(Array(text.utf8), from: .aozora, options).bytes
        var reading = ReadingOptions()
        reading.encoding = encoding
        let manuscript = try Manuscript(name: "test", bytes: bytes, options: reading)
        var lines: [String] = []
        manuscript.forEachSpelledLine { lines.append(string($0.scalars[...]) + "\($0.ending)") }
        // The wave dash and the minus of Microsoft are those of JIS where the encoding has them not beside (M122); JIS X 0213 lacks 髙.
        let first =
            switch encoding {
            case .utf8, .utf16: "雨《あめ》～〜―－−①髙"
            case .cp932: "雨《あめ》〜〜―−−①髙"
            case .eucJP, .iso2022JP: "雨《あめ》～〜―−−①髙"
            case .shiftJISX0213: "雨《あめ》～〜―－−①※［＃「?」、U+9AD9］"
            }
        #expect(lines == [first + "crlf", "ｱｲと漢字abclf"])
    }

    /// M130: a byte order mark, bad bytes and a missing line end are kept too.
    @Test func sameDialectKeepsEveryByte() throws {
        for bytes: [UInt8] in [[0xEF, 0xBB, 0xBF, 0x61, 0x0D, 0x62], [0x61, 0xFF, 0x0A, 0xE3, 0x81], []] {
            var options = ConvertOptions(target: .pixiv)
            options.encoding = .utf8
            var reading = ReadingOptions()
            (reading.dialect, reading.encoding) = (.pixiv, .utf8)
            let manuscript = try Manuscript(name: "test", bytes: bytes, options: reading)
            var written: [UInt8] = []
            _ = try Conversion.convert(manuscript, options) { written += $0 }
            #expect(written == bytes)
        }
    }

    /// M136: no blocks, no line end.
    @Test(arguments: Dialect.allCases)
    func nothingStaysNothing(_ dialect: Dialect) throws {
        #expect(try convert("", from: dialect == .plain ? .narou : .plain, to: dialect).text == "")
        #expect(try convert("文", from: dialect == .plain ? .narou : .plain, to: dialect).text.hasSuffix("\n"))
    }

    /// A sink that fails ends the conversion with its error.
    @Test func passesOnTheSinksError() throws {
        struct Full: Error {}
        let manuscript = try Manuscript(name: "test", bytes: Array("文".utf8))
        #expect(throws: Full.self) { try Conversion.convert(manuscript, ConvertOptions(target: .html)) { _ in throw Full() } }
    }

    /// M5: conversion is linear, whatever is converted.
    @Test(arguments: Dialect.allCases)
    func isLinear(_ target: Dialect) throws {
        try expectLinear("to \(target)", counts: (300, 3000)) { count in
            let text = String(repeating: "雨《あめ》｜（あ［＃「雨」に傍点］\\{*", count: count)
            _ = try convert(Array(text.utf8), from: .aozora, ConvertOptions(target: target))
        }
    }
}

/// M135a: pages of their own.
@Suite struct StandaloneTests {
    static let text = "雨の日\n山田太郎\n\n［＃大見出し］一［＃大見出し終わり］\n\n雨《あめ》が［＃縦中横］12［＃縦中横終わり］時に&<降る>。［＃「降る」に傍点］\n底本：「雨」\n"

    private func standalone(_ target: Dialect, isVertical: Bool = false) throws -> String {
        var options = ConvertOptions(target: target)
        (options.isStandalone, options.isVertical) = (true, isVertical)
        return String(decoding: try convert(Array(Self.text.utf8), from: .aozora, options).bytes, as: UTF8.self)
    }

    @Test func htmlIsAPage() throws {
        let page = try standalone(.html)
        for part in ["<!DOCTYPE html>", "<html lang=\"ja\">", "<title>雨の日</title>", "content=\"山田太郎\"", "<rp>（</rp>", "底本"] {
            #expect(page.contains(part), "\(part)")
        }
        #expect(!page.contains("vertical-rl"))
        #expect(try standalone(.html, isVertical: true).contains("writing-mode: vertical-rl"))
    }

    /// html5lib parses the page without a complaint; skipped where it is not installed.
    @Test(arguments: [false, true])
    func htmlIsValid(_ isVertical: Bool) throws {
        let script = """
            import sys, html5lib
            parser = html5lib.HTMLParser(strict=False)
            parser.parse(sys.stdin.buffer.read(), transport_encoding="utf-8")
            for error in parser.errors: print(error)
            """
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
        process.arguments = ["-c", script]
        let (input, output) = (Pipe(), Pipe())
        (process.standardInput, process.standardOutput) = (input, output)
        try process.run()
        try input.fileHandleForWriting.write(contentsOf: Data(standalone(.html, isVertical: isVertical).utf8))
        try input.fileHandleForWriting.close()
        let errors = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(errors == "")
        #expect(process.terminationStatus == 0)
    }

    @Test func latexAndTypstAreDocuments() throws {
        let latex = try standalone(.latex)
        for part in [
            "\\usepackage{pxrubrica}", "\\title{雨の日}", "\\begin{document}", "\\section{一}", "\\ruby[g]{雨}{あめ}", "\\end{document}\n",
        ] {
            #expect(latex.contains(part), "\(part)")
        }
        let typst = try standalone(.typst)
        for part in ["#import \"@preview/rubby", "#set document(title: \"雨の日\"", "= 一", "#ruby[あめ][雨]"] {
            #expect(typst.contains(part), "\(part)")
        }
    }
}
