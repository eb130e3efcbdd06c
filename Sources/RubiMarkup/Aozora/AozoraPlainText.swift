import RubiText

/// Characters of a line with gaiji, accents and くの字点 resolved and annotations taken out: what a reading, a target or a note says.
struct AozoraPlainText {
    private(set) var scalars: [UInt32] = []
    /// Beside `scalars`: the index in the line that each came from.
    private(set) var indices: [Int] = []
    /// Annotations that stood inside, and gaiji that could not be resolved.
    private(set) var annotations: [Range<Int>] = []
    private(set) var unknownGaiji: [Range<Int>] = []
    private var lexer: AozoraLexer

    /// Stands for a character that could not be resolved: 〓 (M79a).
    static let unknown: UInt32 = 0x3013

    init(keepsKunoji: Bool) { lexer = AozoraLexer(keepsKunoji: keepsKunoji) }

    mutating func read(_ range: Range<Int>, of s: [UInt32], cells: JISCells) {
        scalars.removeAll(keepingCapacity: true)
        indices.removeAll(keepingCapacity: true)
        annotations.removeAll(keepingCapacity: true)
        unknownGaiji.removeAll(keepingCapacity: true)
        lexer.read(s, range)
        var inAccent = false
        var i = range.lowerBound
        for token in lexer.tokens {
            append(s, i..<Int(token.start), inAccent: inAccent)
            let place = Int(token.start)..<Int(token.end)
            i = place.upperBound
            switch token.kind {
            case .open, .close, .literal, .double, .bar, .halfBar, .unclosed, .maybeAccent: append(s, place, inAccent: false)
            case .annotation: annotations.append(place)
            case .gaiji: appendGaiji(s, place, cells)
            case .accentOpen: inAccent = true
            case .accentClose: inAccent = false
            case .kunoji: append(0x3031, place.lowerBound)
            case .voicedKunoji: append(0x3032, place.lowerBound)
            }
        }
        append(s, i..<range.upperBound, inAccent: inAccent)
    }

    private mutating func append(_ s: [UInt32], _ range: Range<Int>, inAccent: Bool) {
        var i = range.lowerBound
        while i < range.upperBound {
            if inAccent, let (scalar, length) = AozoraAccents.letter(s, at: i, end: range.upperBound) {
                append(scalar, i)
                i += length
            } else {
                append(s[i], i)
                i += 1
            }
        }
    }

    private mutating func append(_ scalar: UInt32, _ index: Int) {
        scalars.append(scalar)
        indices.append(index)
    }

    private mutating func appendGaiji(_ s: [UInt32], _ place: Range<Int>, _ cells: JISCells) {
        guard let (first, second) = AozoraGaiji.resolve(s, place.lowerBound + 3..<place.upperBound - 1, cells) else {
            unknownGaiji.append(place)
            append(Self.unknown, place.lowerBound)
            return
        }
        append(first, place.lowerBound)
        if second != 0 { append(second, place.lowerBound) }
    }
}
