/// The structure tree of a tagged PDF (ISO 32000, 14.7): sections by headings, paragraphs, headings and rubies, written as they are complete.
///
/// What is kept is what is open, and the numbers of the children of open sections.
final class PDFStructure {
    /// Kinds of elements (14.8.4).
    enum Kind {
        case document, section, heading1, heading2, heading3, paragraph, ruby, rubyBase, rubyText, figure, link

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
    }

    private let file: PDFFile
    let root: Int
    private var document: Element
    private var sections: [(level: Int, element: Element)] = []
    /// The parent tree: by their keys, the objects that list the elements of a page's marks, and elements of annotations.
    private var parents: [Int] = []
    private let marks = ByteSink()

    init(file: PDFFile) {
        self.file = file
        root = file.reserve()
        document = Element(number: file.reserve(), kind: .document, parent: root)
    }

    // MARK: Elements

    /// A heading begins a section of its level; with level 0 nothing begins.
    func openSection(headingLevel: Int) throws(OutputError) {
        guard headingLevel > 0 else { return }
        while let last = sections.last, last.level >= headingLevel { try closeSection() }
        sections.append((headingLevel, Element(number: file.reserve(), kind: .section, parent: innermost)))
    }

    /// The element that a paragraph belongs to.
    var innermost: Int { sections.last?.element.number ?? document.number }

    func element(_ kind: Kind, in parent: Int) -> Element { Element(number: file.reserve(), kind: kind, parent: parent) }

    /// Adds content with the mark `mark` on the page at hand.
    func add(mark: Int, page: Int, to element: inout Element) throws(OutputError) {
        if element.page == 0 { element.page = page }
        if element.mark < 0, element.kids.isEmpty, element.page == page {
            element.mark = mark
        } else {
            Self.listMark(of: &element)
            if element.page == page {
                element.kids.append(0x20)
                element.kids.append(decimal: mark)
            } else {
                element.kids.append(text: "<</Type/MCR/Pg ")
                element.kids.append(decimal: page)
                element.kids.append(text: " 0 R/MCID ")
                element.kids.append(decimal: mark)
                element.kids.append(text: ">>")
            }
        }
        try addReference(element.number, to: marks)
    }

    /// Writes the element's first mark into its list.
    private static func listMark(of element: inout Element) {
        guard element.mark >= 0 else { return }
        element.kids.append(decimal: element.mark)
        element.mark = -1
    }

    func add(_ child: Element, to element: inout Element) {
        Self.listMark(of: &element)
        element.kids.append(0x20)
        element.kids.append(decimal: child.number)
        element.kids.append(text: " 0 R")
    }

    /// Adds an annotation, whose `/StructParent` is the key that is returned.
    func add(annotation: Int, page: Int, to element: inout Element) -> Int {
        Self.listMark(of: &element)
        element.kids.append(text: "<</Type/OBJR/Pg ")
        element.kids.append(decimal: page)
        element.kids.append(text: " 0 R/Obj ")
        element.kids.append(decimal: annotation)
        element.kids.append(text: " 0 R>>")
        parents.append(element.number)
        return parents.count - 1
    }

    /// Writes an element, which is complete.
    func close(_ element: Element) throws(OutputError) {
        try file.begin(element.number)
        var pen = try file.body.pen(room: 256)
        pen.text("<</S/")
        pen.text(element.kind.name)
        pen.text("/P ")
        pen.integer(element.parent)
        pen.text(" 0 R")
        if element.page != 0 {
            pen.text("/Pg ")
            pen.integer(element.page)
            pen.text(" 0 R")
        }
        if element.mark >= 0 {
            pen.text("/K ")
            pen.integer(element.mark)
        }
        file.body.commit(pen)
        if !element.kids.isEmpty {
            try file.body.write("/K[")
            try file.body.write(element.kids)
            try file.body.write("]")
        }
        if !element.entries.isEmpty { try file.body.write(string: element.entries) }
        try file.body.write(">>")
        try file.end()
    }

    /// Writes a paragraph or heading, and adds it to its section.
    func closeParagraph(_ element: Element) throws(OutputError) {
        if sections.isEmpty { add(element, to: &document) } else { add(element, to: &sections[sections.count - 1].element) }
        try close(element)
    }

    private func closeSection() throws(OutputError) {
        guard let last = sections.popLast() else { return }
        try closeParagraph(last.element)
    }

    // MARK: Pages

    private func addReference(_ number: Int, to sink: ByteSink) throws(OutputError) {
        var pen = try sink.pen(room: 64)
        pen.integer(number)
        pen.text(" 0 R ")
        sink.commit(pen)
    }

    /// The key of the page in the parent tree (`/StructParents`), once its marks are complete.
    func closePage() throws(OutputError) -> Int {
        let object = file.reserve()
        try file.begin(object)
        try file.body.write("[")
        try file.body.write(marks.takeBytes())
        try file.body.write("]")
        try file.end()
        parents.append(object)
        return parents.count - 1
    }

    /// Entries in one leaf of the parent tree.
    private static let leaf = 64

    /// Writes what is open, the parent tree and the root.
    func finish() throws(OutputError) {
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

extension [UInt8] {
    /// Appends a number that is not negative.
    fileprivate mutating func append(decimal number: Int) {
        let start = count
        var rest = number
        repeat {
            append(UInt8(0x30 + rest % 10))
            rest /= 10
        } while rest > 0
        self[start...].reverse()
    }

    fileprivate mutating func append(text: StaticString) {
        append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }
}
