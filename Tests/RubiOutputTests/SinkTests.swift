import Foundation
import Testing

@testable import RubiOutput

@Suite struct SinkTests {
    @Test func brokenPipeIsToldApart() throws {
        signal(SIGPIPE, SIG_IGN)
        var ends: [Int32] = [0, 0]
        try #require(pipe(&ends) == 0)
        close(ends[0])
        defer { close(ends[1]) }
        let sink = ByteSink(descriptor: ends[1])
        try sink.write("text")
        #expect(throws: OutputError(code: EPIPE)) { try sink.flush() }
        #expect(OutputError(code: EPIPE).isBrokenPipe)
        #expect(!OutputError(code: ENOSPC).isBrokenPipe)
    }

    @Test func fullDeviceIsAnError() throws {
        let descriptor = open("/dev/full", O_WRONLY)
        defer { close(descriptor) }
        let sink = ByteSink(descriptor: descriptor)
        try sink.write("text")
        #expect(throws: OutputError(code: ENOSPC)) { try sink.finish() }
    }

    @Test("a slow reader of a non-blocking pipe gets every byte") func backPressure() throws {
        var ends: [Int32] = [0, 0]
        try #require(pipe(&ends) == 0)
        _ = fcntl(ends[1], F_SETFL, O_NONBLOCK)
        let (reading, writing) = (ends[0], ends[1])
        let total = 3 * ByteSink.capacity + 17
        let thread = Thread {
            let sink = ByteSink(descriptor: writing) { close(writing) }
            for index in 0..<total { try? sink.write([UInt8(truncatingIfNeeded: index)]) }
            try? sink.finish()
        }
        thread.start()
        var received: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 10_000)
        while true {
            let count = read(reading, &buffer, buffer.count)
            if count <= 0 { break }
            received += buffer[..<count]
            usleep(100)
        }
        close(reading)
        #expect(received.count == total)
        #expect(received.indices.allSatisfy { received[$0] == UInt8(truncatingIfNeeded: $0) })
    }

    @Test func memoryKeepsEverything() throws {
        let sink = ByteSink()
        let bytes = (0..<(2 * ByteSink.capacity + 5)).map { UInt8(truncatingIfNeeded: $0 / 3) }
        try sink.write(bytes)
        try sink.write("end")
        #expect(sink.position == bytes.count + 3)
        #expect(sink.takeBytes() == bytes + Array("end".utf8))
        #expect(sink.takeBytes().isEmpty)
    }
}
