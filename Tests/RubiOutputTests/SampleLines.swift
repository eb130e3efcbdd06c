import Foundation
import RubiLayout
import RubiMarkup
import RubiText

@testable import RubiOutput
import RubiShaping

let packageFolder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

/// Lines made by hand: what the composer would give for a few words, in round numbers.
enum SampleLines {
    static let em = 65536

    static let testFont = packageFolder.appending(path: "Tests/Fonts/RubiTest.ttf").path

    /// The fonts of the samples: the test font alone.
    static let fonts = fontSet([testFont])

    static func fontSet(_ names: [String]) -> FontSet {
        do { return try FontSet(chain: names) } catch { fatalError("\(names): \(error)") }
    }

    /// The test font's glyph for a character.
    static func glyph(_ character: Unicode.Scalar) -> UInt32 { fonts.fonts[0].glyph(of: character.value) ?? 0 }

    static func document(vertical: Bool, page: PageSize? = nil) -> DocumentRecord {
        var record = DocumentRecord()
        record.source = "story.txt"
        record.dialect = "aozora"
        record.encoding = "utf-8"
        record.meta.title = "\"白\"い\u{2028}猫"
        record.isVertical = vertical
        record.page = page
        record.measure = 40
        record.fontSize = 10 * 65536 + 32768
        return record
    }

    /// 漢字 with the group ruby かんじ, then 。and two emphasis marks.
    static func line(vertical: Bool) -> ComposedLine {
        var line = ComposedLine()
        line.text = Array("漢字。".utf8)
        line.strings = Array("かんじ".utf8)
        line.source = 3..<30
        line.paragraph = 2
        line.advance = 3 * em
        line.measure = 40 * em
        line.over = em
        line.under = em / 2
        line.characters = 3
        line.rubies = 1
        line.isFirst = true
        line.isLast = true

        var base = ComposedRun()
        base.isUpright = vertical
        base.glyphs = add(to: &line, [(glyph("漢"), 0, 0, 0, em), (glyph("字"), 3, em, 0, em), (glyph("。"), 6, 2 * em, 0, em)])
        line.runs.append(base)

        var ruby = ComposedRun()
        ruby.role = .ruby
        ruby.isUpright = vertical
        ruby.size = Int32(em / 2)
        ruby.ruby = 17
        ruby.kind = .group
        ruby.base = 0..<6
        ruby.string = 0..<9
        ruby.rules = RuleSet(11, 3, 72)
        let across = vertical ? em * 3 / 4 : em * 22 / 25
        ruby.glyphs = add(
            to: &line,
            [
                (glyph("か"), 0, em / 8, across, em / 2), (glyph("ん"), 3, em * 3 / 4, across, em / 2),
                (glyph("じ"), 6, em * 11 / 8, across, em / 2),
            ])
        line.runs.append(ruby)
        return line
    }

    private static func add(
        to line: inout ComposedLine, _ glyphs: [(glyph: UInt32, cluster: UInt32, along: Int, across: Int, advance: Int)]
    ) -> Range<Int> {
        let start = line.glyph.count
        for glyph in glyphs {
            line.glyph.append(glyph.glyph)
            line.cluster.append(glyph.cluster)
            line.along.append(Int32(glyph.along))
            line.across.append(Int32(glyph.across))
            line.advanceOf.append(Int32(glyph.advance))
        }
        return start..<line.glyph.count
    }

    static func place(page: Int = 1, x: Int, y: Int) -> LinePlace {
        var place = LinePlace()
        place.page = page
        (place.x, place.y) = (x, y)
        return place
    }

    static let figures: EndRecord = {
        var figures = EndRecord()
        (figures.pages, figures.lines, figures.glyphs, figures.characters, figures.rubies) = (1, 1, 6, 3, 1)
        return figures
    }()

    /// What a folio's page looks like.
    static func page(number: Int = 1) -> PageRecord {
        var line = ComposedLine()
        line.strings = Array("1".utf8)
        var run = ComposedRun()
        run.role = .folio
        run.size = Int32(em * 4 / 5)
        run.string = 0..<1
        run.glyphs = add(to: &line, [(glyph("1"), 0, 0, 0, em * 2 / 5)])
        line.runs.append(run)
        var page = PageRecord()
        page.number = number
        page.size = PageSize(width: 200 * 65536, height: 300 * 65536)
        page.outside = [line]
        page.places = [place(page: number, x: 2 * em, y: 25 * em)]
        return page
    }

    /// Sends one document of one line through `writer`.
    static func run(_ writer: any PageConsumer, vertical: Bool, paged: Bool) throws {
        try writer.begin(document(vertical: vertical, page: paged ? page().size : nil), fonts: fonts)
        if paged { try writer.beginPage(page()) }
        try writer.line(line(vertical: vertical), at: place(x: 10 * em, y: 5 * em))
        if paged { try writer.endPage() }
        try writer.end(figures)
    }
}
