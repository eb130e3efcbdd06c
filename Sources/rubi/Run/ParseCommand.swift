import Rubi

/// `rubi parse`: document trees as JSON, one a line.
struct ParseCommand {
    let session: Session

    func run() throws -> ExitStatus {
        try session.prepareOutputs(extension: "json", canFollow: true)
        return try session.forEachManuscript { input, manuscript, _ in
            let sink = try session.sink(for: input, extension: "json")
            try ParseWriter.write(manuscript, to: sink)
            try sink.finish()
            return session.printDiagnostics(manuscript.diagnostics, of: manuscript)
        }
    }
}
