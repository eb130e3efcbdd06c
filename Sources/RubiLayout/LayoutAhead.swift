import Glibc
import RubiMarkup
import RubiShaping
import RubiText

/// A stretch of a manuscript that one thread reads, composes, puts into pages and writes, while others do so with the next ones.
private final class Stretch {
    /// Its place among all stretches, from 0.
    var number = 0
    var isPaged = false
    /// Its lines in their places, and their records, where a thread makes those by itself.
    let batch = LineBatch()
    var part: (any PageConsumer)?
    var blocks: [Block] = []
    /// Beside `blocks`; ready once the stretch is composed.
    var paragraphs: [PreparedParagraph] = []
    /// The lines of all paragraphs, one after another.
    var lines: [ComposedLine] = []
    var count = 0

    /// Characters a stretch: enough that waiting for turns costs nothing, and few enough that all that is made of them stays in a core's cache.
    static let characters = 1 << 11

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

/// Lets threads do something one at a time, in the order of the numbers of their stretches.
private final class Turns: @unchecked Sendable {
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    // Guarded by `mutex`.
    private var next = 0
    private var isOver = false

    init() {
        pthread_mutex_init(mutex, nil)
        pthread_cond_init(changed, nil)
    }

    deinit {
        pthread_cond_destroy(changed)
        pthread_mutex_destroy(mutex)
        changed.deallocate()
        mutex.deallocate()
    }

    /// Calls `body` if all numbers before `number` have had their turn, or once they have, if it `waits`; whether it did. What `body` throws ends all turns.
    func take(_ number: Int, waits: Bool, _ body: () throws -> Void) throws -> Bool {
        if waits { pthread_mutex_lock(mutex) } else if pthread_mutex_trylock(mutex) != 0 { return false }
        defer { pthread_mutex_unlock(mutex) }
        while waits, next != number, !isOver { pthread_cond_wait(changed, mutex) }
        if isOver { throw EndOfTurns() }
        guard next == number else { return false }
        do { try body() } catch {
            finish()
            throw error
        }
        next += 1
        pthread_cond_broadcast(changed)
        return true
    }

    func end() {
        pthread_mutex_lock(mutex)
        finish()
        pthread_mutex_unlock(mutex)
    }

    private func finish() {
        isOver = true
        pthread_cond_broadcast(changed)
    }
}

/// Another thread has failed.
private struct EndOfTurns: Error {}

/// A manuscript on several threads. What a thread reads it also composes, puts into pages and writes, so that it never has to leave the cache of its core;
/// reading, paging and writing are done in turns. A thread whose turn has not come goes on with the next stretch.
private final class AheadRun: @unchecked Sendable {
    private let layout: Layout
    private let manuscript: Manuscript
    private let pages: any LineFlow
    /// The consumer, where records can be made apart from each other.
    private let consumer: (any DivisibleConsumer)?
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    // Guarded by `mutex`.
    private var blocksAround: [OpenBlock]
    private var hasMore = true
    private var read = 1
    private(set) var failure: (any Error)?

    private let paging = Turns()
    private let writing = Turns()

    /// Stretches of one thread that have been composed and not written: enough that it seldom waits.
    private static let depth = 2

    /// The first stretch has been read, with `blocksAround` open behind it.
    init(_ layout: Layout, _ manuscript: Manuscript, _ blocksAround: [OpenBlock], to pages: any LineFlow) {
        (self.layout, self.manuscript, self.blocksAround, self.pages) = (layout, manuscript, blocksAround, pages)
        consumer = (pages as? PageBuilder)?.consumer as? any DivisibleConsumer
        pthread_mutex_init(mutex, nil)
    }

    deinit {
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }

    /// Works on one stretch after another until none is left, or a thread fails; on `first` before those that it reads.
    func work(first: Stretch? = nil) {
        var composer = Composer(style: layout.style, fonts: layout.fonts)
        var (composed, free): ([Stretch], [Stretch]) = ([], [])
        var next = first ?? readNext(into: Stretch())
        do {
            while let stretch = next {
                stretch.compose(with: &composer)
                composed.append(stretch)
                try settle(&composed, &free, atMost: Self.depth)
                next = readNext(into: free.popLast() ?? Stretch())
            }
            try settle(&composed, &free, atMost: 0)
        } catch {
            fail(error)
        }
    }

    /// Reads the next stretch, if there is one.
    private func readNext(into stretch: Stretch) -> Stretch? {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        guard hasMore else { return nil }
        hasMore = stretch.fill(from: manuscript, &blocksAround, style: layout.style)
        stretch.number = read
        read += 1
        return stretch
    }

    /// Puts into pages and writes what has its turn; waits for turns until no more than `most` stretches are left.
    private func settle(_ composed: inout [Stretch], _ free: inout [Stretch], atMost most: Int) throws {
        while let stretch = composed.first {
            let waits = composed.count > most
            if !stretch.isPaged {
                guard try paging.take(stretch.number, waits: waits, { try page(stretch) }) else { return }
                stretch.isPaged = true
                if let part = stretch.part { try stretch.batch.tell(part) }
            }
            if let consumer, let part = stretch.part {
                guard try writing.take(stretch.number, waits: waits, { try consumer.add(part) }) else { return }
            }
            composed.removeFirst()
            stretch.isPaged = false
            free.append(stretch)
        }
    }

    private func page(_ stretch: Stretch) throws {
        if let consumer, let builder = pages as? PageBuilder {
            if stretch.part == nil { stretch.part = consumer.makePart() }
            builder.batch = stretch.batch
        }
        defer { (pages as? PageBuilder)?.batch = nil }
        swap(&layout.aheadLines, &stretch.lines)
        defer { swap(&layout.aheadLines, &stretch.lines) }
        for index in 0..<stretch.count { try layout.add(stretch.blocks[index], ahead: &stretch.paragraphs[index], to: pages) }
    }

    private func fail(_ error: any Error) {
        pthread_mutex_lock(mutex)
        hasMore = false
        if !(error is EndOfTurns) { failure = failure ?? error }
        pthread_mutex_unlock(mutex)
        paging.end()
        writing.end()
    }
}

extension Layout {
    /// Adds all blocks of `manuscript`, which is worked on by `jobs` threads; a manuscript of one stretch by this one alone.
    func addAhead(_ manuscript: Manuscript, jobs: Int, to pages: any LineFlow) throws {
        var around: [OpenBlock] = []
        let first = Stretch()
        guard first.fill(from: manuscript, &around, style: style) else {
            for index in 0..<first.count { try add(first.blocks[index], to: pages) }
            return
        }
        let run = AheadRun(self, manuscript, around, to: pages)
        let threads = (1..<jobs).compactMap { _ in startThread { run.work() } }
        run.work(first: first)
        for thread in threads { pthread_join(thread, nil) }
        if let failure = run.failure { throw failure }
    }
}
