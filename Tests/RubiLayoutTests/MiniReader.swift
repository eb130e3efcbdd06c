import RubiMarkup

func miniBlock(_ source: String) -> Block {
    var block = Block(); block.inline.removeAll(sourceStart: 0)
    let s = source.unicodeScalars.map(\.value); var i = 0
    func add(_ v: ArraySlice<UInt32>) -> ScalarRange { let lo = Int32(block.inline.scalars.count); block.inline.scalars += v; block.inline.offsets += v.map { _ in 0 }; return ScalarRange(lower: lo, upper: Int32(block.inline.scalars.count)) }
    func text(_ r: ScalarRange, _ p: Int32 = 0) { var n = InlineNode(kind: .text); n.text = r; block.inline.append(n, to: p) }
    var start = 0
    func flush(_ e: Int) { if e > start { text(add(s[start..<e])) } }
    func find(_ c: String, _ from: Int) -> Int { s[from...].firstIndex(of: c.unicodeScalars.first!.value)! }
    func ruby(_ base: ArraySlice<UInt32>, _ readings: [ArraySlice<UInt32>]) {
        var n = InlineNode(kind: .ruby); n.hasReading = true
        n.detail = (base.count == 1 ? RubyKind.mono : readings.count > 1 ? .jukugo : .group).rawValue
        let b = add(base); let lo = block.inline.scalars.count; var pr: [ScalarRange] = []
        for r in readings { pr.append(add(r)) }
        n.text = ScalarRange(lower: Int32(lo), upper: Int32(block.inline.scalars.count))
        if readings.count > 1 { let p0 = Int32(block.inline.parts.count); for (k, r) in pr.enumerated() { block.inline.parts.append(RubyPart(base: ScalarRange(lower: b.lower + Int32(k), upper: b.lower + Int32(k) + 1), reading: r)) }; n.parts = ScalarRange(lower: p0, upper: Int32(block.inline.parts.count)) }
        let id = block.inline.append(n); text(b, id)
    }
    while i < s.count {
        if s[i] == 0xFF5C { flush(i); let o = find("《", i), c = find("》", i); ruby(s[i + 1..<o], [s[o + 1..<c]]); i = c + 1; start = i
        } else if s[i] == 0x7B { flush(i); let c = find("}", i); let f = s[i + 1..<c].split(separator: 0x7C); ruby(f[0], Array(f[1...])); i = c + 1; start = i
        } else if s[i] == 0xFF3B { flush(i); let q = find("に", i); let y = s[(q + 2)...]; let e = y.firstIndex(of: 0x300D)!
            let c = find("］", i); let node = Int(block.inline.nodes[0].lastChild); block.inline.nodes[node].hasUnder = true; block.inline.nodes[node].text2 = add(s[q + 2..<e]); i = c + 1; start = i
        } else { i += 1 }
    }
    flush(s.count)
    return block
}
