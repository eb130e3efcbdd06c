import RubiMarkup
import RubiShaping

/// Puts the same lines into frames of several styles at once, without their glyphs: what `rubi measure` asks for in one pass.
final class MeasuringFlow: LineFlow {
    private let builders: [PageBuilder]

    init(_ builders: [PageBuilder]) { self.builders = builders }

    func add(_ line: inout ComposedLine, slots: Int, keepsNext: Bool, matter: Matter) throws {
        for builder in builders {
            var bare = line.withoutGlyphs
            try builder.add(&bare, slots: slots, keepsNext: keepsNext, matter: matter)
        }
    }

    func addJoined(_ line: inout ComposedLine, slots: Int, keepsNext: Bool) throws {
        for builder in builders {
            var bare = line.withoutGlyphs
            try builder.addJoined(&bare, slots: slots, keepsNext: keepsNext)
        }
    }

    func addWindow(_ line: inout ComposedLine) throws {
        for builder in builders {
            var bare = line.withoutGlyphs
            try builder.addWindow(&bare)
        }
    }

    func endWindow() throws { for builder in builders { try builder.endWindow() } }
    func openColumns(_ count: Int) throws { for builder in builders { try builder.openColumns(count) } }
    func closeColumns() throws { for builder in builders { try builder.closeColumns() } }
    func breakPage() throws { for builder in builders { try builder.breakPage() } }
    func breakPage(toOdd odd: Bool) throws { for builder in builders { try builder.breakPage(toOdd: odd) } }
    func breakColumn() throws { for builder in builders { try builder.breakColumn() } }
    func beginCentering() throws { for builder in builders { try builder.beginCentering() } }
    func openBox() { for builder in builders { builder.openBox() } }
    func endBox() throws { for builder in builders { try builder.endBox() } }
}

extension ComposedLine {
    /// What its place depends on.
    fileprivate var withoutGlyphs: ComposedLine {
        var bare = ComposedLine()
        // Where it begins decides whether it can share the line before it (L41).
        if let first = along.first { bare.along = [first] }
        (bare.source, bare.paragraph, bare.heading) = (source, paragraph, heading)
        (bare.advance, bare.measure, bare.over, bare.under) = (advance, measure, over, under)
        (bare.characters, bare.rubies, bare.isFirst, bare.isLast) = (characters, rubies, isFirst, isLast)
        return bare
    }
}

extension Layout {
    /// Composes the whole of `manuscript` once and tells each consumer of its lines, which have no glyphs, in frames of its style; the styles compose lines
    /// alike (`ComposedDocument.fits`).
    /// - Returns: the figures of each, without glyphs.
    package func measure(_ manuscript: Manuscript, in frames: [(style: Style, consumer: any PageConsumer)]) throws -> [EndRecord] {
        let builders = try frames.map { style, consumer in
            var record = record(of: manuscript)
            record.page = style.page
            try consumer.begin(record, fonts: fonts)
            return PageBuilder(style: style, fonts: fonts, frame: LineFrame(fonts, style), title: manuscript.meta.title, consumer: consumer)
        }
        composer.isMeasuring = true
        _ = try compose(manuscript, into: MeasuringFlow(builders))
        for builder in builders { try builder.finish() }
        return builders.map(\.figures)
    }
}
