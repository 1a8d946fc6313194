import ArgumentParser
import BGDiagKit
import DiagnosticModel
import EvidenceImport
import Foundation
import RuleEngine
import SystemFacts

/// The measuring stick: cases with known answers, and files that must not be blamed on backgrounding.
struct Corpus: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Compare the diagnosis with a corpus of known answers (cases/*.json, files.tsv).")

    @Argument(help: "The corpus folder.") var folder: String
    @Option(help: "Which evidence counts: crash, log, both or all.") var evidence = "all"
    @Flag(help: "Every case, not only disagreements.") var verbose = false

    func run() throws {
        let cases = try CorpusCase.load(folder).filter { evidence == "all" || $0.evidence == evidence }
        guard !cases.isEmpty else { throw ValidationError("\(folder): no cases with evidence '\(evidence)'") }
        var board = CorpusScore()
        for item in cases {
            var diagnosis = Diagnosis()
            diagnosis.add(bytes: Array(item.input.utf8), path: item.name)
            let outcome = board.judge(item, diagnosis.report())
            if verbose || !outcome.isEmpty {
                print("\(outcome.isEmpty ? "ok  " : "MISS") \(item.name)\(outcome.map { "\n       \($0)" }.joined())")
            }
        }
        let files = try CorpusFile.load(folder)
        for file in files {
            var diagnosis = Diagnosis()
            diagnosis.add(path: folder + "/" + file.path)
            if let problem = file.judge(diagnosis.report()) {
                board.fileProblems += 1
                print("MISS \(file.path)\n       \(problem)")
            }
        }
        board.print(fileCount: files.count)
        if board.failed { throw ExitCode(1) }
    }
}

struct CorpusCase {
    var name: String
    var evidence: String
    var input: String
    var verdict: String
    var code: UInt64?
    var namespace: String?
    var allowance: Double?
    var process: String?
    var pid: Int?
    var tasks: [String]
    var terminated: Bool?
    var confidenceAtMost: Finding.Confidence?

    /// Verdicts of the corpus that are not the project's own are not scored.
    var isScored: Bool { VerdictFact.lookup(verdict) != nil }

    static func load(_ folder: String) throws -> [CorpusCase] {
        try ProjectFiles.paths(under: folder + "/cases", suffix: ".json").map { path in
            let data = try Data(contentsOf: URL(fileURLWithPath: path))
            let root = try JSONSerialization.jsonObject(with: data) as? [String: Any] ?? [:]
            let expected = root["expected"] as? [String: Any] ?? [:]
            let bound = root["confidence_at_most"] ?? expected["confidence_at_most"]
            let code = (expected["termination_code"] as? String).flatMap { UInt64($0.dropFirst(2), radix: 16) }
            return CorpusCase(
                name: root["name"] as? String ?? path, evidence: root["evidence"] as? String ?? "",
                input: root["input"] as? String ?? "", verdict: expected["verdict_id"] as? String ?? "", code: code,
                namespace: expected["namespace"] as? String,
                allowance: (expected["time_allowance_s"] as? NSNumber)?.doubleValue,
                process: expected["process"] as? String, pid: (expected["pid"] as? NSNumber)?.intValue,
                tasks: expected["task_names"] as? [String] ?? [], terminated: expected["terminated"] as? Bool,
                confidenceAtMost: (bound as? String).flatMap(Finding.Confidence.init(rawValue:)))
        }
    }
}

struct CorpusFile {
    var path: String
    var verdict: String

    static func load(_ folder: String) throws -> [CorpusFile] {
        guard let text = try? ProjectFiles.text(folder + "/files.tsv") else { return [] }
        let rows = text.split(whereSeparator: \.isNewline).map {
            $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        }
        guard let head = rows.first, let file = head.firstIndex(of: "file"),
            let verdict = head.firstIndex(of: "verdict")
        else { return [] }
        return rows.dropFirst().filter { $0.count > max(file, verdict) }.map {
            CorpusFile(path: $0[file], verdict: $0[verdict])
        }
    }

    /// What is wrong with the answer; nil when nothing is.
    func judge(_ report: DiagnosisReport) -> String? {
        if report.ledger.entries.contains(where: { $0.status == .failed }) { return "could not be read" }
        let verdicts = report.incidents.map(\.verdict)
        if verdict.hasPrefix("none") {
            let innocent: Set = ["ordinary-crash", "none", "unknown"]
            let blamed = verdicts.filter { !innocent.contains($0) }
            let findings = report.incidents.flatMap(\.findings).filter { !innocent.contains($0.verdict) }.map(\.rule)
            return blamed.isEmpty && findings.isEmpty ? nil : "blamed: \(blamed + findings); expected \(verdict)"
        }
        guard VerdictFact.lookup(verdict) != nil else { return nil }
        return verdicts.contains(verdict) ? nil : "verdicts \(verdicts); expected \(verdict)"
    }
}

/// Counts and the confusion table.
struct CorpusScore {
    var scored = 0
    var right = 0
    var certainAndWrong = 0
    var fieldMisses = 0
    var overconfident = 0
    var fileProblems = 0
    private var confusion: [String: [String: Int]] = [:]

    var failed: Bool {
        certainAndWrong > 0 || fileProblems > 0 || Double(right) < 0.95 * Double(scored) || overconfident > 0
    }

    /// The disagreements of one case, in words.
    mutating func judge(_ item: CorpusCase, _ report: DiagnosisReport) -> [String] {
        var problems: [String] = []
        let incident = Self.main(report)
        let verdict = incident?.verdict ?? "none"
        let confidence = incident?.confidence
        if item.isScored {
            scored += 1
            confusion[item.verdict, default: [:]][verdict, default: 0] += 1
            if verdict == item.verdict {
                right += 1
            } else {
                let rules = incident?.findings.map { "\($0.rule) (\($0.confidence.rawValue))" } ?? []
                problems.append("verdict \(verdict), expected \(item.verdict); rules: \(rules.joined(separator: ", "))")
                if confidence == .certain {
                    certainAndWrong += 1
                    problems.append("and that with confidence certain")
                }
            }
        }
        if let bound = item.confidenceAtMost, let confidence, confidence > bound {
            overconfident += 1
            problems.append("confidence \(confidence.rawValue), at most \(bound.rawValue)")
        }
        let fields = Self.fieldProblems(item, incident)
        fieldMisses += fields.count
        return problems + fields
    }

    /// The incident a reader would call the answer: the first that the system ended for a reason.
    private static func main(_ report: DiagnosisReport) -> Incident? {
        report.incidents.first { !["none", "unknown", "ordinary-crash"].contains($0.verdict) } ?? report.incidents.first
    }

    private static func fieldProblems(_ item: CorpusCase, _ incident: Incident?) -> [String] {
        let end = incident?.record.termination
        var problems: [String] = []
        if let code = item.code, end?.code != code {
            problems.append(
                "code \(end?.code.map { String($0, radix: 16) } ?? "none"), expected \(String(code, radix: 16))")
        }
        if let namespace = item.namespace {
            let wanted = NamespaceFact.lookup(namespace)?.name ?? namespace
            if end?.canonicalNamespace != wanted {
                problems.append("namespace \(end?.namespace ?? "none"), expected \(namespace)")
            }
        }
        if let allowance = item.allowance {
            let record = incident?.record
            let known = [end?.allowance, record?.resource?.limit, record?.life?.allowance].compactMap { $0 }
            if !known.contains(where: { abs($0 - allowance) < 0.01 }) {
                problems.append("allowance \(known), expected \(allowance)")
            }
        }
        if let process = item.process {
            let known = [incident?.record.process.name, incident?.record.process.bundleID, end?.target?.name]
            if !known.contains(process) { problems.append("process \(known.compactMap { $0 }), expected \(process)") }
        }
        if let pid = item.pid {
            let known = [incident?.record.process.pid, end?.target?.pid]
            if !known.contains(pid) { problems.append("pid \(known.compactMap { $0 }), expected \(pid)") }
        }
        if let terminated = item.terminated, incident?.terminated != terminated {
            problems.append("terminated \(incident?.terminated.map { "\($0)" } ?? "not known"), expected \(terminated)")
        }
        for task in item.tasks where !(incident?.record.assertions.contains { $0.name == task } ?? false) {
            problems.append("task '\(task)' not named")
        }
        return problems
    }

    func print(fileCount: Int) {
        Swift.print("\nexpected → verdicts")
        for (expected, got) in confusion.sorted(by: { $0.key < $1.key }) {
            let row = got.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
            Swift.print("  \(expected): \(row)")
        }
        let percent = scored == 0 ? 0 : Double(right) / Double(scored) * 100
        Swift.print(
            """

            verdicts right        \(right) of \(scored) (\(Int((percent * 10).rounded()) / 10) %)
            wrong and certain     \(certainAndWrong)
            more sure than allowed \(overconfident)
            other fields that differ \(fieldMisses)
            files with a wrong answer \(fileProblems) of \(fileCount)
            """)
    }
}
