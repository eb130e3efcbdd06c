import RubiLayout
import RubiShaping

/// Draws composed lines on a canvas.
final class RasterPage {
    private let fonts: [Font]
    private let outlines: OutlineCache
    private let document: DocumentRecord
    private let style: DrawingStyle
    private let dpi: Int
    private var path = RasterPath()

    init(document: DocumentRecord, fonts: FontSet, style: DrawingStyle, dpi: Int) throws(FontError) {
        self.document = document
        self.fonts = fonts.fonts
        self.style = style
        self.dpi = dpi
        outlines = try OutlineCache(fonts)
    }

    /// How far lines of an output without pages reach.
    func extent(of lines: [(line: ComposedLine, place: LinePlace)]) -> TextExtent {
        var extent = TextExtent(fonts: fonts, isVertical: document.isVertical)
        for (line, place) in lines { extent.add(line, at: place) }
        return extent
    }

    /// 1/64 pixels of a raw length.
    private func pixels(_ raw: Int) -> Int {
        let product = (document.fontSize * dpi * 64).multipliedFullWidth(by: raw)
        let (low, carry) = product.low.addingReportingOverflow(UInt(72 << 31))
        return (72 << 32).dividingFullWidthDown((product.high &+ (carry ? 1 : 0), low))
    }

    /// 1/65536 of 1/64 pixels in one font unit of an em of `size`.
    private func unit(_ size: Int, upem: Int) -> Int {
        let product = (size * document.fontSize).multipliedFullWidth(by: (dpi * 64) << 16)
        return ((72 * upem) << 32).dividingFullWidth(product).quotient
    }

    /// Draws one line.
    func draw(_ line: borrowing ComposedLine, at place: LinePlace, on canvas: Canvas) {
        let x = pixels(place.x)
        let y = canvas.height * 64 - pixels(place.y)
        for index in line.runs.indices { draw(line.runs[index], of: line, x: x, y: y, on: canvas) }
        for index in line.rules.indices {
            if line.rules[index].kind == .image {
                picture(line.rules[index], of: line, x: x, y: pixels(place.y), on: canvas)
            } else {
                draw(line.rules[index], x: x, y: y, on: canvas)
            }
        }
    }

    /// Draws a picture, if its file is there, on whole pixels; `x` and `y` are where the line begins, down from the top.
    private func picture(_ rule: ComposedRule, of line: borrowing ComposedLine, x: Int, y: Int, on canvas: Canvas) {
        let name = String(decoding: line.strings[rule.string], as: UTF8.self)
        guard let picture = style.pictures?.picture(name)?.pixels() else { return }
        let place = rule.place(width: picture.width, height: picture.height, isVertical: document.isVertical)
        let left = (x + pixels(place.x.lowerBound) + 32) >> 6
        let top = (y + pixels(place.y.lowerBound) + 32) >> 6
        let right = (x + pixels(place.x.upperBound) + 32) >> 6
        let bottom = (y + pixels(place.y.upperBound) + 32) >> 6
        canvas.draw(picture, columns: left..<max(left, right), rows: top..<max(top, bottom))
    }

    private func draw(_ run: ComposedRun, of line: borrowing ComposedLine, x lineX: Int, y lineY: Int, on canvas: Canvas) {
        guard Int(run.font) < fonts.count else { return }
        let font = fonts[Int(run.font)]
        let geometry = RunGeometry(run, isVertical: document.isVertical)
        let (unitX, unitY) = (unit(geometry.width, upem: font.unitsPerEm), unit(geometry.height, upem: font.unitsPerEm))
        let color = run.role == .ruby ? style.rubyColor ?? style.color : style.color
        for index in run.glyphs {
            let glyph = line.glyph[index]
            let outline = outlines.outline(font: Int(run.font), glyph: glyph)
            if outline.isEmpty { continue }
            let origin = geometry.origin(along: line.along[index], across: line.across[index])
            var (x, y) = (lineX + pixels(origin.x), lineY - pixels(origin.y))
            if geometry.setting == .upright {
                let top = font.verticalOrigin(of: glyph)
                x -= pixels((Int(top.x) * geometry.width) >> 16)
                y -= pixels((Int(top.y) * geometry.height) >> 16)
            }
            trace(outline, x: x, y: y, unitX: unitX, unitY: unitY, isTurned: geometry.setting == .turned, isItalic: run.isItalic)
            canvas.fill(path, color)
            if run.isBold { canvas.stroke(path, width: (unitX * font.unitsPerEm / Boldness.divisor) >> 16, isOpen: false, color) }
        }
    }

    /// Makes `path` the outline at a place, in 1/64 pixel.
    private func trace(_ outline: GlyphOutline, x: Int, y: Int, unitX: Int, unitY: Int, isTurned: Bool, isItalic: Bool) {
        path.removeAll()
        var next = 0
        func point() -> (x: Int, y: Int) {
            var ownX = Int(outline.coordinates[next]) * unitX
            let ownY = Int(outline.coordinates[next + 1]) * unitY
            next += 2
            if isItalic { ownX += (ownY >> 16) * Slant.tangent }
            let (right, up) = ((ownX + 32768) >> 16, (ownY + 32768) >> 16)
            // Turned clockwise, the glyph's right is down and its up is right.
            return isTurned ? (x + up, y - right) : (x + right, y + up)
        }
        for verb in outline.verbs {
            switch verb {
            case .move:
                let to = point()
                path.move(to.x, to.y)
            case .line:
                let to = point()
                path.line(to.x, to.y)
            case .quad:
                let (control, to) = (point(), point())
                path.quadratic(control.x, control.y, to.x, to.y)
            case .cubic:
                let (first, second, to) = (point(), point(), point())
                path.cubic(first.x, first.y, second.x, second.y, to.x, to.y)
            case .close: break
            }
        }
    }

    private func draw(_ rule: ComposedRule, x: Int, y: Int, on canvas: Canvas) {
        for stroke in RuleStroke.strokes(of: rule) {
            for piece in stroke.pieces {
                path.removeAll()
                let points = piece.map { point in
                    document.isVertical
                        ? (x: x + pixels(point.across), y: y - pixels(point.along))
                        : (x: x + pixels(point.along), y: y + pixels(point.across))
                }
                path.move(points[0].x, points[0].y)
                if stroke.isCurved {
                    for index in stride(from: 1, to: points.count - 2, by: 3) {
                        path.cubic(
                            points[index].x, points[index].y, points[index + 1].x, points[index + 1].y, points[index + 2].x,
                            points[index + 2].y)
                    }
                } else {
                    for point in points.dropFirst() { path.line(point.x, point.y) }
                }
                canvas.stroke(path, width: pixels(stroke.width), isOpen: !stroke.isClosed, style.color)
            }
        }
    }
}

extension Int {
    /// The quotient rounded towards negative infinity.
    fileprivate func dividingFullWidthDown(_ dividend: (high: Int, low: UInt)) -> Int {
        let (quotient, remainder) = dividingFullWidth(dividend)
        return remainder < 0 ? quotient - 1 : quotient
    }
}
