import AppleFormats
import DiagnosticModel
import Matching
import SystemFacts

/// Turns the words of a termination into a `Termination`: labelled parts first, then the phrases of
/// `rules/explanations.yaml`, then the meaning of namespace and code.
struct TerminationDecoder {
    let source: SourceText
    let citations: Citations
    /// iOS version for the fact tables; nil when unknown.
    let version: [Int]?

    var termination = Termination()
    var locations: [RecordField: EvidenceLocation] = [:]
    var assertions: [AssertionInterval] = []

    init(source: SourceText, citations: Citations, version: [Int]?) {
        self.source = source
        self.citations = citations
        self.version = version
    }

    /// - Parameters:
    ///   - reasonStart: where the value of a `Termination Reason` line starts in the text.
    ///   - isLoose: the text is an excerpt without any label, so codes count wherever they stand.
    mutating func decode(reasonStart: Int?, isLoose: Bool) {
        let parts = TerminationText(source)
        readReason(reasonStart, parts, isLoose: isLoose)
        readLabels(parts)
        readPhrases()
        readDump()
        resolve()
        // The first line of an excerpt explains nothing unless something else shows that it is one.
        if termination.explanation == nil, !isLoose || !termination.isEmpty {
            termination.explanation = parts.explanation?.value ?? summary
        }
        if locations[.exit] == nil, !termination.isEmpty {
            locations[.exit] =
                locations[.explanation] ?? citations.location(source.place(of: 0..<min(200, source.bytes.count)))
        }
    }

    private mutating func readReason(_ start: Int?, _ parts: TerminationText, isLoose: Bool) {
        if let start {
            let line = TerminationReasonLine(source, from: start)
            let known = line.namespace.flatMap { NamespaceFact.lookup($0.value) }
            if let namespace = line.namespace, known != nil || line.code != nil, isNamespace(namespace.value) {
                termination.namespace = namespace.value
                termination.code = line.code?.value
                let end = line.code?.range.upperBound ?? namespace.range.upperBound
                locations[.exit] = citations.location(source.place(of: namespace.range.lowerBound..<end))
                if let rest = line.rest, !rest.value.hasPrefix("<RBSTerm") { termination.explanation = rest.value }
            }
        }
        if termination.code == nil { termination.code = parts.code?.value }
        if termination.namespace == nil, let domain = parts.domain?.value, let number = Int(exactly: domain) {
            termination.namespace = NamespaceFact.lookup(number)?.name ?? "<\(number)>"
            termination.namespaceNumber = number
        }
        if locations[.exit] == nil, let place = parts.code?.range {
            locations[.exit] = citations.location(source.place(of: place))
        }
        if isLoose { readLooseCode() }
        if termination.namespace == nil { readNamespaceOfDescription() }
    }

    /// `Termination Description: SPRINGBOARD, …` without a reason line: the first word is the namespace.
    private mutating func readNamespaceOfDescription() {
        let word = source.bytes.prefix { $0 != 0x2C && $0 != 0x20 && $0 != 0x0A }
        let name = String(decoding: word, as: UTF8.self)
        guard word.count < source.bytes.count, source.bytes[word.count] == 0x2C, isNamespace(name),
            NamespaceFact.lookup(name) != nil
        else { return }
        termination.namespace = name
        if locations[.exit] == nil { locations[.exit] = citations.location(source.place(of: 0..<word.count)) }
    }

    /// Names are upper case or numbers in brackets; anything else in their place is prose.
    private func isNamespace(_ text: String) -> Bool {
        text.hasPrefix("<0x")
            || text.utf8.allSatisfy { ($0 >= 0x41 && $0 <= 0x5A) || $0 == 0x5F || ($0 >= 0x30 && $0 <= 0x39) }
    }

    /// `RUNNINGBOARD 0xdead10cc` somewhere in a quotation without labels.
    private mutating func readLooseCode() {
        guard termination.code == nil else { return }
        for fact in BuiltInFacts.codes where fact.code > 0xFFFF {
            guard let found = source.find("0x" + String(fact.code, radix: 16), ignoringCase: true) else { continue }
            var start = found.lowerBound
            while start > 0, source.bytes[start - 1] != 0x0A { start -= 1 }
            let before = source.string(start..<found.lowerBound).split { " ,:|`<>".contains($0) }
            // Prose mentions codes too; a quotation has a namespace or a label before the number.
            let labels: Set = ["code", "codes", "reason", "termination", "exit", "terminated"]
            guard
                (before.isEmpty && source.bytes[found.upperBound...].prefix(40).contains(0x3C))
                    || before.contains(where: { word in
                        labels.contains(word.lowercased())
                            || (isNamespace(String(word)) && NamespaceFact.lookup(String(word)) != nil)
                    })
            else { continue }
            termination.code = fact.code
            locations[.exit] = citations.location(source.place(of: found))
            if termination.namespace == nil,
                let name = before.last(where: { NamespaceFact.lookup(String($0)) != nil && isNamespace(String($0)) })
            {
                termination.namespace = String(name)
            }
            return
        }
    }

    private mutating func readLabels(_ parts: TerminationText) {
        termination.processVisibility = parts.processVisibility?.value
        termination.watchdogVisibility = parts.watchdogVisibility?.value
        termination.processState = parts.processState?.value
        termination.reportType = parts.reportType?.value
        termination.maxTerminationResistance = parts.maxTerminationResistance?.value
        termination.isTruncated = parts.isTruncated
        if let explanation = parts.explanation {
            if explanation.value != "<no explanation given>" { termination.explanation = explanation.value }
            locations[.explanation] = citations.location(source.place(of: explanation.range))
        }
        if let event = parts.watchdogEvent {
            termination.watchdogEvent = event.value
            locations[.event] = citations.location(source.place(of: event.range))
        }
        readStatistics(parts)
        termination.lockedFiles = parts.lockedFiles.map(\.value)
        if let first = parts.lockedFiles.first {
            locations[.lockedFiles] = citations.location(source.place(of: first.range))
        }
    }

    private mutating func readStatistics(_ parts: TerminationText) {
        if parts.totalCPU != nil || parts.applicationCPU != nil {
            var cpu = CPUStatistics()
            cpu.totalSeconds = parts.totalCPU?.value.seconds
            cpu.userSeconds = parts.totalCPU?.value.user
            cpu.systemSeconds = parts.totalCPU?.value.system
            cpu.totalPercent = parts.totalCPU?.value.percent
            cpu.applicationSeconds = parts.applicationCPU?.value.seconds
            cpu.applicationPercent = parts.applicationCPU?.value.percent
            termination.cpu = cpu
            if let range = (parts.applicationCPU ?? parts.totalCPU)?.range {
                locations[.cpu] = citations.location(source.place(of: range))
            }
        }
        if parts.thermalLevel != nil || parts.thermalState != nil {
            termination.thermal = ThermalInfo(level: parts.thermalLevel?.value, state: parts.thermalState?.value)
            if let range = parts.thermalState?.range ?? parts.thermalLevel?.range {
                locations[.thermal] = citations.location(source.place(of: range))
            }
        }
    }

    private mutating func readPhrases() {
        for phrase in ExplanationPhrases.matches(in: source) {
            let place = citations.location(source.place(of: phrase.range))
            if termination.cause == nil, let cause = phrase.fact.cause {
                termination.cause = cause
                if locations[.explanation] == nil { locations[.explanation] = place }
            }
            if termination.watchdogEvent == nil, let event = phrase.fact.event ?? phrase.event {
                termination.watchdogEvent = event
                locations[.event] = place
            }
            if termination.allowance == nil, let allowance = phrase.allowance {
                termination.allowance = allowance
                locations[.allowance] = place
            }
            if termination.clock == nil {
                termination.clock = phrase.fact.clock.flatMap(Termination.Clock.init(rawValue:))
            }
            if termination.target == nil, let target = phrase.target { termination.target = target }
            if assertions.isEmpty, let named = phrase.assertion { take(named) }
        }
    }

    /// RunningBoard's explanation quotes the assertion that ran out: it was open at the kill.
    private mutating func take(_ named: (name: String, identifier: String?, range: Range<Int>)) {
        let kind = AssertionReasonFact.kind(reason: nil, name: named.name)
        var interval = AssertionInterval(
            kind: kind.flatMap(AssertionInterval.Kind.init(rawValue:)) ?? .assertion, name: named.name, end: .open)
        interval.identifier = named.identifier
        interval.target = termination.target
        interval.location = citations.location(source.place(of: named.range), excerpt: named.name)
        assertions = [interval]
        locations[.assertions] = interval.location
    }

    private mutating func readDump() {
        guard let dump = ProcessAssertionDump(source) else { return }
        // The subject may be a placeholder or redacted; the entries name the process again.
        let handles = [dump.subject?.value] + dump.entries.prefix(3).map(\.process)
        let named = handles.compactMap { $0.map(ProcessHandle.init(parsing:)) }
        if termination.target?.pid == nil, let best = named.first(where: { $0.pid != nil }) ?? named.first {
            termination.target = best
        }
        if !dump.entries.isEmpty { assertions = dump.entries.map { interval($0) } }
        if let first = dump.entries.first {
            locations[.assertions] = citations.location(
                source.place(of: first.range), excerpt: source.string(first.range))
        }
        if termination.allowance == nil { termination.allowance = assertions.compactMap(\.allowance).first }
        if termination.allowance != nil, termination.clock == nil { termination.clock = .wall }
        if locations[.allowance] == nil { locations[.allowance] = locations[.assertions] }
        if dump.isTruncated { termination.isTruncated = true }
    }

    private func interval(_ entry: ProcessAssertionDump.Entry) -> AssertionInterval {
        let kind = AssertionReasonFact.kind(reason: entry.reason, name: entry.name)
        var interval = AssertionInterval(
            kind: kind.flatMap(AssertionInterval.Kind.init(rawValue:)) ?? .assertion, name: entry.name,
            reason: entry.reason, end: .open)
        interval.identifier = entry.identifier
        interval.allowance = entry.duration
        interval.target = entry.process.map(ProcessHandle.init(parsing:)) ?? termination.target
        interval.owner = entry.owner.map(ProcessHandle.init(parsing:)) ?? entry.ownerPID.map { ProcessHandle(pid: $0) }
        interval.flags = entry.flags
        interval.location = citations.location(source.place(of: entry.range), excerpt: source.string(entry.range))
        return interval
    }

    private mutating func resolve() {
        if let namespace = termination.namespace {
            let fact = NamespaceFact.lookup(namespace)
            termination.canonicalNamespace = fact?.name ?? namespace
            termination.namespaceNumber = termination.namespaceNumber ?? fact?.number
        }
        if termination.cause == nil, let code = termination.code {
            termination.cause =
                CodeFact.lookup(code, namespace: termination.canonicalNamespace, version: version)?.cause
        }
    }

    /// The first line of a description without labels: "SPRINGBOARD, terminating for unspecified reason".
    private var summary: String? {
        let first = source.bytes.prefix { $0 != 0x0A && $0 != 0x7C }
        guard !first.isEmpty, termination.code == nil || source.bytes.count > 64 else { return nil }
        let text = String(decoding: first.prefix(300), as: UTF8.self)
        return text.isEmpty ? nil : String(ProcessNameText.trim(text[...]))
    }
}

extension ProcessHandle {
    /// Any spelling; see `ProcessHandleText`.
    init(parsing text: String) {
        let parts = ProcessHandleText.parse(text)
        self.init(kind: parts.kind, name: parts.name ?? Self.redaction(in: text), pid: parts.pid)
    }

    /// A name that was blacked out is shown as it was blacked out.
    private static func redaction(in text: String) -> String? {
        ["***", "<private>", "<redacted>", "<REDACTED>"].first { text.contains($0) }
    }
}
