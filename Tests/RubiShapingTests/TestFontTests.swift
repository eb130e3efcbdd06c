import Foundation
import Testing

@testable import RubiShaping

@Suite struct TestFontTests {
    /// The committed font is what the committed script makes.
    @Test func theScriptMakesTheFont() throws {
        let made = FileManager.default.temporaryDirectory.appendingPathComponent("rubi-test-font-\(getpid()).ttf")
        defer { try? FileManager.default.removeItem(at: made) }
        let process = Process()
        // Debian's Python, whose fontTools scripts/setup installs.
        process.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
        process.arguments = [Place.package.appendingPathComponent("Fonts/make-test-font.py").path, made.path]
        try process.run()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        #expect(try Data(contentsOf: made) == Data(contentsOf: URL(fileURLWithPath: Place.testFont)))
    }

    /// Every character of JIS X 0208 and 0213 has a glyph of its own, as wide as the tables of cases reckon.
    @Test func everyCharacterHasItsGlyph() throws {
        let font = try FontSet(chain: [Place.testFont]).primary
        var owners: [UInt32: UInt32] = [:]
        for scalar in Set(CharacterRepertoire.all.flatMap(\.scalars) + Array(0x20...0x7E) + Array(0x3031...0x3035)).sorted() {
            let glyph = try #require(font.glyph(of: scalar), "U+\(String(scalar, radix: 16))")
            #expect(owners.updateValue(scalar, forKey: glyph) == nil, "U+\(String(scalar, radix: 16))")
            #expect(font.horizontalAdvance(of: glyph) == ((0x20...0x7E).contains(scalar) ? 32768 : 65536))
            #expect(font.verticalAdvance(of: glyph) == 65536)
        }
        #expect(owners.count > 10000)
    }
}
