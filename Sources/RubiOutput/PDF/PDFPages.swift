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

    /// Writes a page with these further entries.
    mutating func add(_ page: Int, _ entries: String, to file: PDFFile) throws {
        if nodes.isEmpty || nodes[nodes.count - 1].pages.count == Self.fanOut { nodes.append((file.reserve(), [])) }
        nodes[nodes.count - 1].pages.append(page)
        count += 1
        let parent = nodes[nodes.count - 1].number
        // Inherited entries are in the nodes.
        try file.write(page, "<</Type/Page/Parent \(parent) 0 R\(entries)>>")
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
