import Glibc
import Rubi

/// A web server for one reader on this machine: it answers requests and tells listeners of changes. One thread, one loop (`serve`).
final class PreviewServer {
    /// What is asked for: the path of the address, without the first slash.
    typealias Answer = (_ path: String) throws -> (type: String, body: [UInt8])?

    private let socket: Int32
    /// The port that the system gave.
    let port: Int
    /// Those that have not yet asked for anything, with what they have said.
    private var callers: [Int32: [UInt8]] = [:]
    /// Those that wait for changes.
    private var listeners: [Int32] = []

    /// Longer requests are not answered.
    private static let longestRequest = 1 << 14
    /// Where listeners listen.
    static let changes = "changes"

    /// Listens on 127.0.0.1, which no other machine reaches.
    init() throws {
        let name = ByteString("127.0.0.1")
        socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let socket = socket
        let isOpen = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                socket >= 0 && bind(socket, $0, length) == 0 && listen(socket, 16) == 0 && getsockname(socket, $0, &length) == 0
            }
        }
        guard isOpen else { throw FileError(path: name, code: errno) }
        port = Int(UInt16(bigEndian: address.sin_port))
    }

    /// Answers requests by `answer` for ever, and calls `wake` whenever `other` can be read.
    func serve(_ answer: Answer, other: Int32, wake: () throws -> Void) throws {
        while true {
            var descriptors = ([socket, other] + callers.keys + listeners).map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
            guard poll(&descriptors, nfds_t(descriptors.count), -1) >= 0 else {
                if errno == EINTR { continue }
                throw FileError(path: ByteString("poll"), code: errno)
            }
            for descriptor in descriptors where descriptor.revents != 0 {
                switch descriptor.fd {
                case socket: accept()
                case other: try wake()
                default: hear(descriptor.fd, answer)
                }
            }
        }
    }

    /// Tells all listeners.
    func tell(_ message: String) {
        for listener in listeners where !send(Array("data: \(message)\n\n".utf8), to: listener) { hangUp(listener) }
    }

    private func accept() {
        let caller = Glibc.accept(socket, nil, nil)
        guard caller >= 0 else { return }
        // Who neither reads nor writes does not stop the others for long.
        var patience = timeval(tv_sec: 2, tv_usec: 0)
        for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
            setsockopt(caller, SOL_SOCKET, option, &patience, socklen_t(MemoryLayout<timeval>.size))
        }
        callers[caller] = []
    }

    private func hangUp(_ caller: Int32) {
        callers[caller] = nil
        listeners.removeAll { $0 == caller }
        close(caller)
    }

    private func hear(_ caller: Int32, _ answer: Answer) {
        var chunk = [UInt8](repeating: 0, count: 4096)
        let count = recv(caller, &chunk, chunk.count, 0)
        guard count > 0, var said = callers[caller] else { return hangUp(caller) }
        said += chunk[..<count]
        guard said.count <= Self.longestRequest else { return hangUp(caller) }
        callers[caller] = said
        let request = String(decoding: said, as: UTF8.self)
        guard request.contains("\r\n\r\n") else { return }
        reply(to: caller, request, answer)
    }

    private func reply(to caller: Int32, _ request: String, _ answer: Answer) {
        let lines = request.split(separator: "\r\n", omittingEmptySubsequences: false)
        let words = lines[0].split(separator: " ")
        // By another name a page from elsewhere could read the manuscript (DNS rebinding).
        let hosts = ["host: 127.0.0.1:\(port)", "host: localhost:\(port)"]
        guard words.count == 3, words[0] == "GET", lines.contains(where: { hosts.contains($0.lowercased()) }) else {
            return finish(caller, "403 Forbidden", "text/plain", [])
        }
        let path = String(words[1].dropFirst())
        if path == Self.changes {
            callers[caller] = nil
            listeners.append(caller)
            let head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nCache-Control: no-store\r\n\r\n"
            if !send(Array(head.utf8), to: caller) { hangUp(caller) }
        } else if let found = try? answer(path) {
            finish(caller, "200 OK", found.type, found.body)
        } else {
            finish(caller, "404 Not Found", "text/plain", [])
        }
    }

    private func finish(_ caller: Int32, _ status: String, _ type: String, _ body: [UInt8]) {
        let head =
            "HTTP/1.1 \(status)\r\nContent-Type: \(type)\r\nContent-Length: \(body.count)\r\nCache-Control: no-store\r\nConnection: close\r\n\r\n"
        _ = send(Array(head.utf8) + body, to: caller)
        hangUp(caller)
    }

    /// False where the other end has gone.
    private func send(_ bytes: [UInt8], to caller: Int32) -> Bool {
        bytes.withUnsafeBytes { bytes in
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = Glibc.send(caller, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count, Int32(MSG_NOSIGNAL))
                if count < 0, errno == EINTR { continue }
                if count <= 0 { return false }
                rest = rest.dropFirst(count)
            }
            return true
        }
    }
}
