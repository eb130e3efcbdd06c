import RubiText

/// One mark of the notation in a line, as a range of the line's scalars.
struct AozoraToken {
    enum Kind: UInt8 {
        /// 《 and 》; `partner` is the token that closes or opens it, −1 where there is none.
        case open, close
        /// A bracket that is text whatever stands around it (M37, M40), and is not reported.
        case literal
        /// The first of two or more 《 in a row (M40).
        case double
        case bar, halfBar
        /// ［＃…］ and ※［＃…］ as a whole.
        case annotation, gaiji
        /// ［＃ that is not closed in the line.
        case unclosed
        /// 〔 and 〕 around a digraph (M80).
        case accentOpen, accentClose
        /// 〔 that may still prove to be around one.
        case maybeAccent
        /// ／＼ and ／″＼ (M81).
        case kunoji, voicedKunoji
    }

    var kind: Kind
    var start: Int32
    var end: Int32
    var partner: Int32 = -1
}

/// Finds the marks of the notation in one pass. Annotations become one token, with all that stands in them.
struct AozoraLexer {
    private(set) var tokens: [AozoraToken] = []
    /// Tokens of ［＃ that are not yet closed.
    private var annotations: [Int32] = []
    /// Beside `annotations`: the 〔 that was open when the annotation began, which one inside it does not close (M80).
    private var accents: [Int32] = []
    /// Tokens of 《 that are not yet closed.
    private var brackets: [Int32] = []
    private let traits = CharacterTable.shared.basicPlane
    private let mark = CharacterTraits.aozoraMark.rawValue
    private let keepsKunoji: Bool

    init(keepsKunoji: Bool) { self.keepsKunoji = keepsKunoji }

    /// Reads a line, in which it is known where the marks are.
    mutating func read(_ line: borrowing SourceLine) { read(line.scalars, 0..<line.scalars.count, marks: line.marks) }

    /// Reads a range of scalars as if there were nothing around it. `marks`: where in all of them something may be, if that is known.
    mutating func read(_ s: [UInt32], _ range: Range<Int>, marks: [UInt32]? = nil) {
        let end = range.upperBound
        tokens.removeAll(keepingCapacity: true)
        annotations.removeAll(keepingCapacity: true)
        accents.removeAll(keepingCapacity: true)
        var hasBrackets = false
        var accent: Int32 = -1
        var i = range.lowerBound
        var known = 0
        while true {
            if let marks {
                while known < marks.count, Int(marks[known]) < i { known += 1 }
                i = known < marks.count ? Int(marks[known]) : end
            } else {
                i = nextMark(s, i, end)
            }
            guard i < end else { break }
            let scalar = s[i]
            func next(_ k: Int, _ scalar: UInt32) -> Bool { k < end && s[k] == scalar }
            switch scalar {
            case 0x300A:
                hasBrackets = true
                i = add(.open, i, i + 1)
            case 0x300B:
                hasBrackets = true
                i = add(.close, i, i + 1)
            case 0xFF5C: i = add(.bar, i, i + 1)
            case 0x7C: i = add(.halfBar, i, i + 1)
            case 0xFF3B where next(i + 1, 0xFF03):
                accents.append(accent)
                i = openAnnotation(.annotation, i, i + 2)
            case 0x203B where next(i + 1, 0xFF3B) && next(i + 2, 0xFF03):
                accents.append(accent)
                i = openAnnotation(.gaiji, i, i + 3)
            case 0xFF3D:
                i += 1
                closeAnnotation(at: i)
                if let outside = accents.popLast() { accent = outside }
            case 0x3014:
                accent = Int32(tokens.count)
                i = add(.maybeAccent, i, i + 1)
            case 0x3015:
                if accent >= 0, accent < Int32(tokens.count), closeAccent(accent, at: i, s) { _ = add(.accentClose, i, i + 1) }
                accent = -1
                i += 1
            case 0xFF0F where !keepsKunoji && next(i + 1, 0xFF3C): i = add(.kunoji, i, i + 2)
            case 0xFF0F where !keepsKunoji && next(i + 1, 0x2033) && next(i + 2, 0xFF3C): i = add(.voicedKunoji, i, i + 3)
            default: i += 1
            }
        }
        if hasBrackets { matchBrackets() }
    }

    /// The next character from `i` on that can begin or end a construct; `end` for none.
    private func nextMark(_ s: [UInt32], _ i: Int, _ end: Int) -> Int {
        s.withUnsafeBufferPointer { s in
            traits.withUnsafeBufferPointer { traits in
                var i = i
                while i < end, s[i] >= 0x10000 || traits[Int(s[i])] & mark == 0 { i += 1 }
                return i
            }
        }
    }

    /// A bracket that proved to belong to no ruby: its partner is text as well, and is not reported (M36).
    mutating func release(_ token: Int) {
        let partner = tokens[token].partner
        if partner >= 0 { tokens[Int(partner)].kind = .literal }
    }

    private mutating func add(_ kind: AozoraToken.Kind, _ start: Int, _ end: Int) -> Int {
        tokens.append(AozoraToken(kind: kind, start: Int32(start), end: Int32(end)))
        return end
    }

    /// Until it is closed the token is `.unclosed`; `partner` remembers what it is to be.
    private mutating func openAnnotation(_ kind: AozoraToken.Kind, _ start: Int, _ end: Int) -> Int {
        annotations.append(Int32(tokens.count))
        tokens.append(AozoraToken(kind: .unclosed, start: Int32(start), end: Int32(end), partner: Int32(kind.rawValue)))
        return end
    }

    /// What stands in a closed annotation is its body, and no token of the line (M50).
    private mutating func closeAnnotation(at end: Int) {
        guard let index = annotations.popLast() else { return }
        tokens.removeLast(tokens.count - Int(index) - 1)
        tokens[Int(index)].kind = AozoraToken.Kind(rawValue: UInt8(tokens[Int(index)].partner)) ?? .annotation
        tokens[Int(index)].end = Int32(end)
        tokens[Int(index)].partner = -1
    }

    /// 〔…〕 counts if there is a digraph in it, outside of annotations.
    private mutating func closeAccent(_ open: Int32, at end: Int, _ s: [UInt32]) -> Bool {
        var from = Int(tokens[Int(open)].end)
        var found = false
        for token in tokens[Int(open + 1)...] where token.kind == .annotation || token.kind == .gaiji {
            found = found || AozoraAccents.holdsDigraph(s, from..<Int(token.start))
            from = Int(token.end)
        }
        guard found || AozoraAccents.holdsDigraph(s, from..<end) else { return false }
        tokens[Int(open)].kind = .accentOpen
        return true
    }

    private mutating func matchBrackets() {
        brackets.removeAll(keepingCapacity: true)
        tokens.withUnsafeMutableBufferPointer { tokens in
            var i = 0
            while i < tokens.count {
                if tokens[i].kind == .open {
                    let end = Self.markRow(tokens, i)
                    for k in i..<end { brackets.append(Int32(k)) }
                    i = end
                    continue
                }
                if tokens[i].kind == .close, let open = brackets.popLast() {
                    tokens[i].partner = open
                    tokens[Int(open)].partner = Int32(i)
                    if tokens[Int(open)].kind != .open { tokens[i].kind = .literal }
                }
                i += 1
            }
        }
    }

    /// Tells the 《 that are text from those that may open a ruby, in a row that begins at `start`: one after a bar (M37), and two or more in a row
    /// (M40). Returns the end of the row.
    private static func markRow(_ tokens: UnsafeMutableBufferPointer<AozoraToken>, _ start: Int) -> Int {
        var end = start + 1
        while end < tokens.count, tokens[end].kind == .open, tokens[end].start == tokens[end - 1].end { end += 1 }
        var first = start
        if start > 0, tokens[start - 1].kind == .bar, tokens[start - 1].end == tokens[start].start {
            tokens[start].kind = .literal
            first += 1
        }
        if end - first >= 2 {
            tokens[first].kind = .double
            for k in first + 1..<end { tokens[k].kind = .literal }
        }
        return end
    }
}
