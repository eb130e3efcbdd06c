import COutput
import Glibc
import RubiLayout

/// Where the pictures of a manuscript are looked for.
public struct PictureFolder: Sendable {
    private let path: [UInt8]

    /// The folder with this path, with the `/` at its end; empty: the working folder.
    public init(path: [UInt8]) { self.path = path }

    /// A file larger than this is not read.
    private static let limit = 1 << 28

    /// Whether a name that a manuscript gives is one of a file in its folder or below: it does not begin at the root, go up, or have the scheme of an address.
    static func holds(_ name: String) -> Bool {
        !name.isEmpty && name.utf8.first != 0x2F && !name.utf8.contains(0x3A) && !name.utf8.contains(0x5C)
            && !name.split(separator: "/").contains("..")
    }

    /// The picture with a name that a manuscript gives; nil where there is none that can be shown. A manuscript reaches no file outside its folder.
    func picture(_ name: String) -> Picture? {
        guard Self.holds(name) else { return nil }
        // O_NONBLOCK: a pipe by that name would wait for its writer for ever.
        let descriptor = (path + name.utf8 + [0]).withUnsafeBufferPointer { buffer in
            buffer.withMemoryRebound(to: CChar.self) { $0.baseAddress.map { open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK) } ?? -1 }
        }
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size <= Self.limit else { return nil }
        let size = Int(status.st_size)
        let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            while count < size {
                let part = read(descriptor, buffer.baseAddress.map { $0 + count }, size - count)
                if part <= 0 { break }
                count += part
            }
        }
        return Picture(bytes)
    }
}

/// A picture as its file gives it: PNG or JPEG.
struct Picture {
    enum Format { case png, jpeg }
    let format: Format
    let bytes: [UInt8]

    /// By the first bytes, whatever the file's name; nil for any other format.
    init?(_ bytes: [UInt8]) {
        if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            format = .png
        } else if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
            format = .jpeg
        } else {
            return nil
        }
        self.bytes = bytes
    }

    /// Its pixels; nil where the file is damaged.
    func pixels() -> Pixels? {
        var (width, height): (UInt32, UInt32) = (0, 0)
        let room = bytes.withUnsafeBufferPointer { buffer in
            switch format {
            case .png: rubi_png_pixels(buffer.baseAddress, buffer.count, Canvas.limit, &width, &height)
            case .jpeg: rubi_jpeg_pixels(buffer.baseAddress, buffer.count, Canvas.limit, &width, &height)
            }
        }
        guard let room else { return nil }
        return Pixels(width: Int(width), height: Int(height), rgba: room)
    }

    /// Writes it as an address that holds it (RFC 2397).
    func writeAddress(to sink: ByteSink) throws(OutputError) {
        try sink.write(format == .png ? "data:image/png;base64," : "data:image/jpeg;base64,")
        let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
        var line: [UInt8] = []
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let count = min(3, bytes.count - start)
            var word = 0
            for index in 0..<3 { word = word << 8 | (index < count ? Int(bytes[start + index]) : 0) }
            for index in 0..<4 { line.append(index <= count ? digits[word >> (18 - 6 * index) & 63] : 0x3D) }
        }
        try sink.write(line)
    }
}

/// The pixels of a picture: red, green, blue and opacity.
final class Pixels {
    let width: Int
    let height: Int
    private let rgba: UnsafeMutablePointer<UInt8>

    fileprivate init(width: Int, height: Int, rgba: UnsafeMutablePointer<UInt8>) {
        (self.width, self.height, self.rgba) = (width, height, rgba)
    }

    deinit { free(rgba) }

    var bytes: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: rgba, count: width * height * 4) }

    /// The mean of a part, its colour multiplied by its opacity; at least one pixel of it.
    func mean(columns: Range<Int>, rows: Range<Int>) -> (red: Int, green: Int, blue: Int, opacity: Int) {
        let left = min(columns.lowerBound, width - 1)
        let top = min(rows.lowerBound, height - 1)
        let right = min(max(columns.upperBound, left + 1), width)
        let bottom = min(max(rows.upperBound, top + 1), height)
        var sum = (0, 0, 0, 0)
        for row in top..<bottom {
            for column in left..<right {
                let pixel = rgba + (row * width + column) * 4
                let opacity = Int(pixel[3])
                sum.0 += Int(pixel[0]) * opacity
                sum.1 += Int(pixel[1]) * opacity
                sum.2 += Int(pixel[2]) * opacity
                sum.3 += opacity
            }
        }
        let count = (right - left) * (bottom - top)
        return (sum.0 / (255 * count), sum.1 / (255 * count), sum.2 / (255 * count), sum.3 / count)
    }
}

extension ComposedRule {
    /// What the rule covers, from the line's start: raw `Length`s, y down.
    func box(isVertical: Bool) -> (x: Range<Int>, y: Range<Int>) {
        let along = Int(self.along.lowerBound)..<Int(self.along.upperBound)
        let (low, high) = (min(Int(across), Int(acrossEnd)), max(Int(across), Int(acrossEnd)))
        return isVertical ? (low..<high, along) : (along, -high..<(-low))
    }

    /// Where a picture of these proportions stands in that box: as large as fits, in the middle.
    func place(width: Int, height: Int, isVertical: Bool) -> (x: Range<Int>, y: Range<Int>) {
        let box = box(isVertical: isVertical)
        guard width > 0, height > 0 else { return box }
        var (across, down) = (box.x.count, box.x.count * height / width)
        if down > box.y.count { (across, down) = (box.y.count * width / height, box.y.count) }
        let left = box.x.lowerBound + (box.x.count - across) / 2
        let top = box.y.lowerBound + (box.y.count - down) / 2
        return (left..<left + across, top..<top + down)
    }
}
