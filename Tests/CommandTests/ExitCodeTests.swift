import Foundation
import Testing

/// Every documented exit code, and which goes before which (README, "Exit codes").
@Suite struct ExitCodeTests {
    @Test func productsAreThere() {
        #expect(FileManager.default.isExecutableFile(atPath: Tool.products + "/bgdiag"))
        #expect(FileManager.default.isExecutableFile(atPath: Tool.products + "/bgdiag-dev"))
    }

    @Test(arguments: [Project.userQuit, Project.ordinary]) func zeroWithoutErrors(_ path: String) throws {
        let run = try Tool.bgdiag("analyze", path)
        #expect(run.status == 0)
        #expect(run.err.isEmpty)
    }

    @Test(arguments: [Project.watchdog, Project.leak]) func oneAtAnError(_ path: String) throws {
        let run = try Tool.bgdiag("analyze", path)
        #expect(run.status == 1)
        #expect(run.err.isEmpty)
    }

    @Test(arguments: [
        [], ["analyze"], ["nonsense"], ["analyse", Project.ordinary], [Project.ordinary],
        ["analyze", "no/such/file.ips"],
        ["analyze", Project.ordinary, "--no-such-flag"], ["analyze", Project.ordinary, "-f", "yaml"],
        ["analyze", Project.ordinary, "-f", ""], ["analyze", Project.ordinary, "-f"],
        ["analyze", Project.ordinary, "--fail-on", "often"], ["analyze", Project.ordinary, "--pid", "x"],
        ["analyze", Project.ordinary, "--color", "sometimes"], ["analyze", Project.ordinary, "--width", "3"],
        ["analyze", Project.ordinary, "-q", "-v"], ["analyze", Project.ordinary, "--disable", "user-qiut"],
        ["analyze", Project.ordinary, "--rules", "no/such/folder"], ["analyze", Project.ordinary, "-o", "/no/such/f"],
        ["explain"], ["explain", "qqqqqqqqq"], ["rules", "show", "no-such-rule"], ["rules", "lint"],
        ["rules", "lint", "no/such/file"], ["rules", "test", "no/such/file"], ["rules", "new", "Not A Rule Id"],
    ])
    func twoForWrongUse(_ arguments: [String]) throws {
        // `bgdiag` alone prints its help, as its neighbours do.
        let run = try Tool.bgdiag(arguments)
        #expect(run.status == (arguments.isEmpty ? 0 : 2), "\(run.err)")
        #expect(run.out.isEmpty == !arguments.isEmpty, "\(run.out.prefix(200))")
        #expect(run.err.isEmpty == arguments.isEmpty)
        #expect(!run.err.contains("Fatal error"))
    }

    @Test func threeForWhatIsCutOff() throws {
        #expect(try Tool.bgdiag("analyze", Project.cutOff).status == 3)
        #expect(try Tool.bgdiag("analyze", "samples/damaged/empty/input.ips").status == 3)
        #expect(try Tool.bgdiag("analyze", "samples/jetsam/truncated/input.ips").status == 3)
    }

    @Test func allowIncompleteTurnsThreeOff() throws {
        #expect(try Tool.bgdiag("analyze", Project.cutOff, "--allow-incomplete").status == 1)
        #expect(try Tool.bgdiag("analyze", Project.cutOff, "--allow-incomplete", "--fail-on", "never").status == 0)
        #expect(try Tool.bgdiag("analyze", Project.cutOff, "--fail-on", "never").status == 3)
    }

    @Test func twoGoesBeforeThreeAndThreeBeforeOne() throws {
        #expect(try Tool.bgdiag("analyze", Project.watchdog, Project.cutOff).status == 3)
        #expect(try Tool.bgdiag("analyze", Project.cutOff, Project.watchdog).status == 3)
        let run = try Tool.bgdiag("analyze", Project.cutOff, "no/such/file.ips")
        #expect(run.status == 2)
        #expect(run.err.contains("no/such/file.ips"))
        // One misspelt name does not cost the answer about the others.
        #expect(run.out.contains("verdict"))
    }

    @Test func unreadableFilesAreThree() throws {
        try withScratch { folder in
            let path = folder + "/locked.ips"
            try write(try Project.text(Project.watchdog), to: path)
            try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: path)
            // The superuser reads everything.
            guard !FileManager.default.isReadableFile(atPath: path) else { return }
            #expect(try Tool.bgdiag("analyze", path).status == 3)
        }
    }

    @Test func folderWithoutEvidenceIsTwo() throws {
        try withScratch { folder in
            let empty = try Tool.bgdiag("analyze", folder)
            #expect(empty.status == 2)
            #expect(empty.err.contains(folder) && empty.err.contains("no evidence"))
            try write("Dear diary, nothing happened today.\n", to: folder + "/diary.txt")
            #expect(try Tool.bgdiag("analyze", folder).status == 2)
            try write(try Project.text(Project.ordinary), to: folder + "/crash.txt")
            #expect(try Tool.bgdiag("analyze", folder).status == 0)
        }
    }

    @Test func seventyWhenTheResultCannotBeWritten() throws {
        guard FileManager.default.fileExists(atPath: "/dev/full") else { return }
        let run = try Tool.shell("bgdiag analyze \(Project.ordinary) > /dev/full")
        #expect(run.status == 70)
        #expect(run.err.contains("cannot write"))
    }

    /// error, warning, note, never: each level counts itself and those above.
    @Test(arguments: [
        (Project.watchdog, "error", 1), (Project.watchdog, "warning", 1), (Project.watchdog, "note", 1),
        (Project.watchdog, "never", 0), (Project.ordinary, "error", 0), (Project.ordinary, "warning", 0),
        (Project.ordinary, "note", 1), (Project.ordinary, "never", 0),
        ("samples/hang/developer-328/input.ips", "error", 0), ("samples/hang/developer-328/input.ips", "warning", 1),
        ("samples/hang/developer-328/input.ips", "note", 1),
    ])
    func failOn(_ path: String, _ level: String, _ status: Int32) throws {
        #expect(try Tool.bgdiag("analyze", path, "--fail-on", level).status == status)
    }

    @Test(arguments: [["--help"], ["analyze", "--help"], ["help", "explain"], ["rules", "new", "-h"], ["--version"]])
    func helpIsZero(_ arguments: [String]) throws {
        let run = try Tool.bgdiag(arguments)
        #expect(run.status == 0)
        #expect(!run.out.isEmpty && run.err.isEmpty)
    }

    @Test func versionIsTheReports() throws {
        let tool = try #require(
            try Tool.bgdiag("analyze", Project.ordinary, "-f", "json").json()["tool"] as? [String: Any])
        let version = try Tool.bgdiag("--version").out.trimmingCharacters(in: .whitespacesAndNewlines)
        #expect(tool["version"] as? String == version)
        #expect(version.split(separator: ".").count == 3)
    }
}
