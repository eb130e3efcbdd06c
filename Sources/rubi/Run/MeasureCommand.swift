import Rubi

/// `rubi measure`: how much room a manuscript takes.
struct MeasureCommand {
    let session: Session

    func run() throws -> ExitStatus {
        _ = try session.fonts.fonts(session.configuration.fonts)
        let sink = try session.sink()
        let status = try session.forEachManuscript { _, manuscript, configuration in
            let fonts = try session.fonts.fonts(configuration.fonts)
            let room = RoomGauge()
            var style = configuration.style
            (style.page, style.lines, style.columns, style.lineHeight) = (nil, 0, 1, .fixed)
            let frames = configuration.style.lines > 0 ? FrameGauge() : nil
            let all: [(Style, any PageConsumer)] = [(style, room)] + (frames.map { [(configuration.style, $0)] } ?? [])
            let result = try manuscript.measure(in: all, fonts: fonts)
            let measurement = Measurement(name: manuscript.name, figures: result.figures[0], style: style, room: room, frames: frames)
            switch session.configuration.report {
            case .text: try measurement.writeText(grid: configuration.style, to: sink)
            case .json, .sarif, .tsv: try measurement.writeJSON(to: sink)
            }
            return session.outcome(of: result.diagnostics, in: manuscript)
        }
        try sink.finish()
        return status
    }
}

/// The room that one endless column takes.
private final class RoomGauge: PageConsumer {
    /// The longest line.
    private(set) var along = 0
    /// Across, from the first line's body to the last one's, with lines at even distance; ruby at the outside is not counted (R62).
    private(set) var fixed = 0
    /// Across, with every line as deep as it needs to be (R60).
    private(set) var grow = 0
    private(set) var lines = 0
    private var isVertical = true

    /// How far a body line reaches beyond its base line towards the following one: half its frame in vertical text, else the frame's descent (R6).
    private var under = 0

    func begin(_ document: DocumentRecord, fonts: FontSet) {
        isVertical = document.isVertical
        under = isVertical ? Length.em.raw / 2 : -Int(fonts.primary.frame.descent)
    }
    func beginPage(_ page: PageRecord) {}
    func line(_ line: borrowing ComposedLine, at place: LinePlace) {
        lines += 1
        along = max(along, line.advance)
        grow += line.over + line.under
        fixed = (isVertical ? -place.x : place.y) + under
    }
    func endPage() {}
    func end(_ figures: EndRecord) {}
}

/// What the frames of the given grid hold.
private final class FrameGauge: PageConsumer {
    private(set) var pages = 0
    private(set) var firstLines = 0
    private(set) var firstSource = 0..<0

    func begin(_ document: DocumentRecord, fonts: FontSet) {}
    func beginPage(_ page: PageRecord) { pages = page.number }
    func line(_ line: borrowing ComposedLine, at place: LinePlace) {
        pages = max(pages, place.page)
        guard place.page == 1, place.matter == .body else { return }
        firstSource = firstLines == 0 ? line.source : firstSource.lowerBound..<max(firstSource.upperBound, line.source.upperBound)
        firstLines += 1
    }
    func endPage() {}
    func end(_ figures: EndRecord) {}
}

/// The figures of one manuscript, as they are written.
private struct Measurement {
    let name: String
    let figures: EndRecord
    let style: Style
    let room: RoomGauge
    let frames: FrameGauge?

    private var pages: Int { frames?.pages ?? 1 }
    private var along: String { points(room.along) }
    private var fixed: String { points(room.fixed) }
    private var grow: String { points(room.lines == 0 ? 0 : room.grow + (room.lines - 1) * style.lineGap.raw) }

    private func size(_ across: String) -> (width: String, height: String) { style.isVertical ? (across, along) : (along, across) }

    func writeText(grid: Style, to sink: ByteSink) throws {
        let (fixed, grow) = (size(fixed), size(grow))
        var text = "\(name): \(figures.lines) lines, \(pages) pages, \(figures.characters) characters, \(figures.rubies) rubies\n"
        text += "  needs \(fixed.width) × \(fixed.height) pt with --line-height fixed, \(grow.width) × \(grow.height) pt with grow\n"
        if let frames {
            text += "  the first frame of \(grid.measure) × \(grid.lines * grid.columns) holds \(frames.firstLines) lines,"
            text += " bytes \(frames.firstSource.lowerBound) to \(frames.firstSource.upperBound)\n"
        }
        try sink.write(string: text)
    }

    func writeJSON(to sink: ByteSink) throws {
        let (fixed, grow) = (size(fixed), size(grow))
        try sink.write("{\"source\":")
        try JSONText.write(name, to: sink)
        var text =
            ",\"lines\":\(figures.lines),\"pages\":\(pages),\"characters\":\(figures.characters),\"rubies\":\(figures.rubies),\"unit\":\"pt\""
        text +=
            ",\"fixed\":{\"width\":\(fixed.width),\"height\":\(fixed.height)},\"grow\":{\"width\":\(grow.width),\"height\":\(grow.height)}"
        if let frames {
            text +=
                ",\"fits\":{\"source\":[\(frames.firstSource.lowerBound),\(frames.firstSource.upperBound)],\"lines\":\(frames.firstLines)}"
        }
        try sink.write(string: text + "}\n")
    }

    /// A raw length in points with at most three decimals.
    private func points(_ raw: Int) -> String {
        let thousandths = (raw * style.fontSize / 65536 * 1000 + 32768) >> 16
        var decimals = "\(1000 + thousandths % 1000)".dropFirst()
        while decimals.last == "0" { decimals.removeLast() }
        return "\(thousandths / 1000)" + (decimals.isEmpty ? "" : "." + decimals)
    }
}
