import Foundation
import Testing

/// Colours only where they are wanted, and nothing out of evidence that a terminal would obey.
@Suite struct TerminalTests {
    private func hasColor(_ run: Run) -> Bool { run.outBytes.contains(0x1B) }

    @Test func coloursAreForTerminals() throws {
        #expect(!hasColor(try Tool.bgdiag("analyze", Project.watchdog)))
        #expect(hasColor(try Tool.bgdiag("analyze", Project.watchdog, "--color", "always")))
        #expect(!hasColor(try Tool.bgdiag("analyze", Project.watchdog, "--color", "never")))
        let forced = ["CLICOLOR_FORCE": "1"]
        #expect(hasColor(try Tool.bgdiag("analyze", Project.watchdog, environment: forced)))
        #expect(!hasColor(try Tool.bgdiag("analyze", Project.watchdog, "--color", "never", environment: forced)))
        let both = ["CLICOLOR_FORCE": "1", "NO_COLOR": "1"]
        #expect(!hasColor(try Tool.bgdiag("analyze", Project.watchdog, environment: both)))
        // The flag is nearer to the user than the environment.
        #expect(hasColor(try Tool.bgdiag("analyze", Project.watchdog, "--color", "always", environment: both)))
        #expect(!hasColor(try Tool.bgdiag("analyze", Project.watchdog, "-f", "json", "--color", "always")))
    }

    @Test func coloursAreOnlyColours() throws {
        let coloured = try Tool.bgdiag("analyze", Project.watchdog, "--color", "always").out
        let bare = coloured.replacing(/\u{1b}\[[0-9;]*m/, with: "")
        #expect(bare == (try Tool.bgdiag("analyze", Project.watchdog).out))
    }

    /// What a hostile report would use: colours, cursor, title, bell, 8-bit CSI, reversed direction, zero width.
    private static let hostile = "\u{1b}[31mEvil\u{1b}]0;owned\u{7}\u{9b}2J\u{202e}txt.exe\u{200b}\u{2066}\r\u{8}"

    private func expectHarmless(_ run: Run, _ what: String, sourceLocation: SourceLocation = #_sourceLocation) {
        for text in [run.out, run.err] {
            let found = text.unicodeScalars.filter { scalar in
                switch scalar.value {
                case 0x0A: false
                case 0..<0x20, 0x7F...0x9F, 0x200B...0x200F, 0x2028...0x202E, 0x2066...0x2069: true
                default: false
                }
            }
            let names = Set(found.map { String($0.value, radix: 16) }).sorted()
            #expect(names.isEmpty, "\(what) lets through \(names)", sourceLocation: sourceLocation)
        }
    }

    @Test(arguments: [["-v"], ["-q"], ["-f", "json"], ["-f", "json", "--compact"], []])
    func hostileReportsAreHarmless(_ flags: [String]) throws {
        try withScratch { folder in
            let text = try Project.text("samples/crash/file-lock-ios13-no-paths/input.crash")
            let name = try #require(text.firstMatch(of: /Process:\s+(\S+) \[/)?.1)
            try write(text.replacing(name, with: Self.hostile.filter { $0 != "\r" }), to: folder + "/a.crash")
            let json = try Project.text(Project.watchdog).replacing("Inkwell", with: "Ink\\u001b[31m\\u202e\\u009bwell")
            try write(json, to: folder + "/b.ips")
            let reason = "Termination Reason: FRONTBOARD 2343432205\nWatchdogEvent: \(Self.hostile)\n"
            try write(reason, to: folder + "/c.txt")
            try write("{\"bug_type\":\"\(Self.hostile)\",\"name\":\"\(Self.hostile)\"}\n{}", to: folder + "/d.ips")
            let run = try Tool.bgdiag(["analyze", folder] + flags)
            #expect(!run.out.isEmpty)
            expectHarmless(run, "analyze \(flags)")
        }
    }

    @Test(arguments: [["-v"], ["-q"], ["-f", "json"]])
    func hostileFileNamesAreHarmless(_ flags: [String]) throws {
        try withScratch { folder in
            try write(try Project.text(Project.watchdog), to: folder + "/" + Self.hostile + ".ips")
            try write("nothing", to: folder + "/b" + Self.hostile)
            expectHarmless(try Tool.bgdiag(["analyze", folder] + flags), "a file's name")
        }
    }

    @Test func hostileArgumentsAreHarmless() throws {
        expectHarmless(try Tool.bgdiag("analyze", Self.hostile), "a missing path")
        expectHarmless(try Tool.bgdiag("analyze", Self.hostile, "-f", "json"), "a missing path in JSON")
        expectHarmless(try Tool.bgdiag("explain", Self.hostile), "explain")
        expectHarmless(try Tool.bgdiag("rules", "show", Self.hostile), "rules show")
        expectHarmless(try Tool.bgdiag(Self.hostile), "a command")
    }

    @Test func hostileRulesAreHarmless() throws {
        try withScratch { folder in
            try write("id: \"a\\e[31m\\u202e\"\nwhen: \"x\\e == 1\"\n", to: folder + "/a.yaml")
            try write("id: b\u{1b}[31m\n", to: folder + "/b.yaml")
            try write("id: c\nverdict: \"\\e[2J\"\n", to: folder + "/c.yaml")
            let run = try Tool.bgdiag("rules", "lint", folder)
            #expect(run.status == 2)
            expectHarmless(run, "rules lint")
        }
    }
}
