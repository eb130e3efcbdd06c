import Foundation
import Testing

@testable import Rubi
@testable import rubi

/// `rubi config` and `rubi doctor`.
struct ConfigCommandTests {
    private func inFolder(_ body: (URL) throws -> Void) throws {
        let folder = try Tool.temporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        try "measure = 38\nlevel = 4\ncolor = #112233 # ink\n".write(
            to: folder.appendingPathComponent(".rubi"), atomically: true, encoding: .utf8)
        try "いろは\n".write(to: folder.appendingPathComponent("a.txt"), atomically: true, encoding: .utf8)
        try body(folder)
    }

    /// The lines that are no comments, with single spaces.
    private func given(_ outcome: Tool.Outcome) -> [String] {
        outcome.text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { $0.split(separator: " ").joined(separator: " ") }
    }

    @Test func whatIsInForceAndFromWhere() throws {
        try inFolder { folder in
            let outcome = try Tool.run(["config", "--page", "bunko", "--font", "A", "--font=B", "a.txt"], directory: folder)
            #expect(outcome.status == 0)
            #expect(
                given(outcome) == [
                    "page = bunko # the command line", "measure = 38 # .rubi:1", "font = A # the command line",
                    "font = B # the command line",
                    "color = #112233 # .rubi:3", "level = 4 # .rubi:2",
                ])
            // What follows from the page is shown as it comes out.
            #expect(outcome.text.contains("# lines = 16 "))
            #expect(outcome.text.contains("# matter = front "))
            #expect(given(try Tool.run(["config"], directory: folder)).isEmpty)
        }
    }

    @Test func itsOutputIsAConfiguration() throws {
        try inFolder { folder in
            let first = try Tool.run(["config", "--page", "bunko", "--ruby-align", "jis", "a.txt"], directory: folder)
            try Data(first.output).write(to: folder.appendingPathComponent("kept"))
            let second = try Tool.run(["config", "--config", "kept"], directory: folder)
            #expect(given(first).map { $0.components(separatedBy: " # ")[0] } == given(second).map { $0.components(separatedBy: " # ")[0] })
            #expect(given(second).allSatisfy { $0.contains(" # kept:") })
        }
    }

    @Test func everyOptionIsShownOnce() throws {
        let outcome = try Tool.run(["config"])
        for option in optionTable where ![.config, .help, .version].contains(option.name) {
            #expect(outcome.text.components(separatedBy: "\n# \(option.name.rawValue) = ").count == 2, "\(option.longForm)")
        }
    }

    @Test func doctorNamesWhatIsThere() throws {
        let outcome = try Tool.run(["doctor"])
        #expect(outcome.status == 0)
        for library in LibraryVersions.all { #expect(outcome.text.contains("\(library.name) \(library.version ?? "missing")")) }
        #expect(outcome.text.components(separatedBy: "\nok ").count == 8)
    }

    /// What is installed cannot be hidden from the command without rights, so a finding is made by hand.
    @Test func doctorSaysWhatBringsTheRest() {
        let missing = DoctorCommand.Finding(name: "font X", found: nil, want: "nothing is set", package: "fonts-x")
        #expect(missing.text == "missing  font X: nothing is set\n         sudo apt-get install fonts-x\n")
        #expect(FontCatalog.debianPackage(of: FontSet.defaultChain[0]) == "fonts-morisawa-bizud-mincho")
        #expect(FontSet.defaultChain.allSatisfy { FontCatalog.debianPackage(of: $0) != nil })
    }
}
