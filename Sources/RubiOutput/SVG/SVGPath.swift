import RubiShaping

/// Outlines as path data of SVG, in font units, y down.
enum SVGPath {
    static func write(_ outline: GlyphOutline, to sink: ByteSink) throws(OutputError) {
        var next = 0
        for verb in outline.verbs {
            var pen = try sink.pen(room: 8 * Pen.numberRoom)
            switch verb {
            case .move: pen.byte(0x4D)
            case .line: pen.byte(0x4C)
            case .quad: pen.byte(0x51)
            case .cubic: pen.byte(0x43)
            case .close: pen.byte(0x5A)
            }
            for point in 0..<verb.coordinateCount / 2 {
                if point > 0 { pen.byte(0x20) }
                pen.integer(Int(outline.coordinates[next]))
                pen.byte(0x20)
                pen.integer(-Int(outline.coordinates[next + 1]))
                next += 2
            }
            sink.commit(pen)
        }
    }
}
