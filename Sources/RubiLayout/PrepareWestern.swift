import RubiText

/// The part of `Prepare` for units whose class or break depends on their neighbours; run only where a paragraph has such units.
extension Preparer {
    /// L1, L2: quotation marks, points between digits, and math signs take the side of what stands beside them.
    func resolveNeighbours(_ items: inout Items) {
        let count = items.count
        // A picture has no scalar.
        for unit in 0..<count where items.lineClass[unit] != LineClass.picture.rawValue {
            let scalar = items.scalars[Int(items.text[unit])]
            switch scalar {
            case 0x2018, 0x201C, 0xAB:
                // The neighbour outside decides; at a line's start the one inside.
                let outside = unit > 0 ? unit - 1 : unit + 1
                if outside < count, items.isWestern(outside) { setWestern(unit, &items) }
            case 0x2019, 0x201D, 0xBB:
                let isApostrophe = unit > 0 && items.isWestern(unit - 1) && unit + 1 < count && items.isWestern(unit + 1)
                let outside = unit + 1 < count ? unit + 1 : unit - 1
                if isApostrophe || outside >= 0 && outside < count && outside != unit && items.isWestern(outside) {
                    setWestern(unit, &items)
                }
            case 0x2C, 0x2E:
                // cl-24: commas and points between digits.
                let digit = LineClass.digit.rawValue
                if unit > 0, unit + 1 < count, items.lineClass[unit - 1] == digit, items.lineClass[unit + 1] == digit {
                    items.lineClass[unit] = digit
                }
            default:
                let lineClass = items.lineClass[unit]
                guard lineClass == LineClass.mathSymbol.rawValue || lineClass == LineClass.mathOperator.rawValue else { continue }
                let isBetweenWestern = unit > 0 && items.isWestern(unit - 1) && unit + 1 < count && items.isWestern(unit + 1)
                items.lineClass[unit] = isBetweenWestern ? LineClass.western.rawValue : LineClass.ideograph.rawValue
            }
        }
    }

    private func setWestern(_ unit: Int, _ items: inout Items) {
        items.lineClass[unit] = LineClass.western.rawValue
        let glyphs = Int(items.glyph[unit])..<Int(items.glyph[unit + 1])
        items.width[unit] = items.glyphs.advance[glyphs].reduce(0, +)
    }

    /// Word spaces (L12, L22) and breaks inside Western text (L21).
    func western(_ items: inout Items) {
        for wordSpace in items.wordSpaces {
            let unit = wordSpace.unit
            let isFixed = items.scalars[Int(items.text[unit])] == 0xA0
            // Before U+0020: no space of its own, no break, unless marks bring theirs.
            items.pair[unit] = Pair(space: items.pair[unit].space, widening: .never, breaks: false)
            let next = unit + 1
            guard next < items.count else { continue }
            setWordSpace(wordSpace.space, before: next, breaks: !isFixed, in: &items)
        }
        breakWords(&items)
    }

    /// The place of a U+0020 is before the unit that follows it: a quarter em between Japanese and Western, else the font's space.
    private func setWordSpace(_ space: Int32, before next: Int, breaks: Bool, in items: inout Items) {
        var first = next - 1
        while first > 0, items.lineClass[first - 1] == LineClass.wordSpace.rawValue { first -= 1 }
        let after = items.lineClass[next]
        guard first > 0 else {
            items.pair[next] = Pair(space: .none, widening: .never, breaks: false)
            items.space[next] = 0
            return
        }
        let before = items.lineClass[first - 1]
        let pair = pair(before, after)
        let isWord = items.isWestern(first - 1) && items.isWestern(next)
        if pair.space == .western, next - first == 1 {
            items.pair[next] = Pair(space: .western, widening: .western, breaks: breaks)
            items.space[next] = Int32(Em.quarter)
        } else if isWord {
            items.pair[next] = Pair(space: .word, widening: .word, breaks: breaks && after != LineClass.wordSpace.rawValue)
            items.space[next] = space
        } else {
            // Beside marks: the mark's own blank, and the space.
            items.pair[next] = Pair(space: .none, widening: .never, breaks: breaks && self.pair(LineClass.western.rawValue, after).breaks)
            items.space[next] += space
        }
    }

    /// UAX #14 inside words as far as L21 needs it: after a hyphen that joins letters, after a dash or a slash between letters.
    private func breakWords(_ items: inout Items) {
        let western = LineClass.western.rawValue
        for unit in 1..<items.count where items.lineClass[unit] == western && items.lineClass[unit - 1] == western {
            let before = items.scalars[Int(items.text[unit - 1])], after = items.scalars[Int(items.text[unit])]
            let isJoint = before == 0x2D || before == 0x2F || before == 0x3F
            guard isJoint, isLetter(after), unit > 1, items.lineClass[unit - 2] == western || before == 0x3F else { continue }
            items.pair[unit] = Pair(space: .none, widening: .never, breaks: true)
        }
    }

    private func isLetter(_ scalar: UInt32) -> Bool {
        scalar >= 0xC0 || 0x41...0x5A ~= scalar || 0x61...0x7A ~= scalar
    }
}
