import Rubi
import Synchronization

/// Fonts that were opened, by what was asked for: manuscripts of a run mostly ask for the same.
final class FontCache: Sendable {
    /// More than a run has any use for; what a stream of records asks for must not fill memory.
    private static let limit = 16
    private let opened = Mutex<[Configuration.FontRequest: FontSet]>([:])

    /// The fonts of `request`.
    func fonts(_ request: Configuration.FontRequest) throws -> FontSet {
        try opened.withLock { opened in
            if let known = opened[request] { return known }
            if opened.count == Self.limit { opened.removeAll() }
            let fonts = try FontSet(chain: request.chain, rubyChain: request.ruby.map { [$0] } ?? [], features: request.features ?? "")
            opened[request] = fonts
            return fonts
        }
    }
}
