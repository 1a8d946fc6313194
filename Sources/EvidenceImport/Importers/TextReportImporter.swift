import AppleFormats
import DiagnosticModel
import SystemFacts

/// A text report, whole or in pieces → a record.
struct TextReportImporter {
    let citations: Citations
    /// JSON header of a two-part file.
    let header: JSONValue?
    let report: TextReport
    let bugType: String?

    /// nil when the text holds neither a report nor any word about a termination.
    func record() -> DiagnosticRecord? {
        var record = DiagnosticRecord(kind: .crash, source: citations.source)
        record.bugType = bugType
        record.incidentID = report.header("incidentidentifier")?.value ?? header?["incident_id"]?.text
        readSystem(&record)
        readProcess(&record)
        readException(&record)
        readResource(&record)
        readTermination(&record)
        readStacks(&record)
        if !report.applicationInfo.isEmpty {
            record.applicationInfo = String(decoding: report.applicationInfo.bytes.prefix(2_000), as: UTF8.self)
            record.locations[.applicationInfo] = citations.location(
                report.applicationInfo.place(of: 0..<min(400, report.applicationInfo.bytes.count)))
        }
        nameProcessByItsCode(&record)
        record.kind = kind(record)
        record.isTruncated = report.isTruncated
        let isAnything = report.isReport || !record.termination.isEmpty || !record.assertions.isEmpty || header != nil
        return isAnything ? record : nil
    }

    private func kind(_ record: DiagnosticRecord) -> DiagnosticRecord.Kind {
        switch bugType.flatMap(BugTypeFact.lookup)?.kind {
        case "resource": return .resource
        case "hang", "third-party-hang": return .hang
        case "stackshot": return .stackshot
        case "panic": return .panic
        case "jetsam": return .jetsam
        default: break
        }
        if report.header("panicstring", "panic") != nil { return .panic }
        if let event = record.resource?.event { return event.contains("hang") ? .hang : .resource }
        return record.exception.type == "EXC_RESOURCE" ? .resource : .crash
    }

    private func readSystem(_ record: inout DiagnosticRecord) {
        let model = report.header("hardwaremodel", "modelcode", "devicetype")?.value
        if let os = report.header("osversion") {
            record.system = SystemText.parse(os.value, model: model)
            record.locations[.os] = citations.location(os)
        } else if let os = header?["os_version"]?.text {
            record.system = SystemText.parse(os, model: model)
            record.locations[.os] = citations.location(header?["os_version"])
        }
        record.system.model = model
        let time = report.header("datetime", "capturetime")
        record.captured =
            time.flatMap { TimestampText.parse($0.value) } ?? header?["timestamp"]?.text.flatMap(TimestampText.parse)
        record.locations[.time] = citations.location(time)
    }

    private func readProcess(_ record: inout DiagnosticRecord) {
        var process = ProcessIdentity()
        let line = report.header("process", "command", "procname")
        if let line {
            (process.name, process.pid) = ProcessNameText.parse(line.value)
        }
        process.name = process.name ?? header?["app_name"]?.text ?? header?["name"]?.text
        process.pid = process.pid ?? report.header("pid").flatMap { Int($0.value) }
        let identifier = report.header("identifier", "bundleidentifier", "bundleid")?.value
        process.bundleID = header?["bundleID"]?.text ?? identifier.flatMap { $0.contains(".") ? $0 : nil }
        process.path = report.header("path", "procpath")?.value
        process.version = report.header("version", "appversion")?.value ?? header?["app_version"]?.text
        process.parent = report.header("parentprocess", "parent")?.value
        process.role = report.header("role", "procrole")?.value
        process.launched = report.header("launchtime", "proclaunch").flatMap { TimestampText.parse($0.value) }
        process.isExtension = process.path?.contains(".appex/") ?? false
        record.process = process
        record.locations[.process] = citations.location(line ?? report.header("pid"))
    }

    private func readException(_ record: inout DiagnosticRecord) {
        let type = report.header("exceptiontype", "type")
        var exception = ExceptionInfo()
        if let type { (exception.type, exception.signal) = ExceptionText.split(type.value) }
        exception.codes = report.header("exceptioncodes")?.value
        exception.subtype = report.header("exceptionsubtype", "exceptionmessage")?.value
        exception.note = report.header("exceptionnote")?.value
        exception.signal = exception.signal ?? report.header("exceptionsignal", "terminationsignal")?.value
        record.exception = exception
        record.locations[.exception] = citations.location(type ?? report.header("exceptioncodes"))
    }

    private func readResource(_ record: inout DiagnosticRecord) {
        if let found = ResourceText.fromHeaders(report) {
            record.resource = found.use
            record.locations[.resource] = citations.location(report.header("cpu", "writes", "wakeups") ?? found.header)
        } else if record.exception.type == "EXC_RESOURCE" {
            record.resource = ResourceText.fromException(record.exception, message: record.exception.subtype)
            record.locations[.resource] = record.locations[.exception]
        }
        // Reports of this number are written when the limit ended the process (rules/bug-types.yaml).
        if bugType == "206", record.resource?.fatal == nil {
            record.resource = record.resource ?? ResourceUse(event: "cpu usage")
            record.resource?.fatal = true
        }
    }

    /// An excerpt without a `Process:` line still names the app's executable in its frames.
    private func nameProcessByItsCode(_ record: inout DiagnosticRecord) {
        guard record.process.name == nil, let main = record.threads.first(where: \.isMain) else { return }
        record.process.name = main.frames.last { $0.isInApp == true && !$0.image.contains(".") }?.image
    }

    // MARK: The end

    private func readTermination(_ record: inout DiagnosticRecord) {
        var source = report.termination
        source.append(report.applicationInfo)
        let isExcerpt =
            report.termination.isEmpty && report.header("exceptiontype", "incidentidentifier", "event") == nil
        if isExcerpt || report.loose.find("ProcessAssertion: 0x") != nil
            || (report.termination.isEmpty && report.loose.find("<RBSTerminateContext|") != nil)
        {
            source.append(report.loose)
        }
        if isExcerpt { appendLabels(to: &source) }
        let before = record.exception
        var decoder = TerminationDecoder(source: source, citations: citations, version: record.system.iOSVersion)
        readNumericException(before, &decoder)
        decoder.decode(reasonStart: report.reasonStart, isLoose: isExcerpt)
        decoder.termination.terminatedBy = report.header("terminatingprocess")?.value
        record.take(decoder)
        if record.resource?.unit == "seconds", record.resource?.event.contains("cpu") == true,
            record.termination.allowance == nil
        {
            // A CPU limit is an allowance on the CPU clock.
            record.termination.allowance = record.resource?.limit
            record.termination.clock = .cpu
        }
    }

    /// In an excerpt `WatchdogEvent: scene-update` on a line of its own was read as a header.
    private func appendLabels(to source: inout SourceText) {
        for header in report.headers {
            source.append(
                String(decoding: citations.input[header.bytes.clamped(to: 0..<citations.input.count)], as: UTF8.self),
                source: header.bytes, line: header.line)
        }
    }

    /// iOS 3–9: `Exception Type: 00000020`, `Exception Codes: 0x000000008badf00d`, and no namespace.
    private func readNumericException(_ exception: ExceptionInfo, _ decoder: inout TerminationDecoder) {
        guard let codes = exception.codes else { return }
        for word in codes.split(whereSeparator: { " ,".contains($0) }) {
            guard let code = NumberText.unsigned(word), code > 0xFFFF,
                BuiltInFacts.codes.contains(where: { $0.code == code })
            else { continue }
            decoder.termination.code = code
            decoder.locations[.exit] = citations.location(report.header("exceptioncodes"))
            return
        }
    }

    // MARK: Stacks

    private func readStacks(_ record: inout DiagnosticRecord) {
        var classifier = ImageClassifier(processName: record.process.name)
        let paths = Dictionary(report.images.map { ($0.name, $0.path) }, uniquingKeysWith: { first, _ in first })
        let triggered = [
            "triggeredbythread", "crashedthread", "highlightedthread", "highlightedbythread", "triggeredthread",
        ]
        .lazy.compactMap { key in report.header(key).flatMap { NumberText.lenient($0.value) } }.first.map { Int($0) }
        for parsed in report.threads {
            var thread = StackThread(index: parsed.number)
            thread.name = parsed.name
            thread.queue = parsed.queue
            thread.isTriggered = parsed.mark != nil || parsed.number == triggered
            thread.isMain = parsed.number == 0 || parsed.queue == "com.apple.main-thread"
            thread.frames = parsed.frames.map { frame($0, paths, &classifier) }
            thread.isTruncated = report.isTruncated && parsed.number == report.threads.last?.number
            thread.location = citations.location(
                parsed.bytes.lowerBound..<min(parsed.bytes.upperBound, parsed.bytes.lowerBound + 1), line: parsed.line,
                excerpt: "Thread \(parsed.number)")
            record.threads.append(thread)
        }
        if !report.heaviestStack.isEmpty {
            var thread = StackThread(index: record.threads.count)
            thread.name = "heaviest stack"
            thread.isTriggered = true
            thread.isMain =
                !record.threads.contains(where: \.isMain)
                && report.heaviestStack.contains { $0.symbol == "main" || $0.symbol == "UIApplicationMain" }
            thread.frames = report.heaviestStack.map { frame($0, paths, &classifier) }
            record.threads.append(thread)
        }
        record.locations[.main] = record.threads.first(where: \.isMain)?.location
    }

    private func frame(
        _ parsed: TextReport.Frame, _ paths: [String: String], _ classifier: inout ImageClassifier
    ) -> StackFrame {
        let inApp = classifier.isInApp(name: parsed.image, path: paths[parsed.image] ?? "")
        var frame = StackFrame(
            image: parsed.image == "???" ? "" : parsed.image, symbol: parsed.symbol,
            address: PointerAuthentication.strip(parsed.address), imageOffset: parsed.imageOffset, isInApp: inApp,
            line: parsed.line, offset: parsed.bytes.lowerBound)
        frame.sourceFile = parsed.sourceFile
        frame.sourceLine = parsed.sourceLine
        return frame
    }
}
