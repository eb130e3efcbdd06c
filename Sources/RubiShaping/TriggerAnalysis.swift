import CShaping

/// Which glyphs can make a run shape otherwise than character by character.
///
/// A rule of `GSUB` or `GPOS` that takes more than one glyph needs all of its positions filled, so a run in which one of them cannot be filled is not touched by
/// it. One position a rule, the rarest in Japanese text, is its *trigger*; a run without the trigger of any rule is shaped glyph by glyph. Rules that take
/// one glyph alone (`vert` mostly) leave the result constant. What is not understood makes everything a trigger.
struct TriggerAnalysis {
    /// Glyphs of the rules' rarest positions.
    private(set) var triggers = GlyphSet()
    /// Glyphs of all positions: no rule reaches past a glyph that is not among them.
    private(set) var touched = GlyphSet()
    /// Some rule takes any glyph at all.
    private(set) var touchesAll = false
    private(set) var isUnderstood = true

    /// Substitutions of one glyph by one, without context.
    private var singles: [(from: UInt16, to: UInt16)] = []
    /// Lookups that rules with context call, and whether the rules at hand are theirs: they add nothing to the triggers.
    private var nested: Set<Int> = []
    private var isNested = false
    private let frequency: GlyphFrequency

    private enum Table { case substitution, positioning }
    private static let ignoreBasesAndLigatures = 0x0006

    /// - Parameters:
    ///   - substitutions: The lookups of `GSUB` that the shaping plan applies; `positionings` those of `GPOS`.
    init(face: OpaquePointer, substitutions: [Int], positionings: [Int], frequency: GlyphFrequency) {
        self.frequency = frequency
        analyse(.substitution, of: face, lookups: substitutions)
        analyse(.positioning, of: face, lookups: positionings)
        spreadBackwards()
    }

    private mutating func analyse(_ kind: Table, of face: OpaquePointer, lookups: [Int]) {
        guard !lookups.isEmpty else { return }
        let blob = hb_face_reference_table(face, openTypeTag(kind == .substitution ? "GSUB" : "GPOS"))
        defer { hb_blob_destroy(blob) }
        var length: UInt32 = 0
        guard let start = hb_blob_get_data(blob, &length) else { return }
        var table = LayoutTable(UnsafeRawBufferPointer(start: start, count: Int(length)))
        nested = []
        isNested = false
        for index in lookups { analyse(kind, lookup: index, in: &table) }
        isNested = true
        var done: Set<Int> = []
        while let index = nested.subtracting(done).first {
            done.insert(index)
            analyse(kind, lookup: index, in: &table)
        }
        if table.isBroken { isUnderstood = false }
    }

    private mutating func analyse(_ kind: Table, lookup index: Int, in table: inout LayoutTable) {
        let (flags, subtables) = table.lookup(index, extensionType: kind == .substitution ? 7 : 9)
        for (type, offset) in subtables {
            switch (kind, type) {
            case (.substitution, 1): singleSubstitution(at: offset, in: &table)
            case (.substitution, 2): multipleSubstitution(at: offset, in: &table)
            case (.substitution, 3): alternates(at: offset, in: &table)
            case (.substitution, 4): ligatures(at: offset, in: &table)
            case (.substitution, 5), (.positioning, 7): context(at: offset, isChained: false, in: &table)
            case (.substitution, 6), (.positioning, 8): context(at: offset, isChained: true, in: &table)
            case (.substitution, 8): reverseChain(at: offset, in: &table)
            case (.positioning, 1): break  // one glyph moved, whatever stands beside it
            case (.positioning, 2): pairs(at: offset, in: &table)
            case (.positioning, 3): rule([table.coverage(at: offset + table.uint16(offset + 2))])
            case (.positioning, 4...6):  // marks on bases, ligatures, marks
                rule([table.coverage(at: offset + table.uint16(offset + 2)), table.coverage(at: offset + table.uint16(offset + 4))])
            default: isUnderstood = false
            }
        }
        // A rule that skips bases or ligatures reaches over glyphs that it does not name.
        let takesOne = subtables.allSatisfy { $0.type == 1 }
        if flags & Self.ignoreBasesAndLigatures != 0, !takesOne { touchesAll = true }
    }

    /// One rule: the glyphs that fill each position, nil for any glyph.
    private mutating func rule(_ positions: [[UInt16]?]) {
        var rarest: [UInt16] = []
        var least = Int.max
        for position in positions {
            guard let glyphs = position else {
                touchesAll = true
                continue
            }
            for glyph in glyphs { touched.insert(glyph) }
            let weight = frequency.weight(glyphs)
            if weight < least { (least, rarest) = (weight, glyphs) }
        }
        guard least < .max else {
            isUnderstood = false
            return
        }
        if !isNested { for glyph in rarest { triggers.insert(glyph) } }
    }

    /// A glyph that one substitution after another can turn into a trigger is a trigger too.
    private mutating func spreadBackwards() {
        var changed = true
        while changed {
            changed = false
            for (from, to) in singles {
                if triggers.contains(UInt32(to)), !triggers.contains(UInt32(from)) {
                    triggers.insert(from)
                    changed = true
                }
                if touched.contains(UInt32(to)), !touched.contains(UInt32(from)) {
                    touched.insert(from)
                    changed = true
                }
            }
        }
    }
}

// MARK: - Substitutions

extension TriggerAnalysis {
    private mutating func singleSubstitution(at offset: Int, in table: inout LayoutTable) {
        let glyphs = table.coverage(at: offset + table.uint16(offset + 2))
        switch table.uint16(offset) {
        case 1:
            let delta = UInt16(truncatingIfNeeded: table.uint16(offset + 4))
            singles += glyphs.map { ($0, $0 &+ delta) }
        case 2:
            let targets = table.uint16s(at: offset + 6, count: table.uint16(offset + 4))
            singles += zip(glyphs, targets).map { ($0, UInt16($1)) }
        default: isUnderstood = false
        }
    }

    private mutating func multipleSubstitution(at offset: Int, in table: inout LayoutTable) {
        let glyphs = table.coverage(at: offset + table.uint16(offset + 2))
        for (glyph, sequence) in zip(glyphs, table.offsets(at: offset + 4, from: offset)) {
            if table.uint16(sequence) == 1 {
                singles.append((glyph, UInt16(table.uint16(sequence + 2))))
            } else {
                rule([[glyph]])
            }
        }
    }

    private mutating func alternates(at offset: Int, in table: inout LayoutTable) {
        let glyphs = table.coverage(at: offset + table.uint16(offset + 2))
        for (glyph, set) in zip(glyphs, table.offsets(at: offset + 4, from: offset)) {
            for target in table.uint16s(at: set + 2, count: table.uint16(set)) { singles.append((glyph, UInt16(target))) }
        }
    }

    private mutating func ligatures(at offset: Int, in table: inout LayoutTable) {
        let glyphs = table.coverage(at: offset + table.uint16(offset + 2))
        for (glyph, set) in zip(glyphs, table.offsets(at: offset + 4, from: offset)) {
            for ligature in table.offsets(at: set, from: set) {
                let count = table.uint16(ligature + 2)
                if count <= 1 {
                    singles.append((glyph, UInt16(table.uint16(ligature))))
                } else {
                    rule([[glyph]] + table.uint16s(at: ligature + 4, count: count - 1).map { [UInt16($0)] })
                }
            }
        }
    }

    private mutating func reverseChain(at offset: Int, in table: inout LayoutTable) {
        let glyphs = table.coverage(at: offset + table.uint16(offset + 2))
        let before = table.offsets(at: offset + 4, from: offset)
        let after = table.offsets(at: offset + 6 + 2 * before.count, from: offset)
        rule([glyphs] + (before + after).map { table.coverage(at: $0) })
    }
}

// MARK: - Pairs

extension TriggerAnalysis {
    private mutating func pairs(at offset: Int, in table: inout LayoutTable) {
        let glyphs = table.coverage(at: offset + table.uint16(offset + 2))
        let sizes = [table.uint16(offset + 4), table.uint16(offset + 6)].map { 2 * ($0 & 0xFF).nonzeroBitCount }
        let size = sizes[0] + sizes[1]
        guard size > 0 else { return }
        switch table.uint16(offset) {
        case 1:
            for (glyph, set) in zip(glyphs, table.offsets(at: offset + 8, from: offset)) {
                for pair in 0..<table.uint16(set) {
                    let record = set + 2 + pair * (2 + size)
                    if table.isNonZero(at: record + 2, count: size) { rule([[glyph], [UInt16(table.uint16(record))]]) }
                }
            }
        case 2:
            let first = table.classes(at: offset + table.uint16(offset + 8))
            let second = table.classes(at: offset + table.uint16(offset + 10))
            let (rows, columns) = (table.uint16(offset + 12), table.uint16(offset + 14))
            let named = Set(first.values.joined())
            for row in 0..<rows {
                let members = row == 0 ? glyphs.filter { !named.contains($0) } : (first[row] ?? []).filter(Set(glyphs).contains)
                guard !members.isEmpty else { continue }
                let hits = (0..<columns).filter { table.isNonZero(at: offset + 16 + (row * columns + $0) * size, count: size) }
                guard !hits.isEmpty else { continue }
                rule([members, hits.contains(0) ? nil : hits.flatMap { second[$0] ?? [] }])
            }
        default: isUnderstood = false
        }
    }
}

// MARK: - Contexts

extension TriggerAnalysis {
    private mutating func context(at offset: Int, isChained: Bool, in table: inout LayoutTable) {
        switch table.uint16(offset) {
        case 1: glyphContext(at: offset, isChained: isChained, in: &table)
        case 2: classContext(at: offset, isChained: isChained, in: &table)
        case 3: coverageContext(at: offset, isChained: isChained, in: &table)
        default: isUnderstood = false
        }
    }

    private mutating func glyphContext(at offset: Int, isChained: Bool, in table: inout LayoutTable) {
        let glyphs = table.coverage(at: offset + table.uint16(offset + 2))
        for (glyph, set) in zip(glyphs, table.offsets(at: offset + 4, from: offset)) where set != offset {
            for place in table.offsets(at: set, from: set) {
                let parts = sequenceRule(at: place, isChained: isChained, in: &table)
                rule([[glyph]] + (parts.before + parts.input + parts.after).map { [UInt16($0)] })
            }
        }
    }

    private mutating func classContext(at offset: Int, isChained: Bool, in table: inout LayoutTable) {
        let glyphs = table.coverage(at: offset + table.uint16(offset + 2))
        let tables = (0..<(isChained ? 3 : 1)).map { table.classes(at: offset + table.uint16(offset + 4 + 2 * $0)) }
        let (before, input, after) = isChained ? (tables[0], tables[1], tables[2]) : ([:], tables[0], [:])
        let named = Set(input.values.joined())
        let covered = Set(glyphs)
        func members(_ classes: [Int: [UInt16]], _ number: Int) -> [UInt16]? { number == 0 ? nil : classes[number] ?? [] }
        for (number, set) in table.offsets(at: offset + (isChained ? 10 : 6), from: offset).enumerated() where set != offset {
            let first = number == 0 ? glyphs.filter { !named.contains($0) } : (input[number] ?? []).filter(covered.contains)
            for place in table.offsets(at: set, from: set) {
                let parts = sequenceRule(at: place, isChained: isChained, in: &table)
                rule(
                    [first] + parts.before.map { members(before, $0) } + parts.input.map { members(input, $0) }
                        + parts.after.map { members(after, $0) })
            }
        }
    }

    private mutating func coverageContext(at offset: Int, isChained: Bool, in table: inout LayoutTable) {
        if isChained {
            let before = table.offsets(at: offset + 2, from: offset)
            let input = table.offsets(at: offset + 4 + 2 * before.count, from: offset)
            let after = table.offsets(at: offset + 6 + 2 * (before.count + input.count), from: offset)
            let records = offset + 8 + 2 * (before.count + input.count + after.count)
            call(count: table.uint16(records), at: records + 2, in: &table)
            rule((before + input + after).map { table.coverage(at: $0) })
        } else {
            let count = table.uint16(offset + 2)
            call(count: table.uint16(offset + 4), at: offset + 6 + 2 * count, in: &table)
            let input = table.uint16s(at: offset + 6, count: count).map { offset + $0 }
            rule(input.map { table.coverage(at: $0) })
        }
    }

    /// A rule of the first two formats: glyphs or classes before, inside (without the first) and after.
    private mutating func sequenceRule(at place: Int, isChained: Bool, in table: inout LayoutTable) -> (
        before: [Int], input: [Int], after: [Int]
    ) {
        guard isChained else {
            let (count, calls) = (table.uint16(place), table.uint16(place + 2))
            let input = table.uint16s(at: place + 4, count: max(count - 1, 0))
            call(count: calls, at: place + 4 + 2 * input.count, in: &table)
            return ([], input, [])
        }
        let before = table.uint16s(at: place + 2, count: table.uint16(place))
        var next = place + 2 + 2 * before.count
        let input = table.uint16s(at: next + 2, count: max(table.uint16(next) - 1, 0))
        next += 2 + 2 * input.count
        let after = table.uint16s(at: next + 2, count: table.uint16(next))
        next += 2 + 2 * after.count
        call(count: table.uint16(next), at: next + 2, in: &table)
        return (before, input, after)
    }

    /// Remembers the lookups that a rule calls.
    private mutating func call(count: Int, at offset: Int, in table: inout LayoutTable) {
        for record in 0..<count { nested.insert(table.uint16(offset + 4 * record + 2)) }
    }
}
