import RubiLayout

/// The structure tree of a tagged PDF (ISO 32000, 14.7): sections by headings, paragraphs, headings and rubies, written as they are complete.
///
/// What is kept is what is open, and the numbers of the children of open sections.
struct PDFStructure: ~Copyable {
    /// Kinds of elements (14.8.4).
    enum Kind {
        case document, section, heading1, heading2, heading3, paragraph, ruby, rubyBase, rubyText, warichu, warichuText, warichuPunctuation,
            figure, link

        /// The standard name.
        var name: StaticString {
            switch self {
            case .document: "Document"
            case .section: "Sect"
            case .heading1: "H1"
            case .heading2: "H2"
            case .heading3: "H3"
            case .paragraph: "P"
            case .ruby: "Ruby"
            case .rubyBase: "RB"
            case .rubyText: "RT"
            case .warichu: "Warichu"
            case .warichuText: "WT"
            case .warichuPunctuation: "WP"
            case .figure: "Figure"
            case .link: "Link"
            }
        }
    }

    /// An open element: its object, and its children so far.
    struct Element {
        /// 0: none.
        var number = 0
        var kind = Kind.paragraph
        fileprivate var parent = 0
        /// The page of the first content, which `/Pg` names.
        fileprivate var page = 0
        /// The first child where it is a mark, so that an element with one has no list.
        fileprivate var mark = -1
        fileprivate var kids: [UInt8] = []
        /// More entries of the dictionary.
        var entries = ""

        /// Writes the element's first mark into its list.
        fileprivate mutating func listMark() {
            guard mark >= 0 else { return }
            kids += String(mark).utf8
            mark = -1
        }

        mutating func add(child number: Int) {
            listMark()
            kids += " \(number) 0 R".utf8
        }
    }

    private let file: PDFFile
    let root: Int
    private var document: Element
    private var sections: [(level: Int, element: Element)] = []
    /// The paragraph or heading that is open. Its children are in `paragraphKids`, because they are many.
    private(set) var paragraph = Element()
    private var paragraphKids = ByteBuffer()
    /// The parent tree: by their keys, the objects that list the elements of a page's marks, and elements of annotations.
    private var parents: [Int] = []
    private var marks = ByteBuffer()
    /// Children after the first of the parts of the open ruby.
    private var moreMarks: [[UInt8]] = [[], [], []]

    init(file: PDFFile) {
        self.file = file
        root = file.reserve()
        document = Element(number: file.reserve(), kind: .document, parent: root)
    }

    // MARK: Elements

    /// A heading begins a section of its level. What the heading is goes by how many sections it is in: the first one is H1, and no level is left out, whatever
    /// levels the manuscript has (PDF/UA-1, 7.4.2).
    mutating func openSection(headingLevel: Int) throws(OutputError) -> Kind {
        while let last = sections.last, last.level >= headingLevel { try closeSection() }
        sections.append((headingLevel, Element(number: file.reserve(), kind: .section, parent: innermost)))
        switch sections.count {
        case 1: return .heading1
        case 2: return .heading2
        default: return .heading3
        }
    }

    /// The element that a paragraph belongs to.
    @inline(__always)
    private var innermost: Int { sections.last?.element.number ?? document.number }

    func element(_ kind: Kind, in parent: Int) -> Element { Element(number: file.reserve(), kind: kind, parent: parent) }

    /// Adds content with the mark `mark` on the page at hand.
    mutating func add(mark: Int, page: Int, to element: inout Element) {
        if element.page == 0 { element.page = page }
        if element.mark < 0, element.kids.isEmpty, element.page == page {
            element.mark = mark
        } else {
            element.listMark()
            element.kids += (element.page == page ? " \(mark)" : "<</Type/MCR/Pg \(page) 0 R/MCID \(mark)>>").utf8
        }
        addReference(element.number)
    }

    /// Adds an annotation, whose `/StructParent` is the key that is returned.
    mutating func add(annotation: Int, page: Int, to element: inout Element) -> Int {
        element.listMark()
        element.kids += "<</Type/OBJR/Pg \(page) 0 R/Obj \(annotation) 0 R>>".utf8
        parents.append(element.number)
        return parents.count - 1
    }

    /// Begins an element, up to its children.
    @inline(__always)
    private func begin(_ number: Int, _ kind: Kind, parent: Int, page: Int) -> Pen {
        var pen = file.begin(number)
        pen.text("<</S/")
        pen.text(kind.name)
        pen.text("/P ")
        pen.reference(parent)
        if page != 0 {
            pen.text("/Pg ")
            pen.reference(page)
        }
        return pen
    }

    /// Writes an element, which is complete.
    func close(_ element: Element) throws(OutputError) {
        var pen = begin(element.number, element.kind, parent: element.parent, page: element.page)
        if element.mark >= 0 {
            pen.text("/K ")
            pen.integer(element.mark)
        }
        if !element.kids.isEmpty {
            pen.text("/K[")
            pen = element.kids.withUnsafeBytes { file.append($0, after: pen) }
            pen.byte(0x5D)
        }
        if !element.entries.isEmpty {
            var entries = element.entries
            pen = entries.withUTF8 { file.append(UnsafeRawBufferPointer($0), after: pen) }
        }
        pen.text(">>")
        try file.end(pen)
    }

    // MARK: Paragraphs

    /// Opens a paragraph or heading in the innermost section.
    mutating func openParagraph(_ kind: Kind) {
        paragraph = element(kind, in: innermost)
        paragraphKids.removeAll()
    }

    /// Adds content to the open paragraph.
    mutating func addToParagraph(mark: Int, page: Int) {
        if paragraph.page == 0 { paragraph.page = page }
        var pen = paragraphKids.pen(room: 128)
        if paragraph.page == page {
            pen.byte(0x20)
            pen.integer(mark)
        } else {
            pen.text("<</Type/MCR/Pg ")
            pen.reference(page)
            pen.text("/MCID ")
            pen.integer(mark)
            pen.text(">>")
        }
        paragraphKids.commit(pen)
        addReference(paragraph.number)
    }

    /// Adds an element to the open paragraph.
    mutating func addToParagraph(child number: Int) {
        var pen = paragraphKids.pen(room: 64)
        pen.byte(0x20)
        pen.reference(number)
        paragraphKids.commit(pen)
    }

    /// Writes the open paragraph, if there is one, and adds it to its section.
    mutating func closeParagraph() throws(OutputError) {
        guard paragraph.number != 0 else { return }
        addToSection(paragraph.number)
        var pen = begin(paragraph.number, paragraph.kind, parent: paragraph.parent, page: paragraph.page)
        if !paragraphKids.isEmpty {
            pen.text("/K[")
            pen = file.append(paragraphKids.bytes, after: pen)
            pen.byte(0x5D)
        }
        pen.text(">>")
        try file.end(pen)
        paragraph = Element()
    }

    private mutating func addToSection(_ number: Int) {
        if sections.isEmpty { document.add(child: number) } else { sections[sections.count - 1].element.add(child: number) }
    }

    private mutating func closeSection() throws(OutputError) {
        guard let last = sections.popLast() else { return }
        addToSection(last.element.number)
        try close(last.element)
    }

    // MARK: Ruby

    /// A ruby and its parts: four objects, one after another, of which those of readings that it has are written.
    struct Ruby {
        /// 0: none is open.
        var number = 0
        /// The object of the ruby; its base and its readings over and under the line follow.
        var object = 0
        var hasOver = false
        var hasUnder = false
        fileprivate var base = Content()
        fileprivate var over = Content()
        fileprivate var under = Content()
    }

    /// The first mark of an element. Only a ruby that was broken over lines has more, which are in `moreMarks`.
    fileprivate struct Content {
        var page = 0
        var mark = -1
    }

    /// The parts of a ruby.
    enum RubyPart: Int { case base, over, under }

    /// Opens a ruby in the open paragraph.
    mutating func openRuby(_ number: Int, hasOver: Bool, hasUnder: Bool) -> Ruby {
        let ruby = Ruby(
            number: number, object: file.reserve(2 + (hasOver ? 1 : 0) + (hasUnder ? 1 : 0)), hasOver: hasOver, hasUnder: hasUnder)
        addToParagraph(child: ruby.object)
        return ruby
    }

    /// Adds content to a part of the open ruby, whose object this is.
    mutating func add(mark: Int, page: Int, to part: RubyPart, of ruby: inout Ruby, as object: Int) {
        addReference(object)
        let content = Content(page: page, mark: mark)
        switch part {
        case .base where ruby.base.mark < 0: ruby.base = content
        case .over where ruby.over.mark < 0: ruby.over = content
        case .under where ruby.under.mark < 0: ruby.under = content
        case .base, .over, .under: moreMarks[part.rawValue] += "<</Type/MCR/Pg \(page) 0 R/MCID \(mark)>>".utf8
        }
    }

    /// Writes a ruby and its parts.
    mutating func close(_ ruby: Ruby) throws(OutputError) {
        var pen = begin(ruby.object, .ruby, parent: paragraph.number, page: 0)
        pen.text("/K[")
        for part in 1...1 + (ruby.hasOver ? 1 : 0) + (ruby.hasUnder ? 1 : 0) {
            pen.reference(ruby.object + part)
            pen.byte(0x20)
        }
        pen.back()
        pen.text("]>>")
        try file.end(pen)
        try write(ruby.base, .base, .rubyBase, as: ruby.baseObject, in: ruby.object)
        if ruby.hasOver { try write(ruby.over, .over, .rubyText, as: ruby.overObject, in: ruby.object) }
        if ruby.hasUnder { try write(ruby.under, .under, .rubyText, as: ruby.underObject, in: ruby.object) }
    }

    @inline(__always)
    private mutating func write(
        _ content: Content, _ part: RubyPart, _ kind: Kind, as number: Int, in parent: Int
    ) throws(OutputError) {
        var pen = begin(number, kind, parent: parent, page: content.page)
        if moreMarks[part.rawValue].isEmpty {
            if content.mark >= 0 {
                pen.text("/K ")
                pen.integer(content.mark)
            }
        } else {
            pen.text("/K[")
            pen.integer(content.mark)
            pen = moreMarks[part.rawValue].withUnsafeBytes { file.append($0, after: pen) }
            pen.byte(0x5D)
            moreMarks[part.rawValue] = []
        }
        pen.text(">>")
        try file.end(pen)
    }

    // MARK: Pages

    /// Notes the element of the next mark on the page.
    @inline(__always)
    private mutating func addReference(_ number: Int) {
        var pen = marks.pen(room: 64)
        pen.reference(number)
        pen.byte(0x20)
        marks.commit(pen)
    }

    /// The key of the page in the parent tree (`/StructParents`), once its marks are complete.
    mutating func closePage() throws(OutputError) -> Int {
        let object = file.reserve()
        var pen = file.begin(object)
        pen.byte(0x5B)
        pen = file.append(marks.bytes, after: pen)
        pen.byte(0x5D)
        try file.end(pen)
        marks.removeAll()
        parents.append(object)
        return parents.count - 1
    }

    /// Entries in one leaf of the parent tree.
    private static let leaf = 64

    /// Writes what is open, the parent tree and the root.
    mutating func finish() throws(OutputError) {
        while !sections.isEmpty { try closeSection() }
        try close(document)
        var leaves: [String] = []
        for start in stride(from: 0, to: parents.count, by: Self.leaf) {
            let keys = start..<min(start + Self.leaf, parents.count)
            let number = file.reserve()
            let list = keys.map { "\($0) \(parents[$0]) 0 R" }.joined(separator: " ")
            try file.write(number, "<</Limits[\(start) \(keys.upperBound - 1)]/Nums[\(list)]>>")
            leaves.append("\(number) 0 R")
        }
        let tree = file.reserve()
        try file.write(tree, leaves.isEmpty ? "<</Nums[]>>" : "<</Kids[\(leaves.joined(separator: " "))]>>")
        try file.write(
            root, "<</Type/StructTreeRoot/K \(document.number) 0 R/ParentTree \(tree) 0 R/ParentTreeNextKey \(parents.count)>>")
    }
}

extension PDFStructure.Ruby {
    var baseObject: Int { object + 1 }
    var overObject: Int { object + 2 }
    var underObject: Int { object + (hasOver ? 3 : 2) }
}

extension Pen {
    /// A reference to an object (ISO 32000, 7.3.10).
    @inline(__always)
    mutating func reference(_ number: Int) {
        integer(number)
        text(" 0 R")
    }
}
