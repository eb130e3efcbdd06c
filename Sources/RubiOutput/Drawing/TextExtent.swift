import RubiLayout

/// How far lines reach, in raw `Length`s: the size of an output without pages.
struct TextExtent {
    private(set) var left = 0
    private(set) var top = 0
    private(set) var right = 0
    private(set) var bottom = 0
    private var isEmpty = true

    var width: Int { right - left }
    var height: Int { bottom - top }

    mutating func add(_ line: borrowing ComposedLine, at place: LinePlace, isVertical: Bool) {
        let box =
            isVertical
            ? (left: place.x - line.under, top: place.y, right: place.x + line.over, bottom: place.y + line.advance)
            : (left: place.x, top: place.y - line.over, right: place.x + line.advance, bottom: place.y + line.under)
        left = isEmpty ? box.left : min(left, box.left)
        top = isEmpty ? box.top : min(top, box.top)
        right = isEmpty ? box.right : max(right, box.right)
        bottom = isEmpty ? box.bottom : max(bottom, box.bottom)
        isEmpty = false
    }
}
