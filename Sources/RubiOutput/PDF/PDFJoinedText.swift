import RubiLayout

/// How text is shown so that programs which go by its place find it in order (`PDFColumn`).
extension PDFTextFlow {
    /// Shows a piece of the base of a ruby. What stands for the base, and its readings, begins and ends on the line's axis.
    mutating func showBase(_ part: PDFColumn.Part, isLast: Bool, of line: LineView, at place: LinePlace) throws(OutputError) {
        let isOnAxis = column.isOnAxis(part, of: line)
        if isRubyTextDue {
            let along = Int(line.along[part.glyphs.lowerBound])
            if isAtLineStart {
                if !isOnAxis || column.indent(of: part.run, part.glyphs.lowerBound, in: line) != 0 {
                    try content.showBlank(part.run, of: line, at: place, along: PDFColumn.start(of: part.run, in: line))
                }
            } else if along - lineEnd > PDFColumn.gap {
                try content.showBlank(part.run, of: line, at: place, along: lineEnd)
            } else if !isOnAxis {
                try content.showBlank(part.run, of: line, at: place, along: along)
            }
        }
        (isRubyTextDue, isAtLineStart) = (false, false)
        lineEnd = PDFColumn.end(of: part, line)
        try content.show(part.run, part.glyphs, of: line, at: place, text: part.text)
        if isLast, !isOnAxis { try showEnd(part, of: line, at: place) }
    }

    /// Shows a blank where a part that is not on the axis ends.
    private mutating func showEnd(_ part: PDFColumn.Part, of line: LineView, at place: LinePlace) throws(OutputError) {
        let size = max(Int(line.runs[part.run].size), 65536)
        try content.showBlank(part.run, of: line, at: place, along: PDFColumn.end(of: part, line) - size)
    }

    /// Shows a piece of a line outside ruby, with its neighbours where it needs them; the next piece that is left.
    mutating func showJoined(_ part: PDFColumn.Part, _ index: Int, of line: LineView, at place: LinePlace) throws(OutputError) -> Int {
        var part = part
        var indent = 0
        let wasAtLineStart = isAtLineStart
        lineEnd = PDFColumn.end(of: part, line)
        if isAtLineStart {
            isAtLineStart = false
            indent = column.indent(of: part.run, part.glyphs.lowerBound, in: line)
        }
        var next = index + 1
        if column.isRegular(part, of: line) {
            if indent != 0 {
                let head = PDFColumn.head(part, of: line)
                try show([PDFColumn.Part(run: part.run, glyphs: head, text: part.text)], indent: indent, of: line, at: place)
                part.glyphs = head.upperBound..<part.glyphs.upperBound
                indent = 0
                if part.glyphs.isEmpty { return next }
            }
            guard let follower = self.part(next, line), column.isJoined(part, follower, of: line) else {
                try markParagraph()
                try content.show(part.run, part.glyphs, of: line, at: place, text: part.text)
                return next
            }
            let tail = PDFColumn.tail(part, of: line)
            if part.glyphs.lowerBound < tail.lowerBound { try markParagraph() }
            try content.show(part.run, part.glyphs.lowerBound..<tail.lowerBound, of: line, at: place, text: part.text)
            part.glyphs = tail
        }
        // What is to be joined, up to and with the first glyph that needs nothing.
        var group = [part]
        var rest: PDFColumn.Part?
        while rest == nil, let follower = self.part(next, line), column.isJoined(group[group.count - 1], follower, of: line) {
            next += 1
            if column.isRegular(follower, of: line) {
                let head = PDFColumn.head(follower, of: line)
                group.append(PDFColumn.Part(run: follower.run, glyphs: head, text: follower.text))
                if head.upperBound < follower.glyphs.upperBound {
                    rest = PDFColumn.Part(run: follower.run, glyphs: head.upperBound..<follower.glyphs.upperBound, text: follower.text)
                }
            } else {
                group.append(follower)
            }
        }
        try show(group, indent: indent, of: line, at: place)
        lineEnd = PDFColumn.end(of: group[group.count - 1], line)
        // A blank before a ruby is no beginning.
        isAtLineStart = wasAtLineStart && group.count == 1 && column.isOnAxis(part, of: line)
        guard let rest else { return next }
        return try showJoined(rest, next - 1, of: line, at: place)
    }

    /// Shows parts as text that begins and ends on the line's axis, a warichu and what is beside it as pieces of their own.
    private mutating func show(_ group: [PDFColumn.Part], indent: Int, of line: LineView, at place: LinePlace) throws(OutputError) {
        guard var end = group.first.map({ Int(line.along[$0.glyphs.lowerBound]) }) else { return }
        for (index, piece) in split(group, of: line).enumerated() {
            try show(piece.parts, piece.kind, indent: index == 0 ? indent : 0, end: &end, of: line, at: place)
        }
    }

    /// Shows parts as one piece of text; `end`: where along the line what is before them ends, then where they end.
    private mutating func show(
        _ parts: ArraySlice<PDFColumn.Part>, _ kind: Joined, indent: Int, end: inout Int, of line: LineView, at place: LinePlace
    ) throws(OutputError) {
        guard let first = parts.first, let last = parts.last else { return }
        joinedText.removeAll()
        joinedText.append(blanks: PDFColumn.blanks(indent, size: Int(line.runs[first.run].size)))
        for part in parts {
            let gap = Int(line.along[part.glyphs.lowerBound]) - end
            if gap > PDFColumn.gap { joinedText.append(blanks: PDFColumn.blanks(gap, size: Int(line.runs[part.run].size))) }
            part.text.append(part.glyphs, of: line, to: &joinedText)
            end = PDFColumn.end(of: part, line)
        }
        try mark(kind)
        if indent != 0 {
            try content.showBlank(first.run, of: line, at: place, along: PDFColumn.start(of: first.run, in: line))
        } else if !column.isOnAxis(first, of: line) {
            try content.showBlank(first.run, of: line, at: place, along: Int(line.along[first.glyphs.lowerBound]))
        }
        for part in parts { try content.show(part.run, part.glyphs, of: line, at: place, text: part.text) }
        if !column.isOnAxis(last, of: line) { try showEnd(last, of: line, at: place) }
        content.endSpan()
    }
}
