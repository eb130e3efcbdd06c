import Rubi

/// `rubi diff`: two versions of a manuscript.
struct DiffCommand {
    let session: Session

    func run() throws -> ExitStatus {
        guard session.inputs.count == 2 else { throw UsageError(message: "rubi diff compares two manuscripts: rubi diff OLD NEW") }
        var versions: [(name: String, version: ManuscriptVersion)] = []
        let status = try session.forEachManuscript { _, manuscript, configuration in
            let version = try ManuscriptVersion(manuscript, configuration.style, fonts: session.fonts.fonts(configuration.fonts))
            versions.append((manuscript.name, version))
            // What is wrong with the manuscripts is for check to say, unless it hides text.
            return Outcome(status: .done, messages: "", figures: nil)
        }
        guard versions.count == 2 else { return status }
        let difference = Difference(from: versions[0].version, to: versions[1].version)
        let names = (versions[0].name, versions[1].name)
        let sink = try session.sink()
        switch session.configuration.report {
        case .json: try writeJSON(difference, names, to: sink)
        case .text, .sarif, .tsv: try writeText(difference, names, to: sink)
        }
        try sink.finish()
        return max(status, difference.isEmpty ? .done : .inputErrors)
    }

    // MARK: Text

    private func writeText(_ difference: Difference, _ names: (String, String), to sink: ByteSink) throws {
        for change in difference.changes {
            var text = "\(place(change.from, names.0)) → \(place(change.to, names.1)): "
            switch change.kind {
            case .text:
                text += quoted(change.before) + (change.old.isEmpty ? "" : "[-\(quoted(change.old))-]")
                text += (change.new.isEmpty ? "" : "{+\(quoted(change.new))+}") + quoted(change.after)
            case .ruby: text += "\(ruby(change.before, change.old)) → \(ruby(change.before, change.new))"
            }
            try sink.write(string: text + "\n")
        }
        let counts = difference.pageCounts
        let pages = difference.pages.isEmpty ? "the same lines on each" : "other lines on \(ranges(difference.pages))"
        try sink.write(string: "\(difference.changes.count) changes; \(counts.from) pages → \(counts.to) pages, \(pages)\n")
    }

    private func place(_ place: Difference.Place, _ name: String) -> String {
        "\(name):\(place.source.line):\(place.source.column)" + (place.page.map { " (page \($0))" } ?? "")
    }

    /// A change is one line of the output.
    private func quoted(_ text: String) -> String { text.replacing("\n", with: "⏎") }

    private func ruby(_ base: String, _ reading: String) -> String { reading.isEmpty ? base : "\(base)《\(reading)》" }

    /// 3–7, 12.
    private func ranges(_ numbers: [Int]) -> String {
        var ranges: [ClosedRange<Int>] = []
        for number in numbers {
            if let last = ranges.last, last.upperBound + 1 == number {
                ranges[ranges.count - 1] = last.lowerBound...number
            } else {
                ranges.append(number...number)
            }
        }
        return ranges.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)–\($0.upperBound)" }.joined(separator: ", ")
    }

    // MARK: JSON

    private func writeJSON(_ difference: Difference, _ names: (String, String), to sink: ByteSink) throws {
        try sink.write("{\"from\":")
        try JSONText.write(names.0, to: sink)
        try sink.write(",\"to\":")
        try JSONText.write(names.1, to: sink)
        try sink.write(",\"changes\":[")
        for (index, change) in difference.changes.enumerated() {
            try sink.write(string: "\(index == 0 ? "" : ",")\n{\"kind\":\"\(change.kind.rawValue)\"")
            try sink.write(string: ",\"from\":\(json(change.from)),\"to\":\(json(change.to))")
            var fields = [("old", change.old), ("new", change.new)]
            fields += change.kind == .ruby ? [("base", change.before)] : [("before", change.before), ("after", change.after)]
            for (key, value) in fields {
                try sink.write(string: ",\"\(key)\":")
                try JSONText.write(value, to: sink)
            }
            try sink.write("}")
        }
        let counts = difference.pageCounts
        let pages = difference.pages.map(String.init).joined(separator: ",")
        try sink.write(
            string:
                "\(difference.changes.isEmpty ? "" : "\n")],\"pages\":{\"from\":\(counts.from),\"to\":\(counts.to),\"changed\":[\(pages)]}}\n"
        )
    }

    private func json(_ place: Difference.Place) -> String {
        "{\"line\":\(place.source.line),\"column\":\(place.source.column)" + (place.page.map { ",\"page\":\($0)" } ?? "") + "}"
    }
}
