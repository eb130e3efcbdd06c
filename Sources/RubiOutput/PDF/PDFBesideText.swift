import RubiLayout

/// What stands beside the text: marks, lines, links and pictures.
extension PDFTextFlow {
    /// Emphasis marks are drawn, not written: they are no characters of the text.
    func drawMarks(_ run: ComposedRun, of line: borrowing ComposedLine, at place: LinePlace) throws(OutputError) {
        for index in run.glyphs {
            let form = forms.form(font: Int(run.font), glyph: line.glyph[index])
            try content.draw(form: form, run, index, of: line, at: place)
        }
    }

    func draw(_ rule: ComposedRule, of line: borrowing ComposedLine, at place: LinePlace) throws(OutputError) {
        switch rule.kind {
        case .sideLine, .underline, .strike, .frame: try content.draw(rule, at: place)
        case .link: try link(rule, of: line, at: place)
        case .image: try figure(rule, of: line, at: place)
        }
    }

    private func link(_ rule: ComposedRule, of line: borrowing ComposedLine, at place: LinePlace) throws(OutputError) {
        let target = String(decoding: line.strings[rule.string], as: UTF8.self)
        let annotation = file.reserve()
        var link = structure.element(.link, in: paragraph.number)
        let key = structure.add(annotation: annotation, page: page, to: &link)
        structure.add(link, to: &paragraph)
        try structure.close(link)
        annotations.append(annotation)
        try file.write(
            annotation,
            "<</Type/Annot/Subtype/Link/F 4/Rect\(content.box(rule, at: place))/Border[0 0 0]/StructParent \(key)/Contents\(PDFText.string(target))"
                + "/A<</S/URI/URI\(PDFText.bytes(target))>>>>")
    }

    private func figure(_ rule: ComposedRule, of line: borrowing ComposedLine, at place: LinePlace) throws(OutputError) {
        var figure = structure.element(.figure, in: paragraph.number)
        let alternative = String(decoding: line.strings[rule.string2], as: UTF8.self)
        figure.entries = "/Alt\(PDFText.string(alternative))/A<</O/Layout/BBox\(content.box(rule, at: place))>>"
        try structure.add(mark: content.beginMark(.figure), page: page, to: &figure)
        marked = 0
        structure.add(figure, to: &paragraph)
        try structure.close(figure)
    }
}
