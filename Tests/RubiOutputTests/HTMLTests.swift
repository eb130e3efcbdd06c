import Foundation
import RubiLayout
import Testing

@testable import RubiOutput

@Suite struct HTMLTests {
    private static let pages = [SamplePages.text, ["次の頁", "</script><b>&｜探《さが》す"], ["終り、見当がつ"], ["かぬ"]]

    private static func html(vertical: Bool, paged: Bool = true) throws -> String {
        let files = Files()
        var pages = SamplePages(fonts: SampleLines.fontSet(["BIZ UDMincho"]), isVertical: vertical)
        try pages.write(Self.pages, to: makeWriter(.html, open: files.open), paged: paged)
        #expect(files.pages == [0])
        let bytes = files.bytes(0)
        try look(bytes, "preview-\(vertical)-\(paged).html")
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test(
        "the data is JSON with every line's text and every glyph's outline; nothing is loaded from elsewhere", arguments: [true, false],
        [true, false])
    func data(vertical: Bool, paged: Bool) throws {
        let html = try Self.html(vertical: vertical, paged: paged)
        #expect(!html.contains("http://") || html.matches(of: /http:\/\/[^"]*/).allSatisfy { $0.output == "http://www.w3.org/2000/svg" })
        #expect(!html.contains("https://"))
        #expect(html.matches(of: /<script/).count == 2 && html.matches(of: /<\/script>/).count == 2)
        let start = try #require(html.range(of: #"id="data">"#)).upperBound
        let end = try #require(html.range(of: "</script>", range: start..<html.endIndex)).lowerBound
        let data = try #require(try JSONSerialization.jsonObject(with: Data(html[start..<end].utf8)) as? [String: Any])
        let pages = try #require(data["pages"] as? [[String: Any]])
        let glyphs = try #require(data["glyphs"] as? [[String: Any]])
        #expect(pages.count == (paged ? Self.pages.count : 1))
        var texts: [String] = []
        for page in pages {
            for line in try #require(page["lines"] as? [[String: Any]]) {
                texts.append(try #require(line["text"] as? String))
                for run in try #require(line["runs"] as? [[String: Any]]) {
                    let font = try #require(run["font"] as? Int)
                    for glyph in try #require(run["g"] as? [Int]) { #expect(glyphs[font]["\(glyph)"] is String) }
                }
            }
        }
        #expect(texts == Self.pages.joined().map { $0.replacing(/《.*?》|｜/, with: "") })
    }

    /// What the preview's page says after `script` has run in it; nil where there is no Chromium.
    private func browse(_ html: String, hash: String = "", _ script: String) throws -> String? {
        let program = "/usr/bin/chromium"
        guard FileManager.default.isExecutableFile(atPath: program) else { return nil }
        let file = FileManager.default.temporaryDirectory.appending(path: "rubi-\(UUID().uuidString).html")
        let test = """
            <script>
            const say = [];
            const picture = () => [...document.querySelectorAll("svg.page")].map(page => page.dataset.page).join("+");
            const press = key => document.dispatchEvent(new KeyboardEvent("keydown", {key, bubbles: true}));
            \(script)
            document.body.replaceChildren("RESULT:" + say.join("|") + ":END");
            </script>
            """
        try Data((html + test).utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let profile = file.path + ".profile"
        defer { try? FileManager.default.removeItem(atPath: profile) }
        let arguments = [
            "--headless", "--no-sandbox", "--disable-gpu", "--user-data-dir=" + profile, "--window-size=500,700", "--dump-dom",
            file.absoluteString + hash,
        ]
        let output = try run(program, arguments).output
        return output.firstMatch(of: /RESULT:(.*):END/).map { String($0.output.1) } ?? "no result: \(output.suffix(2000))"
    }

    @Test("pages are turned towards the left in vertical books, towards the right in horizontal ones", arguments: [true, false])
    func turning(vertical: Bool) throws {
        let (forward, back) = vertical ? ("ArrowLeft", "ArrowRight") : ("ArrowRight", "ArrowLeft")
        let result = try browse(
            Self.html(vertical: vertical),
            """
            say.push(picture());
            press("\(forward)"); say.push(picture());
            press("\(forward)"); say.push(picture());
            press("\(back)"); say.push(picture());
            press("End"); say.push(picture());
            press("\(forward)"); say.push(picture());
            press("Home"); say.push(picture());
            document.getElementById("forward").click(); say.push(picture() + location.hash);
            """)
        guard let result else { return }
        #expect(result == "1|2|3|2|4|4|1|2#0")
    }

    @Test("search goes over line ends; ruby is put away; text is selected") func controls() throws {
        let result = try browse(
            Self.html(vertical: true),
            """
            const search = document.getElementById("search");
            const look = word => { search.value = word; search.dispatchEvent(new Event("input")); };
            look("見当がつ"); say.push(document.getElementById("found").textContent, picture(), document.querySelectorAll(".mark").length);
            search.dispatchEvent(new KeyboardEvent("keydown", {key: "Enter"})); say.push(picture(), document.querySelectorAll(".mark").length);
            look("無い字"); say.push(document.getElementById("found").textContent);
            look("");
            press("Home");
            const ruby = () => getComputedStyle(document.querySelector("svg .ruby")).display;
            say.push(ruby()); press("r"); say.push(ruby(), document.getElementById("ruby").getAttribute("aria-pressed")); press("r"); say.push(ruby());
            const theme = document.documentElement.dataset.theme; press("d"); say.push(theme !== document.documentElement.dataset.theme);
            getSelection().selectAllChildren(document.querySelector("svg text")); say.push(getSelection().toString());
            """)
        guard let result else { return }
        #expect(result == "2件|1|4|3|4|0件|inline|none|false|inline|true|吾輩は猫である。名前はまだ無い。")
    }
}
