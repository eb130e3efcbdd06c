/// An argument as the system gives it: bytes without NUL, which in a file name need not be UTF-8.
struct ByteString: Hashable, Sendable {
    let bytes: [UInt8]

    init(_ bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }
    init(_ text: String) { bytes = Array(text.utf8) }
    init(cString: UnsafePointer<CChar>) {
        var bytes: [UInt8] = []
        var next = cString
        while next.pointee != 0 {
            bytes.append(UInt8(bitPattern: next.pointee))
            next += 1
        }
        self.bytes = bytes
    }

    /// As text; what is not UTF-8 becomes U+FFFD.
    var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Calls `body` with the bytes and a NUL behind them.
    func withCString<Result>(_ body: (UnsafePointer<CChar>) throws -> Result) rethrows -> Result {
        try (bytes + [0]).withUnsafeBufferPointer { buffer in
            try buffer.withMemoryRebound(to: CChar.self) { chars in
                guard let base = chars.baseAddress else { preconditionFailure("an array with an element has a base address") }
                return try body(base)
            }
        }
    }

    /// The part after the last `/`.
    var lastComponent: ByteString {
        guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return self }
        return ByteString(bytes[(slash + 1)...])
    }

    /// The folder it lies in, with the `/` at its end; empty where it names none.
    var folder: ByteString {
        guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return ByteString([]) }
        return ByteString(bytes[...slash])
    }

    /// What stands after the last dot of the last component, in lower case; empty where there is none.
    var fileExtension: String {
        let name = lastComponent.bytes
        guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > 0 else { return "" }
        return String(decoding: name[(dot + 1)...], as: UTF8.self).lowercased()
    }

    /// Without the extension and its dot.
    var withoutExtension: ByteString {
        let length = fileExtension.utf8.count
        return length == 0 ? self : ByteString(bytes.dropLast(length + 1))
    }

    static func + (a: ByteString, b: String) -> ByteString { ByteString(a.bytes + Array(b.utf8)) }
    static func + (a: ByteString, b: ByteString) -> ByteString { ByteString(a.bytes + b.bytes) }
}
