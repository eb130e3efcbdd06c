import Foundation
import Testing

/// `rubi furigana` and `rubi index` as commands; what they find is the business of the tests of readings.
struct ReadingCommandTests {
    @Test func furiganaOfAPipe() throws {
        let outcome = try Tool.run(["furigana"], input: Array("食べる東京\n".utf8))
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.text == "食《た》べる東京《とうきょう》\n")
    }

    @Test func furiganaOptions() throws {
        let folder = try Tool.temporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        for (name, text) in [("names.tsv", "葛葉\tくずのは\n"), ("known.txt", "東京"), ("words.txt", "食べる\n"), ("bad.tsv", "葛葉\n")] {
            try text.write(to: folder.appendingPathComponent(name), atomically: true, encoding: .utf8)
        }
        let text = Array("葛葉は東京で食べる\n".utf8)
        for (options, expected) in [
            (["--readings", "names.tsv"], "葛葉《くずのは》は東京《とうきょう》で食《た》べる\n"),
            (["--readings", "names.tsv", "--level", "known.txt"], "葛葉《くずのは》は東京で食《た》べる\n"), (["--only", "@words.txt"], "葛葉は東京で食《た》べる\n"),
            (["--only", "東京,食べる", "--except", "東京"], "葛葉は東京で食《た》べる\n"),
            (["--only", "東京", "--to", "html"], "<p>葛葉は<ruby>東<rt>とう</rt>京<rt>きょう</rt></ruby>で食べる</p>\n"),
            (["--only", "東京", "--output-encoding", "utf-8", "--split-jukugo"], "葛葉は東《とう》京《きょう》で食べる\n"),
        ] {
            let outcome = try Tool.run(["furigana"] + options, input: text, directory: folder)
            #expect(outcome.status == 0, "\(outcome.errors)")
            #expect(outcome.text == expected, "\(options)")
        }
        for options in [["--level", "7"], ["--readings", "bad.tsv"], ["--confidence", "101"], ["--standalone"]] {
            #expect(try Tool.run(["furigana"] + options, input: text, directory: folder).status == 2, "\(options)")
        }
        for options in [["--dictionary", folder.path], ["--user-dictionary", "none.dic"], ["--readings", "none"]] {
            #expect(try Tool.run(["furigana"] + options, input: text, directory: folder).status == 3, "\(options)")
        }
    }

    @Test func outputsOfManyKeepTheirNames() throws {
        let folder = try Tool.temporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let outcome = try Tool.run(["furigana", "-q", "Examples/story.txt", "Examples/rain.vfm.md", "--out-dir", folder.path])
        #expect(outcome.status == 0, "\(outcome.errors)")
        for name in ["story.txt", "rain.vfm.md"] {
            #expect(FileManager.default.fileExists(atPath: folder.appendingPathComponent(name).path))
        }
    }

    @Test func indexOfLines() throws {
        let outcome = try Tool.run(["index", "--format", "tsv", "--key", "romaji", "--group", "row"], input: Array("東京\nApple\n日本".utf8))
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.text == "A\napple\tApple\nN\nnippon\t日本\nT\ntoukyou\t東京\n")
    }

    @Test func indexOfFields() throws {
        let folder = try Tool.temporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        try "1,\"東\n京\"\n2,大阪\n".write(to: folder.appendingPathComponent("a.csv"), atomically: true, encoding: .utf8)
        let outcome = try Tool.run(["index", "--field", "2", "a.csv"], directory: folder)
        #expect(outcome.text == "2,大阪\n1,\"東\n京\"\n" || outcome.text == "1,\"東\n京\"\n2,大阪\n", "\(outcome.errors)")
        #expect(try Tool.run(["index", "--field", "csv:2"], input: Array("1,東京\n2,大阪\n".utf8)).text == "2,大阪\n1,東京\n")
        #expect(try Tool.run(["index", "--field", "0"]).status == 2)
    }

    /// No locale plays a part.
    @Test(arguments: ["C", "zh_CN.UTF-8", "ja_JP.UTF-8", "tr_TR.UTF-8"])
    func localesAreIdentical(_ locale: String) throws {
        let lines = Array("東京\n日本\nりんご\nリンゴ\nApple\nI\ni\n大阪\n北京\nばば\nはは\n".utf8)
        let story = "Examples/story.txt"
        for command in [
            ["index"], ["index", "--key", "romaji", "--format", "tsv"], ["furigana", "-q", story],
            ["index", "--of", "words", story, "-q", "--lang", "en"],
        ] {
            let here = try Tool.run(command, input: lines, environment: ["LC_ALL": locale, "LANG": locale])
            let there = try Tool.run(command, input: lines, environment: ["LC_ALL": "C", "LANG": "C"])
            #expect(here.status == 0)
            #expect(here.output == there.output, "\(command)")
        }
    }

    /// The index of a book can be typeset as it comes.
    @Test func indexOfWords() throws {
        let outcome = try Tool.shell(
            "rubi index --of words Examples/story.txt --page bunko -q | rubi - --page bunko -q --format text", directory: Tool.root)
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.text.contains("活版所"))
        let table = try Tool.run(["index", "--of", "words", "Examples/story.txt", "--page", "bunko", "--format", "tsv", "-q"])
        #expect(table.text.contains("かっぱんじょ\t活版所\tかっぱんじょ\t1\n"), "\(table.text)")
    }
}
