/// The pages of a PDF: each written as it is complete, in a tree that grows with them.
struct PDFPages {
    /// Children of one node of the tree.
    private static let fanOut = 32

    private let root: Int
    private let resources: Int
    /// Nodes at the lowest level, and how many pages each holds.
    private var nodes: [(number: Int, pages: [Int])] = []
    private(set) var count = 0

    /// `resources`: the object that all pages share.
    init(file: PDFFile, resources: Int) {
        root = file.reserve()
        self.resources = resources
    }

    /// Writes a page with these boxes, content, key in the parent tree, and annotations.
    mutating func add(
        _ page: Int, contents: Int, structParents: Int, annotations: [Int], boxes: String, to file: PDFFile
    ) throws(OutputError) {
        if nodes.isEmpty || nodes[nodes.count - 1].pages.count == Self.fanOut { nodes.append((file.reserve(), [])) }
        nodes[nodes.count - 1].pages.append(page)
        count += 1
        var boxes = boxes
        // Inherited entries are in the nodes.
        var pen = file.begin(page)
        pen.text("<</Type/Page/Parent ")
        pen.reference(nodes[nodes.count - 1].number)
        pen = boxes.withUTF8 { file.append(UnsafeRawBufferPointer($0), after: pen, room: 256 + 32 * annotations.count) }
        pen.text("/Contents ")
        pen.reference(contents)
        pen.text("/StructParents ")
        pen.integer(structParents)
        pen.text("/Tabs/S")
        if !annotations.isEmpty {
            pen.text("/Annots[")
            for annotation in annotations {
                pen.reference(annotation)
                pen.byte(0x20)
            }
            pen.back()
            pen.byte(0x5D)
        }
        pen.text(">>")
        try file.end(pen)
    }

    /// Writes the tree's nodes; its root.
    func finish(_ file: PDFFile) throws -> Int {
        var level: [(number: Int, kids: [Int], count: Int)] = nodes.map { ($0.number, $0.pages, $0.pages.count) }
        while level.count > Self.fanOut {
            var above: [(number: Int, kids: [Int], count: Int)] = []
            for start in stride(from: 0, to: level.count, by: Self.fanOut) {
                let group = level[start..<min(start + Self.fanOut, level.count)]
                let number = file.reserve()
                for node in group { try write(node, parent: number, to: file) }
                above.append((number, group.map(\.number), group.reduce(0) { $0 + $1.count }))
            }
            level = above
        }
        for node in level { try write(node, parent: root, to: file) }
        try file.write(root, "<</Type/Pages\(Self.kids(level.map(\.number)))/Count \(count)/Resources \(resources) 0 R>>")
        return root
    }

    private func write(_ node: (number: Int, kids: [Int], count: Int), parent: Int, to file: PDFFile) throws {
        try file.write(node.number, "<</Type/Pages/Parent \(parent) 0 R\(Self.kids(node.kids))/Count \(node.count)>>")
    }

    private static func kids(_ numbers: [Int]) -> String { "/Kids[" + numbers.map { "\($0) 0 R" }.joined(separator: " ") + "]" }
}
