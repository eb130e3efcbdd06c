import Foundation
import Testing

@testable import Rubi
@testable import rubi

/// Many manuscripts at once.
struct BatchTests {
    private func inFolder(_ body: (URL) throws -> Void) throws {
        let folder = try Tool.temporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        for name in ["a.txt", "sub/b.txt", "sub/deep/c.md", "sub/notes.dat", "sub/.hidden.txt"] {
            let file = folder.appendingPathComponent("in/" + name)
            try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try "\(name)の本文\n".write(to: file, atomically: true, encoding: .utf8)
        }
        try body(folder)
    }

    private func files(_ folder: URL) -> [String] {
        (FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []).filter { $0.contains(".") }.sorted()
    }

    @Test func foldersAreWalkedAndOutputsLieAlike() throws {
        try inFolder { (folder: URL) throws in
            let outcome = try Tool.run(["--recursive", "in", "--out-dir", "out", "--from", "plain", "--format", "text"], directory: folder)
            #expect(outcome.status == 0, "\(outcome.errors)")
            #expect(files(folder.appendingPathComponent("out")) == ["a.txt", "sub/b.txt", "sub/deep/c.txt"])
            #expect(try Tool.run(["in", "--out-dir", "out"], directory: folder).status == 3, "a folder is none without --recursive")
        }
    }

    @Test func namesComeFromAList() throws {
        try inFolder { (folder: URL) throws in
            let lines = try Tool.shell(
                "printf 'in/a.txt\\nin/sub/b.txt\\n' | rubi --files-from - --from plain --format text", directory: folder)
            #expect(lines.text == "a.txtの本文\nsub/b.txtの本文\n")
            let nul = try Tool.shell(
                "find in -name '*.txt' -print0 | sort -z | rubi check --files-from - -0 --from plain --format json", directory: folder)
            #expect(nul.text == "{\"diagnostics\":[]}\n")
            #expect(try Tool.run(["--files-from", "no-such-list"], directory: folder).status == 3)
            #expect(try Tool.shell("printf '' | rubi --files-from -", directory: folder).output.isEmpty)
        }
    }

    @Test func theSameBytesWithAnyNumberOfJobs() throws {
        try inFolder { (folder: URL) throws in
            for index in 0..<12 {
                let text = String(repeating: "　｜第\(index)《だい》章の｜黄昏《たそがれ》は《な\n", count: 20 + index)
                try text.write(to: folder.appendingPathComponent("m\(index).txt"), atomically: true, encoding: .utf8)
            }
            func run(_ jobs: String, _ out: String) throws -> Tool.Outcome {
                try Tool.shell("rubi m*.txt missing.txt --from aozora --out-dir \(out) -j \(jobs)", directory: folder)
            }
            let one = try run("1", "one")
            let many = try run("5", "many")
            #expect(one.status == 3)
            #expect(many.status == 3)
            #expect(one.errors == many.errors, "and what is said comes in the same order")
            #expect(one.errors.contains("missing.txt: No such file"))
            #expect(try Tool.shell("diff -r one many", directory: folder).status == 0)
            #expect(files(folder.appendingPathComponent("many")).count == 12)
        }
    }

    @Test func progressIsSeenOnlyWhereItIsWanted() throws {
        try inFolder { (folder: URL) throws in
            let quiet = try Tool.shell("rubi in/a.txt in/sub/b.txt --from plain --out-dir out", directory: folder)
            #expect(quiet.errors == "")
            let loud = try Tool.shell("rubi in/a.txt in/sub/b.txt --from plain --out-dir out --progress always", directory: folder)
            #expect(loud.errors.contains("2 manuscripts, 2 pages, 20 characters in"), "\(loud.errors)")
        }
    }

    @Test func whatWasMadeBeforeIsLeftOut() throws {
        try inFolder { (folder: URL) throws in
            for index in 0..<6 {
                let text = String(repeating: "　｜第\(index)《だい》章\n", count: 9)
                try text.write(to: folder.appendingPathComponent("m\(index).txt"), atomically: true, encoding: .utf8)
            }
            func run(_ options: String = "") throws -> [String: Date] {
                let line = "rubi m*.txt --from aozora --out-dir out --format svg --page bunko --lines 4 --resume \(options)"
                let outcome = try Tool.shell(line, directory: folder)
                #expect(outcome.status == 0, "\(outcome.errors)")
                let out = folder.appendingPathComponent("out")
                var dates: [String: Date] = [:]
                for name in files(out) where name.hasSuffix(".svg") {
                    dates[name] =
                        try FileManager.default.attributesOfItem(atPath: out.appendingPathComponent(name).path)[.modificationDate] as? Date
                }
                return dates
            }
            let first = try run()
            #expect(first.count == 18)
            #expect(try run() == first, "nothing was to be done")
            #expect(try run("--jobs 3 --progress never -q") == first, "nor with options that change nothing")
            // One changed, one output gone, one output cut: these are made again, and the rest is left.
            try "別の本文\n".write(to: folder.appendingPathComponent("m1.txt"), atomically: true, encoding: .utf8)
            try FileManager.default.removeItem(at: folder.appendingPathComponent("out/m2-3.svg"))
            try Data("<svg".utf8).write(to: folder.appendingPathComponent("out/m3-1.svg"))
            let second = try run()
            let changed = Set(second.filter { first[$0.key] != $0.value }.keys.map { $0.prefix(2) })
            #expect(changed == ["m1", "m2", "m3"])
            let third = try run("--ruby-align jis")
            #expect(third.filter { $0.key.hasPrefix("m4") } != second.filter { $0.key.hasPrefix("m4") }, "another option, another output")
        }
    }

    /// kill -9 at any moment: no partial file under a final name, and the same command completes the work.
    @Test func aRunThatIsCutShortIsCompleted() throws {
        try inFolder { (folder: URL) throws in
            for index in 0..<40 {
                let text = String(repeating: "　｜第\(index)《だい》章の｜黄昏《たそがれ》\n", count: 300)
                try text.write(to: folder.appendingPathComponent("m\(index).txt"), atomically: true, encoding: .utf8)
            }
            let whole = try Tool.shell("rubi m*.txt --from aozora --out-dir whole", directory: folder)
            #expect(whole.status == 0)
            for moment in [3, 20, 60, 120] {
                let cut = try Tool.shell(
                    "rubi m*.txt --from aozora --out-dir out --resume & sleep 0.\(moment < 100 ? "0" : "")\(moment); kill -9 $!; wait $!; ls out",
                    directory: folder)
                for name in cut.text.split(separator: "\n") {
                    #expect(try Tool.shell("cmp out/\(name) whole/\(name)", directory: folder).status == 0, "\(name) is whole")
                }
            }
            #expect(
                try Tool.shell(
                    "rubi m*.txt --from aozora --out-dir out --resume && rm -f out/.*.partial out/.rubi-manifest && diff -r out whole",
                    directory: folder
                ).status == 0)
        }
    }

    @Test func workersGiveResultsInOrder() throws {
        for count in [1, 2, 8] {
            var next = 0
            var results: [Int] = []
            try Workers<Int, Int>.run(
                count,
                jobs: {
                    next += 1
                    return next <= 200 ? next : nil
                }, work: { $0 * $0 }, take: { results.append($0) })
            #expect(results == (1...200).map { $0 * $0 })
        }
    }

    @Test func whatTakesThrowsEndsTheWork() {
        struct Stop: Error {}
        var next = 0
        #expect(throws: Stop.self) {
            try Workers<Int, Int>.run(
                3,
                jobs: {
                    next += 1
                    return next
                }, work: { $0 }, take: { if $0 == 20 { throw Stop() } })
        }
        #expect(next < 40)
    }
}
