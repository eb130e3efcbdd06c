import Testing

@testable import RubiMarkup

/// M110–M115 beyond the cases of markup.json: text, the blocks it gives as JSON, and the diagnostics.
@Suite struct MarkdownTests {
    static let denden: [(text: String, blocks: String, diagnostics: [String])] = [
        // M110: the base holds no brace; the full-width form; nothing empty.
        ("{a{雨|あめ}", #"[{"para":{"children":[{"text":"{a"},{"ruby":{"base":"雨","kind":"mono","reading":"あめ"}}]}}]"#, []),
        ("｛雨｜あめ｝", #"[{"para":{"children":[{"ruby":{"base":"雨","kind":"mono","reading":"あめ"}}]}}]"#, []),
        ("｛雨|あめ}{雨||あ}{|あ}{雨|}", #"[{"para":{"children":[{"text":"｛雨|あめ}{雨||あ}{|あ}{雨|}"}]}}]"#, []),
        // M110, M113: on one line.
        (
            "{雨|あ\nめ}", #"[{"para":{"children":[{"text":"{雨|あ"},{"br":true},{"text":"め}"}]}}]"#,
            ["unclosed-markup 1:1"]
        ),
        ("言う{ただの括弧}", #"[{"para":{"children":[{"text":"言う{ただの括弧}"}]}}]"#, []),
        // M111: a character is one grapheme (M10); two readings for one character.
        (
            "{か\u{3099}葛\u{E0100}|が|くず}",
            "[{\"para\":{\"children\":[{\"ruby\":{\"base\":\"か\u{3099}葛\u{E0100}\",\"kind\":\"jukugo\",\"parts\":[{\"base\":\"か\u{3099}\","
                + "\"reading\":\"が\"},{\"base\":\"葛\u{E0100}\",\"reading\":\"くず\"}],\"reading\":\"がくず\"}}]}}]",
            []
        ),
        ("{雨|あ|め}", #"[{"para":{"children":[{"ruby":{"base":"雨","kind":"mono","reading":"あめ"}}]}}]"#, ["part-count 1:1"]),
        // M113: escapes; nothing in code.
        (
            #"\{雨|あめ} {a\|b|c\}} `{雨|あめ}`"#,
            #"[{"para":{"children":[{"text":"{雨|あめ} "},{"ruby":{"base":"a|b","kind":"group","reading":"c}"}},{"text":" "},"#
                + #"{"style":{"children":[{"text":"{雨|あめ}"}],"name":"code"}}]}}]"#, []
        ),
        (
            "```\n{雨|あめ}\n*a*\n```\n後",
            #"[{"para":{"children":[{"style":{"children":[{"text":"{雨|あめ}"},{"br":true},{"text":"*a*"}],"name":"code"}}]}},"#
                + #"{"para":{"children":[{"text":"後"}]}}]"#, []
        ),
        // M114: markup in base and reading is literal.
        ("{*雨*|`あ`}", #"[{"para":{"children":[{"ruby":{"base":"*雨*","kind":"group","reading":"`あ`"}}]}}]"#, []),
        // M115
        (
            "**「{雨|あめ}」**の*声*と_影_",
            #"[{"para":{"children":[{"style":{"children":[{"text":"「"},"#
                + #"{"ruby":{"base":"雨","kind":"mono","reading":"あめ"}},{"text":"」"}],"name":"strong"}},{"text":"の"},"#
                + #"{"style":{"children":[{"text":"声"}],"name":"em"}},{"text":"と"},{"style":{"children":[{"text":"影"}],"name":"em"}}]}}]"#,
            []
        ),
        (
            "***x*** a * b snake_case_x",
            #"[{"para":{"children":[{"style":{"children":[{"style":{"children":[{"text":"x"}],"name":"strong"}}],"#
                + #""name":"em"}},{"text":" a * b snake_case_x"}]}}]"#, []
        ),
        (
            "[題*あ*](https://a.example/b_(c)) と ![絵](a.png)",
            #"[{"para":{"children":[{"link":{"children":[{"text":"題"},{"style":{"children":[{"text":"あ"}],"name":"em"}}],"#
                + #""href":"https://a.example/b_(c)"}},{"text":" と "},{"image":{"alt":"絵","kind":"figure","src":"a.png"}}]}}]"#, []
        ),
        ("![絵](a.png)", #"[{"image":{"alt":"絵","kind":"figure","src":"a.png"}}]"#, []),
        (
            "#### 四\n---\n> 引\n> 用\n\n***",
            #"[{"heading":{"children":[{"text":"四"}],"level":3}},{"rule":true},{"block":{"children":"#
                + #"[{"para":{"children":[{"text":"引"},{"br":true},{"text":"用"}]}}],"kind":"quote"}},{"rule":true}]"#, []
        ),
        ("前\n===", #"[{"para":{"children":[{"text":"前"},{"br":true},{"text":"==="}]}}]"#, []),
    ]

    @Test("denden", arguments: denden)
    func readsDenden(_ text: String, _ blocks: String, _ diagnostics: [String]) throws {
        let result = try read(text, as: .denden)
        #expect(result.blocks == blocks)
        #expect(result.diagnostics == diagnostics)
    }

    static let vfm: [(text: String, blocks: String)] = [
        // M115: a line end is nothing between CJK characters, else a space.
        ("雨\nの\n\nrain\nfall", #"[{"para":{"children":[{"text":"雨の"}]}},{"para":{"children":[{"text":"rain fall"}]}}]"#),
        ("{雨|あめ}\nの", #"[{"para":{"children":[{"ruby":{"base":"雨","kind":"mono","reading":"あめ"}},{"text":"の"}]}}]"#),
        ("雨\\\nの｛雨｜あめ｝^12^", #"[{"para":{"children":[{"text":"雨"},{"br":true},{"text":"の｛雨｜あめ｝^12^"}]}}]"#),
        // A first rule without a second is no front matter.
        ("---\n雨", #"[{"rule":true},{"para":{"children":[{"text":"雨"}]}}]"#),
    ]

    @Test("vfm", arguments: vfm)
    func readsVFM(_ text: String, _ blocks: String) throws {
        let result = try read(text, as: .vfm)
        #expect(result.blocks == blocks)
        #expect(result.diagnostics == [])
    }

    @Test func frontMatterGivesTitleAndAuthor() throws {
        let result = try read("---\ntitle: \"雨の日\"\nauthor: 山田\nlang: ja\n---\n\n本文", as: .vfm)
        #expect(result.meta.title == "雨の日")
        #expect(result.meta.author == "山田")
        #expect(result.blocks == #"[{"para":{"children":[{"text":"本文"}]}}]"#)
    }

    /// M5: ten times the text takes no more than about ten times the time, whatever is repeated.
    @Test(arguments: [
        "{", "{a|", "{a||", "{a|b", "｛a｜", "[", "[a](", "![a](b", "](<", "`", "*", "_a", "**a *b", "^", "> ", "\\", "*a `", "[*",
    ])
    func isLinear(_ piece: String) throws {
        for dialect in [Dialect.denden, .vfm] { try expectLinear(piece, as: dialect) }
    }
}
