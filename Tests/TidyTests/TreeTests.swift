import Testing

/// The files around the code: samples, rules, changelog, and what must not be in a public tree.
@Suite struct TreeTests {
    private static let cases = SourceTree.names(in: "samples").flatMap { kind in
        SourceTree.names(in: "samples/" + kind).map { "samples/\(kind)/\($0)" }
    }

    @Test func samplesAreComplete() {
        #expect(Self.cases.count >= 100)
        for folder in Self.cases {
            let names = SourceTree.names(in: folder)
            #expect(names.contains("about.yaml"), "\(folder) has no about.yaml")
            #expect(names.contains("expected.json"), "\(folder) has no expected.json")
            let inputs = names.count { $0.hasPrefix("input") }
            #expect(inputs >= 1, "\(folder) has no input")
            #expect(names.count == inputs + 2, "\(folder): \(names)")
            #expect(folder.allSatisfy { $0.isLowercase || $0.isNumber || $0 == "-" || $0 == "/" }, "\(folder)")
        }
    }

    @Test func samplesSayWhatTheyAre() {
        for folder in Self.cases {
            let lines = SourceTree.lines(folder + "/about.yaml")
            for key in ["title:", "story:", "expect:", "covers:"] {
                #expect(lines.contains { $0.hasPrefix(key) }, "\(folder): no '\(key)'")
            }
        }
    }

    /// Names are made up: bundle identifiers are `com.example.…`, or the system's own.
    @Test func sampleAppsAreMadeUp() {
        let keys = [
            /"(?:bundleID|bundleIdentifier|bundle_id|coalitionName)"\s*:\s*"([^"]*)"/, /^(?:> )?Identifier:\s+(\S+)/,
        ]
        var count = 0
        for path in SourceTree.files(under: "samples") where !path.hasSuffix(".json") || path.contains("input") {
            for line in SourceTree.lines(path) where Self.namesAnApp(line) {
                for match in keys.flatMap({ line.matches(of: $0) }) {
                    count += 1
                    let name = match.1
                    #expect(Self.isMadeUp(name), "\(path): '\(name)'")
                }
            }
        }
        #expect(count > 100)
    }

    private static func namesAnApp(_ line: Substring) -> Bool {
        ["Identifier:", "undle", "coalitionName"].contains { line.contains($0) }
    }

    private static func isMadeUp(_ name: Substring) -> Bool {
        name.hasPrefix("com.example.") || name.hasPrefix("com.apple.") || !name.contains(".")
    }

    @Test func rulesAreOneAFile() {
        let files = SourceTree.files(under: "rules/diagnoses")
        #expect(files.count >= 90)
        var ids: Set<Substring> = []
        for path in files {
            let lines = SourceTree.lines(path)
            let name = path.split(separator: "/").last?.dropLast(".yaml".count) ?? ""
            #expect(path.hasSuffix(".yaml") && lines.first == "id: \(name)", "\(path): the id is not the file's name")
            #expect(ids.insert(name).inserted, "\(path): the id is there twice")
            #expect(lines.contains("examples:"), "\(path) has no examples")
            #expect(lines.contains { $0.hasPrefix("  matching:") }, "\(path) has no matching example")
            #expect(lines.contains { $0.hasPrefix("  not-matching:") }, "\(path) has no not-matching example")
        }
    }

    /// Folders of whoever wrote it, and hosts that only they can reach. Put together here, so that this file is clean.
    @Test func nothingLocalIsInTheTree() {
        let folders = ["work", "root", "home"].map { "/" + $0 + "/" }
        for path in SourceTree.files {
            guard let text = SourceTree.text(path), Self.needsALook(text, folders) else { continue }
            for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
                for folder in folders where Self.isLocal(line, folder) {
                    Issue.record("\(path):\(number + 1): a local path \(folder)…")
                }
                guard line.utf8.contains(UInt8(ascii: ":")) else { continue }
                for host in line.matches(of: /https?:\/\/([^\s\/"'<>)\]`,;]+)/).map(\.1) where !Self.isPublic(host) {
                    Issue.record("\(path):\(number + 1): the host \(host)")
                }
            }
        }
    }

    /// Most files have neither; going through their lines would take most of the time.
    private static func needsALook(_ text: String, _ folders: [String]) -> Bool {
        (["://"] + folders).contains { text.contains($0) }
    }

    /// An absolute path: not the end of a longer one, as in `Sources/work/x`.
    private static func isLocal(_ line: Substring, _ folder: String) -> Bool {
        line.ranges(of: folder).contains { range in
            guard range.lowerBound > line.startIndex else { return true }
            let before = line[line.index(before: range.lowerBound)]
            return !(before.isLetter || before.isNumber || "._-~*/<>)}…".contains(before))
        }
    }

    private static func isPublic(_ host: Substring) -> Bool {
        // The machine itself is nobody's secret.
        if host == "127.0.0.1" || host.hasPrefix("127.0.0.1:") { return true }
        let words = host.lowercased().split(separator: ".")
        let ends: Set<Substring> = ["internal", "local", "lan", "corp", "localhost", "intern", "home"]
        let inside = ["artifactory", "nexus", "jfrog", "registry", "mirror", "proxy", "codeartifact"]
        return words.count > 1 && !host.contains(":") && !ends.contains(words[words.count - 1])
            && !words.allSatisfy { Int($0) != nil } && !inside.contains { host.contains($0) }
    }

    @Test func localThingsAreSeen() {
        let work = "/" + "work" + "/"
        #expect(Self.isLocal("see \(work)main", work) && Self.isLocal("\(work)x", work))
        #expect(!Self.isLocal("Sources\(work)x", work))
        for host in ["10.0.0.7", "localhost", "build.corp", "registry.example.org", "example.org:8080"] {
            #expect(!Self.isPublic(Substring(host)), "\(host)")
        }
        #expect(Self.isPublic("github.com") && Self.isPublic("developer.apple.com"))
    }

    /// Dependencies come from where everybody gets them.
    @Test func packagesArePublic() {
        for path in ["Package.swift", "Package.resolved"] {
            for host in (SourceTree.text(path) ?? "").matches(of: /https?:\/\/([^\/"]+)/).map(\.1) {
                #expect(host == "github.com", "\(path): \(host)")
            }
        }
    }

    @Test func changelogKnowsTheVersion() throws {
        let source = try #require(SourceTree.text("Sources/BGDiagKit/Diagnosis.swift"))
        let version = try #require(source.firstMatch(of: /static let version = "([0-9.]+)"/)?.1)
        let heads = SourceTree.lines("CHANGELOG.md").filter { $0.hasPrefix("## ") }
        #expect(heads.contains { $0.hasPrefix("## Unreleased") || $0.hasPrefix("## \(version)") }, "\(heads)")
        #expect(heads.contains { $0.contains(version) }, "the version \(version) is not in the changelog: \(heads)")
    }

    @Test func documentationLinksLead() {
        for path in SourceTree.files where path.hasSuffix(".md") {
            let folder = path.split(separator: "/").dropLast()
            for match in (SourceTree.text(path) ?? "").matches(of: /\]\(([^)#\s:]+)(?:#[^)]*)?\)/) {
                var parts = folder
                for part in match.1.split(separator: "/") where part != "." {
                    if part == ".." { parts = parts.dropLast() } else { parts.append(part) }
                }
                let target = parts.joined(separator: "/")
                let exists = SourceTree.files.contains { $0 == target || $0.hasPrefix(target + "/") }
                #expect(exists, "\(path): the link to \(match.1) leads nowhere")
            }
        }
    }
}
