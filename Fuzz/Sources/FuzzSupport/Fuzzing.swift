import CFuzzer
import Glibc

/// What is tried with every input; libFuzzer's callback can hold nothing itself.
nonisolated(unsafe) private var target: ([UInt8]) throws -> Void = { _ in }

/// Calls `body` with input after input, as the arguments of the program tell libFuzzer. What it throws is a finding, as a crash is.
public func fuzz(_ body: @escaping ([UInt8]) throws -> Void) -> Never {
    target = body
    var count = CommandLine.argc
    var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
    exit(
        LLVMFuzzerRunDriver(&count, &arguments) { bytes, count in
            do { try target(Array(UnsafeBufferPointer(start: bytes, count: count))) } catch { fatalError("\(error)") }
            return 0
        })
}

/// Takes choices from the first bytes of an input; 0 where there are no more.
public struct Choices {
    private let bytes: ArraySlice<UInt8>
    private var next = 0

    public init(_ bytes: ArraySlice<UInt8>) { self.bytes = bytes }

    /// A number below `count`, which is at most 256.
    public mutating func below(_ count: Int) -> Int {
        defer { next += 1 }
        return next < bytes.count ? Int(bytes[bytes.startIndex + next]) % count : 0
    }

    /// One of all cases.
    public mutating func any<Choice: CaseIterable>(_: Choice.Type = Choice.self) -> Choice {
        let all = Array(Choice.allCases)
        return all[below(all.count)]
    }

    public mutating func flag() -> Bool { below(2) == 1 }
}
