import Foundation

/// The built command, run as a user runs it.
struct Tool {
    /// What a run left.
    struct Outcome {
        var status: Int32
        var output: [UInt8]
        var errors: String
        var text: String { String(decoding: output, as: UTF8.self) }
    }

    /// Package root.
    static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    static let testFont = root.appendingPathComponent("Tests/Fonts/RubiTest.ttf").path

    /// The command: the release build where it is no older than the sources (`make test` makes it first), else the debug build beside the test bundle, which
    /// is the running program.
    static let binary: String = {
        let program = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? CommandLine.arguments[0]
        let debug = URL(fileURLWithPath: program).deletingLastPathComponent().appendingPathComponent("rubi").path
        let release = root.appendingPathComponent(".build/release/rubi").path
        guard let built = changeDate(of: release) else { return debug }
        let files = FileManager.default.enumerator(atPath: root.appendingPathComponent("Sources").path)?.compactMap { $0 as? String } ?? []
        let newest = files.compactMap { changeDate(of: root.appendingPathComponent("Sources/" + $0).path) }.max()
        return newest.map { $0 <= built } == true ? release : debug
    }()

    /// Whether that is the release build.
    static var isRelease: Bool { binary.hasSuffix("/release/rubi") }

    private static func changeDate(of path: String) -> Date? {
        (try? FileManager.default.attributesOfItem(atPath: path))?[.modificationDate] as? Date
    }

    /// Runs the command with `input` as its standard input. The environment is this process's with `environment` put over it.
    static func run(
        _ arguments: [String], input: [UInt8] = [], environment: [String: String] = [:], directory: URL? = nil
    ) throws -> Outcome {
        try launch(binary, arguments, input: input, environment: environment, directory: directory)
    }

    /// Runs `line` in a shell in which `rubi` is the built command.
    static func shell(_ line: String, input: [UInt8] = [], directory: URL? = nil) throws -> Outcome {
        let path = URL(fileURLWithPath: binary).deletingLastPathComponent().path + ":" + (ProcessInfo.processInfo.environment["PATH"] ?? "")
        return try launch("/bin/sh", ["-c", line], input: input, environment: ["PATH": path], directory: directory)
    }

    private static func launch(
        _ program: String, _ arguments: [String], input: [UInt8], environment: [String: String], directory: URL?
    ) throws -> Outcome {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        process.currentDirectoryURL = directory ?? root
        // Files rather than pipes: no output is too long for them, and nothing has to read while the command runs.
        let folder = try temporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let files = ["in", "out", "err"].map { folder.appendingPathComponent($0) }
        for file in files { try Data(file == files[0] ? input : []).write(to: file) }
        process.standardInput = try FileHandle(forReadingFrom: files[0])
        process.standardOutput = try FileHandle(forWritingTo: files[1])
        process.standardError = try FileHandle(forWritingTo: files[2])
        try process.run()
        process.waitUntilExit()
        return Outcome(
            status: process.terminationReason == .exit ? process.terminationStatus : 128 + process.terminationStatus,
            output: [UInt8](try Data(contentsOf: files[1])), errors: String(decoding: try Data(contentsOf: files[2]), as: UTF8.self))
    }

    static func temporaryFolder() throws -> URL {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("rubi-test-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return folder
    }
}
