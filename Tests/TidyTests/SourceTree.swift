import Foundation

/// The project's files, as text. The tests here need none of the project's modules: they also hold when it does not
/// build.
enum SourceTree {
    static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().standardizedFileURL.path

    /// Every file of the tree but what tools make (`.build`, `.git`), from the project's folder, sorted.
    static let files: [String] = {
        var found: [String] = []
        var pending = [""]
        while let folder = pending.popLast() {
            let names = (try? FileManager.default.contentsOfDirectory(atPath: root + "/" + folder)) ?? []
            for name in names where name != ".git" && !name.hasPrefix(".build") && name != ".swiftpm" {
                let path = folder.isEmpty ? name : folder + "/" + name
                let values = try? URL(fileURLWithPath: root + "/" + path).resourceValues(forKeys: [.isDirectoryKey])
                if values?.isDirectory == true { pending.append(path) } else { found.append(path) }
            }
        }
        return found.sorted()
    }()

    static func files(under folder: String, suffix: String = "") -> [String] {
        files.filter { $0.hasPrefix(folder + "/") && $0.hasSuffix(suffix) }
    }

    /// nil for what is no UTF-8 text.
    static func text(_ path: String) -> String? { try? String(contentsOfFile: root + "/" + path, encoding: .utf8) }

    static func lines(_ path: String) -> [Substring] {
        (text(path) ?? "").split(separator: "\n", omittingEmptySubsequences: false)
    }

    static func names(in folder: String) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: root + "/" + folder)) ?? [])
            .filter { !$0.hasPrefix(".") }.sorted()
    }

    static let swiftFiles = files(under: "Sources", suffix: ".swift") + files(under: "Tests", suffix: ".swift")

    /// Written by `bgdiag-dev embed`; their YAML is what people read.
    static func isGenerated(_ path: String) -> Bool { path.hasSuffix("+Generated.swift") }
}
