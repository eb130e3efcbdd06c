import Foundation
import Testing

/// Documentation/rules.md lists every rule with its tests; a rule without one fails the script that prints it.
@Suite struct RuleTableTests {
    @Test func theTableOfRulesIsCurrent() throws {
        let process = Process()
        let output = Pipe()
        process.executableURL = packageRoot.appendingPathComponent("scripts/rule-table")
        process.standardOutput = output
        try process.run()
        let printed = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        #expect(printed == (try Data(contentsOf: packageRoot.appendingPathComponent("Documentation/rules.md"))))
    }
}
