import Glibc

/// A compiled dictionary of MeCab, read for all the words in it: the layout is that of `dictionary.cpp` in MeCab 0.996. The file is mapped, not copied.
final class DictionaryFile {
    private let base: UnsafeRawPointer
    private let size: Int
    /// The features of all words: strings that end with NUL, one after another.
    private let features: Range<Int>

    /// Bytes of the header: ten numbers of 32 bits and the name of the encoding.
    private static let headerLength = 72
    /// The first number is the file's length combined with this.
    private static let magic: UInt32 = 0xEF71_8F77

    /// Nil where the file is not such a dictionary.
    init?(path: String) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_size > Self.headerLength else { return nil }
        let size = Int(status.st_size)
        guard let address = mmap(nil, size, PROT_READ, MAP_PRIVATE, descriptor, 0), address != MAP_FAILED else { return nil }
        let base = UnsafeRawPointer(address)
        func number(_ index: Int) -> Int { Int(base.load(fromByteOffset: 4 * index, as: UInt32.self)) }
        let start = Self.headerLength + number(6) + number(7)
        let end = start + number(8)
        guard UInt32(truncatingIfNeeded: number(0)) ^ Self.magic == UInt32(truncatingIfNeeded: size), end <= size, start < end,
            base.load(fromByteOffset: end - 1, as: UInt8.self) == 0
        else {
            munmap(address, size)
            return nil
        }
        (self.base, self.size, features) = (base, size, start..<end)
    }

    deinit { munmap(UnsafeMutableRawPointer(mutating: base), size) }

    /// Calls `body` with the features of each word.
    func forEachFeature(_ body: (UnsafePointer<CChar>) -> Void) {
        var next = features.lowerBound
        while next < features.upperBound {
            let feature = (base + next).assumingMemoryBound(to: CChar.self)
            body(feature)
            next += strlen(feature) + 1
        }
    }
}
