import RubiLayout

/// What stands beside the text: marks, lines, links and pictures.
extension PDFTextFlow {
    /// Emphasis marks are drawn, not written: they are no characters of the text.
    mutating func drawMarks(_ run: ComposedRun, of line: LineView, at place: LinePlace) {
        for index in run.glyphs {
            let form = forms.form(font: Int(run.font), glyph: line.glyph[index])
            content.draw(form: form, run, index, of: line, at: place)
        }
    }

    mutating func draw(_ rule: ComposedRule, of line: LineView, at place: LinePlace) throws(OutputError) {
        switch rule.kind {
        case .sideLine, .underline, .strike, .frame, .grid: content.draw(rule, at: place)
        case .link: try link(rule, of: line, at: place)
        case .image: try figure(rule, of: line, at: place)
        }
    }

    private mutating func link(_ rule: ComposedRule, of line: LineView, at place: LinePlace) throws(OutputError) {
        let address = Array(UnsafeBufferPointer(rebasing: line.strings[rule.string]))
        guard LinkTarget.isAllowed(address[...]) else { return }
        let target = String(decoding: address, as: UTF8.self)
        let annotation = file.reserve()
        var link = structure.element(.link, in: structure.paragraph.number)
        let key = structure.add(annotation: annotation, page: page, to: &link)
        structure.addToParagraph(child: link.number)
        try structure.close(link)
        annotations.append(annotation)
        try file.write(
            annotation,
            "<</Type/Annot/Subtype/Link/F 4/Rect\(content.rectangle(rule.box(isVertical: isVertical), at: place))/Border[0 0 0]/StructParent \(key)/Contents\(PDFText.string(target))"
                + "/A<</S/URI/URI\(PDFText.bytes(target))>>>>")
    }

    private mutating func figure(_ rule: ComposedRule, of line: LineView, at place: LinePlace) throws(OutputError) {
        var figure = structure.element(.figure, in: structure.paragraph.number)
        let name = String(decoding: UnsafeBufferPointer(rebasing: line.strings[rule.string]), as: UTF8.self)
        let alternative = String(decoding: UnsafeBufferPointer(rebasing: line.strings[rule.string2]), as: UTF8.self)
        let box = rule.box(isVertical: isVertical)
        figure.entries = "/Alt\(PDFText.string(alternative))/A<</O/Layout/BBox\(content.rectangle(box, at: place))>>"
        let picture = try pictures.entry(name)
        let shown = picture.map { rule.place(width: $0.width, height: $0.height, isVertical: isVertical) } ?? box
        structure.add(mark: content.showFigure(picture?.number, shown, at: place), page: page, to: &figure)
        marked = 0
        structure.addToParagraph(child: figure.number)
        try structure.close(figure)
    }
}
