import RubiLayout
import RubiMarkup
import RubiShaping

/// Writes the records of schema rubi/1 (output.md), one JSON object each, without what stands between them.
struct RecordEncoder {
    private(set) var sink: ByteSink
    private let scale: PointScale
    private let fontSize: Int
    private let isVertical: Bool

    init(sink: ByteSink, document: DocumentRecord) {
        self.sink = sink
        fontSize = document.fontSize
        isVertical = document.isVertical
        scale = PointScale(fontSize: document.fontSize)
    }

    /// The same, to another place.
    func writing(to sink: ByteSink) -> RecordEncoder {
        var other = self
        other.sink = sink
        return other
    }

    // MARK: Records

    func document(_ document: DocumentRecord, fonts: FontSet) throws(OutputError) {
        try sink.write("{\"type\":\"document\",\"schema\":\"rubi/1\",\"source\":")
        try JSONText.write(document.source, to: sink)
        try sink.write(",\"dialect\":")
        try JSONText.write(document.dialect, to: sink)
        try sink.write(",\"encoding\":")
        try JSONText.write(document.encoding, to: sink)
        if let title = document.meta.title {
            try sink.write(",\"title\":")
            try JSONText.write(title, to: sink)
        }
        if let author = document.meta.author {
            try sink.write(",\"author\":")
            try JSONText.write(author, to: sink)
        }
        try sink.write(",\"unit\":\"pt\",\"direction\":")
        try sink.write(isVertical ? "\"vertical\"" : "\"horizontal\"")
        if let page = document.page {
            try sink.write(",\"page\":{")
            try size(page)
            try sink.write("}")
        }
        try integer(",\"measure\":", document.measure)
        try sink.write(",\"fonts\":[")
        for (id, font) in fonts.fonts.enumerated() {
            if id > 0 { try sink.write(",") }
            try integer("{\"id\":", id)
            try sink.write(",\"family\":")
            try JSONText.write(font.family, to: sink)
            try sink.write(",\"style\":")
            try JSONText.write(font.style, to: sink)
            try sink.write(",\"file\":")
            try JSONText.write(font.file, to: sink)
            try integer(",\"index\":", font.index)
            try integer(",\"upem\":", font.unitsPerEm)
            try sink.write(isVertical ? ",\"features\":[\"vert\"]}" : ",\"features\":[]}")
        }
        try sink.write("]}")
    }

    /// A page record up to its `runs`, without the closing brace.
    func openPage(_ page: PageRecord) throws(OutputError) {
        try integer("{\"type\":\"page\",\"page\":", page.number)
        try sink.write(",")
        try size(page.size)
        try sink.write(",\"runs\":[")
        var isFirst = true
        for (line, place) in zip(page.outside, page.places) {
            try runs(of: line, at: place, isFirst: &isFirst)
        }
        try sink.write("]")
    }

    func line(_ line: borrowing ComposedLine, at place: LinePlace) throws(OutputError) {
        var pen = try sink.pen(room: 512)
        pen.text("{\"type\":\"line\",\"page\":")
        pen.integer(place.page)
        pen.text(",\"column\":")
        pen.integer(place.column)
        pen.text(",\"line\":")
        pen.integer(place.line)
        pen.text(",\"paragraph\":")
        pen.integer(line.paragraph)
        switch place.matter {
        case .body: break
        case .front: pen.text(",\"matter\":\"front\"")
        case .back: pen.text(",\"matter\":\"back\"")
        }
        pen.text(",\"x\":")
        pen.thousandths(scale.thousandths(place.x))
        pen.text(",\"y\":")
        pen.thousandths(scale.thousandths(place.y))
        pen.text(",\"advance\":")
        pen.thousandths(scale.thousandths(line.advance))
        pen.text(",\"measure\":")
        pen.thousandths(scale.thousandths(line.measure))
        pen.text(",\"over\":")
        pen.thousandths(scale.thousandths(line.over))
        pen.text(",\"under\":")
        pen.thousandths(scale.thousandths(line.under))
        pen.text(",\"source\":[")
        pen.integer(line.source.lowerBound)
        pen.byte(0x2C)
        pen.integer(line.source.upperBound)
        pen.text("],\"text\":")
        sink.commit(pen)
        try JSONText.write(line.text, line.text.indices, to: sink)
        try sink.write(",\"runs\":[")
        var isFirst = true
        try runs(of: line, at: place, isFirst: &isFirst)
        try sink.write("]}")
    }

    func end(_ figures: EndRecord) throws(OutputError) {
        try integer("{\"type\":\"end\",\"pages\":", figures.pages)
        try integer(",\"lines\":", figures.lines)
        try integer(",\"glyphs\":", figures.glyphs)
        try integer(",\"characters\":", figures.characters)
        try integer(",\"rubies\":", figures.rubies)
        try integer(",\"warnings\":", figures.warnings)
        try integer(",\"errors\":", figures.errors)
        try sink.write("}")
    }

    // MARK: Runs

    private func runs(of line: borrowing ComposedLine, at place: LinePlace, isFirst: inout Bool) throws(OutputError) {
        for index in line.runs.indices {
            let run = line.runs[index]
            try head(of: run, in: line, isFirst: isFirst)
            isFirst = false
            try naturals(",\"cl\":[", line.cluster, run.glyphs)
            try naturals(",\"g\":[", line.glyph, run.glyphs)
            if isVertical {
                try lengths(",\"x\":[", line.across, run.glyphs, from: place.x)
                try lengths(",\"y\":[", line.along, run.glyphs, from: place.y)
            } else {
                try lengths(",\"x\":[", line.along, run.glyphs, from: place.x)
                try lengths(",\"y\":[", line.across, run.glyphs, from: place.y, sign: -1)
            }
            try lengths(",\"a\":[", line.advanceOf, run.glyphs, from: 0)
            try sink.write("}")
        }
    }

    /// What stands before a run's arrays.
    private func head(of run: ComposedRun, in line: borrowing ComposedLine, isFirst: Bool) throws(OutputError) {
        var pen = try sink.pen(room: 512)
        if !isFirst { pen.byte(0x2C) }
        pen.text("{\"role\":")
        pen.text(Self.name(of: run.role))
        switch run.role {
        case .base, .tateChuYoko, .warichu, .emphasis: break
        case .note, .kaeriten, .okurigana, .folio, .header:
            pen.text(",\"text\":")
            sink.commit(pen)
            try JSONText.write(line.strings, run.string, to: sink)
            pen = try sink.pen(room: 512)
        case .ruby:
            pen.text(",\"ruby\":")
            pen.integer(run.ruby)
            pen.text(",\"kind\":")
            pen.text(Self.name(of: run.kind))
            pen.text(run.side == .over ? ",\"side\":\"over\",\"base\":[" : ",\"side\":\"under\",\"base\":[")
            pen.integer(run.base.lowerBound)
            pen.byte(0x2C)
            pen.integer(run.base.upperBound)
            if run.parts > 0 {
                pen.text("],\"part\":[")
                pen.integer(run.part)
                pen.byte(0x2C)
                pen.integer(run.parts)
            }
            pen.text("],\"reading\":")
            sink.commit(pen)
            try JSONText.write(line.strings, run.string, to: sink)
            try rules(run.rules)
            pen = try sink.pen(room: 512)
        }
        pen.text(",\"font\":")
        pen.integer(Int(run.font))
        pen.text(",\"size\":")
        pen.thousandths(scale.thousandths(Int(run.size)))
        pen.text(run.isTurned ? ",\"angle\":90" : ",\"angle\":0")
        sink.commit(pen)
    }

    private func rules(_ rules: RuleSet) throws(OutputError) {
        var pen = try sink.pen(room: 128 * 8)
        pen.text(",\"rules\":[")
        numbers(of: rules.low, from: 0, with: &pen)
        numbers(of: rules.high, from: 64, with: &pen)
        if !rules.isEmpty { pen.back() }
        pen.byte(0x5D)
        sink.commit(pen)
    }

    private func numbers(of word: UInt64, from start: Int, with pen: inout Pen) {
        var rest = word
        while rest != 0 {
            pen.text("\"R")
            pen.integer(start + rest.trailingZeroBitCount)
            pen.text("\",")
            rest &= rest - 1
        }
    }

    // MARK: Arrays

    /// Numbers that are written between two looks at the buffer's room.
    private static let piece = 4096

    /// Writes `values` between `name` and `]`, each as `write` does, a comma between.
    @inline(__always)
    private func array<Value>(
        _ name: StaticString, _ values: [Value], _ range: Range<Int>, _ write: (UnsafeBufferPointer<Value>, inout Pen) -> Void
    ) throws(OutputError) {
        try values.withUnsafeBufferPointer { values throws(OutputError) in
            var start = range.lowerBound
            repeat {
                let end = min(start + Self.piece, range.upperBound)
                var pen = try sink.pen(room: (end - start + 1) * Pen.numberRoom)
                if start == range.lowerBound { pen.text(name) }
                write(UnsafeBufferPointer(rebasing: values[start..<end]), &pen)
                if end == range.upperBound {
                    if !range.isEmpty { pen.back() }
                    pen.byte(0x5D)
                }
                sink.commit(pen)
                start = end
            } while start < range.upperBound
        }
    }

    private func naturals(_ name: StaticString, _ values: [UInt32], _ range: Range<Int>) throws(OutputError) {
        try array(name, values, range) { values, pen in
            for value in values {
                pen.natural(UInt(value))
                pen.byte(0x2C)
            }
        }
    }

    /// Writes `from + sign × value` in points; a value that equals the one before it is copied from there.
    private func lengths(
        _ name: StaticString, _ values: [Int32], _ range: Range<Int>, from origin: Int, sign: Int = 1
    ) throws(OutputError) {
        try array(name, values, range) { values, pen in
            var previous = Int.min
            var written = pen.next
            var count = 0
            for value in values {
                let value = Int(value)
                if value == previous {
                    pen.again(written, count: count)
                } else {
                    previous = value
                    written = pen.next
                    pen.thousandths(scale.thousandths(origin &+ sign &* value))
                    pen.byte(0x2C)
                    count = pen.next - written
                }
            }
        }
    }

    // MARK: Small things

    private func integer(_ name: StaticString, _ value: Int) throws(OutputError) {
        var pen = try sink.pen(room: 64 + Pen.numberRoom)
        pen.text(name)
        pen.integer(value)
        sink.commit(pen)
    }

    private func size(_ size: PageSize) throws(OutputError) {
        var pen = try sink.pen(room: 128)
        pen.text("\"width\":")
        pen.thousandths(PointScale.thousandths(points: size.width))
        pen.text(",\"height\":")
        pen.thousandths(PointScale.thousandths(points: size.height))
        sink.commit(pen)
    }

    private static func name(of role: RunRole) -> StaticString {
        switch role {
        case .base: "\"base\""
        case .ruby: "\"ruby\""
        case .emphasis: "\"emphasis\""
        case .tateChuYoko: "\"tate-chu-yoko\""
        case .warichu: "\"warichu\""
        case .note: "\"note\""
        case .kaeriten: "\"kaeriten\""
        case .okurigana: "\"okurigana\""
        case .folio: "\"folio\""
        case .header: "\"header\""
        }
    }

    private static func name(of kind: RubyKind) -> StaticString {
        switch kind {
        case .mono: "\"mono\""
        case .group: "\"group\""
        case .jukugo: "\"jukugo\""
        }
    }
}
