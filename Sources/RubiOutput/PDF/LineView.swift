import RubiLayout

/// A composed line as the PDF writer reads it, for the time of one call: its arrays where they lie, so that what goes over their glyphs neither copies nor
/// counts references.
struct LineView {
    let glyph: UnsafeBufferPointer<UInt32>
    let cluster: UnsafeBufferPointer<UInt32>
    let along: UnsafeBufferPointer<Int32>
    let across: UnsafeBufferPointer<Int32>
    let advanceOf: UnsafeBufferPointer<Int32>
    let runs: UnsafeBufferPointer<ComposedRun>
    let rules: UnsafeBufferPointer<ComposedRule>
    let text: UnsafeBufferPointer<UInt8>
    let strings: UnsafeBufferPointer<UInt8>
    let paragraph: Int
    let heading: Int
    let over: Int
    let isLast: Bool
}

extension ComposedLine {
    /// Calls `body` with a view of the line, which is not to be kept.
    borrowing func withView(_ body: (LineView) throws(OutputError) -> Void) throws(OutputError) {
        let (paragraph, heading, over, isLast) = (paragraph, heading, over, isLast)
        try glyph.withUnsafeBufferPointer { glyph throws(OutputError) in
            try cluster.withUnsafeBufferPointer { cluster throws(OutputError) in
                try along.withUnsafeBufferPointer { along throws(OutputError) in
                    try across.withUnsafeBufferPointer { across throws(OutputError) in
                        try advanceOf.withUnsafeBufferPointer { advanceOf throws(OutputError) in
                            try runs.withUnsafeBufferPointer { runs throws(OutputError) in
                                try rules.withUnsafeBufferPointer { rules throws(OutputError) in
                                    try text.withUnsafeBufferPointer { text throws(OutputError) in
                                        try strings.withUnsafeBufferPointer { strings throws(OutputError) in
                                            try body(
                                                LineView(
                                                    glyph: glyph, cluster: cluster, along: along, across: across, advanceOf: advanceOf,
                                                    runs: runs, rules: rules, text: text, strings: strings, paragraph: paragraph,
                                                    heading: heading, over: over, isLast: isLast))
                                        }
                                    }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}
