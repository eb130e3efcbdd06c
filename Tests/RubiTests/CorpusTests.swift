import Foundation
import Testing

/// Real works, where they are beside the package: every character once and in order, no line past its measure, no readings over each other.
struct CorpusTests {
    private static func files() throws -> [String] {
        let shared = Tool.root.deletingLastPathComponent().appendingPathComponent("shared")
        return try ["manuscripts", "corpus"].flatMap { folder in
            let path = shared.appendingPathComponent(folder).path
            guard FileManager.default.fileExists(atPath: path) else { return [String]() }
            return try FileManager.default.contentsOfDirectory(atPath: path).filter { $0.hasSuffix(".txt") }.sorted().map {
                "\(path)/\($0)"
            }
        }
    }

    @Test func baseTextAndGeometry() throws {
        guard let files = try Self.works() else { return print("skipped: no manuscripts in ../shared") }
        let outcome = try Tool.shell("/usr/bin/python3 Tests/Scripts/check_manuscripts.py '\(Tool.binary)' \(files)")
        #expect(outcome.status == 0, "\(outcome.text)\(outcome.errors)")
        print("corpus: \(outcome.text.split(separator: "\n").last ?? "")")
    }

    /// Exit status, bytes that come back (M130), and annotations that are not understood, under one in a hundred.
    @Test func notation() throws {
        guard let files = try Self.works() else { return print("skipped: no manuscripts in ../shared") }
        let outcome = try Tool.shell("/usr/bin/python3 Tests/Scripts/check_notation.py '\(Tool.binary)' \(files)")
        #expect(outcome.status == 0, "\(outcome.text)\(outcome.errors)")
        print("notation: \(outcome.text.split(separator: "\n").last ?? "")")
    }

    /// The works as arguments of a command, nil where there are none. A debug build takes a hundred times as long: it checks a few short ones.
    private static func works() throws -> String? {
        let files = try Self.files()
        guard !files.isEmpty else { return nil }
        let short = files.filter { (try? Data(contentsOf: URL(fileURLWithPath: $0)).count) ?? .max < 8000 }.prefix(20)
        return (Tool.isRelease ? files : Array(short)).map { "'\($0)'" }.joined(separator: " ")
    }

    /// Every line in 24 ways of setting: text, measure, kinsoku, readings over their bases, no ink over another. The whole matrix with RUBI_ALL=1; else every
    /// 96th pair of a manuscript and a way.
    @Test func linesInAllWays() throws {
        let files = try Self.files()
        guard !files.isEmpty else { return print("skipped: no manuscripts in ../shared") }
        guard Tool.isRelease else { return print("skipped: the lines of all ways are checked with a release build") }
        let every = ProcessInfo.processInfo.environment["RUBI_ALL"] == nil ? "96" : "1"
        let list = files.map { "'\($0)'" }.joined(separator: " ")
        let outcome = try Tool.shell("/usr/bin/python3 Tests/Scripts/check_lines.py '\(Tool.binary)' --every \(every) \(list)")
        #expect(outcome.status == 0, "\(outcome.text)\(outcome.errors)")
        print("lines: \(outcome.text.split(separator: "\n").last ?? "")")
    }
}
