import EvidenceImport
import Foundation

/// Files of the project, for the maintainers' tool only.
enum ProjectFiles {
    static func text(_ path: String) throws -> String { try String(contentsOfFile: path, encoding: .utf8) }

    static func write(_ text: String, to path: String) throws {
        let folder = (path as NSString).deletingLastPathComponent
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try text.write(toFile: path, atomically: true, encoding: .utf8)
    }

    static func remove(_ path: String) throws { try FileManager.default.removeItem(atPath: path) }

    static func paths(under folder: String, suffix: String) -> [String] {
        EvidencePaths.files(under: folder).filter { $0.hasSuffix(suffix) }
    }
}
