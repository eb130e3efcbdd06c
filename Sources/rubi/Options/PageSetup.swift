import Rubi

/// `--page` as it was written.
enum PageChoice: Sendable, Equatable {
    case none
    case preset(PagePreset)
    /// Width and height.
    case size(WrittenLength, WrittenLength, spelling: String)

    init(_ setting: Setting) throws(UsageError) {
        let text = setting.value.text
        if text == "none" {
            self = .none
        } else if let preset = PagePreset(name: text) {
            self = .preset(preset)
        } else if let cross = text.firstIndex(where: { $0 == "x" || $0 == "×" }),
            let height = WrittenLength(String(text[text.index(after: cross)...])),
            // 105x148mm: the unit of the height holds for both.
            let width = WrittenLength(String(text[..<cross])).flatMap({
                $0.unit == nil ? WrittenLength(text[..<cross] + (height.unit?.rawValue ?? "")) : $0
            }),
            width.number.millionths > 0, height.number.millionths > 0
        {
            self = .size(width, height, spelling: text)
        } else {
            let words = ["none"] + PagePreset.allCases.map(\.rawValue)
            let hint =
                nearest(to: text, among: words).map { "did you mean \($0)?" }
                ?? "it takes \(words.joined(separator: ", ")), or a size such as 105x148mm"
            throw UsageError(message: "\(setting.spelling) does not take ‘\(text)’; \(hint)")
        }
    }
}

/// What can be resolved only when all settings are known: lengths, since their em is the font size, and what depends on the page.
struct WrittenLengths: Sendable {
    var page: PageChoice?
    var measure: Int?
    var lines: Int?
    var columnGap: WrittenLength?
    var margins: [WrittenLength]?
    var fontSize: Int?
    var lineGap: WrittenLength?
    var lineHeight: Style.LineHeight?
    var matter: Style.MatterChoice?
    /// Nil: not given; holding nil: `none`.
    var rubyEndCap: WrittenLength??
    var rubyGap: WrittenLength?
    var bleed: WrittenLength?

    /// The page where `--page` is not given and the output has pages.
    static let defaultPreset = PagePreset.a5
    /// 10.5 pt, the size of Japanese office documents (五号).
    static let defaultFontSize = 688_128
    /// The blank around the frame of a page that is no preset: an eighth of its width and height, about what the presets have.
    static let marginShare = 8

    func resolve(_ style: inout Style, pageIsDefault: Bool) throws(UsageError) {
        let choice = page ?? (pageIsDefault ? .preset(Self.defaultPreset) : .none)
        let preset: PagePreset? = if case .preset(let preset) = choice { preset } else { nil }
        let size = fontSize ?? preset?.fontSize ?? Self.defaultFontSize
        style.fontSize = size
        if let lineGap { style.lineGap = lineGap.ems(fontSize: size) }
        if let columnGap { style.columnGap = columnGap.ems(fontSize: size) }
        if let rubyGap { style.rubyGap = rubyGap.ems(fontSize: size) }
        style.rubyEndCap = rubyEndCap.map { $0?.ems(fontSize: size) } ?? (style.rubyAlign == .jis ? Length(thousandths: 500) : nil)
        switch choice {
        case .none: style.page = nil
        case .preset(let preset): style.page = preset.size
        case .size(let width, let height, spelling: _):
            style.page = PageSize(width: width.points(fontSize: size), height: height.points(fontSize: size))
        }
        style.lineHeight = lineHeight ?? (style.page == nil ? .grow : .fixed)
        style.matter = matter ?? (style.page == nil ? .none : .front)
        guard let page = style.page else {
            style.measure = measure ?? 40
            style.lines = lines ?? 0
            return
        }
        style.margins = margins.map { Self.sides($0.map { $0.points(fontSize: size) }) }
        try resolveGrid(&style, page: page, preset: preset)
    }

    /// One length: all sides; two: top and bottom, outer and inner; three: top, outer and inner, bottom.
    private static func sides(_ lengths: [Int]) -> [Int] {
        let outer = lengths.count > 1 ? lengths[1] : lengths[0]
        return [lengths[0], outer, lengths.count > 2 ? lengths[2] : lengths[0], lengths.count > 3 ? lengths[3] : outer]
    }

    private func resolveGrid(_ style: inout Style, page: PageSize, preset: PagePreset?) throws(UsageError) {
        let fit = Style.grid(filling: frame(of: page, preset: preset, style.margins), style)
        let isPlain = fontSize == nil && lineGap == nil && columnGap == nil && margins == nil && style.columns == 1 && style.isVertical
        let usual = isPlain ? preset?.grid : nil
        style.measure = measure ?? usual?.measure ?? fit.measure
        style.lines = lines ?? usual?.lines ?? fit.lines
        let needed = Self.frame(of: style)
        let margins = style.margins ?? [0, 0, 0, 0]
        guard style.measure > 0, style.lines > 0, needed.width <= page.width - margins[1] - margins[3],
            needed.height <= page.height - margins[0] - margins[2]
        else {
            throw UsageError(
                message: """
                    the grid of \(max(style.measure, 1)) × \(max(style.lines, 1)) at \(points(style.fontSize)) pt needs \(points(needed.width)) × \(points(needed.height)) pt, \
                    more than the page of \(points(page.width)) × \(points(page.height)) pt\(self.margins == nil ? "" : " within its margins") has: \
                    fewer --measure or --lines, a smaller --font-size, or another --page
                    """)
        }
    }

    private func frame(of page: PageSize, preset: PagePreset?, _ margins: [Int]?) -> PageSize {
        if let margins { return PageSize(width: page.width - margins[1] - margins[3], height: page.height - margins[0] - margins[2]) }
        if let preset { return preset.frame }
        return PageSize(width: page.width - page.width / Self.marginShare * 2, height: page.height - page.height / Self.marginShare * 2)
    }

    /// The frame that the grid of `style` fills (L60).
    private static func frame(of style: Style) -> PageSize {
        let em = style.fontSize
        let along = style.columns * style.measure * em + (style.columns - 1) * inPoints(style.columnGap, em)
        let across = max(style.lines, 1) * em + (max(style.lines, 1) - 1) * inPoints(style.lineGap, em)
        return style.isVertical ? PageSize(width: across, height: along) : PageSize(width: along, height: across)
    }

    private static func inPoints(_ length: Length, _ em: Int) -> Int { length.raw * em / 65536 }

    /// 1/65536 pt as points with at most one decimal, rounded up.
    private func points(_ value: Int) -> String {
        let tenths = (value * 10 + 65535) / 65536
        return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
    }
}
