import DiagnosticModel
import Matching
import SystemFacts

/// Applies every rule to one record and names the incident.
public struct RuleEvaluator: Sendable {
    public let ruleSet: RuleSet

    public init(_ ruleSet: RuleSet) { self.ruleSet = ruleSet }

    public func diagnose(_ record: DiagnosticRecord, id: Int) -> Incident {
        let facts = RecordFacts(record)
        var incident = Incident(id: id, record: record)
        var ranked: [(precedence: Int, finding: Finding)] = []
        for rule in ruleSet.rules {
            switch evaluate(rule, facts, record) {
            case .finding(let finding): ranked.append((rule.precedence, finding))
            case .notEvaluable(let missing) where rule.subject.concerns(record.kind):
                incident.notEvaluable.append(NotEvaluable(rule: rule.id, missing: missing))
            case .silent, .notEvaluable: break
            }
        }
        ranked.sort { a, b in
            if a.precedence != b.precedence { return a.precedence < b.precedence }
            if a.finding.level != b.finding.level { return a.finding.level > b.finding.level }
            if a.finding.confidence != b.finding.confidence { return a.finding.confidence > b.finding.confidence }
            return a.finding.rule < b.finding.rule
        }
        incident.findings = ranked.map(\.finding)
        name(&incident)
        return incident
    }

    private enum Outcome {
        case finding(Finding)
        case notEvaluable([String])
        case silent
    }

    private func evaluate(_ rule: Rule, _ facts: RecordFacts, _ record: DiagnosticRecord) -> Outcome {
        let missingAll = rule.source.needsAll.filter { !facts.evidence.contains($0) }
        let hasAny = rule.source.needsAny.isEmpty || rule.source.needsAny.contains(where: facts.evidence.contains)
        if !missingAll.isEmpty || !hasAny {
            return .notEvaluable(missingAll + (hasAny ? [] : rule.source.needsAny))
        }
        switch rule.when.evaluate(facts) {
        case .false: return .silent
        case .unknown: return .notEvaluable(missingEvidence(of: rule, facts))
        case .true: break
        }
        guard var confidence = rule.ladder.first(where: { $0.predicate.evaluate(facts) == .true })?.confidence else {
            return .silent
        }
        switch rule.ruledOutBy?.evaluate(facts) {
        case .true: return .silent
        case .unknown: confidence = confidence.lowered
        case .false, nil: break
        }
        return .finding(finding(rule, confidence, facts, record))
    }

    /// The evidence words behind the facts that a rule's condition asks for and the record does not have.
    private func missingEvidence(of rule: Rule, _ facts: RecordFacts) -> [String] {
        let words = rule.when.slotsUsed.filter { facts[$0] == .unknown }
            .compactMap { FactCatalogue.entries[$0].evidence }
        return words.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }

    private func finding(
        _ rule: Rule, _ confidence: Finding.Confidence, _ facts: RecordFacts, _ record: DiagnosticRecord
    ) -> Finding {
        var finding = Finding(rule: rule.id, verdict: rule.verdict, level: rule.level, confidence: confidence)
        finding.title = rule.source.title
        finding.message = rule.message.render(facts)
        finding.what = rule.source.what
        finding.why = rule.source.why
        finding.fix = rule.source.fix
        finding.falsePositives = rule.source.falsePositives
        finding.references = rule.source.references
        finding.evidence = evidence(rule, record)
        finding.fingerprint = Fingerprint.of(rule: rule.id, record)
        return finding
    }

    private func evidence(_ rule: Rule, _ record: DiagnosticRecord) -> [EvidenceLocation] {
        var locations: [EvidenceLocation] = []
        for field in rule.cite {
            for location in places(field, record) where !locations.contains(location) { locations.append(location) }
        }
        // A statement without a place is no statement: fall back to what the record is about.
        if locations.isEmpty,
            let any = record.locations[.exit] ?? record.locations[.exception] ?? record.locations[.process]
        {
            locations.append(any)
        }
        return locations
    }

    private func places(_ field: RecordField, _ record: DiagnosticRecord) -> [EvidenceLocation] {
        func threads(_ matches: (ThreadActivity) -> Bool) -> [EvidenceLocation] {
            record.activities.filter(matches).compactMap { activity in
                activity.location.map { location in
                    var location = location
                    location.excerpt = activity.summary
                    return location
                }
            }
        }
        switch field {
        case .assertions: return record.assertions.prefix(20).compactMap(\.location)
        case .main: return Array(threads(\.isMain).prefix(1))
        case .crashedThread: return Array(threads(\.isTriggered).prefix(1))
        case .handler: return threads { $0.state == .expirationHandler }
        case .deadlock: return threads { $0.waitsForThread != nil }
        default:
            return (record.locations[field].map { [$0] } ?? []) + (record.moreLocations[field] ?? [])
        }
    }

    // MARK: The name of the incident

    private func name(_ incident: inout Incident) {
        let record = incident.record
        if let first = incident.findings.first,
            first.verdict != "none" || record.kind != .processLife || !record.isUnexplainedEnd
        {
            incident.verdict = first.verdict
            incident.confidence = first.confidence
        } else {
            let isEnd = record.kind == .crash || record.isUnexplainedEnd
            incident.verdict = isEnd ? "unknown" : "none"
        }
        incident.verdictTitle = VerdictFact.lookup(incident.verdict)?.title ?? incident.verdict
        incident.terminated = terminated(incident)
        if let code = record.termination.code {
            let version = record.system.platform == "iOS" ? record.system.version?.numbers : nil
            let fact = CodeFact.lookup(code, namespace: record.termination.canonicalNamespace, version: version)
            incident.codeMeaning = fact?.meaning
            incident.crashFileExpected = fact.flatMap { $0.crashFile == .sometimes ? nil : $0.crashFile == .yes }
        }
        if let type = record.termination.reportType { incident.crashFileExpected = type != "None" }
        incident.missing = missing(incident)
    }

    /// nil when the evidence does not tell an end by the system from another, or from none.
    private func terminated(_ incident: Incident) -> Bool? {
        let record = incident.record
        if record.kind == .crash, record.termination.isEmpty, record.exception.isEmpty { return nil }
        guard record.kind == .processLife else { return record.isObservedEnd }
        guard let life = record.life, life.exited else { return false }
        if let killed = life.killed { return killed }
        let isForced = record.exception.signal?.hasSuffix("9") == true || record.exception.signal == "SIGKILL"
        return isForced || VerdictFact.lookup(incident.verdict)?.kill == "true" ? true : nil
    }

    /// What would settle an answer that is not certain, in words.
    private func missing(_ incident: Incident) -> [String] {
        guard incident.confidence != .certain || incident.record.isTruncated else { return [] }
        var words: [String] = []
        for item in incident.notEvaluable {
            guard let rule = ruleSet.rule(item.rule), rule.level == .error else { continue }
            for word in item.missing where !words.contains(word) { words.append(word) }
        }
        let order = FactCatalogue.evidence.filter { words.contains($0.word) && isRelevant($0.word, incident.record) }
        return order.map { "\($0.title): \($0.capture)" }
    }

    /// A crash report does not lack Jetsam figures; it may lack its threads.
    private func isRelevant(_ word: String, _ record: DiagnosticRecord) -> Bool {
        switch word {
        case "resource": record.kind == .resource || record.kind == .hang
        case "memory": record.kind == .jetsam
        case "exit-counters": record.kind == .exitCounter
        case "log.runningboardd", "log.uikit", "log.launchd", "log.frontboard":
            record.kind == .processLife
                || (record.kind == .crash && (record.termination.cause?.contains("timeout") ?? false))
        case "log": false
        case "main-thread", "threads", "cpu-statistics": record.kind == .crash
        case "assertions":
            record.kind == .crash
                && (record.termination.cause.map { $0.contains("timeout") } ?? (record.termination.code != nil))
        case "application-info", "thermal", "log.debugger": false
        default: record.kind == .crash
        }
    }
}

extension ThreadActivity {
    /// One line about the thread, for citations.
    var summary: String {
        var words = "Thread \(index)" + (isMain ? " (main)" : queue.map { " (\($0))" } ?? "") + ": \(state.rawValue)"
        if let waitKind { words += isBlockedInHandler ? ", waits for \(waitKind) in it" : " for \(waitKind)" }
        if let inAppText { words += " in \(inAppText)" }
        if let waitsForThread { words += ", waits for thread \(waitsForThread)" }
        return words
    }
}
