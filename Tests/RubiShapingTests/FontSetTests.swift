import Testing

@testable import RubiShaping

@Suite struct FontSetTests {
    @Test func opensAPath() throws {
        let font = try FontSet(chain: [Place.testFont]).primary
        #expect(font.family == "RubiTest")
        #expect(font.style == "Regular")
        #expect(font.file == "RubiTest.ttf")
        #expect(font.postScriptName == "RubiTest-Regular")
        #expect(font.unitsPerEm == 1000)
        #expect(font.features == ["ccmp", "halt", "ruby", "vert", "vhal"])
        #expect(font.licence == "MIT")
        #expect(font.frame == CharacterFrame(ascent: 57672, descent: -7864))
    }

    /// R6: from `BASE` (Noto, IPAex) and from the typographic metrics (BIZ).
    @Test(arguments: [
        ("BIZ UDMincho", 57665), ("Noto Serif CJK JP", 57672), ("IPAexMincho", 57664),
    ]) func characterFrame(family: String, ascent: Int) throws {
        guard let font = try? FontSet(chain: [family]).primary else {
            print("skipped: \(family) is not installed")
            return
        }
        #expect(font.family == family)
        #expect(abs(Int(font.frame.ascent) - ascent) <= 8)
        #expect(font.frame.ascent - font.frame.descent == 65536)
    }

    @Test(arguments: [
        ("No Such Family 123", FontError.familyNotFound("No Such Family 123")), ("/no/such.ttf", .unreadable(path: "/no/such.ttf")),
        (#filePath + "#0", .notAFont(path: #filePath)), (Place.testFont + "#3", .noSuchIndex(path: Place.testFont, index: 3, count: 1)),
        // A family that fontconfig would answer with another font.
        ("Courier Newer", .familyNotFound("Courier Newer")),
    ]) func errors(name: String, error: FontError) {
        #expect(throws: error) { try FontSet(chain: [name]) }
    }

    @Test func badFeature() {
        #expect(throws: FontError.badFeature("toolongtag")) { try FontSet(chain: [Place.testFont], features: "liga,toolongtag") }
    }

    @Test func errorNamesTheFamilyAndThePackage() {
        #expect(FontError.familyNotFound("BIZ UDMincho").description.contains("fonts-morisawa-bizud-mincho"))
    }

    @Test func rubyChainComesBeforeTheBaseChain() throws {
        guard let fonts = try? FontSet(chain: [Place.testFont], rubyChain: ["BIZ UDMincho"]) else {
            print("skipped: BIZ UDMincho is not installed")
            return
        }
        #expect(fonts.fonts.map(\.family) == ["RubiTest", "BIZ UDMincho"])
        #expect(fonts.baseChain == [0])
        #expect(fonts.rubyChain == [1, 0])
        #expect(Shaper(fonts: fonts).shape("か", .upright, .ruby).font == [1])
    }
}
