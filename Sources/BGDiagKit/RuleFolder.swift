import DiagnosticModel
import EvidenceImport
import RuleEngine
import SystemFacts

/// A folder of rule files, or a single one.
public enum RuleFolder {
    /// Every `.yaml` and `.yml` file below the path, loaded and checked.
    ///
    /// - Throws: the first `RuleProblem`, with file, line and column.
    public static func load(_ path: String) throws(RuleProblem) -> [Rule] {
        var rules: [Rule] = []
        for file in files(path) { rules.append(try loadFile(file)) }
        return rules
    }

    /// Every file's rule or problem, for tools that list them all.
    public static func check(_ path: String) -> [(file: String, result: Result<Rule, RuleProblem>)] {
        files(path).map { file in
            do throws(RuleProblem) {
                return (file, .success(try loadFile(file)))
            } catch {
                return (file, .failure(error))
            }
        }
    }

    private static func files(_ path: String) -> [String] {
        guard EvidencePaths.kind(path) == .folder else { return [path] }
        // The project's own rules/ holds fact tables beside the rules.
        let rules = EvidencePaths.kind(path + "/diagnoses") == .folder ? path + "/diagnoses" : path
        return EvidencePaths.files(under: rules).filter { $0.hasSuffix(".yaml") || $0.hasSuffix(".yml") }
    }

    private static func loadFile(_ file: String) throws(RuleProblem) -> Rule {
        let bytes: [UInt8]
        do {
            bytes = try FileBytes.read(file, limit: 1 << 20)
        } catch {
            throw RuleProblem(file: file, line: 0, column: 0, message: "cannot be read")
        }
        return try Rule(RuleLoader.load(String(decoding: bytes, as: UTF8.self), file: file))
    }
}

/// Runs the examples inside a rule through the whole analysis: what is tested is what users get.
public struct RuleExamples {
    public struct Failure: Sendable, CustomStringConvertible {
        public var rule: String
        /// "matching 1", "not-matching 2".
        public var example: String
        public var problem: String

        public var description: String { "\(rule), \(example): \(problem)" }
    }

    let ruleSet: RuleSet
    /// Where `sample: crash/<case>` is looked up.
    let samples: String

    public init(ruleSet: RuleSet, samples: String) {
        self.ruleSet = ruleSet
        self.samples = samples
    }

    public func run(_ rule: Rule) -> [Failure] {
        var failures: [Failure] = []
        let set = ruleSet.adding([rule])
        for (index, example) in rule.source.matching.enumerated() {
            let findings = findings(example, rule, set)
            let name = "matching \(index + 1)"
            guard let finding = findings.max(by: { $0.confidence < $1.confidence }) else {
                failures.append(Failure(rule: rule.id, example: name, problem: "no finding"))
                continue
            }
            if let expected = example.confidence, finding.confidence.rawValue != expected {
                failures.append(
                    Failure(
                        rule: rule.id, example: name,
                        problem: "confidence is \(finding.confidence.rawValue), expected \(expected)"))
            }
            if finding.message.contains("?") && finding.message.contains("${") {
                failures.append(Failure(rule: rule.id, example: name, problem: "message has holes: \(finding.message)"))
            }
            if finding.evidence.isEmpty {
                failures.append(Failure(rule: rule.id, example: name, problem: "cites nothing"))
            }
        }
        for (index, example) in rule.source.notMatching.enumerated() where !findings(example, rule, set).isEmpty {
            failures.append(
                Failure(
                    rule: rule.id, example: "not-matching \(index + 1)",
                    problem: "matched although \(example.because ?? "it must not")"))
        }
        return failures
    }

    private func findings(
        _ example: RuleSource.Example, _ rule: Rule, _ set: RuleSet
    ) -> [Finding] {
        var diagnosis = Diagnosis(rules: set)
        if let text = example.report { diagnosis.add(bytes: Array(text.utf8), path: "example") }
        if let sample = example.sample {
            for file in EvidencePaths.files(under: samples + "/" + sample) where Self.isInput(file) {
                diagnosis.add(path: file)
            }
        }
        return diagnosis.report().incidents.flatMap(\.findings).filter { $0.rule == rule.id }
    }

    /// The evidence of a sample folder: everything but its notes and its golden answer.
    public static func isInput(_ file: String) -> Bool {
        !file.hasSuffix("/about.yaml") && !file.hasSuffix("/expected.json")
    }
}
