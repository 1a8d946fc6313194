import Testing

/// Who may import whom. The table of docs/architecture.md is the law; manifest and imports are held to it.
@Suite struct FloorTests {
    /// Target → floor, from the table under "## Floors".
    private static let floors: [String: Int] = {
        var floors: [String: Int] = [:]
        for line in SourceTree.lines("docs/architecture.md") {
            let cells = line.split(separator: "|").map { $0.split(separator: " ").joined(separator: " ") }
            guard cells.count >= 4, let floor = Int(cells[0]), cells[1].hasPrefix("`") else { continue }
            floors[cells[1].filter { $0 != "`" }] = floor
        }
        return floors
    }()

    /// What else a target may use. Foundation is for the maintainers' tool: it costs the command its start.
    private static let others: [String: Set<String>] = [
        "AppleFormats": ["CLibXML2", "Synchronization"], "RuleEngine": ["Yams"],
        "BGDiagKit": ["Dispatch", "Synchronization"], "bgdiag": ["ArgumentParser"],
        "bgdiag-dev": ["ArgumentParser", "Yams", "Foundation"],
    ]
    // Synchronization (Mutex) is safe Swift and may stand anywhere.
    private static let systemModules: Set = ["Glibc", "Darwin", "Musl"]

    /// Our own targets that a target may use, where "any of a lower floor" is too much.
    private static func allows(_ target: String, _ other: String) -> Bool {
        guard let mine = floors[target], let its = floors[other], its < mine else { return false }
        if other == "AppleFormats" { return target == "EvidenceImport" }
        if target == "Reporting" { return other == "DiagnosticModel" }
        return true
    }

    @Test func tableHasEveryTarget() {
        let targets = SourceTree.names(in: "Sources").filter { $0 != "CLibXML2" }
        #expect(Set(targets) == Set(Self.floors.keys))
        #expect(Self.floors["DiagnosticModel"] == 0 && Self.floors["bgdiag"] == 3)
    }

    @Test(arguments: SourceTree.names(in: "Sources").filter { $0 != "CLibXML2" })
    func importsKeepTheFloors(_ target: String) {
        let files = SourceTree.files(under: "Sources/" + target, suffix: ".swift")
        #expect(!files.isEmpty)
        for file in files {
            for module in Self.imports(SourceTree.text(file) ?? "") {
                if Self.systemModules.contains(module) {
                    #expect(file.contains("/Bytes/"), "\(file): \(module): system calls stand in Bytes/")
                } else if Self.floors[module] != nil {
                    #expect(Self.allows(target, module), "\(file) may not import \(module)")
                } else {
                    let known = Self.others[target]?.contains(module) == true
                    #expect(known, "\(file) may not import \(module)")
                }
            }
        }
    }

    @Test func manifestKeepsTheFloors() throws {
        let manifest = try #require(SourceTree.text("Package.swift"))
        var seen: Set<String> = []
        for part in manifest.split(separator: "arget(").dropFirst() {
            // The kind of the target stands at the end of the part before; test targets may use what they test.
            guard let name = Self.quoted(part).first, Self.floors[name] != nil else { continue }
            seen.insert(name)
            let settings = part.firstRange(of: "swiftSettings")?.lowerBound ?? part.endIndex
            for other in Self.quoted(part[..<settings]).dropFirst() where Self.floors[other] != nil {
                #expect(Self.allows(name, other), "Package.swift: \(name) may not depend on \(other)")
            }
        }
        #expect(seen == Set(Self.floors.keys))
    }

    /// Languages and switches that hold the rest up.
    @Test func manifestIsStrict() throws {
        let manifest = try #require(SourceTree.text("Package.swift"))
        for setting in [
            ".swiftLanguageMode(.v6)", ".strictMemorySafety()", ".treatAllWarnings(as: .error)", "\"ExistentialAny\"",
        ] { #expect(manifest.contains(setting)) }
        #expect(!manifest.contains("unsafeFlags"))
        let targets = manifest.split(separator: "arget(").count - 1
        #expect(
            manifest.split(separator: "swiftSettings: strict").count - 1 == targets, "a target without the settings")
    }

    @Test func importsAreFound() {
        let text = """
            import A
            public import B
            @testable import C
            @_exported public import struct D.E
            // import F
            let text = "import G"
            #if canImport(H)
                import H
            #endif
            """
        #expect(Self.imports(text) == ["A", "B", "C", "D", "H"])
    }

    private static let kinds: Set = ["struct", "class", "enum", "protocol", "func", "var", "let", "typealias"]

    private static func imports(_ text: String) -> [String] {
        SwiftText(text).lines.compactMap { line in
            let words = line.split(separator: " ")
            guard let at = words.firstIndex(of: "import"), at + 1 < words.count,
                words[..<at].allSatisfy({
                    $0.hasPrefix("@") || ["public", "internal", "package", "private"].contains($0)
                })
            else { return nil }
            let name = kinds.contains(String(words[at + 1])) && at + 2 < words.count ? words[at + 2] : words[at + 1]
            return name.split(separator: ".").first.map(String.init)
        }
    }

    private static func quoted(_ text: Substring) -> [String] {
        let parts = text.split(separator: "\"", omittingEmptySubsequences: false)
        return stride(from: 1, to: parts.count, by: 2).map { String(parts[$0]) }
    }
}
