import COutput
import Glibc
import RubiLayout
import RubiShaping

/// Pages as PNG, grey or, with colours, RGB, antialiased: one file a page, or one contact sheet, or with `--page none` one file as large as the text.
final class PNGWriter: PageConsumer {
    private let open: SinkFactory
    private let options: PNGOptions
    private let style: DrawingStyle
    private let isGrey: Bool
    private var document = DocumentRecord()
    private var page: RasterPage?
    private var canvas: Canvas?
    private var sheet: Canvas?
    private var number = 0
    /// Lines of an output without pages, whose size is known only at its end.
    private var lines: [(line: ComposedLine, place: LinePlace)] = []

    init(style: DrawingStyle, options: PNGOptions, open: @escaping SinkFactory) {
        self.open = open
        self.style = style
        self.options = options
        isGrey = [style.color, style.rubyColor ?? style.color, style.background ?? .white].allSatisfy(\.isGrey)
    }

    func begin(_ document: DocumentRecord, fonts: FontSet) throws {
        self.document = document
        page = try RasterPage(document: document, fonts: fonts, style: style, dpi: options.dpi)
    }

    func beginPage(_ page: PageRecord) throws {
        number = page.number
        let (width, height) = (pixels(page.size.width), pixels(page.size.height))
        if let canvas, canvas.width == width, canvas.height == height, canvas.channels == (isGrey ? 1 : 3) {
            canvas.fill(style.background ?? .white)
        } else {
            canvas = try makeCanvas(width, height)
        }
        guard let canvas, isDrawn else { return }
        for (line, place) in zip(page.outside, page.places) { self.page?.draw(line, at: place, on: canvas) }
    }

    func line(_ line: borrowing ComposedLine, at place: LinePlace) throws {
        guard document.page != nil else {
            lines.append((copy line, place))
            return
        }
        if let canvas, isDrawn { page?.draw(line, at: place, on: canvas) }
    }

    func endPage() throws {
        guard let canvas else { return }
        guard let grid = options.sheet else {
            try write(canvas, to: open(number))
            return
        }
        guard isDrawn else { return }
        let gap = max(1, canvas.width / 32)
        let (cellWidth, cellHeight) = (canvas.width + gap, canvas.height + gap)
        if sheet == nil {
            sheet = try makeCanvas(grid.columns * cellWidth + gap, grid.rows * cellHeight + gap, background: Color(rgb: 0xC0C0C0))
        }
        let (row, column) = (number - 1).quotientAndRemainder(dividingBy: grid.columns)
        // A vertical book is read from right to left.
        let place = document.isVertical ? grid.columns - 1 - column : column
        sheet?.copy(canvas, x: gap + place * cellWidth, y: gap + row * cellHeight)
    }

    func end(_ figures: EndRecord) throws {
        if let sheet { try write(sheet, to: open(nil)) }
        if document.page == nil { try drawEndless() }
    }

    /// A contact sheet shows the pages that it has room for.
    private var isDrawn: Bool { options.sheet.map { number <= $0.columns * $0.rows } ?? true }

    private func drawEndless() throws {
        guard let page else { return }
        let extent = page.extent(of: lines)
        let canvas = try makeCanvas(
            max(1, pixels((extent.width * document.fontSize) >> 16)), max(1, pixels((extent.height * document.fontSize) >> 16)))
        for (line, place) in lines {
            var place = place
            place.x -= extent.left
            place.y -= extent.top
            page.draw(line, at: place, on: canvas)
        }
        try write(canvas, to: open(nil))
    }

    // MARK: Pixels

    /// Whole pixels of a size in 1/65536 pt, to the nearest.
    private func pixels(_ size: Int) -> Int { (size * options.dpi + (36 << 16)) / (72 << 16) }

    private func makeCanvas(_ width: Int, _ height: Int, background: Color? = nil) throws(OutputError) -> Canvas {
        try Canvas(width: width, height: height, background: background ?? style.background ?? .white, isGrey: isGrey)
    }

    private func write(_ canvas: Canvas, to sink: ByteSink) throws {
        let target = WriteTarget(sink)
        let result = rubi_png(
            UInt32(canvas.width), UInt32(canvas.height), Int32(canvas.channels), UInt32((options.dpi * 10000 + 127) / 254),
            canvas.bytes.baseAddress,
            { context, bytes, size in
                guard let context else { return EINVAL }
                return Unmanaged<WriteTarget>.fromOpaque(context).takeUnretainedValue().write(
                    UnsafeRawBufferPointer(start: bytes, count: size))
            }, Unmanaged.passUnretained(target).toOpaque())
        if result != 0 { throw OutputError(code: result > 0 ? result : EIO) }
        try sink.finish()
    }
}

/// Where libpng's bytes go: an error cannot be thrown through C, so it is returned as its number.
private final class WriteTarget {
    private let sink: ByteSink

    init(_ sink: ByteSink) { self.sink = sink }

    func write(_ bytes: UnsafeRawBufferPointer) -> Int32 {
        do {
            try sink.write(bytes)
            return 0
        } catch {
            return error.code
        }
    }
}

/// How pages become bitmaps.
public struct PNGOptions: Sendable {
    /// Pixels an inch.
    public var dpi = 150
    /// One contact sheet of this many columns and rows instead of a file a page; pages beyond it are left out.
    public var sheet: (columns: Int, rows: Int)?

    /// One file a page at 150 dpi.
    public init() {}
}
