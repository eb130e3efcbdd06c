import Rubi

/// `rubi parse`: document trees as JSON, one a line.
struct ParseCommand {
    let session: Session

    func run() throws -> ExitStatus {
        try session.prepareOutputs(extension: "json", canFollow: true)
        return try session.forEachManuscriptByItself { [session] input, manuscript, _ in
            let sink = try session.sink(for: input, extension: "json")
            try ParseWriter.write(manuscript, to: sink)
            try sink.finish()
            return session.outcome(of: manuscript.diagnostics, in: manuscript)
        }
    }
}
