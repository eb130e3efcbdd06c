import Testing

@testable import RubiShaping

@Suite struct ShaperTests {
    let fonts: FontSet
    let shaper: Shaper
    init() throws {
        fonts = try FontSet(chain: [Place.testFont])
        shaper = Shaper(fonts: fonts)
    }

    private func glyph(_ scalar: Unicode.Scalar) throws -> UInt32 { try #require(fonts.primary.glyph(of: scalar.value)) }

    @Test func horizontal() throws {
        let glyphs = shaper.shape("漢a。")
        #expect(glyphs.glyph == [try glyph("漢"), try glyph("a"), try glyph("。")])
        #expect(glyphs.cluster == [0, 1, 2])
        #expect(glyphs.advance == [65536, 32768, 65536])
        #expect(glyphs.along == [0, 0, 0])
        #expect(glyphs.across == [0, 0, 0])
    }

    /// Upright glyphs have one em of advance, their vertical forms, and stand on their vertical origin (L50, L52).
    @Test func upright() throws {
        let glyphs = shaper.shape("漢a。", .upright)
        #expect(glyphs.glyph[0] == (try glyph("漢")))
        #expect(glyphs.glyph[2] != (try glyph("。")))
        #expect(glyphs.advance == [65536, 65536, 65536])
        #expect(glyphs.along == [0, 0, 0])
        #expect(glyphs.across == [0, 0, 0])
        let origin = fonts.primary.verticalOrigin(of: glyphs.glyph[1])
        #expect(origin.x == 16384)
        #expect(abs(origin.y - 57672) <= 1)
    }

    /// R5: ruby takes the `ruby` feature, in vertical text with `vert`.
    @Test func rubyForms() throws {
        let base = shaper.shape("きょ", .upright, .base)
        let ruby = shaper.shape("きょ", .upright, .ruby)
        let across = shaper.shape("きょ", .horizontal, .ruby)
        #expect(Set(base.glyph + ruby.glyph + across.glyph).count == 5)
        #expect(base.glyph[0] == (try glyph("き")))
        #expect(ruby.glyph[0] == across.glyph[0])
        #expect(ruby.glyph[1] != across.glyph[1])
    }

    @Test func rubyFeatureCanBeTurnedOff() throws {
        let plain = Shaper(fonts: try FontSet(chain: [Place.testFont], features: "ruby=0"))
        #expect(plain.shape("き", .horizontal, .ruby).glyph == [try glyph("き")])
    }

    @Test func featuresOfTheUserMoveGlyphs() throws {
        let half = Shaper(fonts: try FontSet(chain: [Place.testFont], features: "halt"))
        let glyphs = half.shape("（漢")
        #expect(glyphs.advance == [32768, 65536])
        #expect(glyphs.along == [-32768, 0])
    }

    @Test func combiningMarksFormClusters() throws {
        let glyphs = shaper.shape("漢か\u{309A}か")
        #expect(glyphs.cluster == [0, 1, 3])
        #expect(glyphs.glyph[1] != glyphs.glyph[2])
    }

    @Test func missingCharactersAreShownAndRecorded() throws {
        let glyphs = shaper.shape("漢😀字😀😀")
        #expect(glyphs.glyph == [try glyph("漢"), 0, try glyph("字"), 0, 0])
        #expect(glyphs.cluster == [0, 1, 2, 3, 4])
        #expect(glyphs.font == [0, 0, 0, 0, 0])
        #expect(shaper.missing.map(\.index) == [1, 3, 4])
        #expect(shaper.missing.allSatisfy { $0.scalar == 0x1F600 })
    }

    @Test func unknownVariationLeavesTheBase() throws {
        let glyphs = shaper.shape("葛\u{E0100}城")
        #expect(glyphs.glyph == [try glyph("葛"), try glyph("城")])
        #expect(glyphs.cluster == [0, 2])
        #expect(shaper.missing.isEmpty)
    }

    @Test func rangesKeepTheirPlace() {
        let scalars = "一二三四五".unicodeScalars.map(\.value)
        var glyphs = GlyphBuffer()
        scalars.withUnsafeBufferPointer { shaper.shape($0, range: 2..<4, orientation: .upright, use: .base, into: &glyphs) }
        scalars.withUnsafeBufferPointer { shaper.shape($0, range: 0..<1, orientation: .upright, use: .base, into: &glyphs) }
        #expect(glyphs.cluster == [2, 3, 0])
    }

    @Test func fallbackGoesClusterByCluster() throws {
        guard let chain = try? FontSet(chain: [Place.testFont, "Noto Serif CJK JP"]) else {
            print("skipped: Noto Serif CJK JP is not installed")
            return
        }
        let shaper = Shaper(fonts: chain)
        // 𠀋 and 한 are in Noto alone; a variation goes to the font that knows it.
        let glyphs = shaper.shape("漢한字葛\u{E0100}城", .upright)
        #expect(glyphs.font == [0, 1, 0, 1, 0])
        #expect(glyphs.cluster == [0, 1, 2, 3, 5])
        #expect(shaper.missing.isEmpty)
    }

    @Test func constantGlyphAnswersWhatNoNeighbourChanges() throws {
        let kanji = try #require(shaper.constantGlyph(0x6F22, orientation: .upright, use: .base))
        #expect(kanji.glyph == (try glyph("漢")))
        #expect(kanji.advance == 65536)
        #expect(shaper.constantGlyph(0x309A, orientation: .upright, use: .base) == nil)
        #expect(shaper.constantGlyph(0x1F600, orientation: .upright, use: .base) == nil)
    }

    @Test func squeezeNeedsTheFeature() throws {
        var glyphs = GlyphBuffer()
        let scalars = "12".unicodeScalars.map(\.value)
        let has = scalars.withUnsafeBufferPointer { shaper.shape($0, range: 0..<2, squeeze: .half, use: .base, into: &glyphs) }
        #expect(!has)
        #expect(glyphs.count == 0)
        guard let biz = try? FontSet(chain: ["BIZ UDMincho"]) else { return }
        let wide = "１２".unicodeScalars.map(\.value)
        let squeezed = wide.withUnsafeBufferPointer {
            Shaper(fonts: biz).shape($0, range: 0..<2, squeeze: .half, use: .base, into: &glyphs)
        }
        #expect(squeezed)
        #expect(glyphs.advance == [32768, 32768])
    }

    @Test(arguments: ["BIZ UDMincho", "Noto Serif CJK JP", "IPAexMincho"]) func triggersAreFew(family: String) throws {
        guard let fonts = try? FontSet(chain: [family]) else {
            print("skipped: \(family) is not installed")
            return
        }
        let plan = Shaper(fonts: fonts).plan(PlanKey(font: 0, use: .base, orientation: .upright, system: .japanese))
        let count = try #require(plan.triggerCount)
        print("triggers of \(family), upright: \(count)")
        #expect(count < 1000)
        for scalar in "あいうえおがぱアー々。「一国".unicodeScalars {
            #expect(Shaper(fonts: fonts).constantGlyph(scalar.value, orientation: .upright, use: .base) != nil, "\(scalar)")
        }
    }
}
