import RubiText

/// Ruby as nearly all of it is: a bar or a run of one class, plain characters, and a reading without marks. It comes to the same nodes as the general way
/// (`AozoraRuby`), made at once instead of by cutting and wrapping what was read before.
extension AozoraParser {
    /// Reads the ruby that token `t`, a bar or 《, begins, with the text from `i` on before it, which is not in the tree yet. Returns the token to go on with;
    /// nil, with nothing done, where there is anything special.
    mutating func readQuickRuby(_ t: Int, _ i: inout Int) -> Int? {
        guard holdsLine, !inAccent, bar == nil else { return nil }
        let token = lexer.tokens[t]
        let open = token.kind == .bar ? t + 1 : t
        guard open + 1 < lexer.tokens.count, lexer.tokens[open].kind == .open, Int(lexer.tokens[open].partner) == open + 1 else {
            return nil
        }
        let reading = lexer.tokens[open].end..<lexer.tokens[open + 1].start
        let baseEnd = lexer.tokens[open].start
        guard !reading.isEmpty else { return nil }
        var base = ScalarRange(lower: token.end, upper: baseEnd)
        var isOne = false
        if token.kind == .bar {
            guard !base.isEmpty else { return nil }
            isOne = isOneCharacter(base)
        } else {
            guard let start = runStart(in: i..<Int(baseEnd)) else { return nil }
            base.lower = Int32(start)
            isOne = base.count == 1
        }
        let start = token.kind == .bar ? Int(token.start) : Int(base.lower)
        if start > i { appendText(i..<start) }
        var text = InlineNode(kind: .text)
        text.text = base
        text.source = source(base.indices)
        var ruby = InlineNode(kind: .ruby)
        ruby.hasReading = true
        ruby.detail = (isOne ? RubyKind.mono : .group).rawValue
        ruby.text = ScalarRange(lower: reading.lowerBound, upper: reading.upperBound)
        i = Int(lexer.tokens[open + 1].end)
        ruby.source = source(start..<i)
        lastSolid = tree.append(ruby, around: text, to: parent)
        leaves.append(lastSolid - 1)
        return open + 2
    }

    /// Where the run of one class that ends a text begins (M30), if nothing before it can belong to it.
    private mutating func runStart(in range: Range<Int>) -> Int? {
        guard !range.isEmpty else { return nil }
        let start = line.scalars.withUnsafeBufferPointer { scalars -> Int? in
            traits.withUnsafeBufferPointer { traits in
                var i = range.upperBound - 1
                guard scalars[i] < 0x10000 else { return nil }
                let runClass = traits[Int(scalars[i])] & runMask
                guard runClass != 0, runClass <= CharacterClass.halfwidthLatin.rawValue else { return nil }
                while i > range.lowerBound, scalars[i - 1] < 0x10000, traits[Int(scalars[i - 1])] & runMask == runClass { i -= 1 }
                if i == range.lowerBound { return i }
                return scalars[i - 1] < 0x10000 && traits[Int(scalars[i - 1])] & extendsBit == 0 ? i : nil
            }
        }
        guard start == range.lowerBound else { return start }
        // What stands before may belong to the run in ways that only the general way sees; nothing, or a ruby, cannot (M31).
        let last = tree.nodes[Int(parent)].lastChild
        return last < 0 || tree.nodes[Int(last)].kind == .ruby ? start : nil
    }
}
