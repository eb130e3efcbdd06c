import RubiLayout
import RubiMarkup
import RubiShaping

/// Draws lines as SVG: groups with ids by page and line, one `<use>` a glyph, and the glyphs that are used once each as `<path>`.
///
/// In a run's group the unit is the font's own, so that coordinates are short and exact whatever the size of the text.
final class SVGPage {
    private let fonts: [Font]
    private let outlines: OutlineCache
    private let scale: PointScale
    private let document: DocumentRecord
    private let style: DrawingStyle
    /// Glyphs used so far, by font.
    private var used: [Set<UInt32>]
    /// How far the lines of an output without pages reach.
    private(set) var extent: TextExtent

    init(document: DocumentRecord, fonts: FontSet, style: DrawingStyle) throws(FontError) {
        self.fonts = fonts.fonts
        extent = TextExtent(fonts: fonts.fonts, isVertical: document.isVertical)
        outlines = try OutlineCache(fonts)
        scale = PointScale(fontSize: document.fontSize)
        self.document = document
        self.style = style
        used = fonts.fonts.map { _ in [] }
    }

    /// Forgets the glyphs of what was drawn before.
    func restart() {
        for index in used.indices { used[index].removeAll(keepingCapacity: true) }
    }

    // MARK: Lines

    /// Draws one line as a group with this id.
    func draw(_ line: borrowing ComposedLine, at place: LinePlace, id: String, to sink: ByteSink) throws(OutputError) {
        if document.page == nil { extent.add(line, at: place) }
        try sink.write("<g id=\"")
        try sink.write(string: id)
        var pen = try sink.pen(room: 256)
        pen.text("\" transform=\"translate(")
        pen.thousandths(scale.thousandths(place.x))
        pen.byte(0x20)
        pen.thousandths(scale.thousandths(place.y))
        pen.text(")\">\n")
        sink.commit(pen)
        for index in line.runs.indices { try draw(line.runs[index], of: line, to: sink) }
        for index in line.rules.indices { try draw(line.rules[index], of: line, to: sink) }
        try sink.write("</g>\n")
    }

    private func draw(_ run: ComposedRun, of line: borrowing ComposedLine, to sink: ByteSink) throws(OutputError) {
        guard !run.glyphs.isEmpty, Int(run.font) < fonts.count else { return }
        let font = fonts[Int(run.font)]
        let geometry = RunGeometry(run, isVertical: document.isVertical)
        guard geometry.width > 0, geometry.height > 0 else { return }
        try open(run, font: font, geometry: geometry, to: sink)
        let upem = font.unitsPerEm
        for index in run.glyphs {
            let glyph = line.glyph[index]
            used[Int(run.font)].insert(glyph)
            let origin = geometry.ownOrigin(along: line.along[index], across: line.across[index])
            // Tenths of a font unit.
            var x = Self.divide(origin.x * upem * 10, by: geometry.width)
            var y = Self.divide(origin.y * upem * 10, by: geometry.height)
            if geometry.setting == .upright {
                let top = font.verticalOrigin(of: glyph)
                x -= Self.divide(Int(top.x) * upem * 10, by: 65536)
                y += Self.divide(Int(top.y) * upem * 10, by: 65536)
            }
            // The group's slant moves what is below its origin to the left; the glyph's own origin stays.
            if run.isItalic { x += Self.divide(y * Slant.tangent, by: 65536) }
            var pen = try sink.pen(room: 256)
            pen.text("<use href=\"#f")
            pen.integer(Int(run.font))
            pen.byte(0x67)
            pen.natural(UInt(glyph))
            pen.text("\" x=\"")
            pen.thousandths(x * 100)
            pen.text("\" y=\"")
            pen.thousandths(y * 100)
            pen.text("\"/>")
            sink.commit(pen)
        }
        try sink.write("</g>\n")
    }

    /// Opens a run's group: its class, its colour where it has one of its own, and the transform to the font's units.
    private func open(_ run: ComposedRun, font: Font, geometry: RunGeometry, to sink: ByteSink) throws(OutputError) {
        try sink.write("<g class=\"")
        try sink.write(Self.className(of: run.role))
        try sink.write("\"")
        let color = run.role == .ruby ? style.rubyColor ?? style.color : style.color
        if color != style.color {
            try sink.write(" fill=\"")
            try sink.write(string: color.hex)
            try sink.write("\"")
        }
        var pen = try sink.pen(room: 512)
        if run.isBold {
            pen.text(" stroke=\"")
            sink.commit(pen)
            try sink.write(string: color.hex)
            pen = try sink.pen(room: 512)
            pen.text("\" stroke-width=\"")
            pen.integer(font.unitsPerEm / Boldness.divisor)
            pen.text("\" stroke-linejoin=\"round\"")
        }
        pen.text(" transform=\"")
        if geometry.setting == .turned { pen.text("rotate(90)") }
        pen.text("scale(")
        pen.billionths(billionths(geometry.width, upem: font.unitsPerEm))
        if geometry.width != geometry.height {
            pen.byte(0x20)
            pen.billionths(billionths(geometry.height, upem: font.unitsPerEm))
        }
        pen.byte(0x29)
        if run.isItalic { pen.text("skewX(-12)") }
        pen.text("\">")
        sink.commit(pen)
    }

    /// Billionths of a point in one font unit of an em of `size`.
    private func billionths(_ size: Int, upem: Int) -> Int {
        let product = (size * document.fontSize).multipliedFullWidth(by: 1_000_000_000)
        return (upem << 32).dividingFullWidth(product).quotient
    }

    private func draw(_ rule: ComposedRule, of line: borrowing ComposedLine, to sink: ByteSink) throws(OutputError) {
        for stroke in RuleStroke.strokes(of: rule) {
            try sink.write("<path class=\"rule\" fill=\"none\" stroke=\"")
            try sink.write(string: style.color.hex)
            var pen = try sink.pen(room: 512 + stroke.dashes.count * Pen.numberRoom + stroke.points.count * 2 * Pen.numberRoom)
            pen.text("\" stroke-width=\"")
            pen.thousandths(scale.thousandths(stroke.width))
            if !stroke.dashes.isEmpty {
                pen.text("\" stroke-dasharray=\"")
                for dash in stroke.dashes {
                    pen.thousandths(scale.thousandths(dash))
                    pen.byte(0x20)
                }
                pen.back()
            }
            pen.text("\" d=\"M")
            for (index, point) in stroke.points.enumerated() {
                if index == 1 { pen.byte(stroke.isCurved ? 0x43 : 0x4C) } else if index > 1 { pen.byte(0x20) }
                pen.thousandths(scale.thousandths(document.isVertical ? point.across : point.along))
                pen.byte(0x20)
                pen.thousandths(scale.thousandths(document.isVertical ? point.along : -point.across))
            }
            pen.text(stroke.isClosed ? "Z\"/>\n" : "\"/>\n")
            sink.commit(pen)
        }
        if rule.kind == .image { try image(rule, of: line, to: sink) }
        if rule.kind == .link { try link(rule, of: line, to: sink) }
    }

    private func image(_ rule: ComposedRule, of line: borrowing ComposedLine, to sink: ByteSink) throws(OutputError) {
        let name = String(decoding: line.strings[rule.string], as: UTF8.self)
        try sink.write("<image href=\"")
        if let picture = style.pictures?.picture(name) {
            try picture.writeAddress(to: sink)
        } else if PictureFolder.holds(name) {
            try XMLText.write(line.strings, rule.string, to: sink)
        }
        try box(rule, to: sink)
        try sink.write("><title>")
        try XMLText.write(line.strings, rule.string2, to: sink)
        try sink.write("</title></image>\n")
    }

    private func link(_ rule: ComposedRule, of line: borrowing ComposedLine, to sink: ByteSink) throws(OutputError) {
        guard LinkTarget.isAllowed(line.strings[rule.string]) else { return }
        try sink.write("<a href=\"")
        try XMLText.write(line.strings, rule.string, to: sink)
        try sink.write("\"><rect fill-opacity=\"0\"")
        try box(rule, quote: false, to: sink)
        try sink.write("/></a>\n")
    }

    /// `x`, `y`, `width` and `height` of what a rule covers.
    private func box(_ rule: ComposedRule, quote: Bool = true, to sink: ByteSink) throws(OutputError) {
        let along = (Int(rule.along.lowerBound), Int(rule.along.upperBound))
        let across = (Int(rule.across), Int(rule.acrossEnd))
        let (x, y) = document.isVertical ? (across, along) : (along, (-across.1, -across.0))
        var pen = try sink.pen(room: 256)
        pen.text(quote ? "\" x=\"" : " x=\"")
        pen.thousandths(scale.thousandths(x.0))
        pen.text("\" y=\"")
        pen.thousandths(scale.thousandths(y.0))
        pen.text("\" width=\"")
        pen.thousandths(scale.thousandths(x.1 - x.0))
        pen.text("\" height=\"")
        pen.thousandths(scale.thousandths(y.1 - y.0))
        pen.text("\"")
        sink.commit(pen)
    }

    // MARK: Glyphs

    /// Writes the outlines of all glyphs used since `restart`, by font and glyph.
    func definitions(to sink: ByteSink) throws(OutputError) {
        try sink.write("<defs>\n")
        for font in used.indices {
            for glyph in used[font].sorted() {
                var pen = try sink.pen(room: 128)
                pen.text("<path id=\"f")
                pen.integer(font)
                pen.byte(0x67)
                pen.natural(UInt(glyph))
                pen.text("\" d=\"")
                sink.commit(pen)
                try SVGPath.write(outlines.outline(font: font, glyph: glyph), to: sink)
                try sink.write("\"/>\n")
            }
        }
        try sink.write("</defs>\n")
    }

    // MARK: Small things

    private static func divide(_ value: Int, by divisor: Int) -> Int {
        (value >= 0 ? value + divisor / 2 : value - divisor / 2) / divisor
    }

    static func className(of role: RunRole) -> StaticString {
        switch role {
        case .base: "base"
        case .ruby: "ruby"
        case .emphasis: "emphasis"
        case .tateChuYoko: "tate-chu-yoko"
        case .warichu: "warichu"
        case .note: "note"
        case .kaeriten: "kaeriten"
        case .okurigana: "okurigana"
        case .folio: "folio"
        case .header: "header"
        }
    }
}

/// Slanting where a text is italic (斜体): the font has no italic of its own.
enum Slant {
    /// Tangent of 12 degrees, in 1/65536.
    static let tangent = 13930
}

/// Bold where a text is (太字): outlines drawn with a line of 1/24 em, which thickens each stem by that, *Choice*.
enum Boldness {
    static let divisor = 24
}
