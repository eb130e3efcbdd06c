import RubiLayout
import RubiMarkup
import RubiShaping

@testable import RubiOutput

/// A page set in the simplest way, by `hb_shape` but without rules of composition: `漢字《かんじ》` is a ruby, a line is as long as it is.
struct SamplePages {
    let fonts: FontSet
    let isVertical: Bool
    private let shaper: Shaper
    private var rubies = 0

    init(fonts: FontSet, isVertical: Bool) {
        self.fonts = fonts
        self.isVertical = isVertical
        shaper = Shaper(fonts: fonts)
    }

    mutating func line(_ text: String, paragraph: Int = 1) -> ComposedLine {
        var line = ComposedLine()
        line.paragraph = paragraph
        (line.isFirst, line.isLast) = (true, true)
        (line.over, line.under) = (65536, 32768)
        var pen = 0
        var rest = Substring(text)
        while !rest.isEmpty {
            let bar = rest.firstIndex(of: "｜") ?? rest.endIndex
            pen = add(String(rest[..<bar]), at: pen, to: &line)
            rest = rest[bar...].dropFirst()
            guard let open = rest.firstIndex(of: "《"), let close = rest.firstIndex(of: "》") else { continue }
            let start = (pen, line.text.count)
            pen = add(String(rest[..<open]), at: pen, to: &line)
            rubies += 1
            line.rubies += 1
            var run = ComposedRun()
            run.role = .ruby
            run.kind = .group
            run.ruby = rubies
            run.base = start.1..<line.text.count
            let reading = String(rest[rest.index(after: open)..<close])
            run.string = line.strings.count..<line.strings.count + reading.utf8.count
            line.strings += Array(reading.utf8)
            run.size = 32768
            run.rules = RuleSet(13)
            addRun(run, reading, upright: isVertical, use: .ruby, at: start.0, centred: pen - start.0, to: &line)
            rest = rest[close...].dropFirst()
        }
        line.advance = pen
        line.measure = pen
        line.characters = text.unicodeScalars.count
        return line
    }

    /// Base text: what is not ASCII upright in vertical lines.
    private func add(_ text: String, at pen: Int, to line: inout ComposedLine) -> Int {
        var pen = pen
        var rest = Substring(text)
        while let first = rest.first {
            let piece = rest.prefix { $0.isASCII == first.isASCII }
            var run = ComposedRun()
            run.isTurned = isVertical && first.isASCII
            pen = addRun(run, String(piece), upright: isVertical && !first.isASCII, use: .base, at: pen, centred: nil, to: &line)
            line.text += Array(piece.utf8)
            rest = rest.dropFirst(piece.count)
        }
        return pen
    }

    @discardableResult
    private func addRun(
        _ template: ComposedRun, _ text: String, upright: Bool, use: GlyphUse, at start: Int, centred: Int?, to line: inout ComposedLine
    ) -> Int {
        var run = template
        run.isUpright = upright
        let scalars = text.unicodeScalars.map(\.value)
        let offsets = text.unicodeScalars.reduce(into: [0]) { $0.append($0[$0.count - 1] + UTF8.width($1)) }
        var glyphs = GlyphBuffer()
        let orientation: GlyphOrientation = upright ? .upright : run.isTurned ? .turned : .horizontal
        scalars.withUnsafeBufferPointer { shaper.shape($0, range: 0..<scalars.count, orientation: orientation, use: use, into: &glyphs) }
        let size = Int(run.size)
        let width = glyphs.advance.reduce(0) { $0 + Int($1) * size / 65536 }
        var pen = start + (centred.map { ($0 - width) / 2 } ?? 0)
        // Glyphs of one font are one run.
        var index = 0
        while index < glyphs.count {
            run.font = glyphs.font[index]
            let first = line.glyph.count
            while index < glyphs.count, glyphs.font[index] == run.font {
                line.glyph.append(glyphs.glyph[index])
                line.cluster.append(UInt32(offsets[Int(glyphs.cluster[index])] + (use == .base ? line.text.count : 0)))
                line.along.append(Int32(pen + Int(glyphs.along[index]) * size / 65536))
                var across = Int(glyphs.across[index]) * size / 65536
                if run.role == .ruby { across += isVertical ? 49152 : 57672 + 3932 }
                if run.isTurned { across -= 24904 }
                line.across.append(Int32(across))
                let advance = Int(glyphs.advance[index]) * size / 65536
                line.advanceOf.append(Int32(advance))
                pen += advance
                index += 1
            }
            run.glyphs = first..<line.glyph.count
            line.runs.append(run)
        }
        return pen
    }

    /// Sends one page a list of lines through a writer.
    mutating func write(_ pages: [[String]], to writer: any PageConsumer, paged: Bool = true) throws {
        let size = PageSize(width: 300 * 65536, height: 300 * 65536)
        var document = SampleLines.document(vertical: isVertical, page: paged ? size : nil)
        document.meta.title = "見本"
        document.meta.author = "無名氏"
        try writer.begin(document, fonts: fonts)
        let em = 65536
        var figures = EndRecord()
        for (number, lines) in pages.enumerated() {
            var page = PageRecord()
            page.number = number + 1
            page.size = size
            if paged { try writer.beginPage(page) }
            for (index, text) in lines.enumerated() {
                var place = LinePlace()
                place.page = number + 1
                place.line = index + 1
                place.x = isVertical ? 26 * em - index * 7 * em / 4 : 2 * em
                place.y = isVertical ? 2 * em : 3 * em + index * 7 * em / 4
                figures.lines += 1
                try writer.line(line(text, paragraph: index + 1), at: place)
            }
            if paged { try writer.endPage() }
            figures.pages += 1
        }
        try writer.end(figures)
    }

    static let text = [
        "｜吾輩《わがはい》は猫である。名前はまだ無い。", "どこで生れたか｜頓《とん》と｜見当《けんとう》がつかぬ。", "「ニャーニャー」泣いていた事だけは——",
        "Latin words と数字 123 も、｜混《ま》じる。", "｜薔薇《ばら》、ぴゃっ！？　…ゞ々ー〜（笑）",
    ]
}
