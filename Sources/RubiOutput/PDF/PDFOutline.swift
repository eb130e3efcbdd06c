/// Bookmarks, from the headings of the text.
struct PDFOutline {
    private var items: [(title: String, level: Int, page: Int, top: Int)] = []

    /// `top`: where the heading stands on its page, thousandths of a point from its lower edge; `page`: the page's object.
    mutating func add(_ title: String, level: Int, page: Int, top: Int) {
        items.append((title, level, page, top))
    }

    /// Writes the outline's objects; the number of its root, nil where there are no headings.
    func write(to file: PDFFile) throws -> Int? {
        guard !items.isEmpty else { return nil }
        let root = file.reserve()
        let numbers = items.map { _ in file.reserve() }
        // The children of each item, and of the root at the end: those that follow it with a deeper level, up to the next that is not deeper.
        var children: [[Int]] = Array(repeating: [], count: items.count + 1)
        var parent: [Int] = []
        var open: [Int] = []
        for (index, item) in items.enumerated() {
            while let last = open.last, items[last].level >= item.level { open.removeLast() }
            parent.append(open.last ?? items.count)
            children[parent[index]].append(index)
            open.append(index)
        }
        for (index, item) in items.enumerated() {
            let siblings = children[parent[index]]
            var content = "<</Title\(PDFText.string(item.title))/Parent \(parent[index] == items.count ? root : numbers[parent[index]]) 0 R"
            // Siblings are in order, so a search finds the place.
            let place = siblings.partitioningIndex { $0 >= index }
            if place > 0 { content += "/Prev \(numbers[siblings[place - 1]]) 0 R" }
            if place + 1 < siblings.count { content += "/Next \(numbers[siblings[place + 1]]) 0 R" }
            if let first = children[index].first, let last = children[index].last {
                content += "/First \(numbers[first]) 0 R/Last \(numbers[last]) 0 R/Count -\(children[index].count)"
            }
            try file.write(numbers[index], content + "/Dest[\(item.page) 0 R/XYZ null \(Self.points(item.top)) null]>>")
        }
        let top = children[items.count]
        try file.write(
            root, "<</Type/Outlines/First \(numbers[top[0]]) 0 R/Last \(numbers[top[top.count - 1]]) 0 R/Count \(top.count)>>")
        return root
    }

    private static func points(_ thousandths: Int) -> Int { thousandths / 1000 }
}

extension Array where Element == Int {
    /// The first index from which on `belongs` holds, in an array where it holds from some index on.
    fileprivate func partitioningIndex(_ belongs: (Int) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if belongs(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
