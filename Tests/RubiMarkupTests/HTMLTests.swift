import Testing

@testable import RubiMarkup

/// M116 and M117 beyond the cases of markup.json: a text, its blocks as JSON, the diagnostics.
@Suite struct HTMLTests {
    typealias Row = (text: String, blocks: String, diagnostics: [String])

    private static func paragraph(_ children: String...) -> String { #"{"para":{"children":["# + children.joined(separator: ",") + "]}}" }
    private static func text(_ text: String) -> String { #"{"text":""# + text + #""}"# }
    private static func mono(_ base: String, _ reading: String) -> String {
        #"{"ruby":{"base":""# + base + #"","kind":"mono","reading":""# + reading + #""}}"#
    }
    private static func jukugo(_ parts: [(String, String)]) -> String {
        let list = parts.map { #"{"base":""# + $0.0 + #"","reading":""# + $0.1 + #""}"# }.joined(separator: ",")
        return #"{"ruby":{"base":""# + parts.map(\.0).joined() + #"","kind":"jukugo","parts":["# + list + #"],"reading":""#
            + parts.map(\.1).joined() + #""}}"#
    }

    static let rows: [Row] = [
        // M116: bases first, then readings; with white space between; a reading too few, one too many.
        ("<ruby>\n <rb>図</rb>\n <rb>書</rb>\n <rt>と</rt><rt>しょ</rt>\n</ruby>", paragraph(jukugo([("図", "と"), ("書", "しょ")])), []),
        ("<ruby><rb>図<rb>書<rt>と</ruby>", paragraph(jukugo([("図", "と"), ("書", "")])), []),
        ("<ruby>図<rt>と<rt>しょ</ruby>", paragraph(mono("図", "としょ")), []),
        // M116: a ruby within, whose reading is the one over.
        (
            "<ruby><ruby>東<rt>とう</rt>南<rt>なん</rt></ruby><rt>たつみ</rt></ruby>",
            paragraph(
                #"{"ruby":{"base":"東南","kind":"jukugo","parts":[{"base":"東","reading":"とう"},{"base":"南","reading":"なん"}],"#
                    + #""reading":"とうなん","under":"たつみ"}}"#), []
        ),
        // No reading, no base, markup in the base, markup and white space in the reading.
        ("<ruby>森</ruby>と<ruby>林<rt></rt></ruby>と<ruby><rt>き</rt></ruby>", paragraph(text("森と林とき")), []),
        (
            "<ruby><b>森</b>林<rt>しん<i>りん</i> x\ny</rt></ruby>",
            paragraph(
                #"{"ruby":{"base":"森林","base_nodes":[{"style":{"children":[{"text":"森"}],"name":"bold"}},{"text":"林"}],"kind":"group","#
                    + #""reading":"しんりん x y"}}"#), []
        ),
        ("<ruby>森<rtc>a<rt>b</rtc></ruby>", paragraph(#"{"ruby":{"base":"森","kind":"mono","under":"ab"}}"#), []),
        // M117: references, of which only some are read; white space.
        ("<p>&lt;&#x6B21;&#27425;&copy;&amp &hellip;&#xD800;&#0;</p>", paragraph(text("<次次&copy;&amp …&#xD800;&#0;")), []),
        (
            "<p>\n  雨\n  の  日\t<b> x </b>\n rain\nfall </p>",
            paragraph(
                text("雨の 日 "),
                #"{"style":{"children":[{"text":"x "}],"name":"bold"}}"#, text("rain fall")), []
        ),
        (
            "雨<br> の<br/>日 <!-- <p> -->も<script>if (a<b) {</script>だ",
            paragraph(
                text("雨"), #"{"br":true}"#, text("の"),
                #"{"br":true}"#, text("日 もだ")), []
        ),
        // What is no tag is text; what is not closed too.
        ("a<b & c<3 <!-- x", paragraph(text("a<b & c<3 <!-- x")), []),
        // M117: blocks.
        (
            "<h2>題</h2><blockquote><p>引<p>用</blockquote><hr><hr class=\"pagebreak\">",
            #"{"heading":{"children":[{"text":"題"}],"level":2}},{"block":{"children":["# + paragraph(text("引")) + ","
                + paragraph(text("用")) + #"],"kind":"quote"}},{"rule":true},{"break":"page"}"#, []
        ),
        (
            "<div class=\"jisage_3\" style=\"margin-left: 3em\">甲<div class=\"burasage\" style=\"margin-left: 4em; text-indent: -3em;\">乙</div></div>",
            #"{"block":{"children":["# + paragraph(text("甲")) + #",{"block":{"children":["# + paragraph(text("乙"))
                + #"],"kind":"hang","m":4,"n":1}}],"kind":"indent","n":3}}"#, []
        ),
        // Emphasis by class and by style; unknown elements are transparent.
        (
            "<em class=\"white_circle\">甲</em><span style='color: red; text-emphasis: open triangle; text-emphasis-position: under right'>乙</span>"
                + "<font>丙</font>",
            paragraph(
                #"{"emphasis":{"children":[{"text":"甲"}],"mark":"open-circle"}}"#,
                #"{"emphasis":{"children":[{"text":"乙"}],"mark":"open-triangle","side":"under"}}"#, text("丙")), []
        ),
        (
            "<sub class=\"kaeriten\">レ</sub><a href=\"a&amp;b\">頁</a><img src=\"a.png\" alt=\"図\" width=3 height=4>x",
            paragraph(
                #"{"kaeriten":"レ"}"#, #"{"link":{"children":[{"text":"頁"}],"href":"a&b"}}"#,
                #"{"image":{"alt":"図","height":4,"kind":"figure","src":"a.png","width":3}}"#, text("x")), []
        ),
        // M117: not closed; outside.
        (
            "<p><b><ruby>森<rt>もり</b>や</p>林",
            paragraph(#"{"style":{"children":["# + mono("森", "もりや") + #"],"name":"bold"}}"#)
                + "," + paragraph(text("林")), ["unclosed-element 1:7"]
        ),
        ("森<rt>もり</rt>", paragraph(text("森もり")), ["rt-outside-ruby 1:2"]),
        ("<div>\n<ruby>森\n</div>", paragraph(text("森")), ["unclosed-element 2:1"]),
        // Aozora Bunko's XHTML: lines end in br.
        (
            "<div class=\"main_text\">甲<br />\n<br />\n<br />\n乙<br />\n</div>",
            paragraph(text("甲")) + #",{"blank":2},"#
                + paragraph(text("乙")), []
        ),
        ("<p class=\"blank\"><br></p>\n<p class=\"blank\"><br></p><p>甲</p>", #"{"blank":2},"# + paragraph(text("甲")), []),
    ]

    @Test(arguments: rows)
    func reads(_ row: Row) throws {
        let result = try read(row.text, as: .html)
        #expect(result.blocks == "[" + row.blocks + "]")
        #expect(result.diagnostics == row.diagnostics)
    }

    @Test func headGivesTitleAndAuthor() throws {
        let result = try read(
            "<!DOCTYPE html>\n<html lang=ja><head><meta charset=utf-8>\n<title>雨の\n日&amp;夜</title><meta name=author content='山田'>"
                + "<style>p { margin: 0 }</style></head>\n<body><p>本文</p></body></html>", as: .html)
        #expect(result.meta.title == "雨の 日&夜")
        #expect(result.meta.author == "山田")
        #expect(result.blocks == "[" + Self.paragraph(Self.text("本文")) + "]")
    }

    /// M5
    @Test(arguments: [
        "<", "<a", "<ruby>", "<ruby>森", "<rt>", "<ruby><rt>", "<ruby>森<rt>もり", "<ruby><ruby>森<rt>", "</ruby>", "<b>", "</b>", "<b></i>",
        "<div>",
        "</div>", "<p>", "<div class=jisage_1>", "<!--", "<!a", "<script>", "&", "&#", "&#1", "<a b=\"", "<a b='\"", " <b> ",
        "<span class=gaiji>",
        "<a b=\"\n", "<!--\n", "<br>", "<a href=", "<title>",
    ])
    func isLinear(_ piece: String) throws { try expectLinear(piece, as: .html) }
}
