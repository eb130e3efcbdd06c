/// Zeros to be copied from, so that an array grows by many elements in one copy.
@usableFromInline
package enum ZeroRoom {
    /// Bytes that are zero and stay so.
    @usableFromInline package static let size = 1 << 14
    @usableFromInline package nonisolated(unsafe) static let zeros: UnsafeRawPointer = {
        let bytes = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
        bytes.initializeMemory(as: UInt8.self, repeating: 0, count: size)
        return UnsafeRawPointer(bytes)
    }()
}

extension Array where Element: BitwiseCopyable & FixedWidthInteger {
    /// Appends `count` zeros.
    @inlinable
    package mutating func appendZeros(_ count: Int) {
        let most = ZeroRoom.size / MemoryLayout<Element>.stride
        var left = count
        while left > 0 {
            let part = Swift.min(left, most)
            append(contentsOf: UnsafeBufferPointer(start: ZeroRoom.zeros.assumingMemoryBound(to: Element.self), count: part))
            left -= part
        }
    }
}
