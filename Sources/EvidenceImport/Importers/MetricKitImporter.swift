import AppleFormats
import DiagnosticModel
import SystemFacts

/// MetricKit payloads: one record for each diagnostic, and one for each exit counter that is not zero.
struct MetricKitImporter {
    let citations: Citations
    let payload: MetricKitPayload

    func records() -> [DiagnosticRecord] { payload.diagnostics.map(diagnostic) + counters() }

    // MARK: Diagnostics

    private func diagnostic(_ value: MetricKitPayload.Diagnostic) -> DiagnosticRecord {
        let isSampled = value.kind != .crash
        var record = DiagnosticRecord(kind: .crash, source: citations.source)
        let meta = value.metaData
        readIdentity(&record, meta)
        switch value.kind {
        case .crash: readCrash(&record, meta, value.value)
        case .hang: readUse(&record, .hang, "hang", meta?["hangDuration"])
        case .launch: readUse(&record, .hang, "launch", meta?["launchDuration"])
        case .cpu: readUse(&record, .resource, "cpu usage", meta?["totalCPUTime"])
        case .disk: readUse(&record, .resource, "disk writes", meta?["writesCaused"])
        }
        if let tree = value.callStackTree { readStacks(&record, tree, isSampled: isSampled) }
        record.isTruncated = !value.value.isComplete
        return record
    }

    private func readIdentity(_ record: inout DiagnosticRecord, _ meta: JSONValue?) {
        if let os = meta?["osVersion"]?.text { record.system = SystemText.parse(os, model: meta?["deviceType"]?.text) }
        record.system.model = meta?["deviceType"]?.text
        record.locations[.os] = citations.location(meta?["osVersion"])
        record.process.bundleID = meta?["bundleIdentifier"]?.text
        record.process.name = meta?["processName"]?.text ?? record.process.bundleID
        record.process.pid = meta?["pid"]?.int
        record.process.version = meta?["appVersion"]?.text
        record.locations[.process] = citations.location(meta?["bundleIdentifier"])
        record.captured = (payload.end ?? payload.begin)?.text.flatMap(TimestampText.parse)
        record.locations[.time] = citations.location(payload.end ?? payload.begin)
    }

    private func readCrash(_ record: inout DiagnosticRecord, _ meta: JSONValue?, _ value: JSONValue) {
        var exception = ExceptionInfo()
        exception.type = meta?["exceptionType"]?.int.map { MachNames.exception($0) } ?? meta?["exceptionType"]?.text
        exception.signal = meta?["signal"]?.int.map { MachNames.signal($0) } ?? meta?["signal"]?.text
        exception.codes = meta?["exceptionCode"]?.text
        record.exception = exception
        record.locations[.exception] = citations.location(meta?["exceptionType"] ?? meta?["signal"])
        record.applicationInfo = meta?["objectiveCexceptionReason"]?["composedMessage"]?.text
        guard let reason = meta?["terminationReason"], let text = reason.text else { return }
        let source = SourceText(text, source: reason.byteRange, path: reason.path)
        var decoder = TerminationDecoder(source: source, citations: citations, version: record.system.iOSVersion)
        decoder.decode(reasonStart: 0, isLoose: false)
        record.take(decoder)
    }

    private func readUse(
        _ record: inout DiagnosticRecord, _ kind: DiagnosticRecord.Kind, _ event: String, _ measure: JSONValue?
    ) {
        record.kind = kind
        var use = ResourceUse(event: event)
        use.summary = measure?.text
        use.used = measure?.text.flatMap(NumberText.lenient)
        use.unit = measure?.text.flatMap { $0.split(separator: " ").last.map(String.init) }
        record.resource = use
        record.locations[.resource] = citations.location(measure)
    }

    private func readStacks(_ record: inout DiagnosticRecord, _ tree: JSONValue, isSampled: Bool) {
        var classifier = ImageClassifier(processName: record.process.name)
        // The app's executable is the image at the end of the main thread's stack before dyld.
        for (index, stack) in MetricKitStack.stacks(of: tree, isSampled: isSampled).enumerated() {
            var thread = StackThread(index: index)
            thread.isTriggered = stack.isAttributed
            // Payloads do not say which stack is the main thread's; it ends in dyld's start, and comes first.
            thread.isMain = index == 0 && !isSampled
            thread.frames = stack.frames.map {
                StackFrame(
                    image: $0.binaryName, address: $0.address ?? 0, imageOffset: $0.offset,
                    isInApp: classifier.isInApp(name: $0.binaryName, path: ""), offset: $0.bytes.lowerBound)
            }
            if let first = stack.frames.first {
                thread.location = citations.location(
                    first.bytes.lowerBound..<first.bytes.lowerBound + 1, path: "callStacks[\(index)]",
                    excerpt: first.binaryName)
            }
            record.threads.append(thread)
        }
    }

    // MARK: Counters

    private func counters() -> [DiagnosticRecord] {
        guard let metrics = payload.exitMetrics else { return [] }
        var records: [DiagnosticRecord] = []
        for (key, isBackground) in [("backgroundExitData", true), ("foregroundExitData", false)] {
            guard let data = metrics[key] else { continue }
            for name in data.keys {
                guard let value = data[name], let count = value.text.flatMap(NumberText.lenient), count >= 1 else {
                    continue
                }
                var record = DiagnosticRecord(kind: .exitCounter, source: citations.source)
                readIdentity(&record, payload.metaData)
                record.counter = ExitCounter(
                    name: Self.shortName(name), count: count < 1e15 ? Int(count) : Int(1e15), background: isBackground)
                record.locations[.counter] = citations.location(value, excerpt: "\(key).\(name): \(value.text ?? "")")
                record.isTruncated = !metrics.isComplete
                records.append(record)
            }
        }
        return records
    }

    /// `cumulativeBackgroundTaskAssertionTimeoutExitCount` → `BackgroundTaskAssertionTimeout`.
    static func shortName(_ key: String) -> String {
        var name = key[...]
        if name.hasPrefix("cumulative") { name = name.dropFirst("cumulative".count) }
        if name.hasSuffix("ExitCount") { name = name.dropLast("ExitCount".count) }
        return String(name)
    }
}

/// Names of Mach exceptions and POSIX signals, which MetricKit gives as numbers (`mach/exception_types.h`,
/// `sys/signal.h`).
enum MachNames {
    static func exception(_ number: Int) -> String {
        let names = [
            1: "EXC_BAD_ACCESS", 2: "EXC_BAD_INSTRUCTION", 3: "EXC_ARITHMETIC", 4: "EXC_EMULATION", 5: "EXC_SOFTWARE",
            6: "EXC_BREAKPOINT", 10: "EXC_CRASH", 11: "EXC_RESOURCE", 12: "EXC_GUARD", 13: "EXC_CORPSE_NOTIFY",
        ]
        return names[number] ?? "EXC_\(number)"
    }

    static func signal(_ number: Int) -> String {
        let names = [
            3: "SIGQUIT", 4: "SIGILL", 5: "SIGTRAP", 6: "SIGABRT", 8: "SIGFPE", 9: "SIGKILL", 10: "SIGBUS",
            11: "SIGSEGV",
            13: "SIGPIPE", 15: "SIGTERM",
        ]
        return names[number] ?? "SIG\(number)"
    }
}
