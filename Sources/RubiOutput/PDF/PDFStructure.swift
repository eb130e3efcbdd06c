/// The structure tree of a tagged PDF (ISO 32000, 14.7): sections by headings, paragraphs, headings and rubies, written as they are complete.
///
/// What is kept is what is open, and the numbers of the children of open sections.
final class PDFStructure {
    /// Kinds of elements, by their standard names (14.8.4).
    enum Kind: String {
        case document = "Document"
        case section = "Sect"
        case title = "Title"
        case heading1 = "H1"
        case heading2 = "H2"
        case heading3 = "H3"
        case paragraph = "P"
        case ruby = "Ruby"
        case rubyBase = "RB"
        case rubyText = "RT"
        case warichu = "Warichu"
        case warichuText = "WT"
        case warichuPunctuation = "WP"
        case span = "Span"
        case figure = "Figure"
        case link = "Link"
    }

    /// An open element: its object, and its children so far.
    struct Element {
        let number: Int
        let kind: Kind
        let parent: Int
        fileprivate var kids = ""
        /// The page of the first content, which `/Pg` names.
        fileprivate var page = 0
        /// More entries of the dictionary.
        var entries = ""
    }

    private let file: PDFFile
    let root: Int
    private var document: Element
    private var sections: [(level: Int, element: Element)] = []
    /// Entries of the parent tree: for each page the object that lists the elements of its content, in the order of their marks.
    private var parents: [(key: Int, object: Int)] = []
    private var marks = ""

    init(file: PDFFile) {
        self.file = file
        root = file.reserve()
        document = Element(number: file.reserve(), kind: .document, parent: root)
    }

    // MARK: Elements

    /// A heading begins a section of its level; with level 0 nothing begins.
    func openSection(headingLevel: Int) throws {
        guard headingLevel > 0 else { return }
        while let last = sections.last, last.level >= headingLevel { try closeSection() }
        sections.append((headingLevel, Element(number: file.reserve(), kind: .section, parent: innermost)))
    }

    /// The element that a paragraph belongs to.
    var innermost: Int { sections.last?.element.number ?? document.number }

    func element(_ kind: Kind, in parent: Int) -> Element { Element(number: file.reserve(), kind: kind, parent: parent) }

    /// Adds content with the mark `mark` on the page at hand.
    func add(mark: Int, page: Int, to element: inout Element) {
        if element.page == 0 { element.page = page }
        element.kids += element.page == page ? " \(mark)" : "<</Type/MCR/Pg \(page) 0 R/MCID \(mark)>>"
        marks += " \(element.number) 0 R"
    }

    func add(_ child: Element, to element: inout Element) { element.kids += " \(child.number) 0 R" }

    /// Adds an annotation, whose `/StructParent` is the key that is returned.
    func add(annotation: Int, page: Int, to element: inout Element) -> Int {
        element.kids += "<</Type/OBJR/Pg \(page) 0 R/Obj \(annotation) 0 R>>"
        parents.append((parents.count, element.number))
        return parents.count - 1
    }

    /// Writes an element, which is complete.
    func close(_ element: Element) throws {
        let page = element.page != 0 ? "/Pg \(element.page) 0 R" : ""
        let kids = element.kids.isEmpty ? "" : "/K[\(element.kids.first == " " ? String(element.kids.dropFirst()) : element.kids)]"
        try file.write(
            element.number, "<</Type/StructElem/S/\(element.kind.rawValue)/P \(element.parent) 0 R\(page)\(kids)\(element.entries)>>")
    }

    /// Writes a paragraph or heading, and adds it to its section.
    func closeParagraph(_ element: Element) throws {
        if sections.isEmpty { add(element, to: &document) } else { add(element, to: &sections[sections.count - 1].element) }
        try close(element)
    }

    private func closeSection() throws {
        guard let last = sections.popLast() else { return }
        if sections.isEmpty { add(last.element, to: &document) } else { add(last.element, to: &sections[sections.count - 1].element) }
        try close(last.element)
    }

    // MARK: Pages

    /// The key of the next page in the parent tree (`/StructParents`), once its marks are complete.
    func closePage() throws -> Int {
        let object = file.reserve()
        try file.write(object, "[\(marks.dropFirst())]")
        marks = ""
        parents.append((parents.count, object))
        return parents.count - 1
    }

    /// Entries in one leaf of the parent tree.
    private static let leaf = 64

    /// Writes what is open, the parent tree and the root.
    func finish() throws {
        while !sections.isEmpty { try closeSection() }
        try close(document)
        var leaves = ""
        for start in stride(from: 0, to: parents.count, by: Self.leaf) {
            let entries = parents[start..<min(start + Self.leaf, parents.count)]
            let number = file.reserve()
            let list = entries.map { "\($0.key) \($0.object) 0 R" }.joined(separator: " ")
            try file.write(number, "<</Limits[\(start) \(start + entries.count - 1)]/Nums[\(list)]>>")
            leaves += " \(number) 0 R"
        }
        let tree = file.reserve()
        try file.write(tree, parents.isEmpty ? "<</Nums[]>>" : "<</Kids[\(leaves.dropFirst())]>>")
        try file.write(
            root, "<</Type/StructTreeRoot/K \(document.number) 0 R/ParentTree \(tree) 0 R/ParentTreeNextKey \(parents.count)>>")
    }
}
