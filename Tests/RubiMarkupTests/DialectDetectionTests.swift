import RubiText
import Testing

@testable import RubiMarkup

/// M125: each evidence, by itself.
@Test(arguments: [
    ("a.html", "文", Dialect.html, 100), ("a.XHTML", "文", .html, 100), ("a", "<!doctype html>", .html, 100), ("a", "<html>", .html, 100),
    ("a", "<?xml ?>", .html, 100),
    ("a", "<ruby>漢<ruby>", .html, 40), ("a.tex", "文", .latex, 100), ("a", "\\documentclass{x}\n\\documentclass{y}", .latex, 100),
    ("a", "\\begin{document}", .latex, 100), ("a", "\\ruby{\\ruby[\\jruby\\ltjruby\\kenten", .latex, 100), ("a.typ", "文", .typst, 100),
    ("a", "#import \"@preview/rubby:0.1\"", .typst, 100), ("a", "#ruby[a][b]#ruby(\"a\")", .typst, 40), ("a", "[[rb:a > b]]", .pixiv, 20),
    ("a", "[newpage][chapter:a][jump:1][[jumpuri:a>b]][pixivimage:1][uploadedimage:2]", .pixiv, 60),
    ("a", "【テキスト中に現れる記号について】", .aozora, 100),
    ("a", "底本：x\n底本：y", .aozora, 100), ("a", "［＃改ページ］", .aozora, 20), ("a", "#漢字__かんじ__##a__b__#", .alphapolis, 40),
    ("a", "#a__b", .plain, 0),
    ("a", "#__b__#", .plain, 0), ("a", "《《点》》《《丸》》", .kakuyomu, 20), ("a", "<i123|456>", .narou, 20), ("a", "<i|4>", .plain, 0),
    ("a", "漢字（かんじ）と漢(かん)と|", .narou, 4), ("a", "漢字（かんじ）と漢(かん)と", .plain, 0), ("a", "漢字（漢字）|", .plain, 0), ("a", "{図書|と|しょ}", .denden, 15),
    ("a", "｛雨｜あめ｝", .denden, 10), ("a", "{雨|あめ}^12^", .denden, 20), ("a", "{雨|}", .plain, 0), ("a", "---\ntitle: x\n---\n", .vfm, 20),
    ("a.md", "文", .plain, 0),
    ("a.md", "{雨|あめ}", .denden, 15), ("a.md", "---\ntitle: x\n---\n{雨|あめ}", .vfm, 35), ("a", "漢字《かんじ》", .aozora, 1),
    ("a", "漢字《かんじ", .aozora, 0), ("a", "文", .plain, 0),
])
func evidence(_ name: String, _ text: String, _ dialect: Dialect, _ points: Int) throws {
    let manuscript = try Manuscript(name: name, bytes: Array(text.utf8))
    #expect(manuscript.dialect == dialect)
    #expect(manuscript.why.first { $0.dialect == dialect }?.points ?? 0 == points)
}

/// M126: only the first 256 KiB are looked at.
@Test func onlyTheBeginningCounts() throws {
    let filler = String(repeating: "文", count: 90_000)
    for (text, dialect) in [
        (filler + "\n［＃改ページ］", Dialect.plain), (filler + "［＃改ページ］", .plain),
        ("［＃改ページ］\n" + filler + "\n[newpage][newpage][newpage]", .aozora),
    ] {
        #expect(try Manuscript(name: "a", bytes: Array(text.utf8)).dialect == dialect)
    }
}

/// M127: who came second, where it comes near.
@Test(arguments: [
    ("［＃改ページ］［＃改ページ］[[rb:a > b]]", []), ("［＃改ページ］[[rb:a > b]]", ["pixiv", "20", "aozora", "20"]),
    ("［＃改丁］漢《か》[newpage][newpage][newpage]", ["pixiv", "30", "aozora", "20"]), ("漢字《かんじ》", []),
])
func rivals(_ text: String, _ arguments: [String]) throws {
    let manuscript = try Manuscript(name: "a", bytes: Array(text.utf8))
    #expect(manuscript.diagnostics.first { $0.code == .dialectGuessed }?.arguments ?? [] == arguments)
    var options = ReadingOptions()
    options.dialect = .aozora
    #expect(!(try Manuscript(name: "a", bytes: Array(text.utf8), options: options).diagnostics.contains { $0.code == .dialectGuessed }))
}
