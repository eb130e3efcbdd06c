import RubiMarkup
import RubiShaping
import RubiText

/// First stage: the inline tree of a paragraph becomes items. One a worker; its buffers live as long as it does.
struct Collector {
    let style: Style
    let shaper: Shaper
    var properties = LinePropertyTable()
    /// Where the walk over the tree stands: what the nodes around the current one ask for.
    var context = Context()
    var saved: [(node: Int32, context: Context)] = []
    var lastLook = 0
    var openSpans = OpenSpans()
    /// The unit that kanbun marks were last set beside.
    var kanbun = KanbunRoom()
    /// With `--ruby-kana full`, beside `Items.rubyScalars`: the readings as they are set (R7).
    var readingForms: [UInt32] = []
    var nextRubyNumber = 1
    let plainBase = PlainTable(use: .base)
    let plainRuby = PlainTable(use: .ruby)

    struct Context {
        var size: Int32 = 65536
        var shift: Int32 = 0
        var isBold = false
        var isItalic = false
        var role = RunRole.base
        /// The class that units get whatever their character; 0: by character.
        var lineClass: UInt8 = 0
        var isSideways = false
    }

    init(style: Style, shaper: Shaper) {
        self.style = style
        self.shaper = shaper
    }

    /// Fills `items` with the content of `block`.
    mutating func collect(_ block: borrowing Block, _ part: BlockPart = .whole, shape: ParagraphShape, into items: inout Items) {
        items.removeAll()
        items.sourceStart = block.inline.sourceStart
        items.source = block.source
        context = Context(size: shape.size, isBold: shape.isBold, isItalic: shape.isItalic, isSideways: shape.isSideways)
        saved.removeAll(keepingCapacity: true)
        lastLook = 0
        openSpans = OpenSpans()
        kanbun = KanbunRoom()
        readingForms.removeAll(keepingCapacity: true)
        var index = block.inline.nodes[0].firstChild
        var last: Int32 = -1
        switch part {
        case .whole: break
        case .through(let node):
            items.source = block.source.lowerBound..<block.inline.end(of: node)
            last = node
        case .after(let node):
            items.source = block.inline.end(of: node)..<block.source.upperBound
            index = block.inline.nodes[Int(node)].next
        }
        while index >= 0 {
            index = appendPlain(from: index, of: block.inline, into: &items)
            guard index >= 0 else { break }
            appendTree(index, of: block.inline, into: &items)
            index = index == last ? -1 : block.inline.nodes[Int(index)].next
        }
        items.text.append(Int32(items.scalars.count))
        items.glyph.append(Int32(items.glyphs.count))
    }

    /// A node with all that is in it, character by character.
    private mutating func appendTree(_ index: Int32, of tree: borrowing InlineTree, into items: inout Items) {
        let node = tree.nodes[Int(index)]
        guard enter(node, at: index, of: tree, into: &items), node.firstChild >= 0 else { return }
        let outer = context
        adopt(node)
        walkChildren(of: index, of: tree, into: &items)
        context = outer
        leave(node, of: tree, into: &items)
    }

    /// Pre-order over the links, without recursion: nesting has no limit.
    mutating func walkChildren(of root: Int32, of tree: borrowing InlineTree, into items: inout Items) {
        var index = tree.nodes[Int(root)].firstChild
        while index >= 0 {
            let node = tree.nodes[Int(index)]
            if enter(node, at: index, of: tree, into: &items), node.firstChild >= 0 {
                saved.append((index, context))
                adopt(node)
                index = node.firstChild
                continue
            }
            var current = index
            while tree.nodes[Int(current)].next < 0 {
                current = tree.nodes[Int(current)].parent
                guard current != root, let outer = saved.popLast() else { return }
                context = outer.context
                leave(tree.nodes[Int(current)], of: tree, into: &items)
            }
            index = tree.nodes[Int(current)].next
        }
    }

    // MARK: Nodes

    /// Handles a node before its children; false: the children are not to be walked.
    private mutating func enter(_ node: InlineNode, at index: Int32, of tree: borrowing InlineTree, into items: inout Items) -> Bool {
        switch node.kind {
        case .text:
            append(node.text, of: tree, into: &items)
            return false
        case .ruby:
            items.blocks.append(RubyBlock(units: items.count..<items.count, number: 0, size: context.size))
            return true
        case .emphasis, .line, .frame, .link:
            if let marks = kanbunAlone(in: node, of: tree) {
                appendKanbun(marks, of: tree, beside: node, into: &items)
                return false
            }
            openSpan(node, of: tree, into: &items)
            return true
        case .style:
            if let kind = spanKind(of: node), kind != .emphasis { openSpan(node, of: tree, into: &items) }
            return true
        case .tateChuYoko:
            appendTateChuYoko(index, of: tree, into: &items)
            return false
        case .gaiji:
            appendScalars([0x3013], offset: node.source.lowerBound, into: &items)
            return false
        case .lineBreak:
            items.forcedBreaks.append(items.count)
            return false
        case .warichu:
            if context.role == .warichu { return true }
            appendWarichu(index, of: tree, into: &items)
            return false
        case .root, .horizontal, .caption, .heading: return true
        case .kaeriten, .okurigana:
            appendKanbun(node, of: tree, into: &items)
            return false
        case .image:
            appendImage(node, of: tree, into: &items)
            return false
        case .note, .pageReference, .raw: return false
        }
    }

    /// Takes on what a node asks of its children.
    private mutating func adopt(_ node: InlineNode) {
        if node.kind == .horizontal { context.isSideways = true }
        if node.kind == .heading { context.isBold = true }  // L42: 同行 stays in its line.
        if node.kind == .caption { context.size = Sizes.stepped(context.size, by: -1) }
        guard node.kind == .style, let name = StyleName(rawValue: node.detail) else { return }
        switch name {
        case .bold, .strong: context.isBold = true
        case .italic, .em: context.isItalic = true
        case .larger: context.size = Sizes.stepped(context.size, by: Int(node.number))
        case .smaller: context.size = Sizes.stepped(context.size, by: -Int(node.number))
        case .superscript, .subscript:
            context.shift += Sizes.scriptShift(of: context.size, raised: name == .superscript)
            context.size = Sizes.script(of: context.size)
            context.lineClass = LineClass.ornamented.rawValue
        case .strike, .underline, .code: break
        }
    }

    private mutating func leave(_ node: InlineNode, of tree: borrowing InlineTree, into items: inout Items) {
        switch node.kind {
        case .ruby: closeRuby(node, of: tree, into: &items)
        case .emphasis, .line, .frame, .link: openSpans.pop(at: items.count, in: &items.spans)
        case .style: if spanKind(of: node) != nil { openSpans.pop(at: items.count, in: &items.spans) }
        default: break
        }
    }

    /// What dots or a line are put on that an annotation asks for inside kanbun marks (M72).
    private func kanbunAlone(in node: InlineNode, of tree: borrowing InlineTree) -> InlineNode? {
        guard node.kind == .emphasis || node.kind == .line, node.firstChild >= 0, node.firstChild == node.lastChild else { return nil }
        let child = tree.nodes[Int(node.firstChild)]
        return child.kind == .okurigana || child.kind == .kaeriten ? child : nil
    }

    private func spanKind(of node: InlineNode) -> Span.Kind? {
        switch node.kind {
        case .emphasis: return .emphasis
        case .line: return .sideLine
        case .frame: return .frame
        case .link: return .link
        case .style:
            if node.detail == StyleName.underline.rawValue { return .underline }
            return node.detail == StyleName.strike.rawValue ? .strike : nil
        default: return nil
        }
    }

    private mutating func openSpan(_ node: InlineNode, of tree: borrowing InlineTree, into items: inout Items) {
        guard let kind = spanKind(of: node) else { return }
        var span = Span(kind: kind, side: node.side, detail: node.detail, units: items.count..<Int.max)
        if kind == .underline { span.side = .under }
        if kind == .link { span.string = append(tree.scalars[node.text.indices], to: &items.strings) }
        if kind == .emphasis { shapeMark(node.detail, into: &items) }
        openSpans.push(span, to: &items.spans)
    }

    // MARK: Text

    private mutating func append(_ range: ScalarRange, of tree: borrowing InlineTree, into items: inout Items) {
        let first = items.scalars.count
        items.scalars.append(contentsOf: tree.scalars[range.indices])
        items.offsets.append(contentsOf: tree.offsets[range.indices])
        appendUnits(from: first, into: &items)
    }

    /// Text that stands for something else in the source, such as 〓.
    mutating func appendScalars(_ scalars: [UInt32], offset: UInt32, into items: inout Items) {
        let first = items.scalars.count
        items.scalars.append(contentsOf: scalars)
        for _ in scalars { items.offsets.append(offset) }
        appendUnits(from: first, into: &items)
    }

    /// Shapes the scalars from `first` on, a run of one orientation at a time, and makes units of their clusters.
    mutating func appendUnits(from first: Int, into items: inout Items) {
        guard style.quotes == .turned, style.isVertical, !context.isSideways else { return appendRuns(from: first, into: &items) }
        // L52: “ ” between Japanese are set as 〝 〟; the text keeps what is written.
        var turned: [(index: Int, scalar: UInt32)] = []
        for index in first..<items.scalars.count where 0x201C...0x201D ~= items.scalars[index] {
            let isOpening = items.scalars[index] == 0x201C
            let inside = isOpening ? index + 1 : index - 1
            if inside >= first, inside < items.scalars.count, !properties.property(of: items.scalars[inside]).isUpright { continue }
            turned.append((index, items.scalars[index]))
            items.scalars[index] = isOpening ? 0x301D : 0x301F
        }
        appendRuns(from: first, into: &items)
        for (index, scalar) in turned { items.scalars[index] = scalar }
    }

    private mutating func appendRuns(from first: Int, into items: inout Items) {
        let end = items.scalars.count
        var index = first
        while index < end {
            if style.autoTateChuYoko > 0, style.isVertical, !context.isSideways, let stop = tateChuYoko(at: index, from: first, in: items) {
                setTateChuYoko(index..<stop, into: &items)
                index = stop
                continue
            }
            let scalar = items.scalars[index]
            if isInvisible(scalar) {
                markInvisible(scalar, into: &items)
                index += 1
                continue
            }
            if scalar == 0x09 { items.scalars[index] = 0x3000 }  // L46
            let orientation = self.orientation(of: properties.property(of: items.scalars[index]))
            if orientation != .upright, TallMarks.contains(scalar) {
                appendTall(index, orientation, into: &items)
                index += 1
                continue
            }
            var stop = index + 1
            while stop < end {
                let property = properties.property(of: items.scalars[stop])
                if !property.isExtending {
                    let next = items.scalars[stop]
                    if next < 0x20 || next >= 0x7F && isInvisible(next) || self.orientation(of: property) != orientation { break }
                    if TallMarks.contains(next), orientation != .upright { break }
                }
                stop += 1
            }
            shape(index..<stop, orientation: orientation, into: &items)
            index = stop
        }
    }

    @inline(__always)
    func orientation(of property: LineProperty) -> GlyphOrientation {
        guard style.direction == .vertical else { return .horizontal }
        if context.isSideways { return .turned }
        if property.isUpright || property.isExtending { return .upright }
        return style.orientation == .upright && property.classIndex != Int(LineClass.wordSpace.rawValue) ? .upright : .turned
    }

    /// Controls, and the break hints of L22: they stay in the text and have no glyph.
    @inline(__always)
    func isInvisible(_ scalar: UInt32) -> Bool {
        if scalar < 0x20 { return scalar != 0x09 }
        return scalar == 0x200B || scalar == 0x2060 || scalar == 0xFEFF || 0x7F...0x9F ~= scalar || 0x2028...0x2029 ~= scalar
    }

    private func markInvisible(_ scalar: UInt32, into items: inout Items) {
        if scalar == 0x200B { items.breakHints.append((items.count, true)) }
        if scalar == 0x2060 || scalar == 0xFEFF { items.breakHints.append((items.count, false)) }
    }

    mutating func shape(_ range: Range<Int>, orientation: GlyphOrientation, into items: inout Items) {
        let firstGlyph = items.glyphs.count
        let shaper = shaper  // the closure would copy the whole collector
        items.scalars.withUnsafeBufferPointer { scalars in
            shaper.shape(scalars, range: range, orientation: orientation, use: .base, into: &items.glyphs)
        }
        let look = self.look(orientation, in: &items)
        let glyphs = firstGlyph..<items.glyphs.count
        if isOneToOne(glyphs, range, items), context.size == Int32(Em.whole), context.lineClass == 0 {
            appendOneToOne(range, firstGlyph: firstGlyph, look: look, into: &items)
        } else {
            appendClusters(glyphs, look: look, into: &items)
        }
    }

    /// Whether each scalar has one glyph: nearly always, since that is what the shaper's table answers.
    private func isOneToOne(_ glyphs: Range<Int>, _ range: Range<Int>, _ items: borrowing Items) -> Bool {
        guard glyphs.count == range.count else { return false }
        for index in 0..<glyphs.count where Int(items.glyphs.cluster[glyphs.lowerBound + index]) != range.lowerBound + index {
            return false
        }
        return true
    }

    private mutating func appendOneToOne(_ range: Range<Int>, firstGlyph: Int, look: UInt16, into items: inout Items) {
        let count = range.count, first = items.count
        var seen: UInt32 = 0
        let start = items.lineClass.count
        items.lineClass.append(repeating: 0, count: count)
        for index in 0..<count {
            let raw = properties.property(of: items.scalars[range.lowerBound + index]).raw & 0x1F
            items.lineClass[start + index] = raw != 0 ? raw : LineClass.ideograph.rawValue
            seen |= 1 << UInt32(raw)
        }
        items.width.append(contentsOf: items.glyphs.advance[firstGlyph..<firstGlyph + count])
        items.text.extend(by: count) { for index in 0..<count { $0[index] = Int32(range.lowerBound + index) } }
        items.glyph.extend(by: count) { for index in 0..<count { $0[index] = Int32(firstGlyph + index) } }
        items.look.append(repeating: look, count: count)
        guard seen & (ClassSet.marks | ClassSet.neighbourly) != 0 else { return }
        for unit in first..<first + count { settle(unit, &items) }
    }

    private mutating func appendClusters(_ glyphs: Range<Int>, look: UInt16, into items: inout Items) {
        var previousCluster = UInt32.max
        for index in glyphs {
            let cluster = items.glyphs.cluster[index]
            let advance = Int32(clamping: Em.scale(Int(items.glyphs.advance[index]), by: Int(context.size)))
            if cluster == previousCluster {
                items.width[items.width.count - 1] += advance
                continue
            }
            previousCluster = cluster
            var lineClass = properties.property(of: items.scalars[Int(cluster)]).raw & 0x1F
            if lineClass == 0 { lineClass = LineClass.ideograph.rawValue }
            if context.lineClass != 0 { lineClass = context.lineClass }
            items.lineClass.append(lineClass)
            items.width.append(advance)
            items.text.append(Int32(cluster))
            items.glyph.append(Int32(index))
            items.look.append(look)
            settle(items.count - 1, &items)
        }
    }

    /// Gives marks their half em (L10), takes note of word spaces and of what needs its neighbours: 17, 18, 24, 26, 27 and ‘’“”«».
    @inline(__always)
    private func settle(_ unit: Int, _ items: inout Items) {
        let bit = ClassSet.bit(items.lineClass[unit])
        if bit & ClassSet.marks != 0 {
            let half = context.size / 2
            if items.width[unit] > half, style.punctuation != .full { items.width[unit] = half }
            if items.scalars[Int(items.text[unit])] < 0x2020 { items.hasWestern = true }
        } else if bit & ClassSet.neighbourly != 0 {
            items.hasWestern = true
            if items.lineClass[unit] == LineClass.wordSpace.rawValue {
                items.wordSpaces.append((unit, items.width[unit] > 0 ? items.width[unit] : context.size / 3))
                items.width[unit] = 0
            }
        }
    }

    /// The index of the look that the context asks for, searched among those that came last; a paragraph has few.
    mutating func look(_ orientation: GlyphOrientation, condensation: Int32 = 65536, in items: inout Items) -> UInt16 {
        let look = Look(
            role: context.role, orientation: orientation, size: context.size, condensation: condensation, shift: context.shift,
            isBold: context.isBold, isItalic: context.isItalic)
        if lastLook < items.looks.count, items.looks[lastLook] == look { return UInt16(lastLook) }
        if let found = items.looks.suffix(Self.searchedLooks).lastIndex(of: look) {
            lastLook = found
        } else if items.looks.count <= Int(UInt16.max) {
            lastLook = items.looks.count
            items.looks.append(look)
            items.largestSize = max(items.largestSize, look.size)
        }
        return UInt16(lastLook)
    }

    private static let searchedLooks = 32
}
