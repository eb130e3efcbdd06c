import Testing

/// The HTML preview as a reader uses it, in headless Chromium.
struct PreviewTests {
    @Test("pages turn, search finds, ruby goes, a line is copied by mouse and keyboard") func aReaderUsesIt() throws {
        let outcome = try Tool.shell(
            "/usr/bin/python3 Tests/Scripts/check_preview.py '\(Tool.binary)' Examples/story.txt", directory: Tool.root)
        if outcome.status == 77 { return print("skipped: \(outcome.text)") }
        #expect(outcome.status == 0, "\(outcome.text)\(outcome.errors)")
    }
}
