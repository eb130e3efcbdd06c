import RubiText

/// Characters outside the usual sets, `※［＃description、plane-row-cell］` (外字, M78, M79).
enum AozoraGaiji {
    /// Descriptions that stand without a number.
    private static let named: [[UInt32]: UInt32] = Dictionary(
        uniqueKeysWithValues: [
            ("くの字点", 0x3031), ("濁点付きくの字点", 0x3032), ("二の字点", 0x303B), ("始め二重山括弧", 0x300A), ("終わり二重山括弧", 0x300B),
            ("縦線", 0xFF5C), ("井げた", 0xFF03), ("米印", 0x203B),
        ].map { (AozoraVocabulary.word($0.0), UInt32($0.1)) })
    private static let romanNumeral = AozoraVocabulary.word("ローマ数字")
    private static let circled = AozoraVocabulary.word("丸")

    /// The one or two scalars that a body stands for; nil where nothing tells. `second` is 0 where there is one.
    static func resolve(_ s: [UInt32], _ body: Range<Int>, _ cells: JISCells) -> (first: UInt32, second: UInt32)? {
        if let scalar = codePoint(s, body) { return (scalar, 0) }
        if let cell = cell(s, body), let found = cells.scalars(plane: cell.plane, row: cell.row, cell: cell.cell) { return found }
        return described(s, body).map { ($0, 0) }
    }

    /// `U+` and four to six hexadecimal digits.
    private static func codePoint(_ s: [UInt32], _ body: Range<Int>) -> UInt32? {
        var i = body.lowerBound
        while i + 1 < body.upperBound {
            guard s[i] == 0x55, s[i + 1] == 0x2B else {
                i += 1
                continue
            }
            var value: UInt32 = 0
            var end = i + 2
            while end < body.upperBound, end - i < 9, let digit = hexadecimal(s[end]) {
                value = value << 4 | digit
                end += 1
            }
            if 4...6 ~= end - i - 2, value >= 0xA0 || 0x20...0x7E ~= value, Unicode.Scalar(value) != nil { return value }
            i = end
        }
        return nil
    }

    private static func hexadecimal(_ scalar: UInt32) -> UInt32? {
        switch scalar {
        case 0x30...0x39: scalar - 0x30
        case 0x41...0x46: scalar - 0x37
        case 0x61...0x66: scalar - 0x57
        default: nil
        }
    }

    /// The first three numbers joined by `-` that are a plane, a row and a cell, and are no part of a longer chain.
    static func cell(_ s: [UInt32], _ body: Range<Int>) -> (plane: Int, row: Int, cell: Int)? {
        var i = body.lowerBound
        while i < body.upperBound {
            guard Kana.digit(s[i]) != nil else {
                i += 1
                continue
            }
            let chain = numberChain(s, i, body.upperBound)
            i = chain.end
            guard chain.count == 3 else { continue }
            let (plane, row, cell) = chain.numbers
            if 1...2 ~= plane, 1...94 ~= row, 1...94 ~= cell { return (plane, row, cell) }
        }
        return nil
    }

    /// Numbers joined by `-` from `i` on: the first three, how many there are, and where they end.
    private static func numberChain(_ s: [UInt32], _ i: Int, _ end: Int) -> (numbers: (Int, Int, Int), count: Int, end: Int) {
        var numbers = (0, 0, 0)
        var count = 0
        var i = i
        while i < end {
            var value = 0
            while i < end, let digit = Kana.digit(s[i]) {
                value = min(value * 10 + digit, 1000)
                i += 1
            }
            switch count {
            case 0: numbers.0 = value
            case 1: numbers.1 = value
            case 2: numbers.2 = value
            default: break
            }
            count += 1
            guard i + 1 < end, s[i] == 0x2D, Kana.digit(s[i + 1]) != nil else { break }
            i += 1
        }
        return (numbers, count, i)
    }

    private static func described(_ s: [UInt32], _ body: Range<Int>) -> UInt32? {
        let end = s[body].firstIndex(of: 0x3001) ?? body.upperBound
        let name = Array(s[body.lowerBound..<end])
        if let scalar = named[name] { return scalar }
        if name.starts(with: romanNumeral), let number = AozoraTemplate.number(name[romanNumeral.count...]), 1...12 ~= number {
            return 0x2160 + UInt32(number) - 1
        }
        guard name.starts(with: circled), let number = AozoraTemplate.number(name[circled.count...]) else { return nil }
        switch number {
        case 0: return 0x24EA
        case 1...20: return 0x2460 + UInt32(number) - 1
        case 21...35: return 0x3251 + UInt32(number) - 21
        case 36...50: return 0x32B1 + UInt32(number) - 36
        default: return nil
        }
    }
}

extension AozoraParser {
    /// Appends the character of a `※［＃…］`, or a gaiji node where nothing tells which it is (M78).
    mutating func appendGaiji(_ range: Range<Int>) {
        let body = range.lowerBound + 3..<range.upperBound - 1
        if let (first, second) = AozoraGaiji.resolve(line.scalars, body, cells) {
            appendScalar(first, from: range)
            if second != 0 { appendScalar(second, from: range) }
            let upper = Int32(tree.scalars.count)
            gaijiRanges.append(ScalarRange(lower: upper - (second == 0 ? 1 : 2), upper: upper))
            return
        }
        report(.unknownGaiji, at: range.lowerBound, [string(body)])
        appendLeaf(.gaiji, store(body), range)
    }
}
