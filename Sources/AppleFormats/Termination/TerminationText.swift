/// A value read out of a `SourceText`, with the bytes it was read from.
public struct Found<Value: Sendable>: Sendable {
    public var value: Value
    /// Range in the `SourceText`.
    public var range: Range<Int>

    public init(_ value: Value, _ range: Range<Int>) {
        self.value = value
        self.range = range
    }
}

/// The labelled parts of a termination text, in any of the spellings reports have used: the
/// `Termination Reason`/`Termination Description` lines (iOS 9–14), the `RBSTerminateContext` (14 on; whole,
/// split over `reasons[]`, or cut off), and loose excerpts that people paste.
///
/// Reading only: what the words mean is decided with `rules/`.
public struct TerminationText: Sendable {
    public var namespace: Found<String>?
    public var code: Found<UInt64>?
    public var domain: Found<UInt64>?
    public var explanation: Found<String>?
    public var processVisibility: Found<String>?
    public var processState: Found<String>?
    public var watchdogEvent: Found<String>?
    public var watchdogVisibility: Found<String>?
    public var reportType: Found<String>?
    public var maxTerminationResistance: Found<String>?
    public var totalCPU: Found<CPULine>?
    public var applicationCPU: Found<CPULine>?
    public var thermalLevel: Found<Int>?
    public var thermalState: Found<String>?
    public var lockedFiles: [Found<String>] = []
    /// The text stops inside a context, list or label.
    public var isTruncated = false

    /// `15.290 (user 15.290, system 0.000), 28% CPU`.
    public struct CPULine: Sendable, Equatable {
        public var seconds: Double
        public var user: Double?
        public var system: Double?
        public var percent: Double?
    }

    /// Labels that end an explanation or a value written before them.
    static let labels = [
        "ProcessVisibility", "ProcessState", "WatchdogEvent", "WatchdogVisibility", "WatchdogCPUStatistics",
        "ThermalInfo", "reportType", "maxTerminationResistance", "Elapsed total CPU time",
        "Elapsed application CPU time", "Kernel Triage", "Triggered by Thread", "Metadata:",
    ]

    public init(_ source: SourceText) {
        var scanner = TerminationScanner(source: source)
        readContext(&scanner)
        processVisibility = scanner.label("ProcessVisibility")
        processState = scanner.label("ProcessState")
        watchdogEvent = scanner.label("WatchdogEvent")
        watchdogVisibility = scanner.label("WatchdogVisibility")
        reportType = scanner.label("reportType")
        maxTerminationResistance = scanner.label("maxTerminationResistance")
        totalCPU = scanner.cpuLine("Elapsed total CPU time (seconds):")
        applicationCPU = scanner.cpuLine("Elapsed application CPU time (seconds):")
        thermalLevel = scanner.label("Thermal Level").flatMap { found in
            NumberText.signed(Array(found.value.utf8)).map { Found($0, found.range) }
        }
        thermalState = scanner.label("Thermal State")
        lockedFiles = scanner.lockedFiles()
        isTruncated = isTruncated || scanner.endsInsideStatistics()
    }

    /// `<RBSTerminateContext| domain:10 code:0x8BADF00D explanation:… reportType:… maxTerminationResistance:…>`,
    /// or just its `code:` and `explanation:` in a quotation.
    private mutating func readContext(_ scanner: inout TerminationScanner) {
        let context = scanner.source.find("<RBSTerminateContext|") ?? scanner.source.find("RBSTerminateContext|")
        let from = context?.upperBound ?? 0
        domain = scanner.number(after: "domain:", from: from)
        code = scanner.number(after: "code:", from: from)
        if let start = scanner.source.find("explanation:", from: from)?.upperBound {
            explanation = scanner.explanation(from: start)
        }
        if context != nil {
            isTruncated =
                scanner.source.find("maxTerminationResistance", from: from) == nil
                || scanner.source.find(">", from: scanner.source.find("maxTerminationResistance")?.upperBound ?? from)
                    == nil
        } else if let start = scanner.source.find("<RBSTerm") {
            isTruncated = start.upperBound >= scanner.source.bytes.count - 24
        }
    }
}

/// Search helpers over one termination text.
struct TerminationScanner {
    let source: SourceText
    private var bytes: [UInt8] { source.bytes }

    init(source: SourceText) { self.source = source }

    func number(after label: String, from: Int) -> Found<UInt64>? {
        var next = source.find(label, from: from, ignoringCase: true)
        // "domain:" must not match inside another word.
        while let found = next, found.lowerBound > 0, TerminationScanner.isWord(bytes[found.lowerBound - 1]) {
            next = source.find(label, from: found.upperBound, ignoringCase: true)
        }
        guard let found = next else { return nil }
        var start = found.upperBound
        while start < bytes.count, bytes[start] == 0x20 { start += 1 }
        var end = start
        while end < bytes.count, TerminationScanner.isWord(bytes[end]) { end += 1 }
        return NumberText.unsigned(bytes[start..<end]).map { Found($0, found.lowerBound..<end) }
    }

    static func isWord(_ byte: UInt8) -> Bool {
        (byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A) || (byte >= 0x30 && byte <= 0x39) || byte == 0x5F
    }

    /// `Label: value`, ended by a line end, " | ", a quote, a bracket or the next label.
    func label(_ label: String) -> Found<String>? {
        var from = 0
        while let found = source.find(label, from: from, ignoringCase: false) {
            from = found.upperBound
            var start = found.upperBound
            while start < bytes.count, bytes[start] == 0x20 || bytes[start] == 0x22 { start += 1 }
            guard start < bytes.count, bytes[start] == UInt8(ascii: ":") else { continue }
            start += 1
            while start < bytes.count, bytes[start] == 0x20 || bytes[start] == 0x22 || bytes[start] == 0x09 {
                start += 1
            }
            var end = start
            while end < bytes.count, !Self.endsValue(bytes[end]) { end += 1 }
            end = nextLabel(from: start, to: end)
            while end > start, bytes[end - 1] == 0x20 || bytes[end - 1] == 0x2C { end -= 1 }
            guard end > start else { continue }
            return Found(source.string(start..<end), found.lowerBound..<end)
        }
        return nil
    }

    private static func endsValue(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x0A, 0x0D, 0x7C, 0x22, 0x29, 0x3E, 0x60: true  // line end | " ) > `
        default: false
        }
    }

    private func nextLabel(from start: Int, to end: Int) -> Int {
        var nearest = end
        for label in TerminationText.labels {
            if let at = ByteSearch.find(Array(label.utf8), in: bytes, from: start, to: nearest), at > start {
                nearest = at
            }
        }
        return nearest
    }

    /// The explanation runs over line ends until the first label; ` | ` separates lines in old descriptions.
    func explanation(from: Int) -> Found<String>? {
        var start = from
        while start < bytes.count, bytes[start] == 0x20 { start += 1 }
        var end = nextLabel(from: start, to: bytes.count)
        while end > start, [0x20, 0x0A, 0x0D, 0x7C].contains(bytes[end - 1]) { end -= 1 }
        if end > start, bytes[end - 1] == UInt8(ascii: ">"),
            source.find("maxTerminationResistance", from: start) == nil,
            source.string(start..<end).first != "<"
        {
            end -= 1
        }
        guard end > start else { return nil }
        return Found(source.string(start..<end), start..<end)
    }

    func cpuLine(_ label: String) -> Found<TerminationText.CPULine>? {
        guard let found = source.find(label) else { return nil }
        var end = found.upperBound
        while end < bytes.count, bytes[end] != 0x0A, bytes[end] != 0x22, bytes[end] != 0x7C { end += 1 }
        let text = source.string(found.upperBound..<end)
        let words = text.split(whereSeparator: { " (),".contains($0) })
        guard let first = words.first, let seconds = Double(first) else { return nil }
        var line = TerminationText.CPULine(seconds: seconds)
        for (word, value) in zip(words, words.dropFirst()) {
            if word == "user" { line.user = Double(value) }
            if word == "system" { line.system = Double(value) }
        }
        line.percent = words.first { $0.hasSuffix("%") }.flatMap { Double($0.dropLast()) }
        return Found(line, found.lowerBound..<end)
    }

    /// Paths after "with locked system files:", one a line or separated by " | ", up to the first label or the
    /// words "not in allowed directories" of newer systems.
    func lockedFiles() -> [Found<String>] {
        guard let marker = source.find("locked system files:", ignoringCase: true) else { return [] }
        var end = nextLabel(from: marker.upperBound, to: bytes.count)
        if let allowed = ByteSearch.find(Array("not in allowed".utf8), in: bytes, from: marker.upperBound, to: end) {
            end = allowed
        }
        var files: [Found<String>] = []
        var start = marker.upperBound
        while start < end {
            var stop = start
            while stop < end, bytes[stop] != 0x0A, bytes[stop] != 0x7C { stop += 1 }
            var first = start
            while first < stop, bytes[first] == 0x20 || bytes[first] == 0x09 { first += 1 }
            var last = stop
            while last > first, [0x20, 0x09, 0x0D, 0x60, 0x3E, 0x22].contains(bytes[last - 1]) { last -= 1 }
            if first < last, bytes[first] == UInt8(ascii: "/") {
                files.append(Found(source.string(first..<last), first..<last))
            } else if first < last {
                break
            }
            start = stop + 1
        }
        return files
    }

    /// `WatchdogCPUStatistics: (` whose bracket never closes.
    func endsInsideStatistics() -> Bool {
        guard let open = source.find("WatchdogCPUStatistics") ?? source.find("ThermalInfo") else { return false }
        var depth = 0
        for byte in bytes[open.upperBound...] {
            if byte == 0x28 { depth += 1 }
            if byte == 0x29 { depth -= 1 }
        }
        return depth > 0
    }
}
