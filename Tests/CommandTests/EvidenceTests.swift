import Foundation
import Testing

/// The ledger of the command: nothing is read, skipped or given up without a word.
@Suite struct EvidenceTests {
    private func ledger(_ arguments: String...) throws -> [[String: Any]] {
        try #require(try Tool.bgdiag(["analyze", "-f", "json"] + arguments).json()["ledger"] as? [[String: Any]])
    }

    @Test func everyInputHasAnEntry() throws {
        let paths = [Project.watchdog, "LICENSE", "samples/unknown/bug-type-999/input.ips", Project.cutOff]
        let entries = try #require(
            try Tool.bgdiag(["analyze", "-f", "json"] + paths).json()["ledger"] as? [[String: Any]])
        #expect(entries.map { $0["path"] as? String } == paths)
        #expect(entries.map { $0["status"] as? String } == ["read", "skipped", "skipped", "partial"])
        for entry in entries.dropFirst() {
            let issues = try #require(entry["issues"] as? [[String: Any]])
            #expect(!issues.isEmpty, "\(entry["path"] ?? "")")
            #expect(issues.allSatisfy { ($0["message"] as? String)?.isEmpty == false })
        }
    }

    @Test func foldersAreWalked() throws {
        let folder = "samples/xccrashpoint/organizer-two-logs/input.xccrashpoint"
        let entries = try ledger(folder)
        let files = FileManager.default.enumerator(atPath: Project.path(folder))?.compactMap { $0 as? String } ?? []
        let regular = files.filter { $0.contains(".") && !$0.hasSuffix("/") }
        #expect(entries.count == regular.count)
        #expect(entries.allSatisfy { ($0["path"] as? String)?.hasPrefix(folder) == true })
    }

    /// Archives and logs are told by their first bytes, named, and not taken for anything else.
    @Test(arguments: [
        ("x.ips", [0x1F, 0x8B, 0x08, 0, 0, 0, 0, 0]), ("x.crash", [0x50, 0x4B, 0x03, 0x04, 0x14, 0, 0, 0]),
        ("x.json", Array("SQLite format 3\0".utf8)), ("x", [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0]),
    ])
    func kindIsToldFromContent(_ name: String, _ bytes: [UInt8]) throws {
        try withScratch { folder in
            let path = folder + "/" + name
            try Data(bytes + Array(repeating: 0, count: 600)).write(to: URL(fileURLWithPath: path))
            let entry = try #require(try ledger(path).first)
            #expect(entry["status"] as? String == "skipped")
            #expect(entry["kind"] as? String != "crash")
            #expect(((entry["issues"] as? [Any])?.count ?? 0) > 0)
        }
    }

    @Test func linksAreNotFollowedAndHiddenFilesNotRead() throws {
        try withScratch { folder in
            let report = try Project.text(Project.ordinary)
            try write(report, to: folder + "/a.ips")
            try write(report, to: folder + "/.hidden.ips")
            try write(report, to: folder + "/._a.ips")
            let files = FileManager.default
            try files.createSymbolicLink(atPath: folder + "/link.ips", withDestinationPath: folder + "/a.ips")
            try files.createSymbolicLink(atPath: folder + "/loop", withDestinationPath: folder)
            #expect(try ledger(folder).map { $0["path"] as? String } == [folder + "/a.ips"])
        }
    }

    /// What is read twice is answered twice, and the same.
    @Test func runsAreRepeatable() throws {
        let arguments = ["analyze", "samples/crash", "samples/metrickit", "-f", "json"]
        #expect(try Tool.bgdiag(arguments).outBytes == Tool.bgdiag(arguments).outBytes)
    }
}
