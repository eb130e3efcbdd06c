import RubiLayout

extension Style {
    /// The style of a page that rubi knows by name: its size, its type, its grid, and what goes with pages (ruby in the gap between lines, title and author set).
    public init(page preset: PagePreset, direction: Direction = .vertical) {
        self.init()
        self.direction = direction
        page = preset.size
        fontSize = preset.fontSize
        let grid = Self.grid(filling: preset.frame, self)
        (measure, lines) = direction == .vertical ? preset.grid : grid
        lineHeight = .fixed
        matter = .front
        if preset == .genko { setOnSquares() }
    }

    /// What goes with manuscript paper: the squares are drawn, every character and mark has one, what hangs stands below the last, and readings push no square.
    package mutating func setOnSquares() {
        grid = true
        punctuation = .full
        bracketIndent = .full
        justify = false
        hang = .allow
        rubyOverhang = .full
    }

    /// The largest grid of characters and lines that fits a frame of `size`, given the type size, the gaps and the columns of `style` (L60).
    public static func grid(filling size: PageSize, _ style: Style) -> (measure: Int, lines: Int) {
        let em = style.fontSize
        let (gap, columnGap) = (style.lineGap.raw * em / 65536, style.columnGap.raw * em / 65536)
        let (along, across) = style.isVertical ? (size.height, size.width) : (size.width, size.height)
        // Columns stand one after another along the lines: on top of each other in vertical text, side by side in horizontal text.
        return (max(0, along - (style.columns - 1) * columnGap) / style.columns / em, max(0, across + gap) / (em + gap))
    }
}
