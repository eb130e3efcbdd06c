import Testing

@testable import RubiShaping

@Suite struct GlyphOutlineTests {
    /// .notdef of the test font is four boxes of straight lines.
    @Test func straightLines() throws {
        let outliner = try GlyphOutliner(try FontSet(chain: [Place.testFont]).primary)
        var outline = GlyphOutline()
        #expect(outliner.read(0, into: &outline))
        let box: [GlyphOutline.Verb] = [.move, .line, .line, .line, .close]
        #expect(outline.verbs == box + box + box + box)
        #expect(outline.coordinates.count == 32)
        #expect(outline.coordinates.min() == -80)
        #expect(outline.coordinates.max() == 960)
    }

    @Test func aSpaceHasNoInk() throws {
        let font = try FontSet(chain: [Place.testFont]).primary
        var outline = GlyphOutline()
        #expect(try GlyphOutliner(font).read(try #require(font.glyph(of: 0x3000)), into: &outline))
        #expect(outline.isEmpty)
    }

    @Test func noSuchGlyph() throws {
        var outline = GlyphOutline()
        outline.verbs = [.close]
        #expect(!(try GlyphOutliner(try FontSet(chain: [Place.testFont]).primary).read(65000, into: &outline)))
        #expect(outline.isEmpty)
    }

    @Test(arguments: [("BIZ UDMincho", GlyphOutline.Verb.quad), ("Noto Serif CJK JP", .cubic)])
    func curves(family: String, verb: GlyphOutline.Verb) throws {
        guard let font = try? FontSet(chain: [family]).primary else {
            print("skipped: \(family) is not installed")
            return
        }
        var outline = GlyphOutline()
        #expect(try GlyphOutliner(font).read(try #require(font.glyph(of: 0x3042)), into: &outline))
        #expect(outline.verbs.contains(verb))
        #expect(outline.verbs.reduce(0) { $0 + $1.coordinateCount } == outline.coordinates.count)
        #expect(outline.verbs.last == .close)
        #expect(outline.verbs.count { $0 == .move } == outline.verbs.count { $0 == .close })
    }
}
