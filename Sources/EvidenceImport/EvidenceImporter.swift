import AppleFormats
import DiagnosticModel
import SystemFacts

/// Opens one input after another, finds out what each is, and turns it into records. Keeps the ledger:
/// nothing is read, skipped or given up without an entry.
public struct EvidenceImporter {
    public private(set) var ledger = Ledger()

    public init() {}

    /// Reads one file (`-` is standard input) and returns its records. Never throws: what failed is in the ledger.
    public mutating func importFile(_ path: String) -> [DiagnosticRecord] {
        do {
            return importBytes(try FileBytes.read(path, limit: Limits.reportBytes), path: path)
        } catch {
            let id = ledger.entries.count
            ledger.entries.append(
                LedgerEntry(
                    id: id, path: path, kind: "unreadable", kindTitle: "unreadable file", status: .failed, byteCount: 0,
                    issues: [
                        LedgerIssue(code: "unreadable-file", severity: .error, message: Self.words(error))
                    ]))
            return []
        }
    }

    /// Reads bytes already in memory.
    public mutating func importBytes(_ bytes: [UInt8], path: String) -> [DiagnosticRecord] {
        let id = ledger.entries.count
        var input = InputImporter(bytes: bytes, source: id)
        input.run()
        ledger.entries.append(input.entry(path: path))
        return input.records
    }

    private static func words(_ failure: FileBytes.Failure) -> String {
        switch failure {
        case .missing: "no such file; check the path"
        case .notAllowed: "no permission to read it"
        case .isFolder: "is a folder"
        case .tooLarge(let size):
            "\(size) bytes, more than the \(Limits.reportBytes >> 20) MiB a report may have; is it an archive or a log?"
        case .system(let code): "cannot be read (system error \(code))"
        }
    }
}

/// The files under a path, in an order that is the same on every machine.
public enum EvidencePaths {
    /// Deepest folder nesting that is walked, and most files taken: links are not followed, but a folder
    /// tree can still be made to hurt.
    static let depthLimit = 64
    public static let fileLimit = 200_000

    public enum Kind: Sendable { case file, folder, missing }

    public static func kind(_ path: String) -> Kind {
        if path == "-" { return .file }
        switch FileBytes.kind(path, followLinks: true) {
        case .folder: return .folder
        case .file, .stream, .other: return .file
        case nil: return .missing
        }
    }

    /// Regular files below a folder; hidden ones and AppleDouble companions (`._name`) are left out.
    public static func files(under folder: String) -> [String] {
        var found: [String] = []
        var pending: [(path: String, depth: Int)] = [(folder, 0)]
        while let (path, depth) = pending.popLast() {
            guard depth < depthLimit, let names = try? FileBytes.names(in: path) else { continue }
            var folders: [(String, Int)] = []
            for name in names where !name.hasPrefix(".") {
                let child = path.hasSuffix("/") ? path + name : path + "/" + name
                switch FileBytes.kind(child, followLinks: false) {
                case .folder: folders.append((child, depth + 1))
                case .file where found.count < fileLimit: found.append(child)
                default: break
                }
            }
            pending += folders.reversed()
        }
        return found.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }
}
