import AppleFormats
import DiagnosticModel
import EvidenceImport

/// SplitMix64: the same numbers for the same seed, so that a failure can be repeated.
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }

    mutating func below(_ count: Int) -> Int { count < 1 ? 0 : Int.random(in: 0..<count, using: &self) }
}

/// One input and what became of it.
struct Imported {
    var records: [DiagnosticRecord]
    var entry: LedgerEntry

    init(_ bytes: [UInt8]) {
        var importer = EvidenceImporter()
        records = importer.importBytes(bytes, path: "input")
        entry = importer.ledger.entries[0]
    }

    init(_ text: String) { self.init(Array(text.utf8)) }

    var record: DiagnosticRecord? { records.first }
    var codes: [String] { entry.issues.map(\.code) }
}

/// The evidence under `samples/`, each file once.
enum SampleInputs {
    static let root = #filePath.split(separator: "/").dropLast(3).reduce("") { $0 + "/" + $1 } + "/samples"

    static let files: [String] = EvidencePaths.files(under: root).filter {
        !$0.hasSuffix("/about.yaml") && !$0.hasSuffix("/expected.json")
    }

    /// `crash/<case>/input.ips`, for the names of test cases.
    static let names: [String] = files.map { String($0.dropFirst(root.count + 1)) }

    static func bytes(_ name: String) throws -> [UInt8] {
        try FileBytes.read(root + "/" + name, limit: Limits.reportBytes)
    }
}
