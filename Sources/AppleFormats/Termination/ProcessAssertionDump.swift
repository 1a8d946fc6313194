/// The open assertions that a system of iOS 4–12 listed when it killed a process:
/// `… has active assertions beyond permitted time:` and the list behind it.
///
/// Five shapes, told apart by their own words (captures of iOS 4, 6.1.3, 7.0, 8.2/9 and 11–12):
/// `SBProcessAssertion`/`BKProcessAssertion` with `identifier: … process: Name[pid]` (4–7), with `id:`, `name:`
/// and `<BKNewProcess…>` (8–9), the short form `"name" (reason:180s); id:…` (10–12), and the long form
/// `id: …; name: …; state: …; reason: …; duration: 30.0s` (10–12, logs).
public struct ProcessAssertionDump: Sendable {
    public struct Entry: Sendable {
        public var name: String?
        public var identifier: String?
        public var reason: String?
        /// Seconds; nil for `inf` and when absent.
        public var duration: Double?
        /// The process handle as written.
        public var process: String?
        public var owner: String?
        public var ownerPID: Int?
        public var flags: [String]
        /// Range in the source text.
        public var range: Range<Int>
    }

    /// The words before "has active assertions": the process handle.
    public var subject: Found<String>?
    public var entries: [Entry] = []
    /// The list's bracket or an entry's `>` is missing.
    public var isTruncated = false

    public init?(_ source: SourceText) {
        let marker = source.find("has active assertions beyond permitted time")
        guard marker != nil || source.find("ProcessAssertion: 0x") != nil else { return nil }
        if let marker { subject = Self.subject(source, before: marker.lowerBound) }
        var from = marker?.upperBound ?? 0
        while let start = Self.nextEntry(source, from: from) {
            let end = Self.closing(source.bytes, start)
            if end == nil { isTruncated = true }
            let stop = end ?? Self.lineEnd(source.bytes, start)
            entries.append(Self.entry(source, start..<Self.lineTail(source.bytes, stop)))
            from = stop
            if entries.count >= 10_000 { break }
        }
        if marker == nil, entries.isEmpty { return nil }
        if marker != nil, entries.isEmpty { isTruncated = true }
    }

    private static func subject(_ source: SourceText, before end: Int) -> Found<String>? {
        var start = end
        while start > 0, source.bytes[start - 1] != 0x0A { start -= 1 }
        let text = source.string(start..<end)
        // Log lines carry a prefix: the words behind "description:" or the last "<Warning>: " are the subject.
        var offset = 0
        for mark in ["with description: ", "<Warning>: ", "<Notice>: ", "<Error>: ", "Information: "] {
            if let found = SourceText(text).find(mark) { offset = max(offset, found.upperBound) }
        }
        let subject = text.utf8.dropFirst(offset)
        let trimmed = String(decoding: Array(subject), as: UTF8.self).drop { $0 == " " || $0 == "\"" || $0 == "\t" }
        let value = String(trimmed.reversed().drop { $0 == " " }.reversed())
        return value.isEmpty ? nil : Found(value, start + offset..<end)
    }

    private static func nextEntry(_ source: SourceText, from: Int) -> Int? {
        // One search for what all have in common, so that a long list is walked once.
        var from = from
        while let word = source.find("ProcessAssertion", from: from) {
            for opening in ["<BK", "<SB", "< BK", "<BKS"] {
                let start = word.lowerBound - opening.utf8.count
                if start >= 0, source.bytes[start..<word.lowerBound].elementsEqual(opening.utf8) { return start }
            }
            from = word.upperBound
        }
        return nil
    }

    /// Index behind the `>` that closes the `<` at `start`; brackets nest, and a Swift or Objective-C name in
    /// `from <-[Class method]>` closes its own.
    private static func closing(_ bytes: [UInt8], _ start: Int) -> Int? {
        var depth = 0
        var i = start
        while i < bytes.count {
            if bytes[i] == UInt8(ascii: "<") { depth += 1 }
            if bytes[i] == UInt8(ascii: ">"), i == 0 || bytes[i - 1] != UInt8(ascii: "-") {
                depth -= 1
                // iOS 4–9 close the object right behind its address: the fields follow on the same line.
                if depth == 0 {
                    let isAddressOnly = !bytes[start..<i].contains(0x3B) && !bytes[start..<i].contains(0x22)
                    return isAddressOnly ? lineEnd(bytes, i) : i + 1
                }
            }
            if bytes[i] == 0x0A, depth > 0, i - start > 4096 { return nil }
            i += 1
        }
        return nil
    }

    private static func lineEnd(_ bytes: [UInt8], _ from: Int) -> Int {
        bytes[from...].firstIndex(of: 0x0A) ?? bytes.count
    }

    /// `(owner: …)` and ` [active]` follow the closing bracket of the short form.
    private static func lineTail(_ bytes: [UInt8], _ from: Int) -> Int {
        let end = lineEnd(bytes, from)
        return ByteSearch.find(Array("ProcessAssertion: ".utf8), in: bytes, from: from, to: end) ?? end
    }

    private static func entry(_ source: SourceText, _ range: Range<Int>) -> Entry {
        let text = source.string(range)
        var fields = AssertionFields(text)
        var entry = Entry(flags: [], range: range)
        if let quoted = fields.shortForm() {
            entry.name = quoted.name
            entry.reason = quoted.reason
            entry.duration = quoted.duration
            entry.identifier = fields.value("id:", until: [">", ";", ")"])
            entry.owner = fields.value("(owner:", until: [")"])
            return entry
        }
        let isOld = fields.value("identifier:", until: [" process:"])
        entry.name = fields.name(after: isOld == nil ? "name:" : "identifier:")
        entry.name = entry.name.map { $0.hasPrefix("\"") ? String($0.dropFirst().prefix { $0 != "\"" }) : $0 }
        entry.identifier =
            isOld == nil ? fields.value(" id:", until: [" name:", ";"]) ?? fields.value(";id:", until: [";"]) : nil
        entry.process = fields.process()
        let duration =
            fields.value("permittedBackgroundDuration:", until: [" "]) ?? fields.value("duration:", until: [";", ">"])
        entry.duration = duration.flatMap { Double($0.hasSuffix("s") ? String($0.dropLast()) : $0) }.flatMap {
            $0.isFinite ? $0 : nil
        }
        entry.reason = fields.value("reason:", until: [" owner", ";", ">"])
        entry.owner = fields.value("owner = ", until: ["> ;", ">;", "\n"])
        if let owner = fields.value("owner pid:", until: [" ", ",", "\n"]) {
            entry.ownerPID = Int(owner)
            entry.flags = fields.words(after: "owner pid:\(owner)")
        }
        return entry
    }
}

/// Field access for one assertion's text.
private struct AssertionFields {
    let text: SourceText

    init(_ text: String) { self.text = SourceText(text) }

    func value(_ key: String, until ends: [String]) -> String? {
        guard var start = text.find(key)?.upperBound else { return nil }
        while start < text.bytes.count, text.bytes[start] == 0x20 { start += 1 }
        var end = text.bytes.count
        for stop in ends {
            if let at = text.find(stop, from: start)?.lowerBound { end = min(end, at) }
        }
        let value = text.string(start..<end)
        return value.isEmpty ? nil : value
    }

    /// A task's name runs to the last ` process:` before the duration: selectors in it may hold the word as well.
    func name(after key: String) -> String? {
        guard var start = text.find(key)?.upperBound else { return nil }
        while start < text.bytes.count, text.bytes[start] == 0x20 { start += 1 }
        let stop = text.find(" permittedBackgroundDuration:", from: start)?.lowerBound ?? text.bytes.count
        var end: Int?
        var from = start
        while let at = text.find(" process:", from: from), at.lowerBound < stop {
            end = at.lowerBound
            from = at.upperBound
        }
        let cut = end ?? text.find(";", from: start)?.lowerBound ?? stop
        let name = text.string(start..<max(start, cut))
        return name.isEmpty ? nil : name
    }

    /// The words behind the last `process:` before the duration; the first may be a part of the task's name.
    func process() -> String? {
        guard let stop = text.find(" permittedBackgroundDuration:")?.lowerBound else {
            return value("process:", until: [" permittedBackgroundDuration:"])
        }
        var start: Int?
        var from = 0
        while let at = text.find("process:", from: from), at.upperBound <= stop {
            start = at.upperBound
            from = at.upperBound
        }
        guard var start else { return nil }
        while start < stop, text.bytes[start] == 0x20 { start += 1 }
        return start < stop ? text.string(start..<stop) : nil
    }

    /// `"name" (reason:180s)`.
    mutating func shortForm() -> (name: String, reason: String?, duration: Double?)? {
        guard let open = text.find("; \"")?.upperBound ?? text.find(";\"")?.upperBound,
            let close = text.find("\" (", from: open)
        else { return nil }
        let name = text.string(open..<close.lowerBound)
        let stop = text.find(")", from: close.upperBound)?.lowerBound ?? text.bytes.count
        let inner = text.string(close.upperBound..<stop)
        guard let colon = inner.lastIndex(of: ":") else { return (name, inner, nil) }
        let seconds = inner[inner.index(after: colon)...]
        let duration = Double(seconds.hasSuffix("s") ? seconds.dropLast() : seconds)
        return (name, String(inner[..<colon]), duration.flatMap { $0.isFinite ? $0 : nil })
    }

    func words(after key: String) -> [String] {
        guard let start = text.find(key)?.upperBound else { return [] }
        return text.string(start..<text.bytes.count).split(whereSeparator: { " ,;\n".contains($0) }).map(String.init)
            .filter { $0.hasPrefix("prevent") || $0.hasPrefix("allow") || $0.hasPrefix("wants") }
    }
}
