import Foundation
import Testing

/// Integrations: Git, Vim, Emacs.
struct IntegrationTests {
    private static let integrations = Tool.root.appendingPathComponent("Integrations").path

    private func inFolder(_ body: (URL) throws -> Void) throws {
        let folder = try Tool.temporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        // 《 is the fourth character, in the seventh column of the screen.
        try "いろは\n彼は承《うけたまわる。\n".write(to: folder.appendingPathComponent("bad.txt"), atomically: true, encoding: .utf8)
        try body(folder)
    }

    /// What is staged counts, not what is in the folder.
    @Test func preCommit() throws {
        try inFolder { folder in
            let start = """
                export GIT_CONFIG_GLOBAL=/dev/null GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@b.c GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@b.c LC_ALL=C
                git init -q . 2>/dev/null; cp '\(Self.integrations)/git/pre-commit' .git/hooks/

                """
            let refused = try Tool.shell(start + "git add bad.txt && git commit -qm one", directory: folder)
            #expect(refused.status == 1)
            #expect((refused.text + refused.errors).contains("bad.txt:2:4: error: "), "\(refused.text)\(refused.errors)")
            let taken = try Tool.shell(
                start + "echo 承《うけたまわ》る > bad.txt; git add bad.txt; echo 《 > bad.txt; git commit -qm two && git log --format=%s",
                directory: folder)
            #expect(taken.text.hasSuffix("two\n"), "\(taken.text)\(taken.errors)")
            // A commit without manuscripts.
            #expect(try Tool.shell(start + "mkdir d; echo x > d/x.c; git add d; git commit -qm three", directory: folder).status == 0)
        }
    }

    @Test func vim() throws {
        guard try Tool.shell("vim --version | grep -q '+quickfix'").status == 0 else { return print("skipped: no vim") }
        try inFolder { folder in
            let outcome = try Tool.shell(
                """
                vim -es -u NONE -c 'set rtp^=\(Self.integrations)/vim' -c 'edit bad.txt' -c 'compiler rubi' -c 'silent make!' \
                -c 'call writefile(map(getqflist(), {_, e -> join([e.lnum, e.col, e.vcol, e.type, e.valid, e.text], "|")}), "list")' -c 'qa!' >/dev/null; cat list
                """, directory: folder)
            #expect(
                outcome.text == "2|7|1|E|1|《 is never closed; the text is set without ruby [unclosed-ruby]\n",
                "\(outcome.text)\(outcome.errors)")
        }
    }

    @Test func emacs() throws {
        guard try Tool.shell("command -v emacs").status == 0 else { return print("skipped: no emacs") }
        try inFolder { folder in
            let outcome = try Tool.shell(
                """
                emacs -Q --batch -l '\(Self.integrations)/emacs/rubi.el' --eval '(with-current-buffer (find-file-noselect "bad.txt")
                  (let ((list (rubi-check)))
                    (while (process-live-p (get-buffer-process list)) (accept-process-output nil 0.1))
                    (with-current-buffer list (goto-char (point-min)) (next-error 1 t))
                    (princ (format "%s:%s" (line-number-at-pos) (1+ (- (point) (line-beginning-position)))))))' 2>/dev/null
                """, directory: folder)
            #expect(outcome.text == "2:4", "\(outcome.text)")
        }
    }
}
