import RubiLayout

/// What is drawn beside the text.
extension PDFContent {
    /// Draws side lines, strikes and frames, which are no part of the text.
    mutating func draw(_ rule: ComposedRule, at place: LinePlace) {
        for stroke in RuleStroke.strokes(of: rule) {
            drawing.append(string: "/Artifact BMC q \(Self.operands(style.color)) RG ")
            var pen = drawing.pen(room: 256 + (stroke.points.count + stroke.dashes.count) * 2 * Pen.numberRoom)
            pen.thousandths(scale.thousandths(stroke.width))
            pen.text(" w 1 j ")
            if !stroke.dashes.isEmpty {
                pen.byte(0x5B)
                for dash in stroke.dashes {
                    pen.thousandths(scale.thousandths(dash))
                    pen.byte(0x20)
                }
                pen.text("]0 d ")
            }
            for (index, point) in stroke.points.enumerated() {
                let (x, y) = isVertical ? (point.across, point.along) : (point.along, -point.across)
                pen.thousandths(self.x(place.x + x))
                pen.byte(0x20)
                pen.thousandths(self.y(place.y + y))
                pen.text(index == 0 ? " m " : !stroke.isCurved ? " l " : index % 3 == 0 ? " c " : " ")
            }
            pen.text(stroke.isClosed ? "s Q EMC\n" : "S Q EMC\n")
            drawing.commit(pen)
        }
    }

    /// A box on the page, from where a line starts, as a rectangle of PDF.
    func rectangle(_ box: (x: Range<Int>, y: Range<Int>), at place: LinePlace) -> String {
        let corners = [
            x(place.x + box.x.lowerBound), y(place.y + box.y.upperBound), x(place.x + box.x.upperBound), y(place.y + box.y.lowerBound),
        ]
        return "[" + corners.map(PDFText.number).joined(separator: " ") + "]"
    }

    /// Draws an outline that is an object of its own, `/E` and its number, with its origin at a glyph's: no program takes it for text.
    mutating func draw(form: Int, _ run: ComposedRun, _ index: Int, of line: LineView, at place: LinePlace) {
        let setter = PDFSetter(run, isVertical: isVertical, place: place)
        let origin = setter.geometry.origin(along: line.along[index], across: line.across[index])
        var (x, y) = (place.x + origin.x, place.y + origin.y)
        if setter.isVertical {
            let top = shapedFonts[Int(run.font)].verticalOrigin(of: line.glyph[index])
            x -= (Int(top.x) * setter.geometry.width) >> 16
            y += (Int(top.y) * setter.geometry.height) >> 16
        }
        drawing.append("/Artifact BMC q ")
        // What was shown last may have been a reading.
        if style.color != .black || style.rubyColor != nil { drawing.append(string: Self.operands(style.color) + " rg ") }
        var pen = drawing.pen(room: 512)
        // The form's unit is its em.
        setter.writeMatrix(to: &pen, timesThousandths: scale.thousandths(setter.size))
        pen.thousandths(self.x(x))
        pen.byte(0x20)
        pen.thousandths(self.y(y))
        pen.text(" cm /E")
        pen.integer(form)
        pen.text(" Do Q EMC\n")
        drawing.commit(pen)
    }
}
