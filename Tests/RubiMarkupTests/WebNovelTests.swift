import Testing

@testable import RubiMarkup

/// M90–M108 and M119a beyond the cases of markup.json: a text, the children of its one paragraph as JSON, the diagnostics.
@Suite struct WebNovelTests {
    typealias Row = (dialect: Dialect, text: String, inline: String, diagnostics: [String])

    /// A ruby as JSON.
    private static func ruby(_ base: String, _ reading: String) -> String {
        #"{"ruby":{"base":""# + base + #"","kind":""# + (base.count == 1 ? "mono" : "group") + #"","reading":""# + reading + #""}}"#
    }
    private static func text(_ text: String) -> String { #"{"text":""# + text + #""}"# }
    private static func dots(_ base: String, _ mark: String) -> String {
        #"{"emphasis":{"children":[{"text":""# + base + #""}],"mark":""# + mark + #""}}"#
    }

    static let rows: [Row] = [
        // M90: full-width and half-width Latin in one run with kanji; the bar of either width.
        (.narou, "聖剣ＡB（エービー）|あ《い》", ruby("聖剣ＡB", "エービー") + "," + ruby("あ", "い"), []),
        // M91: brackets of one width; a space not at the start; speech.
        (.narou, "雨（あめ)雨( あめ)《どこだ》《》", text("雨（あめ)雨( あめ)《どこだ》《》"), []),
        // M92: with a bar （） takes kana only, and 《》 after it anything.
        (.narou, "｜雨（rain）《r》｜風（かぜ）", ruby("雨（rain）", "r") + "," + ruby("風", "かぜ"), []),
        // M93
        (.narou, "一二三四五六七八九十一《かず》", text("一二三四五六七八九十一《かず》"), ["long-base 1:12"]),
        (.narou, "数《いちにさんしごろくしちはち》", ruby("数", "いちにさんしごろくしちはち"), []),
        (.narou, "｜数《abcdefghijk》", ruby("数", "abcdefghijk"), ["long-reading 1:3"]),
        // M94: a space in the base only, in the reading only.
        (.narou, "山田　花子（はなこ）", text("山田　") + "," + ruby("花子", "はなこ"), []),
        (.narou, "花子（はな こ）", ruby("花子", "はな こ"), []),
        // M95
        (.narou, "｜雨が|（ふる）", text("｜雨が（ふる）"), []),
        // M96
        (.narou, "｜雨《、》｜雪よ《●●》｜風《・・》", dots("雨", "sesame") + "," + dots("雪よ", "circle") + "," + ruby("風", "・・"), []),
        // M97
        (.narou, "彼《《雨》》", text("彼《《雨》》"), ["double-bracket 1:2"]),
        (.narou, "<i12|34>と<i|2>", #"{"image":{"alt":"","kind":"figure","src":"narou:12|34"}},"# + text("と<i|2>"), []),

        // M100: 々 〇 are Han, 〆 and ヶ not; a bar of either width.
        (.kakuyomu, "佐々木《ささき》〆《しめ》|龍ヶ崎《りゅう》", ruby("佐々木", "ささき") + "," + text("〆《しめ》") + "," + ruby("龍ヶ崎", "りゅう"), []),
        // M101: no brackets in it.
        (.kakuyomu, "《《雨《あめ》》》", text("《《") + "," + ruby("雨", "あめ") + "," + text("》》"), ["unclosed-ruby 1:1"]),
        // M103
        (.kakuyomu, "一二三四五六七八九十一二三四五六七八九十一《かず》", text("一二三四五六七八九十一二三四五六七八九十一《かず》"), ["long-base 1:22"]),
        // M104
        (.kakuyomu, "雨《あめ", text("雨《あめ"), ["unclosed-ruby 1:2"]),
        (.kakuyomu, "《雨》》あ《《", text("《雨》》あ《《"), ["unclosed-ruby 1:6"]),
        (.kakuyomu, "雨《》と｜あ", text("雨《》と｜あ"), ["empty-reading 1:2", "stray-bar 1:5"]),

        // M105
        (
            .hameln, "<i>a<b>b</i>c</b><u>d</u>",
            #"{"style":{"children":[{"text":"a<b>b"}],"name":"italic"}},"# + text("c</b>")
                + #",{"style":{"children":[{"text":"d"}],"name":"underline"}}"#, []
        ),
        (.hameln, "<big>大</big><tt>", #"{"style":{"children":[{"text":"大"}],"n":1,"name":"larger"}},"# + text("<tt>"), []),
        (.hameln, "一二三四五六七八九十一二三四五六七八九十一《かず》", ruby("一二三四五六七八九十一二三四五六七八九十一", "かず"), []),

        // M106
        (
            .alphapolis, "｜月《ムーン》|雪≪ゆき≫雨《あめ》風《wind》",
            ruby("月", "ムーン") + "," + ruby("雪", "ゆき") + "," + ruby("雨", "あめ")
                + "," + text("風《wind》"), []
        ),
        (.alphapolis, "#a__b#c__d__e#f__・__#", text("#a__b#c__d__e") + "," + dots("f", "dot"), ["unclosed-markup 1:6"]),

        // M107
        (
            .pixiv, "[[rb: 雨　>　あめ ]][[rb:>あ]][[rb:雨> ]]", ruby("雨", "あめ") + "," + text("[[rb:>あ]][[rb:雨> ]]"),
            ["no-base 1:16", "empty-reading 1:25"]
        ),
        (.pixiv, "[[rb:雪 > ・]][[rb:a]b > ]]", dots("雪", "dot") + "," + text("[[rb:a]b > ]]"), ["empty-reading 1:13"]),
        // M108
        (.pixiv, "[[jumpuri:頁 > ftp://a]][jump:x]", text("[[jumpuri:頁 > ftp://a]][jump:x]"), []),
        (
            .pixiv, "図[pixivimage:12-3][uploadedimage:4]",
            text("図") + #",{"image":{"alt":"","kind":"figure","src":"pixiv:12-3"}},"#
                + #"{"image":{"alt":"","kind":"figure","src":"upload:4"}}"#, []
        ),

        // M119a
        (.paren, "｜ABC（any 1）｜（字）漢字（かん じ）", ruby("ABC", "any 1") + "," + text("（字）漢字（かん じ）"), []),
        (.paren, "日々(ひび)｜雨", ruby("日々", "ひび") + "," + text("｜雨"), ["stray-bar 1:7"]),
    ]

    @Test(arguments: rows)
    func reads(_ row: Row) throws {
        let result = try read(row.text, as: row.dialect)
        #expect(result.blocks == #"[{"para":{"children":["# + row.inline + "]}}]")
        #expect(result.diagnostics == row.diagnostics)
    }

    /// M108: page breaks and chapters divide their line; an image alone is a block; empty lines count.
    @Test func pixivBlocks() throws {
        let result = try read("前[newpage]後\n\n\n[chapter:[[rb:雨 > あめ]] ]中\n[pixivimage:1]\n", as: .pixiv)
        #expect(
            result.blocks == #"[{"para":{"children":[{"text":"前"}]}},{"break":"page"},{"para":{"children":[{"text":"後"}]}},{"blank":2},"#
                + #"{"heading":{"children":[{"ruby":{"base":"雨","kind":"mono","reading":"あめ"}},{"text":" "}],"level":1}},"#
                + #"{"para":{"children":[{"text":"中"}]}},{"image":{"alt":"","kind":"figure","src":"pixiv:1"}}]"#)
    }

    static let hostile: [(dialect: Dialect, piece: String)] = [
        (.narou, "《"), (.narou, "｜"), (.narou, "｜雨《"), (.narou, "雨（"), (.narou, "雨 "), (.narou, "<i1|"), (.narou, "雨（あ"),
        (.kakuyomu, "《"), (.kakuyomu, "｜雨"), (.kakuyomu, "雨《"), (.kakuyomu, "《《雨》"),
        (.hameln, "<b>"), (.hameln, "<b></i>"), (.hameln, "</b>"), (.hameln, "<"),
        (.alphapolis, "#"), (.alphapolis, "#a__"), (.alphapolis, "#a__b__"), (.alphapolis, "雨《"), (.alphapolis, "|a≪"), (.alphapolis, "_"),
        (.pixiv, "[[rb:"), (.pixiv, "[[rb:a>"), (.pixiv, "[[rb:a>]]"), (.pixiv, "[chapter:"), (.pixiv, "[chapter:[[rb:a>"),
        (.pixiv, "[[jumpuri:"), (.pixiv, "[[jumpuri:a>"), (.pixiv, "[newpage]"), (.pixiv, "["), (.pixiv, "[jump:1"),
        (.paren, "（"), (.paren, "｜a（"), (.paren, "雨（"), (.paren, "｜"),
    ]

    /// M5
    @Test(arguments: hostile)
    func isLinear(_ dialect: Dialect, _ piece: String) throws { try expectLinear(piece, as: dialect) }

    /// M5: many beginnings before one end.
    @Test(arguments: [
        ("[[rb:", ">]]"), ("[[rb:", "   >   ]]"), ("[[jumpuri:", "> x]]"), ("[[jumpuri:", ">"), ("[chapter:[[rb:", ">"),
        ("[[rb:a[chapter:", ">b]]"),
    ])
    func isLinearBeforeOneEnd(_ piece: String, _ end: String) throws {
        let spaces = String(repeating: " ", count: 20_000)
        try expectLinear(piece, as: .pixiv, end: end.replacing("   ", with: spaces))
    }
}
