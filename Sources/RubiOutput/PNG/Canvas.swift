import CShaping
import Glibc

/// Rows of pixels, 8 bits a channel, grey or RGB, and FreeType's rasteriser that fills outlines on them. All unsafe code of drawing is here.
final class Canvas {
    let width: Int
    let height: Int
    /// 1: grey; 3: red, green, blue.
    private(set) var channels: Int
    private var pixels: UnsafeMutablePointer<UInt8>
    private let library: FT_Library
    private let stroker: FT_Stroker
    /// What an outline is filled with, for the rasteriser's callback.
    private var ink: (UInt8, UInt8, UInt8) = (0, 0, 0)

    /// More pixels than this are refused: a bitmap is held whole in memory.
    static let limit = 1 << 28

    init(width: Int, height: Int, background: Color, isGrey: Bool) throws(OutputError) {
        channels = isGrey ? 1 : 3
        guard width > 0, height > 0, width <= Self.limit, height <= Self.limit, width * height <= Self.limit else {
            throw OutputError(code: EFBIG)
        }
        var library: FT_Library?
        guard FT_Init_FreeType(&library) == 0, let library else { throw OutputError(code: ENOMEM) }
        var stroker: FT_Stroker?
        guard FT_Stroker_New(library, &stroker) == 0, let stroker else {
            FT_Done_FreeType(library)
            throw OutputError(code: ENOMEM)
        }
        (self.library, self.stroker) = (library, stroker)
        (self.width, self.height) = (width, height)
        pixels = .allocate(capacity: width * height * channels)
        fill(background)
    }

    deinit {
        FT_Stroker_Done(stroker)
        FT_Done_FreeType(library)
        pixels.deallocate()
    }

    /// All rows, from the top.
    var bytes: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: pixels, count: width * height * channels) }

    /// Colours every pixel.
    func fill(_ color: Color) {
        let (red, green, blue) = color.channels
        if channels == 1 {
            pixels.initialize(repeating: red, count: width * height)
        } else {
            for index in 0..<width * height {
                pixels[index * 3] = red
                pixels[index * 3 + 1] = green
                pixels[index * 3 + 2] = blue
            }
        }
    }

    /// Fills a path, non-zero winding.
    func fill(_ path: borrowing RasterPath, _ color: Color) {
        ink = color.channels
        path.withOutline { render($0) }
    }

    /// Draws a line of `width`, in 1/64 pixel, along a path; with butt ends and round joins.
    func stroke(_ path: borrowing RasterPath, width: Int, isOpen: Bool, _ color: Color) {
        ink = color.channels
        FT_Stroker_Set(stroker, FT_Fixed(max(1, width / 2)), FT_STROKER_LINECAP_BUTT, FT_STROKER_LINEJOIN_ROUND, 0)
        path.withOutline { outline in
            guard FT_Stroker_ParseOutline(stroker, outline, isOpen ? 1 : 0) == 0 else { return }
            var (points, contours): (FT_UInt, FT_UInt) = (0, 0)
            guard FT_Stroker_GetCounts(stroker, &points, &contours) == 0, points <= Int16.max, contours <= Int16.max else { return }
            var border = FT_Outline()
            guard FT_Outline_New(library, points, FT_Int(contours), &border) == 0 else { return }
            border.n_points = 0
            border.n_contours = 0
            FT_Stroker_Export(stroker, &border)
            render(&border)
            FT_Outline_Done(library, &border)
        }
    }

    private func render(_ outline: UnsafeMutablePointer<FT_Outline>) {
        var parameters = FT_Raster_Params()
        parameters.source = UnsafeRawPointer(outline)
        parameters.flags = FT_RASTER_FLAG_AA | FT_RASTER_FLAG_DIRECT | FT_RASTER_FLAG_CLIP
        parameters.clip_box = FT_BBox(xMin: 0, yMin: 0, xMax: width, yMax: height)
        parameters.user = Unmanaged.passUnretained(self).toOpaque()
        parameters.gray_spans = { y, count, spans, user in
            guard let user, let spans else { return }
            Unmanaged<Canvas>.fromOpaque(user).takeUnretainedValue().blend(
                row: Int(y), UnsafeBufferPointer(start: spans, count: Int(count)))
        }
        FT_Outline_Render(library, outline, &parameters)
    }

    /// FreeType's rows count from the bottom.
    private func blend(row: Int, _ spans: UnsafeBufferPointer<FT_Span>) {
        guard row >= 0, row < height else { return }
        let start = pixels + (height - 1 - row) * width * channels
        for span in spans {
            let (from, to) = (max(0, Int(span.x)), min(width, Int(span.x) + Int(span.len)))
            guard from < to else { continue }
            let coverage = Int(span.coverage)
            for x in from..<to {
                if channels == 1 {
                    Self.mix(start + x, ink.0, coverage)
                } else {
                    Self.mix(start + 3 * x, ink.0, coverage)
                    Self.mix(start + 3 * x + 1, ink.1, coverage)
                    Self.mix(start + 3 * x + 2, ink.2, coverage)
                }
            }
        }
    }

    @inline(__always)
    private static func mix(_ pixel: UnsafeMutablePointer<UInt8>, _ ink: UInt8, _ coverage: Int) {
        pixel.pointee = UInt8(truncatingIfNeeded: (Int(pixel.pointee) * (255 - coverage) + Int(ink) * coverage + 127) / 255)
    }

    /// Copies all of `other` with its top left corner at a place of this canvas, as far as it fits.
    func copy(_ other: Canvas, x: Int, y: Int) {
        if other.channels > channels { takeColor() } else if channels > other.channels { other.takeColor() }
        let columns = min(other.width, width - x) * channels
        guard x >= 0, y >= 0, columns > 0 else { return }
        for row in 0..<min(other.height, height - y) {
            (pixels + ((y + row) * width + x) * channels).update(from: other.pixels + row * other.width * channels, count: columns)
        }
    }

    /// Makes grey pixels red, green and blue ones.
    private func takeColor() {
        guard channels == 1 else { return }
        let room = UnsafeMutablePointer<UInt8>.allocate(capacity: width * height * 3)
        for index in 0..<width * height * 3 { room[index] = pixels[index / 3] }
        pixels.deallocate()
        (pixels, channels) = (room, 3)
    }

    /// Draws a picture over these pixels, each the mean of what it covers of the picture.
    func draw(_ picture: Pixels, columns: Range<Int>, rows: Range<Int>) {
        guard !columns.isEmpty, !rows.isEmpty else { return }
        takeColor()
        for y in rows.clamped(to: 0..<height) {
            let top = (y - rows.lowerBound) * picture.height / rows.count
            let bottom = (y + 1 - rows.lowerBound) * picture.height / rows.count
            for x in columns.clamped(to: 0..<width) {
                let left = (x - columns.lowerBound) * picture.width / columns.count
                let right = (x + 1 - columns.lowerBound) * picture.width / columns.count
                let mean = picture.mean(columns: left..<max(left, right), rows: top..<max(top, bottom))
                let pixel = pixels + (y * width + x) * 3
                for (index, value) in [mean.red, mean.green, mean.blue].enumerated() {
                    pixel[index] = UInt8(clamping: value + Int(pixel[index]) * (255 - mean.opacity) / 255)
                }
            }
        }
    }
}

/// A path in 1/64 pixel, y up, as FreeType's outlines are.
struct RasterPath {
    private var points: [FT_Vector] = []
    private var tags: [CChar] = []
    private var contours: [Int16] = []

    private static let on: CChar = 1
    private static let conic: CChar = 0
    private static let cubic: CChar = 2

    mutating func removeAll() {
        points.removeAll(keepingCapacity: true)
        tags.removeAll(keepingCapacity: true)
        contours.removeAll(keepingCapacity: true)
    }

    private mutating func add(_ x: Int, _ y: Int, _ tag: CChar) {
        points.append(FT_Vector(x: x, y: y))
        tags.append(tag)
    }

    mutating func move(_ x: Int, _ y: Int) {
        endContour()
        add(x, y, Self.on)
    }
    mutating func line(_ x: Int, _ y: Int) { add(x, y, Self.on) }
    mutating func quadratic(_ x1: Int, _ y1: Int, _ x: Int, _ y: Int) {
        add(x1, y1, Self.conic)
        add(x, y, Self.on)
    }
    mutating func cubic(_ x1: Int, _ y1: Int, _ x2: Int, _ y2: Int, _ x: Int, _ y: Int) {
        add(x1, y1, Self.cubic)
        add(x2, y2, Self.cubic)
        add(x, y, Self.on)
    }

    private mutating func endContour() {
        guard let last = contours.last.map({ Int($0) + 1 < points.count }) ?? (points.isEmpty ? nil : true), last else { return }
        contours.append(Int16(clamping: points.count - 1))
    }

    /// The path as an outline of FreeType's, for the time of the call; not called for one that is empty or beyond FreeType's limits.
    func withOutline(_ body: (UnsafeMutablePointer<FT_Outline>) -> Void) {
        var whole = self
        whole.endContour()
        guard !whole.points.isEmpty, whole.points.count < Int(Int16.max) else { return }
        whole.points.withUnsafeMutableBufferPointer { points in
            whole.tags.withUnsafeMutableBufferPointer { tags in
                whole.contours.withUnsafeMutableBufferPointer { contours in
                    var outline = FT_Outline(
                        n_contours: Int16(contours.count), n_points: Int16(points.count), points: points.baseAddress,
                        tags: tags.baseAddress,
                        contours: contours.baseAddress, flags: 0)
                    body(&outline)
                }
            }
        }
    }
}
