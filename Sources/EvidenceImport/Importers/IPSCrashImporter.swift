import AppleFormats
import DiagnosticModel
import SystemFacts

/// The JSON body of a crash, resource or fault report → a record.
struct IPSCrashImporter {
    let citations: Citations
    let header: JSONValue?
    let body: JSONValue
    let bugType: String?

    func record() -> DiagnosticRecord {
        var record = DiagnosticRecord(kind: kind, source: citations.source)
        record.bugType = bugType
        record.incidentID = text("incident", "incident_id") ?? header?["incident_id"]?.text
        readSystem(&record)
        readProcess(&record)
        readException(&record)
        readStacks(&record)
        readTermination(&record)
        readApplicationInfo(&record)
        readResource(&record)
        record.isTruncated = !body.isComplete
        return record
    }

    private var kind: DiagnosticRecord.Kind {
        let fact = bugType.flatMap(BugTypeFact.lookup)
        switch fact?.kind {
        case "resource": return .resource
        case "hang", "third-party-hang": return .hang
        case "stackshot": return .stackshot
        case "panic": return .panic
        // A fault report is written while the process goes on.
        case "os-fault" where body["exception"]?["type"]?.text != "EXC_RESOURCE": return .other
        default: return body["exception"]?["type"]?.text == "EXC_RESOURCE" ? .resource : .crash
        }
    }

    private func text(_ keys: String...) -> String? {
        for key in keys {
            if let value = body[key]?.text, !value.isEmpty { return value }
        }
        return nil
    }

    // MARK: Who and where

    private func readSystem(_ record: inout DiagnosticRecord) {
        let model = text("modelCode", "model", "product")
        let train = body["osVersion"]?["train"]?.text
        let described = header?["os_version"]?.text ?? text("os_version", "osVersion") ?? train
        if let described { record.system = SystemText.parse(described, model: model) }
        record.system.model = model
        record.system.build = record.system.build ?? body["osVersion"]?["build"]?.text
        record.locations[.os] = citations.location(header?["os_version"] ?? body["osVersion"])
        let time = body["captureTime"] ?? body["timestamp"] ?? header?["timestamp"]
        record.captured = time?.text.flatMap(TimestampText.parse)
        record.locations[.time] = citations.location(time)
    }

    private func readProcess(_ record: inout DiagnosticRecord) {
        var process = ProcessIdentity()
        process.name = text("procName", "name", "app_name") ?? header?["app_name"]?.text ?? header?["name"]?.text
        process.pid = body["pid"]?.int
        process.bundleID =
            body["bundleInfo"]?["CFBundleIdentifier"]?.text ?? header?["bundleID"]?.text
            ?? text("bundleID", "coalitionName")
        process.path = text("procPath")
        process.version = header?["app_version"]?.text ?? body["bundleInfo"]?["CFBundleShortVersionString"]?.text
        process.parent = text("parentProc")
        process.role = text("procRole")
        process.launched = text("procLaunch").flatMap(TimestampText.parse)
        process.isExtension = process.path?.contains(".appex/") ?? false
        record.process = process
        record.locations[.process] = citations.location(body["procName"] ?? body["pid"] ?? header?["app_name"])
    }

    private func readException(_ record: inout DiagnosticRecord) {
        guard let value = body["exception"] else { return }
        var exception = ExceptionInfo()
        if value.kind == .object {
            exception.type = value["type"]?.text
            exception.signal = value["signal"]?.text
            exception.codes = value["codes"]?.text
            exception.subtype = value["subtype"]?.text ?? value["message"]?.text
        } else if let words = value.text {
            (exception.type, exception.signal) = ExceptionText.split(words)
        }
        if body["isSimulated"]?.bool == true { exception.note = "SIMULATED (this is NOT a crash)" }
        record.exception = exception
        record.locations[.exception] = citations.location(value["type"] ?? value)
    }

    // MARK: Stacks

    private func readStacks(_ record: inout DiagnosticRecord) {
        var classifier = ImageClassifier(processName: record.process.name)
        let images = (body["usedImages"]?.elements ?? body["binaryImages"]?.elements ?? []).prefix(Limits.images)
            .map(IPSImage.init)
        let inApp = images.map { classifier.isInApp(name: $0.name, path: $0.path) }
        let root = body.path
        let faulting = body["faultingThread"]?.int
        let list = body["threads"]?.elements ?? []
        record.threads.reserveCapacity(list.count)
        for (index, value) in list.prefix(Limits.threads).enumerated() {
            let parsed = IPSThread(value)
            var thread = StackThread(index: index)
            thread.name = parsed.name
            thread.queue = parsed.queue
            thread.isTriggered = parsed.isTriggered || faulting == index
            thread.isMain = index == 0 || parsed.queue == "com.apple.main-thread"
            thread.isTruncated = parsed.isTruncated
            parsed.forEachFrame { thread.frames.append(Self.frame($0, images, inApp)) }
            thread.location = citations.location(
                parsed.bytes.lowerBound..<min(parsed.bytes.upperBound, parsed.bytes.lowerBound + 1),
                path: "\(root).threads[\(index)]", excerpt: parsed.queue ?? parsed.name ?? "thread \(index)")
            record.threads.append(thread)
        }
        if let first = list.first, record.threads.count > 0 {
            record.locations[.main] = record.threads[0].location ?? citations.location(first)
        }
    }

    private static func frame(_ parsed: IPSFrame, _ images: [IPSImage], _ inApp: [Bool?]) -> StackFrame {
        let image = parsed.imageIndex.flatMap { $0 >= 0 && $0 < images.count ? $0 : nil }
        let base = image.map { images[$0].base } ?? 0
        var frame = StackFrame(
            image: image.map { images[$0].name } ?? "", symbol: parsed.symbol,
            address: PointerAuthentication.strip(parsed.address ?? base &+ (parsed.imageOffset ?? 0)),
            imageOffset: parsed.imageOffset, isInApp: image.flatMap { inApp[$0] }, offset: parsed.bytes.lowerBound)
        frame.sourceFile = parsed.sourceFile
        frame.sourceLine = parsed.sourceLine
        return frame
    }

    // MARK: The end

    private func readTermination(_ record: inout DiagnosticRecord) {
        guard let value = body["termination"] else { return readTerminationFromInfo(&record) }
        var source = SourceText()
        func add(_ value: JSONValue?) {
            guard let value else { return }
            if value.kind == .array {
                for element in value.elements.prefix(200) { add(element) }
            } else if let text = value.text {
                source.append(text, source: value.byteRange, line: 0, path: value.path)
            }
        }
        for key in ["reasons", "reason", "details", "explanation", "indicator"] { add(value[key]) }
        if value.kind == .string { add(value) }
        var decoder = TerminationDecoder(source: source, citations: citations, version: record.system.iOSVersion)
        decoder.termination.namespace = value["namespace"]?.text
        decoder.termination.code = value["code"]?.unsigned
        decoder.locations[.exit] = citations.location(
            value["code"] ?? value["namespace"] ?? value, excerpt: rawExcerpt(value))
        decoder.decode(reasonStart: value.kind == .string ? 0 : nil, isLoose: false)
        if !value.isComplete { decoder.termination.isTruncated = true }
        let by = value["byProc"]?.text
        if let by { decoder.termination.terminatedBy = value["byPid"]?.int.map { "\(by) [\($0)]" } ?? by }
        record.take(decoder)
    }

    /// Reports without a `termination` object may still carry the words in `asi`.
    private func readTerminationFromInfo(_ record: inout DiagnosticRecord) {
        let source = applicationInfo
        guard source.find("RBSTerminateContext") != nil || source.find("active assertions") != nil else { return }
        var decoder = TerminationDecoder(source: source, citations: citations, version: record.system.iOSVersion)
        decoder.decode(reasonStart: nil, isLoose: true)
        record.take(decoder)
    }

    private func rawExcerpt(_ value: JSONValue) -> String {
        String(decoding: citations.input[value.byteRange.prefix(EvidenceLocation.excerptLimit)], as: UTF8.self)
    }

    private var applicationInfo: SourceText {
        var source = SourceText()
        guard let asi = body["asi"] else { return source }
        asi.forEachMember { _, value in
            for line in value.elements.prefix(50) {
                if let text = line.text { source.append(text, source: line.byteRange, line: 0, path: line.path) }
            }
        }
        return source
    }

    private func readApplicationInfo(_ record: inout DiagnosticRecord) {
        guard body["asi"] != nil else { return }
        let text = applicationInfo.text
        record.applicationInfo = String(decoding: text.utf8.prefix(2_000), as: UTF8.self)
        record.locations[.applicationInfo] = citations.location(body["asi"], excerpt: text)
    }

    /// `EXC_RESOURCE` reports name the resource in the exception's subtype.
    private func readResource(_ record: inout DiagnosticRecord) {
        guard record.kind == .resource else { return }
        record.resource = ResourceText.fromException(record.exception, message: body["exception"]?["message"]?.text)
        record.locations[.resource] = record.locations[.exception]
    }
}

extension DiagnosticRecord {
    mutating func take(_ decoder: TerminationDecoder) {
        termination = decoder.termination
        assertions = decoder.assertions
        locations.merge(decoder.locations) { old, _ in old }
        guard let target = decoder.termination.target else { return }
        if process.pid == nil { process.pid = target.pid }
        if process.name == nil { process.name = target.name }
        if process.bundleID == nil, let name = target.name, name.contains("."), !name.contains(" ") {
            process.bundleID = name
        }
    }
}

/// Return addresses of arm64e carry a signature in their upper bits; user space uses the lower 47 at most.
enum PointerAuthentication {
    static func strip(_ address: UInt64) -> UInt64 {
        address >> 47 == 0 ? address : address & 0x0000_000F_FFFF_FFFF
    }
}

enum ExceptionText {
    /// `EXC_CRASH (SIGKILL)` → type and signal; `SIGABRT` alone is a signal.
    static func split(_ text: String) -> (type: String?, signal: String?) {
        let words = text.split(separator: " ", omittingEmptySubsequences: true)
        guard let first = words.first.map(String.init) else { return (nil, nil) }
        let bracket = words.dropFirst().first { $0.hasPrefix("(") }
        let signal = bracket.map { String($0.filter { $0 != "(" && $0 != ")" }) }
        if first.hasPrefix("SIG") { return (nil, first) }
        return (first, signal)
    }
}
