import Glibc

/// A compiled dictionary of MeCab, read for all the words in it: the layout is that of `dictionary.cpp` in MeCab 0.996.
final class DictionaryFile {
    private let file: MappedFile
    /// The features of all words: strings that end with NUL, one after another.
    private let features: Range<Int>

    /// Bytes of the header: ten numbers of 32 bits and the name of the encoding.
    private static let headerLength = 72
    /// The first number is the file's length combined with this.
    private static let magic: UInt32 = 0xEF71_8F77

    /// Nil where the file is not such a dictionary.
    init?(path: String) {
        guard let file = MappedFile(path: path), file.bytes.count > Self.headerLength else { return nil }
        let bytes = file.bytes
        func number(_ index: Int) -> Int { Int(bytes.load(fromByteOffset: 4 * index, as: UInt32.self)) }
        let start = Self.headerLength + number(6) + number(7)
        let end = start + number(8)
        guard UInt32(truncatingIfNeeded: number(0)) ^ Self.magic == UInt32(truncatingIfNeeded: bytes.count), end <= bytes.count,
            start < end,
            bytes[end - 1] == 0
        else { return nil }
        (self.file, features) = (file, start..<end)
    }

    private func feature(at offset: Int) -> UnsafePointer<CChar> {
        guard let base = file.bytes.baseAddress else { preconditionFailure("a file that is mapped has bytes") }
        return (base + offset).assumingMemoryBound(to: CChar.self)
    }

    /// The columns of its words.
    var layout: FeatureLayout { FeatureLayout(of: feature(at: features.lowerBound)) }

    /// Calls `body` with the features of each word.
    func forEachFeature(_ body: (UnsafePointer<CChar>) -> Void) {
        var next = features.lowerBound
        while next < features.upperBound {
            let feature = feature(at: next)
            body(feature)
            next += strlen(feature) + 1
        }
    }
}
