/// Brackets of readings, and what may stand in them.
enum RubyBrackets {
    static let open = scalar("《")
    static let close = scalar("》")

    /// ｜ or |.
    @inline(__always)
    static func isBar(_ character: UInt32) -> Bool { character == scalar("｜") || character == scalar("|") }

    /// What closes `（` or `(`; nil for other characters.
    @inline(__always)
    static func closing(_ character: UInt32) -> UInt32? {
        switch character {
        case scalar("（"): scalar("）")
        case scalar("("): scalar(")")
        default: nil
        }
    }

    /// `kch` of M91 without the space: kana of both widths, marks of prolongation and iteration, ・ and ….
    static func isKana(_ character: UInt32) -> Bool {
        switch character {
        case 0x3041...0x3096, 0x3099, 0x309A, 0x309D...0x309F, 0x30A1...0x30FF, 0x31F0...0x31FF, 0xFF65...0xFF9F, scalar("…"): true
        default: false
        }
    }

    /// The reading in kana between the bracket at `index` and `close`; nil if there is none (M91). `spaces`: one space may stand in it, but not
    /// at its start.
    static func kana(after index: Int, closedBy close: UInt32, in scalars: [UInt32], spaces: Bool) -> Range<Int>? {
        var end = index + 1
        var hasSpace = false
        while end < scalars.count {
            let character = scalars[end]
            if character == close { return end > index + 1 ? index + 1..<end : nil }
            if isSpace(character) {
                guard spaces, !hasSpace, end > index + 1 else { return nil }
                hasSpace = true
            } else if !isKana(character) {
                return nil
            }
            end += 1
        }
        return nil
    }

    /// Where the next of 《 and 》 after `index` stands; nil if there is none on the line.
    static func next(after index: Int, open: UInt32 = open, close: UInt32 = close, in scalars: [UInt32]) -> Int? {
        var end = index + 1
        while end < scalars.count {
            if scalars[end] == open || scalars[end] == close { return end }
            end += 1
        }
        return nil
    }

    /// A space of either width.
    @inline(__always)
    static func isSpace(_ character: UInt32) -> Bool { character == 0x20 || character == 0x3000 }
}
