import Foundation
import Testing

/// Where outputs go, and what never happens to files.
struct OutputTests {
    private let files = FileManager.default

    /// A folder with the manuscripts a.txt (one line) and b.txt (nine lines).
    private func inFolder(_ body: (URL) throws -> Void) throws {
        let folder = try Tool.temporaryFolder()
        defer { try? files.removeItem(at: folder) }
        try "いろはに\n".write(to: folder.appendingPathComponent("a.txt"), atomically: true, encoding: .utf8)
        try String(repeating: "ほへと\n", count: 9).write(to: folder.appendingPathComponent("b.txt"), atomically: true, encoding: .utf8)
        try body(folder)
    }

    private func run(_ folder: URL, _ arguments: String...) throws -> Tool.Outcome {
        try Tool.run(["--from", "plain"] + arguments, directory: folder)
    }

    private func names(_ folder: URL) throws -> [String] { try files.contentsOfDirectory(atPath: folder.path).sorted() }

    private func text(_ folder: URL, _ name: String) throws -> String {
        try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
    }

    @Test func aFileIsWrittenUnderItsNameAlone() throws {
        try inFolder { (folder: URL) throws in
            #expect(try run(folder, "a.txt", "-o", "a.jsonl").status == 0)
            #expect(try names(folder) == ["a.jsonl", "a.txt", "b.txt"])
            #expect(try text(folder, "a.jsonl").hasPrefix("{\"type\":\"document\""))
        }
    }

    @Test func aDrawnFormatHasOneFileAPage() throws {
        try inFolder { (folder: URL) throws in
            #expect(try run(folder, "b.txt", "-o", "b.svg", "--lines", "4").status == 0)
            #expect(try names(folder) == ["a.txt", "b-1.svg", "b-2.svg", "b-3.svg", "b.txt"])
            #expect(try run(folder, "b.txt", "-o", "c.svg", "--page", "none").status == 0)
            #expect(try names(folder).contains("c.svg"))
        }
    }

    @Test func standardOutputHoldsOnePage() throws {
        try inFolder { (folder: URL) throws in
            let one = try run(folder, "a.txt", "--format", "svg")
            #expect(one.status == 0)
            #expect(one.text.hasPrefix("<svg") || one.text.hasPrefix("<?xml"))
            let more = try run(folder, "b.txt", "--format", "svg", "--lines", "4")
            #expect(more.status == 2)
            #expect(more.output.isEmpty, "nothing is written before it is said")
        }
    }

    @Test func manyManuscriptsToAFolder() throws {
        try inFolder { (folder: URL) throws in
            #expect(try run(folder, "a.txt", "b.txt", "--out-dir", "x/y").status == 0)
            #expect(try names(folder.appendingPathComponent("x/y")) == ["a.jsonl", "b.jsonl"])
            let clash = try run(folder, "a.txt", "./a.txt", "--out-dir", "x")
            #expect(clash.status == 2)
            #expect(clash.errors.contains("a.txt and ./a.txt would have the same output, x/a.jsonl"))
            #expect(try run(folder, "a.txt", "b.txt", "-o", "c.jsonl").status == 2)
            #expect(try run(folder, "a.txt", "b.txt", "--format", "svg").status == 2)
        }
    }

    @Test func oneThatCannotBeReadDoesNotStopTheRest() throws {
        try inFolder { (folder: URL) throws in
            let outcome = try run(folder, "nothing.txt", "b.txt", "--out-dir", "out")
            #expect(outcome.status == 3)
            #expect(outcome.errors == "rubi: error: nothing.txt: No such file or directory\n")
            #expect(try names(folder.appendingPathComponent("out")) == ["b.jsonl"])
        }
    }

    @Test func aManuscriptIsNeverOverwritten() throws {
        try inFolder { (folder: URL) throws in
            try files.createSymbolicLink(atPath: folder.appendingPathComponent("link.txt").path, withDestinationPath: "a.txt")
            for target in ["a.txt", "./a.txt", "link.txt"] {
                let outcome = try run(folder, "a.txt", "--format", "text", "-o", target)
                #expect(outcome.status == 2)
                #expect(outcome.errors.contains("would overwrite the manuscript \(target)"))
            }
            #expect(try run(folder, "a.txt", "--format", "text", "--out-dir", ".").status == 2)
            #expect(try text(folder, "a.txt") == "いろはに\n")
        }
    }

    @Test func linksAndModesStay() throws {
        try inFolder { (folder: URL) throws in
            try "old".write(to: folder.appendingPathComponent("real.txt"), atomically: true, encoding: .utf8)
            try files.setAttributes([.posixPermissions: 0o640], ofItemAtPath: folder.appendingPathComponent("real.txt").path)
            try files.createSymbolicLink(atPath: folder.appendingPathComponent("link.txt").path, withDestinationPath: "real.txt")
            #expect(try run(folder, "a.txt", "--format", "text", "-o", "link.txt").status == 0)
            #expect(try files.destinationOfSymbolicLink(atPath: folder.appendingPathComponent("link.txt").path) == "real.txt")
            #expect(try text(folder, "real.txt") == "いろはに\n")
            let mode = try files.attributesOfItem(atPath: folder.appendingPathComponent("real.txt").path)[.posixPermissions] as? Int
            #expect(mode == 0o640)
        }
    }

    @Test func devicesAndPipesAreWrittenTo() throws {
        try inFolder { (folder: URL) throws in
            #expect(try run(folder, "a.txt", "-o", "/dev/null").status == 0)
            let status = try #require(try files.attributesOfItem(atPath: "/dev/null")[.type] as? FileAttributeType)
            #expect(status == .typeCharacterSpecial)
            let outcome = try Tool.shell(
                "mkfifo pipe; cat pipe & rubi a.txt --from plain --format text -o pipe; wait; ls -l pipe | cut -c1", directory: folder)
            #expect(outcome.text == "いろはに\np\n")
        }
    }

    @Test func placesThatCannotBeWritten() throws {
        try inFolder { (folder: URL) throws in
            let missing = try run(folder, "a.txt", "-o", "no/such/a.jsonl")
            #expect(missing.status == 3)
            #expect(missing.errors == "rubi: error: no/such/a.jsonl: No such file or directory\n")
            #expect(try run(folder, "a.txt", "-o", ".").status == 3)
            let full = try Tool.shell("rubi a.txt --from plain > /dev/full", directory: folder)
            #expect(full.status == 3)
            #expect(full.errors.contains("No space left on device"))
            let closed = try Tool.shell("rubi a.txt --from plain >&-", directory: folder)
            #expect(closed.status == 3)
        }
    }

    @Test func aBrokenPipeIsQuiet() throws {
        try inFolder { (folder: URL) throws in
            try String(repeating: "いろはにほへとちりぬるを\n", count: 20000).write(
                to: folder.appendingPathComponent("long.txt"), atomically: true, encoding: .utf8)
            let outcome = try Tool.shell("rubi long.txt --from plain | head -c 10 > /dev/null", directory: folder)
            #expect(outcome.errors == "")
            let ignored = try Tool.shell("trap '' PIPE; rubi long.txt --from plain | head -c 10 > /dev/null", directory: folder)
            #expect(ignored.errors == "")
        }
    }

    @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
    func aSignalLeavesNoPartialFile(_ signal: Int32) throws {
        try inFolder { (folder: URL) throws in
            let long = String(repeating: "いろはにほへとちりぬるを\n", count: 60_000)
            try long.write(to: folder.appendingPathComponent("long.txt"), atomically: true, encoding: .utf8)
            let process = Process()
            process.executableURL = URL(fileURLWithPath: Tool.binary)
            process.arguments = ["long.txt", "--from", "plain", "-o", "long.jsonl"]
            process.currentDirectoryURL = folder
            try process.run()
            // Until the output is open: it has no name, or one for the time being.
            let open = "/proc/\(process.processIdentifier)/fd"
            func isOpen() -> Bool {
                let files = (try? FileManager.default.contentsOfDirectory(atPath: open)) ?? []
                return files.compactMap { try? FileManager.default.destinationOfSymbolicLink(atPath: "\(open)/\($0)") }
                    .contains { $0.contains(folder.lastPathComponent) && !$0.hasSuffix("long.txt") }
            }
            while process.isRunning, !isOpen() { usleep(1000) }
            #expect(try !names(folder).contains("long.jsonl"))
            kill(process.processIdentifier, signal)
            process.waitUntilExit()
            #expect(process.terminationReason == .uncaughtSignal)
            #expect(process.terminationStatus == signal)
            #expect(try names(folder) == ["a.txt", "b.txt", "long.txt"])
        }
    }

    @Test func theSameBytesWhateverTheLocale() throws {
        let story = Tool.root.appendingPathComponent("Examples/story.txt").path
        for format in ["jsonl", "json", "text"] {
            let first = try Tool.run([story, "--page", "bunko", "--format", format], environment: ["LC_ALL": "C"])
            let second = try Tool.run([story, "--page", "bunko", "--format", format], environment: ["LC_ALL": "ja_JP.UTF-8"])
            #expect(first.status == 0)
            #expect(!first.output.isEmpty && first.output == second.output, "\(format)")
        }
    }

    @Test func aSlipInASubcommand() throws {
        let outcome = try Tool.run(["mesure"])
        #expect(outcome.status == 3)
        #expect(outcome.errors == "rubi: error: mesure: No such file or directory; did you mean the subcommand measure?\n")
    }
}
