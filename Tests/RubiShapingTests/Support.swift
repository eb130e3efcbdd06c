import Foundation
import Glibc

@testable import RubiShaping

/// Where things are beside the tests.
enum Place {
    static let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    static let testFont = package.appendingPathComponent("Tests/Fonts/RubiTest.ttf").path
    static let manuscripts = package.deletingLastPathComponent().appendingPathComponent("shared/manuscripts")
    static let corpus = package.deletingLastPathComponent().appendingPathComponent("shared/corpus")

    static func texts(in folder: URL) -> [URL] {
        let files = (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)) ?? []
        return files.filter { $0.pathExtension == "txt" }.sorted { $0.path < $1.path }
    }
}

/// The lines of a text in UTF-8 or CP932, as scalars.
func lines(of file: URL) -> [[UInt32]] {
    guard let data = try? Data(contentsOf: file) else { return [] }
    let text = String(data: data, encoding: .utf8) ?? String(data: data, encoding: .shiftJIS) ?? decodeCP932(data)
    return text.split(whereSeparator: \.isNewline).map { $0.unicodeScalars.map(\.value) }
}

private func decodeCP932(_ data: Data) -> String {
    let converter = iconv_open("UTF-8", "CP932")
    defer { iconv_close(converter) }
    var input = data.map { CChar(bitPattern: $0) }
    var output = [CChar](repeating: 0, count: input.count * 3)
    let capacity = output.count
    let written = input.withUnsafeMutableBufferPointer { source in
        output.withUnsafeMutableBufferPointer { target in
            var (from, left): (UnsafeMutablePointer<CChar>?, Int) = (source.baseAddress, source.count)
            var (to, room): (UnsafeMutablePointer<CChar>?, Int) = (target.baseAddress, capacity)
            iconv(converter, &from, &left, &to, &room)
            return capacity - room
        }
    }
    return String(decoding: output[..<written].map { UInt8(bitPattern: $0) }, as: UTF8.self)
}

extension Shaper {
    /// Shapes a whole text.
    func shape(_ text: String, _ orientation: GlyphOrientation = .horizontal, _ use: GlyphUse = .base) -> GlyphBuffer {
        shape(text.unicodeScalars.map(\.value), orientation, use)
    }

    func shape(_ scalars: [UInt32], _ orientation: GlyphOrientation, _ use: GlyphUse) -> GlyphBuffer {
        var glyphs = GlyphBuffer()
        scalars.withUnsafeBufferPointer { shape($0, range: 0..<$0.count, orientation: orientation, use: use, into: &glyphs) }
        return glyphs
    }
}

extension GlyphBuffer: Equatable {
    /// Every field of every glyph.
    public static func == (a: GlyphBuffer, b: GlyphBuffer) -> Bool {
        a.glyph == b.glyph && a.cluster == b.cluster && a.advance == b.advance && a.along == b.along && a.across == b.across
            && a.font == b.font
    }
}
