import AppleFormats
import DiagnosticModel
import SystemFacts

/// Opens one input after another, finds out what each is, and turns it into records. Keeps the ledger:
/// nothing is read, skipped or given up without an entry.
public struct EvidenceImporter {
    public private(set) var ledger = Ledger()
    /// What each log covers, in the order read.
    public private(set) var coverage: [LogCoverage] = []
    private let logs: LogOptions

    /// - Parameter logs: which records of logs are wanted; without any, logs are surveyed only.
    public init(logs: LogOptions = .none) { self.logs = logs }

    /// Reads one file (`-` is standard input), hands on the wanted records of logs in it, and returns its reports.
    /// Never throws: what failed is in the ledger.
    public mutating func importFile(_ path: String, _ take: (LogBatch) -> Void = { _ in }) -> [DiagnosticRecord] {
        do throws(FileBytes.Failure) {
            let stream = try ByteStream(path: path)
            let head = stream.block(after: [], count: TextLogImporter.blockBytes)
            if let failure = stream.failure, head.isEmpty { throw failure }
            if !stream.isAtEnd, head.count >= TextLogImporter.blockBytes, let kind = LogSniffer.kind(of: head) {
                importLog(stream, head, isJSON: kind == .json, path: path, take)
                return []
            }
            if let size = stream.knownSize, size > Limits.reportBytes { throw .tooLarge(size) }
            var bytes = head
            while !stream.isAtEnd {
                bytes += stream.block(after: [], count: max(1 << 20, (stream.knownSize ?? 0) - bytes.count + 1))
                if bytes.count > Limits.reportBytes { throw .tooLarge(bytes.count) }
            }
            return importBytes(bytes, path: path, failure: stream.failure, take)
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
    public mutating func importBytes(
        _ bytes: [UInt8], path: String, _ take: (LogBatch) -> Void = { _ in }
    ) -> [DiagnosticRecord] { importBytes(bytes, path: path, failure: nil, take) }

    private mutating func importBytes(
        _ bytes: [UInt8], path: String, failure: FileBytes.Failure?, _ take: (LogBatch) -> Void
    ) -> [DiagnosticRecord] {
        let id = ledger.entries.count
        var input = InputImporter(bytes: bytes, source: id, logs: logs)
        input.run()
        var entry = input.entry(path: path)
        note(failure, &entry)
        ledger.entries.append(entry)
        if let covered = input.coverage { coverage.append(covered) }
        for batch in input.batches { take(batch) }
        return input.records
    }

    /// A log too large to hold: block by block.
    private mutating func importLog(
        _ stream: ByteStream, _ head: [UInt8], isJSON: Bool, path: String, _ take: (LogBatch) -> Void
    ) {
        let id = ledger.entries.count
        var importer = TextLogImporter(source: id, options: logs, isJSON: isJSON)
        let covered = importer.run(stream, head: head, take)
        coverage.append(covered)
        var entry = LogLedger.entry(id: id, path: path, covered)
        note(stream.failure, &entry)
        ledger.entries.append(entry)
    }

    private func note(_ failure: FileBytes.Failure?, _ entry: inout LedgerEntry) {
        guard let failure else { return }
        entry.status = .partial
        entry.issues.append(
            LedgerIssue(
                code: "read-error", severity: .dataLoss,
                message: "reading stopped after \(entry.byteCount) bytes: \(Self.words(failure))"))
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
