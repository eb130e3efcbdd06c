import Foundation
import Testing

@testable import Rubi

/// Documentation/diagnostics: every code has its page, the example of a page yields its code as the page shows it, and what the remedy comes to does not.
struct DiagnosticPageTests {
    private static let folder = Tool.root.appendingPathComponent("Documentation/diagnostics")

    @Test(arguments: DiagnosticCode.allCases)
    func page(_ code: DiagnosticCode) throws {
        let text = try String(contentsOf: Self.folder.appendingPathComponent(code.rawValue + ".md"), encoding: .utf8)
        #expect(text.hasPrefix("# \(code.rawValue)\n\n**\(code.severity)** — "))
        #expect(text.contains("\n## Remedy\n\n\(DiagnosticCatalogue.remedy(for: code))\n"))
        let halves = text.components(separatedBy: "\n## Remedy\n")
        try #require(halves.count == 2)
        let example = try #require(Self.fenced("sh", in: halves[0]).first)
        let shown = try Self.run(example)
        #expect(shown.contains("[\(code.rawValue)]"))
        #expect(Self.fenced("text", in: halves[0]) == [shown])
        for corrected in Self.fenced("sh", in: halves[1]) {
            #expect(!(try Self.run(corrected)).contains("[\(code.rawValue)]"))
        }
    }

    @Test func theListHasAllPagesAndNoOthers() throws {
        let list = try String(contentsOf: Self.folder.appendingPathComponent("README.md"), encoding: .utf8)
        let listed = list.components(separatedBy: "\n").compactMap { $0.hasPrefix("| [`") ? $0.dropFirst(4).prefix { $0 != "`" } : nil }
        let codes = Set(DiagnosticCode.allCases.map(\.rawValue))
        #expect(Set(listed.map(String.init)) == codes)
        #expect(listed.count == codes.count)
        let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
        #expect(Set(files) == Set(codes.map { $0 + ".md" } + ["README.md"]))
    }

    /// SARIF holds the remedies as the rules' help. A `helpUri` would have to be absolute, and the pages have no address of their own.
    @Test func sarifHoldsTheRemedies() throws {
        let outcome = try Tool.run(["check", "--format", "sarif", "-"], input: Array("一\n".utf8))
        let sarif = try JSONSerialization.jsonObject(with: Data(outcome.output)) as? [String: Any]
        let driver = ((sarif?["runs"] as? [[String: Any]])?.first?["tool"] as? [String: [String: Any]])?["driver"]
        let rules = driver?["rules"] as? [[String: Any]] ?? []
        #expect(rules.compactMap { $0["id"] as? String } == DiagnosticCode.allCases.map(\.rawValue))
        #expect(
            rules.compactMap { ($0["help"] as? [String: String])?["text"] } == DiagnosticCode.allCases.map(DiagnosticCatalogue.remedy))
    }

    /// What a command says, on standard output and standard error together.
    private static func run(_ command: String) throws -> String { try Tool.shell("export LC_ALL=C; \(command) 2>&1").text }

    /// The blocks of a page that are fenced as `language`.
    private static func fenced(_ language: String, in page: String) -> [String] {
        page.components(separatedBy: "```\(language)\n").dropFirst().compactMap { $0.components(separatedBy: "```").first }
            .map { language == "sh" ? $0.trimmingCharacters(in: .newlines) : $0 }
    }
}
