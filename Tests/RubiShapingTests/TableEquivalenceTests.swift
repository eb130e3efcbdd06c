import Foundation
import Testing

@testable import RubiShaping

/// The table must answer exactly as HarfBuzz does: glyph, advance, shifts, cluster and font, in whole manuscripts (architecture.md, "Shaping").
@Suite struct TableEquivalenceTests {
    static let chains: [[String]] = [
        ["BIZ UDMincho", "Noto Serif CJK JP"], ["Noto Serif CJK JP"], ["IPAexMincho"], [Place.testFont, "Noto Serif CJK JP"],
    ]
    static let settings: [(GlyphOrientation, GlyphUse)] = [(.upright, .base), (.horizontal, .base), (.upright, .ruby), (.turned, .base)]

    @Test(arguments: chains) func manuscripts(chain: [String]) throws {
        // The default chain on every line; the others are slower and differ by their rules, of which a sample has all.
        try compare(chain, files: Place.texts(in: Place.manuscripts), everyLine: chain == Self.chains[0] ? 1 : 8)
    }

    @Test(arguments: chains) func corpus(chain: [String]) throws {
        let files = Place.texts(in: Place.corpus)
        try compare(chain, files: stride(from: 0, to: files.count, by: 20).map { files[$0] }, everyLine: 5)
    }

    /// Lines that touch every kind of trigger.
    @Test(arguments: chains) func triggers(chain: [String]) throws {
        guard let fonts = openOrSkip(chain) else { return }
        let texts = [
            "か\u{309A}き\u{309A}かきくけこ", "葛\u{E0100}城と葛城", "office ﬁ waffle AVATAR、To you。", "——彼は――いった……‥‥", "〳〵〴〵〱",
            "e\u{301}tude cafe\u{301}、が\u{3099}", "ﾊﾟﾊﾞｶﾞｱ", "1\u{2044}2と3/4", "👨\u{200D}👩\u{200D}👧と🇯🇵", "한국어 漢字",
            "漢\u{200B}字\u{2060}漢\u{FE00}",
            "Ελληνικά Русский ＡＢＣ１２３", "\u{FFFE}漢\u{10FFFD}字", "ㄅㆴㄆˊ", "ab\u{3099}漢か\u{3099}", "か\u{3099}か\u{309A}\u{3099}漢字", "", "漢",
            "あ┏━┳┓い┏━┳い━┳┓", "┏━┳┓┏━┳┓",
        ]
        let (fast, slow) = (Shaper(fonts: fonts), Shaper(fonts: fonts))
        slow.usesTable = false
        for text in texts {
            for (orientation, use) in Self.settings {
                #expect(fast.shape(text, orientation, use) == slow.shape(text, orientation, use), "\(text) \(orientation) \(use)")
            }
        }
        #expect(fast.missing == slow.missing)
    }

    private func openOrSkip(_ chain: [String]) -> FontSet? {
        do { return try FontSet(chain: chain) } catch {
            print("skipped: \(chain): \(error)")
            return nil
        }
    }

    private func compare(_ chain: [String], files: [URL], everyLine: Int) throws {
        guard let fonts = openOrSkip(chain) else { return }
        if files.isEmpty { print("skipped: no manuscripts beside the package") }
        let (fast, slow) = (Shaper(fonts: fonts), Shaper(fonts: fonts))
        slow.usesTable = false
        var (quick, exact) = (GlyphBuffer(), GlyphBuffer())
        for file in files {
            let lines = lines(of: file)
            #expect(!lines.isEmpty, "\(file.lastPathComponent)")
            for number in stride(from: 0, to: lines.count, by: everyLine) {
                lines[number].withUnsafeBufferPointer { scalars in
                    // Upright text on all of them, the other settings on a sample.
                    for (orientation, use) in number % 4 == 0 ? Self.settings : [Self.settings[0]] {
                        quick.removeAll()
                        exact.removeAll()
                        fast.shape(scalars, range: 0..<scalars.count, orientation: orientation, use: use, into: &quick)
                        slow.shape(scalars, range: 0..<scalars.count, orientation: orientation, use: use, into: &exact)
                        if quick != exact { Issue.record("\(file.lastPathComponent) line \(number): \(orientation) \(use)") }
                    }
                }
            }
        }
        #expect(fast.missing == slow.missing)
    }
}
