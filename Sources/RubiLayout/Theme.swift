// What each theme means. `standard` is that of the rules (L42, L62); the others are *Choice*, after what Japanese literary books have.
extension Style.Theme {
    /// Sizes of headings of the levels 1 to 3, over the text's, in 1/65536.
    var headingSizes: [Int32] {
        switch self {
        case .standard: [98304, 81920, 65536]
        case .novel: [81920, 73728, 65536]
        case .classic: [98304, 81920, 65536]
        }
    }

    var hasBoldHeadings: Bool { self == .standard }

    /// How far a heading stands in that the markup does not set in, in em.
    var headingIndent: Int {
        switch self {
        case .standard: 0
        case .novel: 3
        case .classic: 4
        }
    }

    /// Folios stand in the middle of the foot, not at the fore-edge.
    var centresFolio: Bool { self != .standard }

    /// The page number as it is written: in figures, or in kanji with a figure in each place (一二〇).
    func folio(_ number: Int) -> [UInt32] {
        let figures = String(number).unicodeScalars.map(\.value)
        guard self == .classic else { return figures }
        return figures.map { Self.kanji[Int($0 - 0x30)] }
    }

    /// 〇一二三四五六七八九.
    private static let kanji: [UInt32] = [0x3007, 0x4E00, 0x4E8C, 0x4E09, 0x56DB, 0x4E94, 0x516D, 0x4E03, 0x516B, 0x4E5D]
}
