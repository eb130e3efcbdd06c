import RubiLayout
import RubiShaping

/// How far lines reach, in raw `Length`s: the size of an output without pages. It holds the lines' em boxes, and what is drawn beyond them: side lines (R84),
/// marks that hang (L25), glyphs larger than their em.
struct TextExtent {
    private let fonts: [Font]
    private let isVertical: Bool
    private(set) var left = 0
    private(set) var top = 0
    private(set) var right = 0
    private(set) var bottom = 0
    private var isEmpty = true

    var width: Int { right - left }
    var height: Int { bottom - top }

    init(fonts: [Font], isVertical: Bool) { (self.fonts, self.isVertical) = (fonts, isVertical) }

    mutating func add(_ line: borrowing ComposedLine, at place: LinePlace) {
        add(place, along: 0..<max(0, line.advance), across: -line.under..<line.over)
        for run in line.runs where Int(run.font) < fonts.count { addInk(of: run, line, at: place) }
        for rule in line.rules {
            for stroke in RuleStroke.strokes(of: rule) {
                let reach = stroke.width / 2
                for point in stroke.points {
                    add(place, along: point.along - reach..<point.along + reach, across: point.across - reach..<point.across + reach)
                }
            }
        }
    }

    private mutating func addInk(of run: ComposedRun, _ line: borrowing ComposedLine, at place: LinePlace) {
        let font = fonts[Int(run.font)]
        let geometry = RunGeometry(run, isVertical: isVertical)
        let stroke = run.isBold ? Int(run.size) / Boldness.divisor / 2 : 0
        for index in run.glyphs {
            guard var ink = font.ink(of: line.glyph[index]) else { continue }
            if geometry.setting == .upright {
                let origin = font.verticalOrigin(of: line.glyph[index])
                ink = (ink.left - Int(origin.x), ink.bottom - Int(origin.y), ink.right - Int(origin.x), ink.top - Int(origin.y))
            }
            if run.isItalic {
                (ink.left, ink.right) = (ink.left + ink.bottom * Slant.tangent >> 16, ink.right + ink.top * Slant.tangent >> 16)
            }
            // From the glyph's origin, x to the right along its base line and y up.
            let x = ink.left * geometry.width >> 16 - stroke..<ink.right * geometry.width >> 16 + stroke
            let y = ink.bottom * geometry.height >> 16 - stroke..<ink.top * geometry.height >> 16 + stroke
            let along = Int(line.along[index]), across = Int(line.across[index])
            if isVertical, geometry.setting == .upright {
                add(place, along: along - y.upperBound..<along - y.lowerBound, across: across + x.lowerBound..<across + x.upperBound)
            } else {
                add(place, along: along + x.lowerBound..<along + x.upperBound, across: across + y.lowerBound..<across + y.upperBound)
            }
        }
    }

    /// A box of a line, along it and across it from its base line.
    private mutating func add(_ place: LinePlace, along: Range<Int>, across: Range<Int>) {
        let x = isVertical ? across : along
        let y = isVertical ? along : -across.upperBound..<(-across.lowerBound)
        left = isEmpty ? place.x + x.lowerBound : min(left, place.x + x.lowerBound)
        right = isEmpty ? place.x + x.upperBound : max(right, place.x + x.upperBound)
        top = isEmpty ? place.y + y.lowerBound : min(top, place.y + y.lowerBound)
        bottom = isEmpty ? place.y + y.upperBound : max(bottom, place.y + y.upperBound)
        isEmpty = false
    }
}
