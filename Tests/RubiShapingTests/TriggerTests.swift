import Testing

@testable import RubiShaping

/// What the analysis of a font's rules makes a trigger, and what it does not.
@Suite struct TriggerTests {
    private func open(_ chain: [String], features: String = "") -> Shaper? {
        do { return Shaper(fonts: try FontSet(chain: chain, features: features)) } catch {
            print("skipped: \(chain): \(error)")
            return nil
        }
    }

    /// か゚ is a ligature of the test font: the mark is its rarest part, so か alone stays in the table.
    @Test func theRarestPartOfALigature() throws {
        let shaper = try #require(open([Place.testFont]))
        #expect(shaper.constantGlyph(0x304B, orientation: .upright, use: .base) != nil)
        #expect(shaper.constantGlyph(0x309A, orientation: .upright, use: .base) == nil)
        // ˩˥: neither is common, and both begin a ligature; one of them at least must be a trigger.
        let tones = [0x02E9, 0x02E5].map { shaper.constantGlyph($0, orientation: .horizontal, use: .base) != nil }
        #expect(tones.contains(false))
    }

    /// HarfBuzz joins these to the cluster before them, whatever the font: half-width sound marks, skin tones, flags, marks, selectors, joiners.
    @Test(arguments: [0xFF9E, 0xFF9F, 0x1F3FB, 0x1F1EF, 0x0301, 0x3099, 0xFE00, 0xE0100, 0x200D, 0x2044] as [UInt32])
    func joiningScalars(scalar: UInt32) throws {
        #expect(try #require(open([Place.testFont])).constantGlyph(scalar, orientation: .upright, use: .base) == nil)
        #expect(dependsOnNeighbours(scalar))
    }

    /// In Noto Serif CJK two dashes are one glyph: the dash is a trigger, and what stands beside it is not.
    @Test func dashesOfNoto() throws {
        guard let shaper = open(["Noto Serif CJK JP"]) else { return }
        #expect(shaper.constantGlyph(0x2014, orientation: .upright, use: .base) == nil)
        for scalar in "あア。漢".unicodeScalars { #expect(shaper.constantGlyph(scalar.value, orientation: .upright, use: .base) != nil) }
        let pair = shaper.shape("彼は――と", .upright)
        #expect(pair.cluster == [0, 1, 2, 4])
    }

    /// Proportional kana move every glyph, but each by itself: the table still answers, with the shift.
    @Test func movedGlyphsComeFromTheTable() throws {
        guard let fast = open(["Noto Serif CJK JP"], features: "palt"), let slow = open(["Noto Serif CJK JP"], features: "palt") else {
            return
        }
        slow.usesTable = false
        let glyphs = fast.shape("「しっと、リスト」")
        #expect(glyphs.along.contains { $0 != 0 })
        #expect(glyphs == slow.shape("「しっと、リスト」"))
    }
}
