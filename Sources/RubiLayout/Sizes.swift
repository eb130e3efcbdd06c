/// Sizes that annotations ask for.
enum Sizes {
    /// A step of 大きな文字 and 小さな文字: a fifth up or down.
    static func stepped(_ size: Int32, by steps: Int) -> Int32 {
        var size = Int(size)
        for _ in 0..<min(abs(steps), 6) { size = steps > 0 ? size * 6 / 5 : size * 5 / 6 }
        return Int32(min(max(size, smallest), largest))
    }
    /// However deep they are nested: an eighth of the page's em, and sixteen of it.
    private static let smallest = 65536 / 8, largest = 65536 * 16

    /// L45: 60 %.
    static func script(of size: Int32) -> Int32 { size / 5 * 3 }
    static func scriptShift(of size: Int32, raised: Bool) -> Int32 { raised ? size / 4 : -size / 4 }
}
