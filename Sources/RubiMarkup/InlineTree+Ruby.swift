extension InlineTree {
    /// Makes a piece of a text node the base of a ruby with the reading `kana`. What stands before it stays the node `node`.
    /// - Parameter shares: the characters of the base and of the reading that each part of a divided ruby has; empty for an undivided one.
    package mutating func addRuby(to node: Int32, _ base: ScalarRange, kana: some Sequence<UInt32>, shares: [(base: Int, kana: Int)]) {
        if base.upper < nodes[Int(node)].text.upper { _ = split(node, at: base.upper) }
        let target = base.lower > nodes[Int(node)].text.lower ? split(node, at: base.lower) : node
        let offset = offsets[Int(base.lower)]
        var ruby = InlineNode(kind: .ruby)
        ruby.hasReading = true
        ruby.detail = undividedKind(base).rawValue
        ruby.source = nodes[Int(target)].source
        let lower = Int32(scalars.count)
        scalars.append(contentsOf: kana)
        let upper = Int32(scalars.count)
        offsets.append(contentsOf: repeatElement(offset, count: Int(upper - lower)))
        ruby.text = ScalarRange(lower: lower, upper: upper)
        if shares.count > 1 {
            ruby.detail = RubyKind.jukugo.rawValue
            let first = Int32(parts.count)
            var (at, reading) = (base.lower, lower)
            for share in shares {
                parts.append(
                    RubyPart(
                        base: ScalarRange(lower: at, upper: at + Int32(share.base)),
                        reading: ScalarRange(lower: reading, upper: reading + Int32(share.kana))))
                at += Int32(share.base)
                reading += Int32(share.kana)
            }
            ruby.parts = ScalarRange(lower: first, upper: Int32(parts.count))
        }
        wrap(ruby, from: target, to: target)
    }
}
