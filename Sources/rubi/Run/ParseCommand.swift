import Rubi

/// `rubi parse`: document trees as JSON, one a line.
struct ParseCommand {
    let session: Session

    func run() throws -> ExitStatus {
        try session.prepareOutputs(extension: "json", canFollow: true)
        return try session.forEachManuscriptByItself(extension: "json") { [session] input, manuscript, _ in
            let sink = try session.sink(for: input, extension: "json")
            try ParseWriter.write(manuscript, to: sink)
            try sink.finish()
            var outcome = session.outcome(of: manuscript.diagnostics, in: manuscript)
            outcome.outputs = session.destination(of: input, extension: "json").map { [$0] } ?? []
            return outcome
        }
    }
}
