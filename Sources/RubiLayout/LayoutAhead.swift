import Glibc
import RubiMarkup
import RubiShaping

/// A stretch of a manuscript that one thread composes while others compose the next ones.
///
/// It is filled by the thread that reads, composed by another, and taken by the first again; never by two at once.
private final class Stretch: @unchecked Sendable {
    var blocks: [Block] = []
    /// Beside `blocks`; ready once the stretch is composed.
    var paragraphs: [PreparedParagraph] = []
    /// The lines of all paragraphs, one after another.
    var lines: [ComposedLine] = []
    var count = 0

    /// Characters a stretch: enough that handing it over costs nothing, and little against what is kept in memory anyway.
    static let characters = 1 << 12

    /// Reads blocks up to a stretch's length; `false` where the manuscript ends in it.
    func fill(from manuscript: Manuscript, _ blocksAround: inout [OpenBlock], style: Style) -> Bool {
        count = 0
        var characters = 0
        while characters < Self.characters {
            if blocks.count == count {
                blocks.append(Block())
                paragraphs.append(PreparedParagraph())
            }
            guard manuscript.next(into: &blocks[count]) else { return false }
            characters += blocks[count].inline.scalars.count + 1
            switch blocks[count].kind {
            case .paragraph, .heading:
                paragraphs[count].shape = ParagraphShape(of: blocks[count], in: blocksAround, style: style)
            case .open: blocksAround.append(OpenBlock(kind: blocks[count].blockKind, n: Int(blocks[count].n), m: Int(blocks[count].m)))
            case .close: _ = blocksAround.popLast()
            default: break
            }
            count += 1
        }
        return true
    }

    func compose(with composer: inout Composer) {
        var end = 0
        for index in 0..<count where blocks[index].kind == .paragraph || blocks[index].kind == .heading {
            composer.problems.removeAll(keepingCapacity: true)
            let made = composer.compose(blocks[index], shape: paragraphs[index].shape, into: &lines, from: end)
            paragraphs[index].lines = end..<end + made
            end += made
            paragraphs[index].rubies = composer.rubies
            paragraphs[index].problems = composer.problems
            paragraphs[index].isReady = true
        }
    }
}

/// A paragraph that was composed before its turn, in the shape that it was expected to have.
struct PreparedParagraph {
    var isReady = false
    var shape = ParagraphShape()
    /// In the lines of the stretch.
    var lines = 0..<0
    var rubies = 0
    var problems: [CompositionProblem] = []
}

/// A composer that is handed from thread to thread as it is, without a copy of its buffers.
private final class ComposerBox {
    var composer: Composer
    init(_ composer: Composer) { self.composer = composer }
}

/// One composer a thread, handed out to whoever composes.
private final class ComposerPool: @unchecked Sendable {
    private var composers: [ComposerBox] = []
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let style: Style
    private let fonts: FontSet

    init(style: Style, fonts: FontSet) {
        (self.style, self.fonts) = (style, fonts)
        pthread_mutex_init(mutex, nil)
    }

    deinit {
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }

    func compose(_ stretch: Stretch) {
        pthread_mutex_lock(mutex)
        let free = composers.popLast()
        pthread_mutex_unlock(mutex)
        let box = free ?? ComposerBox(Composer(style: style, fonts: fonts))
        stretch.compose(with: &box.composer)
        pthread_mutex_lock(mutex)
        composers.append(box)
        pthread_mutex_unlock(mutex)
    }
}

extension Layout {
    /// Adds all blocks of `manuscript`, whose paragraphs are composed on `jobs` threads; a manuscript of one stretch on this one alone.
    func addAhead(_ manuscript: Manuscript, jobs: Int, to pages: any LineFlow) throws {
        var around: [OpenBlock] = []
        var free: [Stretch] = []
        let first = Stretch()
        var hasMore = first.fill(from: manuscript, &around, style: style)
        guard hasMore else {
            for index in 0..<first.count { try add(first.blocks[index], to: pages) }
            return
        }
        var next: Stretch? = first
        let pool = ComposerPool(style: style, fonts: fonts)
        try Workers<Stretch, Stretch>.run(
            jobs, depth: 2,
            jobs: {
                if let stretch = next {
                    next = nil
                    return stretch
                }
                guard hasMore else { return nil }
                let stretch = free.popLast() ?? Stretch()
                hasMore = stretch.fill(from: manuscript, &around, style: style)
                return stretch
            },
            work: { stretch in
                pool.compose(stretch)
                return stretch
            },
            take: { stretch in
                swap(&aheadLines, &stretch.lines)
                for index in 0..<stretch.count {
                    try add(stretch.blocks[index], ahead: &stretch.paragraphs[index], to: pages)
                }
                swap(&aheadLines, &stretch.lines)
                free.append(stretch)
            })
    }
}
