import RubiMarkup
import RubiShaping
import RubiText

/// What stands outside the frame: folios and running heads (L62). Always horizontal; no part of any line's text.
struct PageFurniture {
    private let style: Style
    private let shaper: Shaper
    private let frame: LineFrame
    private let geometry: PageGeometry
    private let title: [UInt32]
    private var chapter: [UInt32] = []

    /// Size of folios and heads: three quarters of the page's em.
    private static let size = 49152
    /// Distance from the frame: an em and a half, but no more than half the margin.
    private static let distance = 98304

    init(style: Style, fonts: FontSet, frame: LineFrame, title: String?) {
        self.style = style
        self.frame = frame
        shaper = Shaper(fonts: fonts)
        geometry = PageGeometry(style: style)
        self.title = title?.unicodeScalars.map(\.value) ?? []
    }

    /// A heading was set: it names the chapter from its page on.
    mutating func noteHeading(_ line: borrowing ComposedLine) {
        guard style.runningHead != .off, line.heading <= 2 else { return }
        let text = String(decoding: line.text, as: UTF8.self).unicodeScalars.map(\.value)
        if line.isFirst { chapter = text } else { chapter += text }
    }

    mutating func fill(_ page: inout PageRecord) {
        if style.grid { addGrid(to: &page) }
        let isOdd = page.number % 2 == 1
        // Page 1 is a left-hand page of a vertical book, a right-hand one of a horizontal book; the fore-edge is its outer side.
        let isLeftPage = style.isVertical == isOdd
        if style.folio {
            let bottom = geometry.pageHeight - geometry.top - geometry.height
            let y = geometry.top + geometry.height + min(Self.distance, bottom / 2) + Em.scale(frame.ascent, by: Self.size) / 2
            let side: Side = style.theme.centresFolio ? .middle : isLeftPage ? .left : .right
            add(style.theme.folio(page.number), role: .folio, y: y, at: side, to: &page)
        }
        let head: [UInt32]
        switch style.runningHead {
        case .off: return
        case .title: head = title
        case .chapter: head = chapter
        case .both: head = isOdd ? chapter : title
        }
        let y = geometry.top - min(Self.distance, geometry.top / 2)
        add(head, role: .header, y: y, at: isLeftPage ? .left : .right, to: &page)
    }

    /// Where something stands across the page.
    private enum Side { case left, middle, right }

    /// The squares in which the characters of a page stand, as a line of rules without glyphs.
    private func addGrid(to page: inout PageRecord) {
        var line = ComposedLine()
        let pitch = Em.whole + style.lineGap.raw
        let column = style.measure * Em.whole
        for index in 0..<max(1, style.columns) {
            let along = index * (column + style.columnGap.raw)
            for number in 0..<style.lines {
                var rule = ComposedRule()
                rule.kind = .grid
                rule.along = Int32(clamping: along)..<Int32(clamping: along + column)
                rule.across = Int32(clamping: -number * pitch - frame.under(size: Em.whole))
                rule.acrossEnd = Int32(clamping: -number * pitch + frame.over(size: Em.whole))
                line.rules.append(rule)
            }
        }
        var place = LinePlace()
        place.page = page.number
        place.x = style.isVertical ? geometry.left + geometry.width - frame.over(size: Em.whole) : geometry.left
        place.y = style.isVertical ? geometry.top : geometry.top + frame.over(size: Em.whole)
        page.places.append(place)
        page.outside.append(line)
    }

    private func add(_ text: [UInt32], role: RunRole, y: Int, at side: Side, to page: inout PageRecord) {
        guard !text.isEmpty else { return }
        var glyphs = GlyphBuffer()
        text.withUnsafeBufferPointer { shaper.shape($0, range: 0..<text.count, orientation: .horizontal, use: .base, into: &glyphs) }
        shaper.missing.removeAll(keepingCapacity: true)
        var line = ComposedLine()
        var pen = 0, byte = 0, scalar = 0
        var run = ComposedRun()
        run.role = role
        run.size = Int32(Self.size)
        run.font = glyphs.font.first ?? 0
        for index in 0..<glyphs.count {
            while scalar < Int(glyphs.cluster[index]) {
                byte += UTF8Text.length(text[scalar])
                scalar += 1
            }
            if glyphs.font[index] != run.font {
                run.glyphs = run.glyphs.lowerBound..<line.glyph.count
                line.runs.append(run)
                run.font = glyphs.font[index]
                run.glyphs = line.glyph.count..<line.glyph.count
            }
            let x = pen + Em.scale(Int(glyphs.along[index]), by: Self.size)
            let up = Em.scale(Int(glyphs.across[index]), by: Self.size)
            line.glyph.append(glyphs.glyph[index])
            line.cluster.append(UInt32(byte))
            // In vertical text `along` runs down and `across` to the right.
            line.along.append(Int32(clamping: style.isVertical ? -up : x))
            line.across.append(Int32(clamping: style.isVertical ? x : up))
            let advance = Em.scale(Int(glyphs.advance[index]), by: Self.size)
            line.advanceOf.append(Int32(clamping: advance))
            pen += advance
        }
        run.glyphs = run.glyphs.lowerBound..<line.glyph.count
        for value in text { UTF8Text.append(value, to: &line.strings) }
        run.string = 0..<line.strings.count
        line.runs.append(run)
        for index in line.runs.indices { line.runs[index].string = 0..<line.strings.count }
        line.advance = pen
        line.measure = pen
        var place = LinePlace()
        place.page = page.number
        switch side {
        case .left: place.x = geometry.left
        case .middle: place.x = geometry.left + (geometry.width - pen) / 2
        case .right: place.x = geometry.left + geometry.width - pen
        }
        place.y = y
        page.places.append(place)
        page.outside.append(line)
    }
}
