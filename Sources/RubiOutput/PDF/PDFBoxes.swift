import RubiLayout

/// The boxes of a page (ISO 32000, 14.11.2) and the marks around it (トンボ), in thousandths of a point from the lower left corner of the paper.
struct PDFBoxes: Equatable {
    /// Room for the marks outside the bleed: 10 mm.
    private static let room = 28346
    /// Length of a mark: 8 mm, which leaves 2 mm to the paper's edge.
    private static let length = 22677
    /// Width of its line: 0.1 mm.
    private static let line = "0.283"

    /// Where the page itself begins.
    let origin: Int
    private let size: PageSize
    private let bleed: Int
    private let hasMarks: Bool

    init(_ size: PageSize, options: PDFOptions) {
        self.size = PageSize(width: PointScale.thousandths(points: size.width), height: PointScale.thousandths(points: size.height))
        bleed = PointScale.thousandths(points: options.bleed)
        hasMarks = options.cropMarks
        origin = bleed + (hasMarks ? Self.room : 0)
    }

    /// The whole paper.
    var media: (width: Int, height: Int) { (size.width + 2 * origin, size.height + 2 * origin) }

    /// The entries of the page's dictionary.
    var entries: String {
        let whole = "/MediaBox[0 0 \(PDFText.number(media.width)) \(PDFText.number(media.height))]"
        return origin == 0 ? whole : whole + "/BleedBox\(box(beyond: bleed))/TrimBox\(box(beyond: 0))"
    }

    private func box(beyond: Int) -> String {
        let low = origin - beyond
        let (right, top) = (origin + size.width + beyond, origin + size.height + beyond)
        return "[\(PDFText.number(low)) \(PDFText.number(low)) \(PDFText.number(right)) \(PDFText.number(top))]"
    }

    /// Fills the page and its bleed.
    func background(_ color: Color) -> String {
        let low = PDFText.number(origin - bleed)
        return
            "/Artifact BMC q \(PDFContent.operands(color)) rg \(low) \(low) \(PDFText.number(size.width + 2 * bleed)) \(PDFText.number(size.height + 2 * bleed))"
            + " re f Q EMC\n"
    }

    /// Corner marks at the trim and, with a bleed, at its edge, and marks at the middle of each side; black, whatever the text is.
    var marks: String {
        guard hasMarks else { return "" }
        var path = ""
        func line(_ x1: Int, _ y1: Int, _ x2: Int, _ y2: Int) {
            path += "\(PDFText.number(x1)) \(PDFText.number(y1)) m \(PDFText.number(x2)) \(PDFText.number(y2)) l\n"
        }
        let (left, right, bottom, top) = (origin, origin + size.width, origin, origin + size.height)
        let reach = bleed + Self.length
        for offset in bleed > 0 ? [0, bleed] : [0] {
            // The marks of the trim stand outside the bleed, and those of the bleed cross them.
            for (x, outwards) in [(left - offset, -1), (right + offset, 1)] {
                line(x, bottom - bleed, x, bottom - reach)
                line(x, top + bleed, x, top + reach)
                for y in [bottom - offset, top + offset] {
                    let edge = outwards < 0 ? left : right
                    line(edge + outwards * bleed, y, edge + outwards * reach, y)
                }
            }
        }
        let (middleX, middleY) = ((left + right) / 2, (bottom + top) / 2)
        let (near, half) = (bleed + Self.length / 2, Self.length)
        for (edge, outwards) in [(bottom, -1), (top, 1)] {
            line(middleX, edge + outwards * bleed, middleX, edge + outwards * reach)
            line(middleX - half, edge + outwards * near, middleX + half, edge + outwards * near)
        }
        for (edge, outwards) in [(left, -1), (right, 1)] {
            line(edge + outwards * bleed, middleY, edge + outwards * reach, middleY)
            line(edge + outwards * near, middleY - half, edge + outwards * near, middleY + half)
        }
        return "/Artifact BMC q 0 G \(Self.line) w\n\(path)S Q EMC\n"
    }
}
