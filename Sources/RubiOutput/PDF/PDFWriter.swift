import RubiLayout
import RubiMarkup
import RubiShaping

/// Pages as PDF: text that can be selected, copied and read aloud, with the structure of the manuscript. Pages are written as they come; fonts, which are
/// subset to what was used, at the end.
final class PDFWriter: PageConsumer {
    private let file: PDFFile
    private let options: PDFOptions
    private let style: DrawingStyle
    private var document = DocumentRecord()
    private var text: PDFTextFlow?
    private var pages: PDFPages
    private let resources: Int
    private var boxes: PDFBoxes?
    private var page = 0
    /// Lines of an output without pages, which is one page as large as they are.
    private var lines: [(line: ComposedLine, place: LinePlace)] = []

    init(sink: ByteSink, style: DrawingStyle, options: PDFOptions) throws {
        self.options = options
        self.style = style
        file = try PDFFile(sink: sink, version: options.version == .v17 ? "1.7" : "2.0")
        resources = file.reserve()
        pages = PDFPages(file: file, resources: resources)
    }

    func begin(_ document: DocumentRecord, fonts: FontSet) throws {
        self.document = document
        text = try PDFTextFlow(document: document, fonts: fonts, file: file, style: style, options: options)
    }

    func beginPage(_ page: PageRecord) throws {
        let boxes = PDFBoxes(page.size, options: options)
        self.boxes = boxes
        self.page = file.reserve()
        text?.beginPage(self.page, boxes: boxes)
        for (line, place) in zip(page.outside, page.places) { try text?.outside(line, at: place) }
    }

    func line(_ line: borrowing ComposedLine, at place: LinePlace) throws {
        if document.page == nil {
            lines.append((copy line, place))
        } else {
            try text?.line(line, at: place)
        }
    }

    func endPage() throws {
        guard let text, let boxes else { return }
        let (content, structParents, annotations) = try text.endPage()
        let number = file.reserve()
        let background = style.background.map { boxes.background($0) } ?? ""
        try file.write(stream: number, "", Array(background.utf8) + content + Array(boxes.marks.utf8))
        var entries = boxes.entries + "/Contents \(number) 0 R/StructParents \(structParents)/Tabs/S"
        if !annotations.isEmpty { entries += "/Annots[" + annotations.map { "\($0) 0 R" }.joined(separator: " ") + "]" }
        try pages.add(page, entries, to: file)
    }

    func end(_ figures: EndRecord) throws {
        if document.page == nil { try writeEndless() }
        guard let text else { return }
        try text.finish()
        var fontEntries = ""
        for (index, font) in text.fonts.enumerated() {
            if font.horizontal != 0 { fontEntries += "/H\(index) \(font.horizontal) 0 R" }
            if font.vertical != 0 { fontEntries += "/V\(index) \(font.vertical) 0 R" }
            try font.write(to: file)
        }
        let forms = try text.forms.write(to: file)
        try file.write(resources, "<</ProcSet[/PDF/Text]/Font<<\(fontEntries)>>/XObject<<\(forms)>>>>")
        let metadata = PDFMetadata(document, options: options)
        let packet = file.reserve()
        try file.write(stream: packet, "/Type/Metadata/Subtype/XML", encoded: metadata.packet())
        let outline = try text.outline.write(to: file)
        let root = file.reserve()
        let tree = try pages.finish(file)
        var catalog = "<</Type/Catalog/Pages \(tree) 0 R/Lang(ja)/MarkInfo<</Marked true>>/StructTreeRoot \(text.structure.root) 0 R"
        catalog += "/Metadata \(packet) 0 R/PageLabels<</Nums[0<</S/D>>]>>"
        catalog +=
            "/ViewerPreferences<<\(document.isVertical ? "/Direction/R2L" : "")\(document.meta.title == nil ? "" : "/DisplayDocTitle true")>>"
        if let outline { catalog += "/Outlines \(outline) 0 R/PageMode/UseOutlines" }
        try file.write(root, catalog + ">>")
        let information = file.reserve()
        try file.write(information, metadata.information)
        try file.finish(root: root, info: information)
    }

    private func writeEndless() throws {
        var extent = TextExtent()
        for (line, place) in lines { extent.add(line, at: place, isVertical: document.isVertical) }
        var record = PageRecord()
        // Lengths times the font size are in 1/2³² pt.
        record.size = PageSize(width: (extent.width * document.fontSize) >> 16, height: (extent.height * document.fontSize) >> 16)
        try beginPage(record)
        for (line, place) in lines {
            var place = place
            place.x -= extent.left
            place.y -= extent.top
            try text?.line(line, at: place)
        }
        try endPage()
    }
}
