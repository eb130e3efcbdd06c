extension Array where Element: BitwiseCopyable {
    /// Appends `count` elements that `fill` sets, every one of them: they hold nothing before.
    @inlinable @inline(__always)
    package mutating func extend(by count: Int, _ fill: (UnsafeMutableBufferPointer<Element>) -> Void) {
        append(addingCapacity: count) { room in
            room.withUnsafeMutableBufferPointer { elements, made in
                fill(UnsafeMutableBufferPointer(rebasing: elements[0..<count]))
                made = count
            }
        }
    }

    /// Appends at most `most` elements that `fill` sets; it returns how many.
    @inlinable @inline(__always)
    package mutating func extend(upTo most: Int, _ fill: (UnsafeMutableBufferPointer<Element>) -> Int) {
        append(addingCapacity: most) { room in
            room.withUnsafeMutableBufferPointer { elements, made in made = fill(elements) }
        }
    }

    /// Appends `count` times `element`.
    @inlinable @inline(__always)
    package mutating func append(repeating element: Element, count: Int) {
        extend(by: count) { for index in 0..<count { $0[index] = element } }
    }
}
