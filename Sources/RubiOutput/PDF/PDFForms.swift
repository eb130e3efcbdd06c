import RubiShaping

/// Outlines that are drawn as forms (ISO 32000, 8.10), not as text: emphasis marks.
final class PDFForms {
    private let fonts: [Font]
    private let outlines: OutlineCache
    /// The glyphs, by the number of their form.
    private var glyphs: [(font: Int, glyph: UInt32)] = []
    private var numbers: [UInt64: Int] = [:]

    init(fonts: FontSet) throws {
        self.fonts = fonts.fonts
        outlines = try OutlineCache(fonts)
    }

    /// The number of a glyph's form; in the resources it has the name `/E` and that number.
    func form(font: Int, glyph: UInt32) -> Int {
        let key = UInt64(font) << 32 | UInt64(glyph)
        if let number = numbers[key] { return number }
        numbers[key] = glyphs.count
        glyphs.append((font, glyph))
        return glyphs.count - 1
    }

    /// Writes the forms; their entries in the resources.
    func write(to file: PDFFile) throws -> String {
        var entries = ""
        for (number, place) in glyphs.enumerated() {
            let object = file.reserve()
            let upem = fonts[place.font].unitsPerEm
            let outline = outlines.outline(font: place.font, glyph: place.glyph)
            let x = stride(from: 0, to: outline.coordinates.count, by: 2).map { outline.coordinates[$0] }
            let y = stride(from: 1, to: outline.coordinates.count, by: 2).map { outline.coordinates[$0] }
            let box = "\(x.min() ?? 0) \(y.min() ?? 0) \(x.max() ?? 0) \(y.max() ?? 0)"
            // 1/upem, to nine decimals.
            let unit = "0." + String(String(1_000_000_000 + 1_000_000_000 / upem).dropFirst())
            try file.write(
                stream: object, "/Type/XObject/Subtype/Form/BBox[\(box)]/Matrix[\(unit) 0 0 \(unit) 0 0]/Resources<<>>", Self.path(outline))
            entries += "/E\(number) \(object) 0 R"
        }
        return entries
    }

    private static func path(_ outline: GlyphOutline) -> [UInt8] {
        var path = ""
        var next = 0
        var current: (x: Int32, y: Int32) = (0, 0)
        func point() -> (x: Int32, y: Int32) {
            next += 2
            return (outline.coordinates[next - 2], outline.coordinates[next - 1])
        }
        for verb in outline.verbs {
            switch verb {
            case .move:
                current = point()
                path += "\(current.x) \(current.y) m\n"
            case .line:
                current = point()
                path += "\(current.x) \(current.y) l\n"
            case .quad:
                // A quadratic curve as a cubic one: control points two thirds of the way.
                let (control, end) = (point(), point())
                path += "\((current.x + 2 * control.x) / 3) \((current.y + 2 * control.y) / 3) "
                path += "\((end.x + 2 * control.x) / 3) \((end.y + 2 * control.y) / 3) \(end.x) \(end.y) c\n"
                current = end
            case .cubic:
                let (first, second, end) = (point(), point(), point())
                path += "\(first.x) \(first.y) \(second.x) \(second.y) \(end.x) \(end.y) c\n"
                current = end
            case .close: path += "h\n"
            }
        }
        return Array((path + "f\n").utf8)
    }
}
