import RubiLayout

/// Pages that rubi knows by name, with the type size and the grid that go with them (L60): `--page` of the command.
public enum PagePreset: String, Sendable, CaseIterable {
    case a4, a5, a6, b6, bunko, shinsho, shiroku, letter, genko, ereader, phone

    /// The Japanese name; nil where the other is used in Japanese too.
    public var japaneseName: String? {
        switch self {
        case .a4, .a5, .a6, .b6: nil
        case .bunko: "文庫"
        case .shinsho: "新書"
        case .shiroku: "四六"
        case .letter: "レター"
        case .genko: "原稿用紙"
        case .ereader: "電子書籍"
        case .phone: "携帯"
        }
    }

    /// The preset of an English or a Japanese name.
    public init?(name: String) {
        guard let preset = PagePreset(rawValue: name) ?? Self.allCases.first(where: { $0.japaneseName == name }) else { return nil }
        self = preset
    }

    /// Width and height in hundredths of a millimetre.
    private var hundredths: (width: Int, height: Int) {
        switch self {
        case .a4: (21000, 29700)
        case .a5: (14800, 21000)
        case .a6, .bunko: (10500, 14800)
        case .b6: (12800, 18200)
        case .shinsho: (10300, 18200)
        case .shiroku: (12700, 18800)
        case .letter: (21600, 27900)
        // B4 on its side, the sheet of 400 squares.
        case .genko: (36400, 25700)
        // Six inches: 1072 × 1448 pixels at 300 an inch.
        case .ereader: (9076, 12260)
        // 6.1 inches: 1170 × 2532 pixels at 460 an inch.
        case .phone: (6460, 13981)
        }
    }

    /// The page's size; a point is 1/72 inch.
    public var size: PageSize {
        func points(_ hundredths: Int) -> Int { (hundredths * 65536 * 360 + 6350) / 12700 }
        return PageSize(width: points(hundredths.width), height: points(hundredths.height))
    }

    /// The type size in 1/65536 pt.
    public var fontSize: Int {
        switch self {
        case .a4, .letter: 65536 * 21 / 2
        case .a5, .b6, .shinsho, .shiroku: 65536 * 9
        case .a6, .bunko: 65536 * 17 / 2
        case .genko: 65536 * 29
        case .ereader: 65536 * 21 / 2
        case .phone: 65536 * 11
        }
    }

    /// Characters a line and lines a page, in vertical text.
    public var grid: (measure: Int, lines: Int) {
        switch self {
        case .a4: (56, 30)
        case .a5: (50, 20)
        case .a6, .bunko: (40, 16)
        case .b6: (42, 17)
        case .shinsho: (42, 15)
        case .shiroku: (43, 18)
        case .letter: (52, 30)
        case .genko: (20, 20)
        case .ereader: (28, 12)
        case .phone: (30, 8)
        }
    }

    /// The frame that the grid fills: across and along the page, in 1/65536 pt. Horizontal text has the same frame and takes the grid that fits it.
    public var frame: PageSize {
        let gap = fontSize * 65 / 100
        return PageSize(width: grid.lines * fontSize + (grid.lines - 1) * gap, height: grid.measure * fontSize)
    }
}
