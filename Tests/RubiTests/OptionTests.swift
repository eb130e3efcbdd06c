import Rubi
import Testing

@testable import rubi

/// The table of options, and how arguments are read by it.
struct OptionTests {
    private func arguments(_ words: String...) throws -> Arguments { try Arguments(words.map { ByteString($0) }) }
    private func configuration(_ words: String...) throws -> Configuration {
        let arguments = try Arguments(words.map { ByteString($0) })
        return try Configuration(command: arguments.command, settings: arguments.settings)
    }

    @Test func tableHoldsEveryNameOnce() {
        #expect(Set(optionTable.map(\.name)).count == optionTable.count)
        #expect(Set(optionTable.map(\.name)) == Set(OptionName.allCases))
        let shorts = optionTable.compactMap(\.short)
        #expect(Set(shorts).count == shorts.count)
        for option in optionTable where option.name != .rubySize && option.name != .warichuSize {
            #expect(!option.summary.hasSuffix("."), "\(option.longForm)")
        }
    }

    @Test(arguments: [
        ["a.txt", "-o", "b.svg"], ["a.txt", "-ob.svg"], ["a.txt", "--output", "b.svg"], ["a.txt", "--output=b.svg"],
        ["--output=b.svg", "--", "a.txt"],
        ["typeset", "a.txt", "-o", "b.svg"],
    ])
    func formsOfAnOption(_ words: [String]) throws {
        let parsed = try Arguments(words.map { ByteString($0) })
        #expect(parsed.command == .typeset)
        #expect(parsed.operands == [ByteString("a.txt")])
        #expect(parsed.settings == [Setting(name: .output, value: ByteString("b.svg"), origin: "")])
    }

    @Test func afterTwoDashesNothingIsAnOption() throws {
        #expect(try arguments("--", "--measure", "-").operands == [ByteString("--measure"), ByteString("-")])
        #expect(try arguments("--", "check").command == .typeset)
    }

    @Test func subcommandMayFollowOptions() throws {
        let parsed = try arguments("-q", "check", "a.txt", "parse")
        #expect(parsed.command == .check)
        #expect(parsed.operands == [ByteString("a.txt"), ByteString("parse")])
    }

    @Test(arguments: [
        (["--ruby-aling", "jis"], "unknown option --ruby-aling; did you mean --ruby-align?"),
        (["--xyzzy"], "unknown option --xyzzy"),
        (["-x"], "unknown option -x"),
        (["--measure"], "--measure wants a value: --measure N"),
        (["check", "--measure", "3"], "--measure is no option of rubi check, only of: typeset, measure, index, diff"),
    ])
    func wrongOptions(_ words: [String], _ message: String) {
        #expect(throws: UsageError(message: message)) { try Arguments(words.map { ByteString($0) }) }
    }

    @Test(arguments: [
        (["--ruby-align", "jid"], "--ruby-align does not take ‘jid’; did you mean jis?"),
        (["--ruby-edge", "line"], "--ruby-edge does not take ‘line’, only: ruby, base, protrude"),
        (["--font-size", "10"], "--font-size wants a unit, pt, mm or Q, not ‘10’"),
        (["--font-size", "2em"], "--font-size wants a unit, pt, mm or Q, not ‘2em’"),
        (["--measure", "0"], "--measure wants a whole number from 1 to 10000, not ‘0’"),
        (["--measure", "4.5"], "--measure wants a whole number from 1 to 10000, not ‘4.5’"),
        (["--line-gap", "-1"], "--line-gap wants a length such as 0.5em, 3mm, 12Q or 9pt, not ‘-1’"),
        (["--page", "bunkou"], "--page does not take ‘bunkou’; did you mean bunko?"),
        (["--ruby-size", "quarter"], "--ruby-size wants a number from 0.1 to 1, or third, not ‘quarter’"),
    ])
    func wrongValues(_ words: [String], _ message: String) throws {
        let parsed = try Arguments(words.map { ByteString($0) })
        #expect(throws: UsageError(message: message)) { try Configuration(command: parsed.command, settings: parsed.settings) }
    }

    @Test func lastOneCounts() throws {
        #expect(try configuration("--hang", "allow", "--hang", "force").style.hang == .force)
        #expect(try configuration("--font", "A", "--font", "B").fonts.chain == ["A", "B"])
    }

    @Test(arguments: [
        ("1em", 1000), ("1", 1000), ("0.65", 650), ("5.25pt", 500), ("3.7042mm", 1000), ("14.816667Q", 1000),
    ])
    func lengths(_ text: String, _ thousandths: Int) throws {
        let length = try #require(WrittenLength(text)).ems(fontSize: 688_128)
        #expect(abs(length.raw - Length(thousandths: thousandths).raw) <= 2, "\(text) is \(length.raw)")
    }

    @Test(arguments: ["", "em", "1,5", "1e3", "0x10", "--1", "1.2.3", "９", "99999999999999999999", "1 em"])
    func notLengths(_ text: String) { #expect(WrittenLength(text) == nil) }

    @Test func endCapDependsOnTheMode() throws {
        #expect(try configuration().style.rubyEndCap == nil)
        #expect(try configuration("--ruby-align", "jis").style.rubyEndCap == Length(thousandths: 500))
        #expect(try configuration("--ruby-align", "jis", "--ruby-end-cap", "none").style.rubyEndCap == nil)
        #expect(try configuration("--ruby-end-cap", "0.75em").style.rubyEndCap == Length(thousandths: 750))
    }

    /// L60: the presets' grids.
    @Test(arguments: [
        ("bunko", 40, 16), ("shinsho", 42, 15), ("shiroku", 43, 18), ("a5", 50, 20), ("b6", 42, 17), ("a4", 56, 30), ("letter", 52, 30),
    ])
    func presetGrids(_ name: String, _ measure: Int, _ lines: Int) throws {
        let style = try configuration("--page", name).style
        #expect(style.measure == measure)
        #expect(style.lines == lines)
        #expect(style.lineHeight == .fixed)
        #expect(style.matter == .front)
        let page = try #require(style.page)
        #expect(style.measure * style.fontSize <= page.height)
    }

    @Test func withoutPage() throws {
        let style = try configuration().style
        #expect(style.page == nil)
        #expect((style.measure, style.lines, style.fontSize) == (40, 0, 688_128))
        #expect(style.lineHeight == .grow)
        #expect(style.matter == .none)
    }

    @Test func largerTypeTakesAGridThatFits() throws {
        let style = try configuration("--page", "a5", "--font-size", "12pt").style
        #expect(style.measure == 37)
        #expect(style.lines == 15)
    }

    @Test func horizontalTextTakesAGridThatFits() throws {
        let style = try configuration("--page", "a5", "--direction", "horizontal").style
        #expect((style.measure, style.lines) == (32, 30))
    }

    @Test func paperOfOnesOwn() throws {
        let page = try #require(try configuration("--page", "105x148mm").style.page)
        #expect(page == PagePreset.bunko.size)
        #expect(
            try configuration("--page", "300ptx400pt", "--measure", "30", "--lines", "10").style.page
                == PageSize(width: 300 * 65536, height: 400 * 65536))
    }

    @Test func aGridTooLargeIsWrongUsage() throws {
        #expect(throws: UsageError.self) { try configuration("--page", "a6", "--measure", "60") }
        #expect(throws: UsageError.self) { try configuration("--page", "a6", "--columns", "3", "--measure", "20") }
        #expect(throws: UsageError.self) { try configuration("--page", "a6", "--margin", "70mm") }
    }

    @Test func marginsLikeThoseOfCSS() throws {
        let points = 65536
        #expect(try configuration("--page", "a5", "--margin", "10pt").style.margins == [10, 10, 10, 10].map { $0 * points })
        #expect(try configuration("--page", "a5", "--margin", "10pt,20pt").style.margins == [10, 20, 10, 20].map { $0 * points })
        #expect(try configuration("--page", "a5", "--margin", "10pt,20pt,30pt").style.margins == [10, 20, 30, 20].map { $0 * points })
        #expect(try configuration("--page", "a5", "--margin", "10pt,20pt,30pt,40pt").style.margins == [10, 20, 30, 40].map { $0 * points })
    }

    @Test(arguments: [("story.json", OutputFormat.json), ("story.txt", .text), ("story.JSONL", .jsonl), ("/dev/null", .jsonl)])
    func formatByExtension(_ name: String, _ format: OutputFormat) throws { #expect(try configuration("-o", name).format == format) }

    @Test(arguments: [("measrue", "measure"), ("chekc", "check"), ("xyzzy", nil), ("pars", "parse")])
    func nearestWord(_ word: String, _ expected: String?) {
        #expect(nearest(to: word, among: Command.allCases.map(\.rawValue)) == expected)
    }

    @Test func fileNames() {
        let path = ByteString("a.b/c.tar.gz")
        #expect(path.fileExtension == "gz")
        #expect(path.withoutExtension.text == "a.b/c.tar")
        #expect(path.folder.text == "a.b/")
        #expect(ByteString(".rubi").fileExtension == "")
        #expect(ByteString("a.b/c").withoutExtension.text == "a.b/c")
    }
}
