import Foundation
import Rubi
import Testing

/// Hostile manuscripts, fonts and places (Documentation/trust.md).
struct TrustTests {
    private func inFolder(_ body: (URL) throws -> Void) throws {
        let folder = try Tool.temporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        try body(folder)
    }

    private func write(_ text: String, _ name: String, in folder: URL) throws {
        try Data(text.utf8).write(to: folder.appendingPathComponent(name))
    }

    private func text(_ name: String, in folder: URL) throws -> String {
        String(decoding: try Data(contentsOf: folder.appendingPathComponent(name)), as: UTF8.self)
    }

    // MARK: Fonts

    /// Where a table lies in a font.
    private static func place(of tag: String, in font: Data) -> Int {
        for entry in stride(from: 12, to: 12 + 16 * Int(font[5]), by: 16) where font[entry..<entry + 4].elementsEqual(tag.utf8) {
            return font[entry + 8..<entry + 12].reduce(0) { $0 << 8 | Int($1) }
        }
        return 0
    }

    private static let damages: [(name: String, status: ClosedRange<Int32>, damage: @Sendable (inout Data) -> Void)] = [
        ("empty", 3...3, { $0 = Data() }),
        ("no font", 3...3, { $0 = Data("漢字".utf8) }),
        ("cut in two", 0...3, { $0 = $0.prefix($0.count / 2) }),
        ("no tables", 3...3, { $0[4...5] = Data([0, 0]) }),
        ("more tables than there are", 0...3, { $0[4...5] = Data([0xFF, 0xFF]) }),
        ("zero units an em", 0...3, { (font: inout Data) in put([0, 0], at: place(of: "head", in: font) + 18, in: &font) }),
        (
            "characters with numbers past the last glyph", 0...1,
            { (font: inout Data) in put([0, 2], at: place(of: "maxp", in: font) + 4, in: &font) }
        ),
        (
            "outlines past the end", 0...1,
            { (font: inout Data) in put([0x7F, 0xFF, 0xFF, 0xFF], at: place(of: "loca", in: font) + 400, in: &font) }
        ),
        ("no characters", 0...1, { (font: inout Data) in put([0, 0], at: place(of: "cmap", in: font) + 2, in: &font) }),
        (
            "advances that lie", 0...1,
            { (font: inout Data) in
                let place = place(of: "hmtx", in: font)
                for index in stride(from: 0, to: 4000, by: 4) { put([0xFF, 0xFF], at: place + index, in: &font) }
            }
        ),
    ]

    private static func put(_ bytes: [UInt8], at place: Int, in font: inout Data) {
        font.replaceSubrange(place..<place + bytes.count, with: bytes)
    }

    @Test("a damaged font is refused with a message or used", arguments: damages.indices, ["pdf", "svg", "png", "jsonl"])
    func damagedFont(_ index: Int, format: String) throws {
        let (name, status, damage) = Self.damages[index]
        try inFolder { folder in
            var font = try Data(contentsOf: URL(fileURLWithPath: Tool.testFont))
            damage(&font)
            try font.write(to: folder.appendingPathComponent("font.ttf"))
            try write("漢字《かんじ》がABC、12。\n", "t.txt", in: folder)
            let outcome = try Tool.run(["t.txt", "--font", "./font.ttf", "--page", "bunko", "-o", "t.\(format)"], directory: folder)
            #expect(status.contains(outcome.status), "\(name): \(outcome.status) \(outcome.errors)")
            #expect(outcome.status < 2 || outcome.errors.hasPrefix("rubi: error: "), "\(name): \(outcome.errors)")
        }
    }

    // MARK: What manuscripts say

    @Test(
        "a link leads to pages and addresses alone",
        arguments: [
            ("https://example.com/", true), ("mailto:a@example.com", true), ("b.html#c", true), ("javascript:alert(1)", false),
            ("JavaScript:alert(1)", false),
            ("java&#9;script:alert(1)", false), ("&#1;javascript:alert(1)", false), ("data:text/html,a", false),
            ("file:///etc/passwd", false), ("vbscript:a", false),
        ])
    func link(_ target: String, isKept: Bool) throws {
        try inFolder { folder in
            try write("<p><a href=\"\(target)\">漢字</a></p>\n", "t.html", in: folder)
            #expect(try Tool.run(["-q", "--from", "html", "t.html", "--page", "none", "-o", "t.svg"], directory: folder).status == 0)
            #expect(try Tool.run(["-q", "--from", "html", "t.html", "-o", "t.pdf"], directory: folder).status == 0)
            #expect(try text("t.svg", in: folder).contains("<a href=") == isKept)
            let links = try Tool.shell("qpdf --qdf --object-streams=disable t.pdf - | grep -a -c /URI", directory: folder)
            #expect((links.text != "0\n") == isKept)
        }
    }

    @Test("a picture is a file in the folder: no place outside is named, no pipe waited for") func pictures() throws {
        try inFolder { folder in
            for name in ["../a.png", "/etc/passwd", "https://example.com/a.png", "javascript:a"] {
                try write("<p><img src=\"\(name)\" alt=\"図\"></p>\n", "t.html", in: folder)
                for format in ["svg", "html"] {
                    #expect(
                        try Tool.run(["-q", "--from", "html", "t.html", "--page", "none", "-o", "out.\(format)"], directory: folder).status
                            == 0)
                    #expect(try !text("out.\(format)", in: folder).contains("href=\"\(name)"), "\(format)")
                }
            }
            try write("［＃図（pipe.png）入る］\n", "t.txt", in: folder)
            let pipe = try Tool.shell("mkfifo pipe.png; timeout 60 rubi -q t.txt -o t.pdf", directory: folder)
            #expect(pipe.status == 0)
        }
    }

    @Test("nothing of a manuscript is run as a script in HTML or SVG") func scripts() throws {
        guard try Tool.shell("command -v chromium").status == 0 else { return print("skipped: no Chromium") }
        try inFolder { folder in
            let hostile =
                "</script><script>document.title='run'</script><img src=x onerror=\"document.title='run'\">]]>--><svg onload=\"document.title='run'\">\u{1}\u{7F}\u{2028}\\u003c"
            try write("\(hostile)\n\(hostile)\n\n　本文\(hostile)《\(hostile)》\n", "t.txt", in: folder)
            for (format, arguments) in [("html", [String]()), ("svg", ["--page", "none"])] {
                #expect(try Tool.run(["-q", "t.txt", "--from", "aozora", "-o", "t.\(format)"] + arguments, directory: folder).status < 2)
                let page = try Tool.shell(
                    "chromium --headless --no-sandbox --disable-gpu --user-data-dir=profile --dump-dom \"file://$PWD/t.\(format)\"",
                    directory: folder)
                #expect(page.text.contains("本文"), "\(format): \(page.errors.suffix(500))")
                #expect(
                    !page.text.contains("<title>run</title>") && !page.text.contains("<img") && !page.text.contains("<svg onload"),
                    "\(format)")
            }
        }
    }

    // MARK: Files

    @Test("an output that finds no room leaves nothing", arguments: ["jsonl", "pdf", "png", "html"]) func noRoom(_ format: String) throws {
        try inFolder { folder in
            try write(String(repeating: "いろはにほへと\n", count: 3000), "t.txt", in: folder)
            for trap in ["trap '' XFSZ", ":"] {
                let outcome = try Tool.shell("\(trap); ulimit -f 8; rubi -q t.txt --page bunko -o out.\(format)", directory: folder)
                #expect(outcome.status == 3 || outcome.status > 128, "\(outcome.status) \(outcome.errors)")
                if trap != ":" { #expect(outcome.errors.contains("File too large"), "\(outcome.errors)") }
                let left = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter {
                    $0 != "t.txt" && !$0.hasPrefix("out-")
                }
                #expect(left == [], "a page that is whole may stay, no part of one")
            }
        }
    }

    @Test("names with line ends and bytes that are not UTF-8") func names() throws {
        try inFolder { folder in
            let outcome = try Tool.shell(
                """
                name=$(printf 'a\\nb\\377')
                printf 'いろは\\n' > "$name.txt"
                rubi -q --from plain "$name.txt" --format text -o "$name.out" && cat "$name.out" && rubi -q --from plain "$name.txt" --out-dir out && ls out | wc -l
                rubi "$name.none"
                """, directory: folder)
            #expect(outcome.text == "いろは\n2\n", "\(outcome.errors)")
            #expect(outcome.status == 3)
            #expect(outcome.errors.contains("No such file or directory"))
        }
    }

    @Test("a manuscript that shrinks while it is read is said to have ended early") func shrinking() throws {
        try inFolder { folder in
            let path = folder.appendingPathComponent("t.txt").path
            try write(String(repeating: "いろはにほへと\n", count: 200_000), "t.txt", in: folder)
            let manuscript = try Manuscript(path: path)
            var block = Block()
            #expect(manuscript.next(into: &block))
            #expect(truncate(path, 1000) == 0)
            while manuscript.next(into: &block) {}
            #expect(manuscript.readError != nil)
        }
    }
}
