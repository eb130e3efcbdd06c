import Testing

@testable import RubiMarkup

/// M118 and M119 beyond the cases of markup.json: a text, its blocks as JSON, the diagnostics.
@Suite struct LanguageTests {
    typealias Row = (dialect: Dialect, text: String, blocks: String, diagnostics: [String])

    private static func paragraph(_ children: String...) -> String { #"{"para":{"children":["# + children.joined(separator: ",") + "]}}" }
    private static func text(_ text: String) -> String { #"{"text":""# + text + #""}"# }
    private static func ruby(_ base: String, _ reading: String, _ kind: String = "group") -> String {
        #"{"ruby":{"base":""# + base + #"","kind":""# + kind + #"","reading":""# + reading + #""}}"#
    }
    private static func parts(_ parts: [(String, String)], _ kind: String = "jukugo") -> String {
        let list = parts.map { #"{"base":""# + $0.0 + #"","reading":""# + $0.1 + #""}"# }.joined(separator: ",")
        return #"{"ruby":{"base":""# + parts.map(\.0).joined() + #"","kind":""# + kind + #"","parts":["# + list + #"],"reading":""#
            + parts.map(\.1).joined() + #""}}"#
    }
    private static func raw(_ format: String, _ text: String) -> String {
        #"{"raw":{"format":""# + format + #"","text":""# + text + #""}}"#
    }
    private static func style(_ name: String, _ text: String) -> String {
        #"{"style":{"children":[{"text":""# + text + #""}],"name":""# + name + #""}}"#
    }

    static let latex: [Row] = [
        // Commands of one kind; the division of luatexja-ruby; counts that do not agree; options that say nothing.
        (
            .latex, "\\kana{雨}{あめ}\\ltjruby{東京|都}{とうきょう|と}",
            paragraph(
                ruby("雨", "あめ", "mono"),
                parts([("東京", "とうきょう"), ("都", "と")])), []
        ),
        (.latex, "\\ruby[<Pj>]{東京}{とう|きょ|う}", paragraph(ruby("東京", "とうきょう")), ["part-count 1:1"]),
        (.latex, "\\ruby[g]{東京}{とう|きょう}\\ruby{今日}{きょう}", paragraph(ruby("東京", "とうきょう"), ruby("今日", "きょう")), []),
        (
            .latex, "\\truby{紅玉}{こう|ぎょく}{ルビー}",
            paragraph(
                parts([("紅", "こう"), ("玉", "ぎょく")]).replacing(#""こうぎょく"}"#, with: #""こうぎょく","under":"ルビー"}"#)), []
        ),
        // Escapes, breaks, comments, white space.
        (
            .latex, "\\%\\{\\}\\&\\_ a  b\\\\\n次% x\n  の\n行~\\textbackslash{} ",
            paragraph(
                text("%{}&_ a b"), #"{"br":true}"#,
                text("次の行\u{A0}\\\\")), []
        ),
        (.latex, "\\ruby[g]{a\\%}{b\\_{|}c}", paragraph(ruby("a%", "b_|c")), []),
        // Emphasis and styles, nested; a group is transparent.
        (
            .latex, "\\kenten[s]{点}\\bou{\\textbf{太}}{\\emph{斜}}",
            paragraph(
                #"{"emphasis":{"children":[{"text":"点"}],"mark":"sesame"}}"#,
                #"{"emphasis":{"children":["# + style("bold", "太") + #"],"mark":"sesame"}}"#, style("italic", "斜")), []
        ),
        (.latex, "昭和\\tatechuyoko{12}年", paragraph(text("昭和"), #"{"tcy":{"children":[{"text":"12"}]}}"#, text("年")), []),
        (
            .latex, "\\ruby{\\textbf{森}}{もり}",
            paragraph(
                #"{"ruby":{"base":"森","base_nodes":["# + style("bold", "森") + #"],"kind":"mono","reading":"もり"}}"#), []
        ),
        // Blocks, also within a paragraph.
        (
            .latex, "前\\section{題\\ruby{雨}{あめ}}後\n\\subsubsection*{三}\\newpage 終\n\n\n次",
            paragraph(text("前"))
                + #",{"heading":{"children":[{"text":"題"},"# + ruby("雨", "あめ", "mono") + #"],"level":1}},"# + paragraph(text("後"))
                + #",{"heading":{"children":[{"text":"三"}],"level":3}},{"break":"page"},"# + paragraph(text("終")) + ","
                + paragraph(text("次")), []
        ),
        (
            .latex, "\\begin{quote}\n引\n\\end{quote}\n\\end{quote}",
            #"{"block":{"children":["# + paragraph(text("引")) + #"],"kind":"quote"}}"#, []
        ),
        // Raw.
        (
            .latex, "a\\foo*[x]{y}b \\vspace{1em}",
            paragraph(
                text("a"), raw("latex", "\\foo*[x]{y}"), text("b"),
                raw("latex", "\\vspace{1em}")), []
        ),
        // Missing.
        (.latex, "\\kenten x\\ruby{a", paragraph(text("\\\\kenten x\\\\ruby{a")), ["missing-argument 1:1", "missing-argument 1:10"]),
    ]

    static let typst: [Row] = [
        (
            .typst, "#ruby[とう|きょう][東|京]と#ruby(\"と|しょ\", \"図|書\")",
            paragraph(
                parts([("東", "とう"), ("京", "きょう")]), text("と"),
                parts([("図", "と"), ("書", "しょ")])), []
        ),
        (
            .typst, "#ruby(size: 0.5em)[あめ][雨]#ruby(\"か\\\"ぜ\", dy: 2pt)[風]",
            paragraph(ruby("雨", "あめ", "mono"), ruby("風", "か\\\"ぜ", "mono")), []
        ),
        (.typst, "#ruby[と|しょ][図書]", paragraph(ruby("図書", "としょ")), ["part-count 1:1"]),
        (
            .typst, "= 一\n==== 四 #ruby[あめ][雨]\n本文\n続き\n\n次",
            #"{"heading":{"children":[{"text":"一"}],"level":1}},"#
                + #"{"heading":{"children":[{"text":"四 "},"# + ruby("雨", "あめ", "mono") + #"],"level":3}},"# + paragraph(text("本文続き")) + ","
                + paragraph(text("次")), []
        ),
        (
            .typst, "*強*_調_と a * b snake_case_x \\*x\\* a\\ \n b",
            paragraph(
                style("strong", "強"), style("em", "調"),
                text("と a * b snake_case_x *x* a"), #"{"br":true}"#, text("b")), []
        ),
        (
            .typst, "前#pagebreak()後 // x\n/* y\n */ https://a.example",
            paragraph(text("前")) + #",{"break":"page"},"#
                + paragraph(text("後 https://a.example")), []
        ),
        (
            .typst, "#set text(lang: \"ja\")\n本#foo(\"]\")[x]文#x",
            paragraph(
                raw("typst", "#set text(lang: \"ja\")"), text("本"),
                raw("typst", "#foo(\"]\")[x]"), text("文"), raw("typst", "#x")), []
        ),
        (
            .typst, "#pad(left: 3em)[\n雨\n]\n]",
            #"{"block":{"children":["# + paragraph(text("雨")) + #"],"kind":"indent","n":3}},"#
                + paragraph(text("]")), []
        ),
        (.typst, "#ruby[あめ]だ", paragraph(text("#ruby[あめ]だ")), ["missing-argument 1:1"]),
        (
            .typst, "`*a*` #underline[線]#emph[x]",
            paragraph(
                style("code", "*a*"), text(" "),
                #"{"line":{"children":[{"text":"線"}],"style":"solid"}}"#, style("em", "x")), []
        ),
    ]

    @Test(arguments: latex + typst)
    func reads(_ row: Row) throws {
        let result = try read(row.text, as: row.dialect)
        #expect(result.blocks.replacing("\\", with: "") == ("[" + row.blocks + "]").replacing("\\", with: ""))
        #expect(result.diagnostics == row.diagnostics)
    }

    /// M118: what stands before the document is raw, and gives title and author.
    @Test func preambleIsRaw() throws {
        let result = try read("\\documentclass{jlreq}\n\\title{雨}\n\n\\author{山田}\n\\begin{document}\n本文\n\\end{document}\n後", as: .latex)
        #expect(result.meta.title == "雨")
        #expect(result.meta.author == "山田")
        #expect(result.blocks.hasPrefix(#"[{"raw":{"format":"latex","text":"\documentclass"#))
        #expect(result.blocks.contains(#","# + Self.paragraph(Self.text("本文")) + ","))
        #expect(result.blocks.hasSuffix("後\"}}]"))
    }

    /// M119: another name for the function.
    @Test func typstFunctionHasAnyName() throws {
        var options = ReadingOptions()
        options.dialect = .typst
        options.typstRuby = "furigana"
        let result = try ReadResult(Array("#furigana[あめ][雨]".utf8), options)
        #expect(result.tree["blocks"]?.description == "[" + Self.paragraph(Self.ruby("雨", "あめ", "mono")) + "]")
    }

    /// M5
    @Test(arguments: [
        "\\ruby{", "\\ruby{a}", "\\ruby[", "\\ruby{a}{", "{", "}", "\\", "\\textbf{", "\\foo[", "\\foo{", "%", "\\section{",
        "\\begin{quote}", "{}", "\\\\[",
        "\\ltjruby{a|", "\\newpage", "\\ruby{\\ruby{",
    ])
    func latexIsLinear(_ piece: String) throws { try expectLinear(piece, as: .latex) }

    /// M5
    @Test(arguments: [
        "#ruby[", "#ruby(", "#ruby(\"", "#ruby[a]", "#ruby[a][", "#", "#a.b", "*", "_a", "*a _b", "[", "]", "`", "``", "/*", "//", "\\",
        "#foo[(", "#{",
        "#pagebreak()", "#ruby(\"a\",\"b", "#link(", "#let ",
    ])
    func typstIsLinear(_ piece: String) throws { try expectLinear(piece, as: .typst) }
}
