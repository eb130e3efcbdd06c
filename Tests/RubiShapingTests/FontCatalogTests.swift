import Testing

@testable import RubiShaping

@Suite struct FontCatalogTests {
    /// JIS X 0208 has 524 symbols, kana and letters, 2965 kanji of level 1 and 3390 of level 2; JIS X 0213:2004 adds 1259 of level 3 and 2436 of level 4.
    @Test(arguments: [
        ("kana", 181), ("jis-x-0208-symbols", 524), ("jis-level-1", 2965), ("jis-level-2", 3390), ("jis-level-3", 1259),
        ("jis-level-4", 2436),
    ]) func repertoires(name: String, count: Int) throws {
        let repertoire = try #require(CharacterRepertoire.all.first { $0.name == name })
        #expect(repertoire.scalars.count == count)
        #expect(Set(repertoire.scalars).count == count)
    }

    @Test func theDefaultFontIsListed() throws {
        guard let font = FontCatalog.fonts(matching: "biz udm").first else {
            print("skipped: BIZ UDMincho is not installed")
            return
        }
        #expect(font.family == "BIZ UDMincho")
        #expect(font.families.contains("BIZ UD明朝"))
        #expect(font.features.contains("vert"))
        #expect(font.coverage.prefix(4).allSatisfy { $0.covered == $0.total })
        #expect(font.licence.contains("OFL") || font.licence.contains("Open Font License"))
    }

    @Test func withoutAQueryEveryFontHasKana() {
        let fonts = FontCatalog.fonts()
        #expect(fonts.allSatisfy { $0.coverage[0].covered > 80 })
        #expect(fonts.map(\.family) == fonts.map(\.family).sorted())
    }
}
