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
    /// What the boxes write on every page of one size.
    private var (boxEntries, background, marks) = ("", "", "")
    private var page = 0
    private var fonts: [Font] = []
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
        self.fonts = fonts.fonts
        text = try PDFTextFlow(document: document, fonts: fonts, file: file, style: style, options: options)
    }

    func beginPage(_ page: PageRecord) throws {
        let boxes = PDFBoxes(page.size, options: options)
        if boxes != self.boxes {
            self.boxes = boxes
            boxEntries = boxes.entries
            background = style.background.map { boxes.background($0) } ?? ""
            marks = boxes.marks
        }
        self.page = file.reserve()
        text?.beginPage(self.page, boxes: boxes, background: background)
        for (line, place) in zip(page.outside, page.places) {
            try showOutside(line, at: place)
        }
    }

    func line(_ line: borrowing ComposedLine, at place: LinePlace) throws {
        if document.page == nil {
            lines.append((copy line, place))
        } else {
            try show(line, at: place)
        }
    }

    private func showOutside(_ line: borrowing ComposedLine, at place: LinePlace) throws(OutputError) {
        try line.withView { view throws(OutputError) in try text?.outside(view, at: place) }
    }

    private func show(_ line: borrowing ComposedLine, at place: LinePlace) throws(OutputError) {
        try line.withView { view throws(OutputError) in try text?.line(view, at: place) }
    }

    func endPage() throws {
        let number = file.reserve()
        guard let content = text?.content.end(foreground: marks) else { return }
        try file.write(content: number, content)
        guard let structParents = try text?.structure.closePage(), let annotations = text?.annotations else { return }
        try pages.add(page, contents: number, structParents: structParents, annotations: annotations, boxes: boxEntries, to: file)
    }

    func end(_ figures: EndRecord) throws {
        if document.page == nil { try writeEndless() }
        try text?.finish()
        guard let fonts = text?.content.fonts, var forms = try text?.forms.write(to: file), let outline = text?.outline,
            let structure = text?.structure.root
        else { return }
        for picture in text?.pictures.entries ?? [] { forms += "/I\(picture.number) \(picture.object) 0 R" }
        var fontEntries = ""
        for (index, font) in fonts.enumerated() {
            guard let font else { continue }
            for (number, face) in font.faces.enumerated() {
                let name = "\(index)" + (number == 0 ? "" : String(UnicodeScalar(UInt8(0x60 + number))))
                if face.horizontal != 0 { fontEntries += "/H\(name) \(face.horizontal) 0 R" }
                if face.vertical != 0 { fontEntries += "/V\(name) \(face.vertical) 0 R" }
            }
            try font.write(to: file)
        }
        try file.write(resources, "<</ProcSet[/PDF/Text/ImageC]/Font<<\(fontEntries)>>/XObject<<\(forms)>>>>")
        let metadata = PDFMetadata(document, options: options)
        let packet = file.reserve()
        try file.write(stream: packet, "/Type/Metadata/Subtype/XML", encoded: metadata.packet())
        let bookmarks = try outline.write(to: file)
        let root = file.reserve()
        let tree = try pages.finish(file)
        var catalog = "<</Type/Catalog/Pages \(tree) 0 R/Lang(ja)/MarkInfo<</Marked true>>/StructTreeRoot \(structure) 0 R"
        catalog += "/Metadata \(packet) 0 R/PageLabels<</Nums[0<</S/D>>]>>"
        catalog +=
            "/ViewerPreferences<<\(document.isVertical ? "/Direction/R2L" : "")\(document.meta.title == nil ? "" : "/DisplayDocTitle true")>>"
        if let bookmarks { catalog += "/Outlines \(bookmarks) 0 R/PageMode/UseOutlines" }
        try file.write(root, catalog + ">>")
        let information = file.reserve()
        try file.write(information, metadata.information)
        try file.finish(root: root, info: information)
    }

    private func writeEndless() throws {
        var extent = TextExtent(fonts: fonts, isVertical: document.isVertical)
        for (line, place) in lines { extent.add(line, at: place) }
        var record = PageRecord()
        // Lengths times the font size are in 1/2³² pt.
        record.size = PageSize(width: (extent.width * document.fontSize) >> 16, height: (extent.height * document.fontSize) >> 16)
        try beginPage(record)
        for (line, place) in lines {
            var place = place
            place.x -= extent.left
            place.y -= extent.top
            try show(line, at: place)
        }
        try endPage()
    }
}
