import RubiLayout

/// Pages that rubi knows by name, with the type size and the grid that go with them (L60): `--page` of the command.
public enum PagePreset: String, Sendable, CaseIterable {
    case a4, a5, a6, b6, bunko, shinsho, shiroku, letter

    /// Width and height in millimetres.
    private var millimetres: (width: Int, height: Int) {
        switch self {
        case .a4: (210, 297)
        case .a5: (148, 210)
        case .a6, .bunko: (105, 148)
        case .b6: (128, 182)
        case .shinsho: (103, 182)
        case .shiroku: (127, 188)
        case .letter: (216, 279)
        }
    }

    /// The page's size; a point is 1/72 inch.
    public var size: PageSize {
        func points(_ millimetres: Int) -> Int { (millimetres * 65536 * 360 + 63) / 127 }
        return PageSize(width: points(millimetres.width), height: points(millimetres.height))
    }

    /// The type size in 1/65536 pt.
    public var fontSize: Int {
        switch self {
        case .a4, .letter: 65536 * 21 / 2
        case .a5, .b6, .shinsho, .shiroku: 65536 * 9
        case .a6, .bunko: 65536 * 17 / 2
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
        }
    }

    /// The frame that the grid fills: across and along the page, in 1/65536 pt. Horizontal text has the same frame and takes the grid that fits it.
    public var frame: PageSize {
        let gap = fontSize * 65 / 100
        return PageSize(width: grid.lines * fontSize + (grid.lines - 1) * gap, height: grid.measure * fontSize)
    }
}
