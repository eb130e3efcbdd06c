import Foundation
import Testing

@testable import rubi

/// `make install`, `make deb`, `make tarball`: what stands behind the build in each.
struct PackageTests {
    private func inFolder(_ body: (URL) throws -> Void) throws {
        let folder = try Tool.temporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        try body(folder)
    }

    @Test func installAndUninstall() throws {
        try inFolder { folder in
            let arguments = "RUBI='\(Tool.binary)' DESTDIR='\(folder.path)' PREFIX=/usr"
            func files() throws -> [String] {
                try Tool.shell("find '\(folder.path)' -type f -printf '%P\\n' | sort").text.split(separator: "\n").map(String.init)
            }
            let installed = try Tool.shell("make -s install-files \(arguments)")
            #expect(installed.status == 0, "\(installed.errors)")
            #expect(
                try files() == [
                    "usr/bin/rubi", "usr/share/bash-completion/completions/rubi", "usr/share/fish/vendor_completions.d/rubi.fish",
                    "usr/share/man/ja/man1/rubi.1", "usr/share/man/man1/rubi.1", "usr/share/zsh/site-functions/_rubi",
                ])
            #expect(try Tool.shell("'\(folder.path)/usr/bin/rubi' --version").text.hasPrefix("rubi \(version)\n"))
            #expect(try Tool.shell("make -s uninstall \(arguments)").status == 0)
            #expect(try files().isEmpty)
        }
    }

    /// A package that lintian finds nothing in, twice the same.
    @Test func debianPackage() throws {
        guard Tool.isRelease else { return print("skipped: no release build") }
        try inFolder { folder in
            let made = try Tool.shell(
                "export DPKG_DEB_COMPRESSOR_LEVEL=0; scripts/package-deb '\(Tool.binary)' '\(folder.path)' && scripts/package-deb '\(Tool.binary)' '\(folder.path)/again'"
            )
            #expect(made.status == 0, "\(made.errors)")
            let package = made.text.split(separator: "\n").first.map(String.init) ?? ""
            #expect(try Tool.shell("cmp '\(folder.path)'/*.deb '\(folder.path)'/again/*.deb").status == 0)
            #expect(try Tool.shell("dpkg-deb -f '\(package)' Version").text == "\(version)\n")
            for library in ["libc6", "libharfbuzz0b", "libicu72", "libfontconfig1"] {
                #expect(try Tool.shell("dpkg-deb -f '\(package)' Depends").text.contains(library), "\(library)")
            }
            let lint = try Tool.shell("lintian --fail-on error,warning '\(package)' 2>/dev/null")
            #expect(lint.status == 0 && lint.text.isEmpty, "\(lint.text)")
            // It unpacks to a command that runs.
            #expect(
                try Tool.shell("dpkg-deb -x '\(package)' x && x/usr/bin/rubi --version", directory: folder).text.hasPrefix(
                    "rubi \(version)\n"))
        }
    }

    /// Every library but the C library's comes from the archive.
    @Test func archive() throws {
        guard Tool.isRelease else { return print("skipped: no release build") }
        try inFolder { folder in
            let made = try Tool.shell(
                "XZ_OPT=-0 scripts/package-tarball '\(Tool.binary)' '\(folder.path)' && tar -C '\(folder.path)' -xf '\(folder.path)'/*.tar.xz"
            )
            #expect(made.status == 0, "\(made.errors)")
            let program = "'\(folder.path)'/rubi-*/bin/rubi"
            let libraries = try Tool.shell("ldd \(program) | sed -n 's/.* => \\(.*\\) (.*/\\1/p'").text.split(separator: "\n")
            #expect(libraries.count > 10)
            for library in libraries where !library.hasPrefix(folder.path) {
                #expect(["libc.so.6", "libm.so.6"].contains(library.split(separator: "/").last ?? ""), "\(library)")
            }
            let run = try Tool.shell(
                "env -i \(program) --version && env -i \(program) -q Examples/story.txt --page bunko -o '\(folder.path)/story.pdf' && qpdf --check '\(folder.path)/story.pdf'"
            )
            #expect(run.status == 0, "\(run.errors)")
            // MeCab is loaded when it is wanted, from the archive too.
            let traced = try Tool.shell(
                "echo 漢字 | env -i LD_DEBUG=files \(program) furigana --from plain --to aozora 2>&1 | grep -a 'calling init.*mecab'")
            #expect(traced.text.contains(folder.path), "\(traced.text)")
        }
    }
}
