import CShaping

/// A character that no font of the chain has.
package struct MissingCharacter: Equatable, Sendable {
    package var scalar: UInt32
    /// Index in the scalars that were shaped.
    package var index: Int
}

/// Features that squeeze a tate-chu-yoko (L44).
package enum Squeeze: String, Sendable {
    /// Half, third and quarter widths.
    case half = "hwid"
    case third = "twid"
    case quarter = "qwid"
}

/// Turns scalars into glyphs. It keeps buffers and tables, and belongs to one worker; the fonts are shared.
///
/// HarfBuzz decides. In front of it stands a table of the scalars whose glyph no neighbour can change; a run of such scalars alone is answered from it.
package final class Shaper {
    package let fonts: FontSet
    /// The characters that were shown as missing since the caller last emptied it.
    package var missing: [MissingCharacter] = []
    /// Off: HarfBuzz shapes everything (for the test that compares the two).
    var usesTable = true

    private var plans: [ShapingPlan?]
    /// The tables of Japanese text in the first fonts, by use and orientation: where most runs are answered.
    private let firstTables: UnsafeMutablePointer<FirstTable>
    private var systems = ScalarSystemCache()
    /// One buffer a level of fallback: a level is still reading its own when it asks the next.
    private var buffers: [OpaquePointer] = []

    package init(fonts: FontSet) {
        self.fonts = fonts
        let last = PlanKey(font: UInt8(fonts.fonts.count - 1), use: .ruby, orientation: .turned, system: .other)
        plans = Array(repeating: nil, count: last.slot + 1)
        firstTables = .allocate(capacity: FirstTable.count)
        firstTables.initialize(repeating: FirstTable(), count: FirstTable.count)
        let levels = max(fonts.baseChain.count, fonts.rubyChain.count) + 1
        for _ in 0..<levels { if let buffer = hb_buffer_create() { buffers.append(buffer) } }
    }

    deinit {
        firstTables.deallocate()
        for buffer in buffers { hb_buffer_destroy(buffer) }
    }

    /// Appends the glyphs of `range` of `scalars`, which stand in one orientation. Clusters are indices into `scalars`.
    package func shape(
        _ scalars: UnsafeBufferPointer<UInt32>, range: Range<Int>, orientation: GlyphOrientation, use: GlyphUse,
        into glyphs: inout GlyphBuffer
    ) {
        guard !range.isEmpty else { return }
        if usesTable {
            let table = firstTables[FirstTable.slot(use, orientation)]
            if let pages = table.pages, answer(pages, font: table.font, scalars, range, into: &glyphs) { return }
            // A run that begins before the East Asian blocks is most likely Western: it is taken apart at once.
            if orientation == .upright || scalars[range.lowerBound] >= Self.firstEastAsianScalar {
                let plan = firstPlan(use, orientation)
                if plan.hasTable, answer(plan, scalars, range, into: &glyphs) { return }
            }
        }
        let run = Run(scalars: scalars, orientation: orientation, use: use)
        var start = range.lowerBound
        while start < range.upperBound {
            let piece = nextPiece(scalars, start..<range.upperBound)
            shape(run, piece.range, piece.system, script: piece.script, level: 0, into: &glyphs)
            start = piece.range.upperBound
        }
    }

    /// The same with a feature that squeezes; false, and nothing appended, if the first font has not got it.
    package func shape(
        _ scalars: UnsafeBufferPointer<UInt32>, range: Range<Int>, squeeze: Squeeze, use: GlyphUse, into glyphs: inout GlyphBuffer
    ) -> Bool {
        let first = fonts.chain(for: use)[0]
        guard !range.isEmpty, fonts.fonts[Int(first)].hasFeature(squeeze.rawValue) else { return false }
        let system = nextPiece(scalars, range).system
        let plan = plan(PlanKey(font: first, use: use, orientation: .horizontal, system: system))
        plan.shape(scalars, range, script: nil, extra: FontFeatures.whole(squeeze.rawValue, 1), into: buffers[0])
        var count: UInt32 = 0
        guard let infos = hb_buffer_get_glyph_infos(buffers[0], &count), let positions = hb_buffer_get_glyph_positions(buffers[0], nil),
            !(0..<Int(count)).contains(where: { infos[$0].codepoint == 0 })
        else { return false }
        for index in 0..<Int(count) { append(plan, infos[index], positions[index], into: &glyphs) }
        return true
    }

    /// The glyph and advance of a scalar of Japanese text in the first font, where no neighbour can change them and the glyph stands on its origin.
    package func constantGlyph(_ scalar: UInt32, orientation: GlyphOrientation, use: GlyphUse) -> (
        glyph: UInt32, advance: Int32, font: UInt8
    )? {
        let table = firstTables[FirstTable.slot(use, orientation)]
        if let pages = table.pages {
            let entry = TableEntry(bits: GlyphTable.bits(pages, scalar))
            if !entry.has(TableEntry.stops) { return (entry.glyph, entry.advance, table.font) }
            if !entry.has(TableEntry.unbuilt) { return nil }
        }
        let plan = firstPlan(use, orientation)
        guard plan.hasTable else { return nil }
        withUnsafePointer(to: scalar) { plan.learn(UnsafeBufferPointer(start: $0, count: 1), 0..<1, with: buffers[0]) }
        let entry = plan.table[scalar]
        return entry.has(TableEntry.stops) ? nil : (entry.glyph, entry.advance, plan.fontIndex)
    }

    /// CJK Radicals Supplement, where the blocks of East Asian scripts begin.
    private static let firstEastAsianScalar: UInt32 = 0x2E80

    /// The plan of Japanese text in the first font; its table is kept at hand from then on.
    private func firstPlan(_ use: GlyphUse, _ orientation: GlyphOrientation) -> ShapingPlan {
        let plan = plan(PlanKey(font: fonts.chain(for: use)[0], use: use, orientation: orientation, system: .japanese))
        if plan.hasTable { firstTables[FirstTable.slot(use, orientation)] = FirstTable(pages: plan.table.pages, font: plan.fontIndex) }
        return plan
    }

    func plan(_ key: PlanKey) -> ShapingPlan {
        if let plan = plans[key.slot] { return plan }
        var shared = key
        // Without the feature ruby is shaped as the base text is.
        if key.use == .ruby, !fonts.fonts[Int(key.font)].hasFeature("ruby") { shared.use = .base }
        let plan = plans[shared.slot] ?? ShapingPlan(shared, fonts: fonts)
        plans[shared.slot] = plan
        plans[key.slot] = plan
        return plan
    }
}

// MARK: - The table

extension Shaper {
    /// Answers a whole range from the table; false, and nothing appended, if some scalar needs more.
    private func answer(_ plan: ShapingPlan, _ scalars: UnsafeBufferPointer<UInt32>, _ range: Range<Int>, into glyphs: inout GlyphBuffer)
        -> Bool
    {
        for index in range where plan.table[scalars[index]].has(TableEntry.unbuilt) {
            plan.learn(scalars, index..<range.upperBound, with: buffers[0])
            break
        }
        return answer(plan.table.pages, font: plan.fontIndex, scalars, range, into: &glyphs)
    }

    private func answer(
        _ pages: UnsafeMutablePointer<GlyphTable.Page>, font: UInt8, _ scalars: UnsafeBufferPointer<UInt32>, _ range: Range<Int>,
        into glyphs: inout GlyphBuffer
    ) -> Bool {
        if range.count <= Self.fewGlyphs {
            var seen: UInt64 = 0
            for index in range { seen |= GlyphTable.bits(pages, scalars[index]) }
            guard seen & TableEntry.stops == 0 else { return false }
            for index in range {
                let entry = TableEntry(bits: GlyphTable.bits(pages, scalars[index]))
                glyphs.append(
                    entry.glyph, cluster: UInt32(truncatingIfNeeded: index), advance: entry.advance, along: 0, across: 0, font: font)
            }
            return true
        }
        let start = glyphs.count
        glyphs.grow(by: range.count, font: font)
        if fill(pages, scalars, range, &glyphs, at: start) & TableEntry.stops == 0 { return true }
        glyphs.removeLast(range.count)
        return false
    }

    /// Up to so many glyphs are appended one by one, which is then quicker than making room for them all in each array (measured).
    private static let fewGlyphs = 8

    /// Writes glyphs, advances and clusters, and gives the union of the entries' flags.
    private func fill(
        _ pages: UnsafeMutablePointer<GlyphTable.Page>, _ scalars: UnsafeBufferPointer<UInt32>, _ range: Range<Int>,
        _ glyphs: inout GlyphBuffer,
        at start: Int
    ) -> UInt64 {
        glyphs.glyph.withUnsafeMutableBufferPointer { glyph in
            glyphs.advance.withUnsafeMutableBufferPointer { advance in
                glyphs.cluster.withUnsafeMutableBufferPointer { cluster in
                    var seen: UInt64 = 0
                    var place = start
                    for index in range {
                        let bits = GlyphTable.bits(pages, scalars[index])
                        seen |= bits
                        glyph[place] = UInt32(bits & 0xFFFF)
                        advance[place] = Int32(truncatingIfNeeded: bits >> 32)
                        cluster[place] = UInt32(truncatingIfNeeded: index)
                        place += 1
                    }
                    return seen
                }
            }
        }
    }
}

/// Where the table of a use and orientation is, once it has been made.
private struct FirstTable {
    var pages: UnsafeMutablePointer<GlyphTable.Page>?
    var font: UInt8 = 0

    static let count = 6
    static func slot(_ use: GlyphUse, _ orientation: GlyphOrientation) -> Int { Int(use.rawValue) * 3 + Int(orientation.rawValue) }
}

// MARK: - Pieces, windows, fallback

/// What stays the same while a run is taken apart.
private struct Run {
    var scalars: UnsafeBufferPointer<UInt32>
    var orientation: GlyphOrientation
    var use: GlyphUse
}

extension Shaper {
    /// The longest stretch from the start of `range` in one writing system. Common scalars go with what stands before them, at the start with what follows.
    private func nextPiece(_ scalars: UnsafeBufferPointer<UInt32>, _ range: Range<Int>) -> (
        range: Range<Int>, system: WritingSystem, script: hb_script_t?
    ) {
        var current = ScalarSystem.common
        var end = range.lowerBound
        while end < range.upperBound {
            let next = systems[scalars[end]]
            if next != .common, next != current {
                if current != .common { break }
                current = next
            }
            end += 1
        }
        let piece = range.lowerBound..<end
        switch current {
        case .of(let system): return (piece, system, nil)
        case .script(let script): return (piece, .other, script)
        case .common: return (piece, .japanese, nil)
        }
    }

    /// Shapes a piece with the font at `level` of the chain; what that font lacks goes to the next level.
    private func shape(
        _ run: Run, _ range: Range<Int>, _ system: WritingSystem, script: hb_script_t?, level: Int, into glyphs: inout GlyphBuffer
    ) {
        let chain = fonts.chain(for: run.use)
        let isLastResort = level == chain.count
        let plan = plan(PlanKey(font: chain[isLastResort ? 0 : level], use: run.use, orientation: run.orientation, system: system))
        if isLastResort {
            showMissing(plan, run, range, script: script, into: &glyphs)
            return
        }
        guard usesTable, plan.hasTable else {
            consult(plan, run, range, script: script, level: level, into: &glyphs)
            return
        }
        if answer(plan, run.scalars, range, into: &glyphs) { return }
        // The table for what no rule touches; HarfBuzz for the windows around triggers.
        var start = range.lowerBound
        while start < range.upperBound {
            let window = nextWindow(plan, run.scalars, start..<range.upperBound)
            answerEach(plan, run, start..<window.lowerBound, level: level, into: &glyphs)
            if !window.isEmpty { consult(plan, run, window, script: script, level: level, into: &glyphs) }
            start = window.upperBound
        }
    }

    /// The next stretch that HarfBuzz must see as a whole: a trigger, the glyphs beside it that some rule names, and one more at each side, which a mark may be
    /// joined to. Empty, at the end of the range, if there is no trigger.
    private func nextWindow(_ plan: ShapingPlan, _ scalars: UnsafeBufferPointer<UInt32>, _ range: Range<Int>) -> Range<Int> {
        let pages = plan.table.pages
        let reaching = TableEntry.trigger | TableEntry.touched
        var trigger = range.lowerBound
        while trigger < range.upperBound, GlyphTable.bits(pages, scalars[trigger]) & TableEntry.trigger == 0 { trigger += 1 }
        guard trigger < range.upperBound else { return range.upperBound..<range.upperBound }
        var start = trigger
        while start > range.lowerBound, GlyphTable.bits(pages, scalars[start - 1]) & reaching != 0 { start -= 1 }
        var end = trigger + 1
        while end < range.upperBound {
            if GlyphTable.bits(pages, scalars[end]) & reaching != 0 { end += 1; continue }
            // Two windows that one glyph parts are one: both would take it.
            if end + 1 < range.upperBound, GlyphTable.bits(pages, scalars[end + 1]) & reaching != 0 { end += 2; continue }
            break
        }
        return max(start - 1, range.lowerBound)..<min(end + 1, range.upperBound)
    }

    /// The table's answer for a stretch without triggers, some of which the font lacks or moves.
    private func answerEach(_ plan: ShapingPlan, _ run: Run, _ range: Range<Int>, level: Int, into glyphs: inout GlyphBuffer) {
        var index = range.lowerBound
        while index < range.upperBound {
            let scalar = run.scalars[index]
            let entry = plan.table[scalar]
            if entry.has(TableEntry.missing) {
                var end = index + 1
                while end < range.upperBound, plan.table[run.scalars[end]].has(TableEntry.missing) { end += 1 }
                shape(run, index..<end, plan.system, script: nil, level: level + 1, into: &glyphs)
                index = end
            } else {
                let offset = entry.has(TableEntry.moved) ? plan.table.offsets[scalar] : nil
                glyphs.append(
                    entry.glyph, cluster: UInt32(index), advance: entry.advance, along: offset?.along ?? 0, across: offset?.across ?? 0,
                    font: plan.fontIndex)
                index += 1
            }
        }
    }

    /// Lets HarfBuzz shape a stretch; clusters that the font lacks go to the next level.
    private func consult(
        _ plan: ShapingPlan, _ run: Run, _ range: Range<Int>, script: hb_script_t?, level: Int, into glyphs: inout GlyphBuffer
    ) {
        if let variant = variantOfLaterFont(plan, run, range, level: level) {
            // CSS Fonts 4, cluster matching: a variation goes to the font that has it.
            if variant.lowerBound > range.lowerBound {
                consult(plan, run, range.lowerBound..<variant.lowerBound, script: script, level: level, into: &glyphs)
            }
            shape(run, variant, plan.system, script: script, level: level + 1, into: &glyphs)
            if variant.upperBound < range.upperBound {
                consult(plan, run, variant.upperBound..<range.upperBound, script: script, level: level, into: &glyphs)
            }
            return
        }
        let buffer = buffers[level]
        plan.shape(run.scalars, range, script: script, into: buffer)
        var count: UInt32 = 0
        guard let infos = hb_buffer_get_glyph_infos(buffer, &count), let positions = hb_buffer_get_glyph_positions(buffer, nil) else {
            return
        }
        let length = Int(count)
        /// Where the cluster of the glyph at `index` ends in the glyphs.
        func clusterEnd(_ index: Int) -> Int {
            var end = index + 1
            while end < length, infos[end].cluster == infos[index].cluster { end += 1 }
            return end
        }
        var index = 0
        var lackStart: UInt32?
        func flush(upTo end: Int, _ glyphs: inout GlyphBuffer) {
            guard let start = lackStart else { return }
            lackStart = nil
            shape(run, Int(start)..<end, plan.system, script: script, level: level + 1, into: &glyphs)
        }
        while index < length {
            let end = clusterEnd(index)
            if (index..<end).contains(where: { infos[$0].codepoint == 0 }) {
                lackStart = lackStart ?? infos[index].cluster
            } else {
                flush(upTo: Int(infos[index].cluster), &glyphs)
                for glyph in index..<end { append(plan, infos[glyph], positions[glyph], into: &glyphs) }
            }
            index = end
        }
        flush(upTo: range.upperBound, &glyphs)
    }

    /// The first base with a variation selector whose pair this font lacks and a later one of the chain has.
    private func variantOfLaterFont(_ plan: ShapingPlan, _ run: Run, _ range: Range<Int>, level: Int) -> Range<Int>? {
        let later = fonts.chain(for: run.use).dropFirst(level + 1)
        guard !later.isEmpty, range.count > 1 else { return nil }
        var glyph: hb_codepoint_t = 0
        for index in range.dropFirst() where isVariationSelector(run.scalars[index]) {
            let (base, selector) = (run.scalars[index - 1], run.scalars[index])
            guard hb_font_get_variation_glyph(plan.font.hbFont, base, selector, &glyph) == 0 else { continue }
            let isElsewhere = later.contains { hb_font_get_variation_glyph(fonts.fonts[Int($0)].hbFont, base, selector, &glyph) != 0 }
            if isElsewhere {
                var end = index + 1
                while end < range.upperBound, dependsOnNeighbours(run.scalars[end]) { end += 1 }
                return (index - 1)..<end
            }
        }
        return nil
    }

    /// What no font has, in the first font's .notdef, and on record.
    private func showMissing(_ plan: ShapingPlan, _ run: Run, _ range: Range<Int>, script: hb_script_t?, into glyphs: inout GlyphBuffer) {
        guard let buffer = buffers.last else { return }
        plan.shape(run.scalars, range, script: script, into: buffer)
        var count: UInt32 = 0
        guard let infos = hb_buffer_get_glyph_infos(buffer, &count), let positions = hb_buffer_get_glyph_positions(buffer, nil) else {
            return
        }
        for index in 0..<Int(count) { append(plan, infos[index], positions[index], into: &glyphs) }
        for index in range where plan.font.glyph(of: run.scalars[index]) == nil && !isVariationSelector(run.scalars[index]) {
            missing.append(MissingCharacter(scalar: run.scalars[index], index: index))
        }
    }

    private func append(_ plan: ShapingPlan, _ info: hb_glyph_info_t, _ position: hb_glyph_position_t, into glyphs: inout GlyphBuffer) {
        let place = plan.place(info, position)
        glyphs.append(
            info.codepoint, cluster: info.cluster, advance: place.advance, along: place.along, across: place.across, font: plan.fontIndex)
    }
}
