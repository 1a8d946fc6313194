/// A set of name patterns (`exact`, `prefix*`, `*suffix`, `*part*`), each with a value, looked up in time
/// that does not grow with the number of patterns for names that match none of them.
///
/// Leading underscores and asterisks of a name are ignored on both sides: markdown eats `__`, and symbol
/// tables disagree about them.
public struct NamePatterns<Value: Sendable>: Sendable {
    private var exact: [String: [Value]] = [:]
    private var prefixes: [UInt32: [(text: [UInt8], value: Value)]] = [:]
    private var shortPrefixes: [(text: [UInt8], value: Value)] = []
    private var suffixes: [(text: [UInt8], value: Value)] = []
    /// Parts by their first four bytes; shorter ones apart.
    private var parts: [UInt32: [(text: [UInt8], value: Value)]] = [:]
    private var shortParts: [(text: [UInt8], value: Value)] = []
    /// A bit for each hash of four bytes that some part starts with: most names never reach the dictionary.
    private var filter = [UInt64](repeating: 0, count: 64)

    public init() {}

    public init(_ patterns: [String], value: Value) {
        for pattern in patterns { add(pattern, value) }
    }

    public mutating func add(_ pattern: String, _ value: Value) {
        var text = Array(pattern.utf8)
        let startsOpen = text.count > 1 && text.first == 0x2A
        let endsOpen = text.count > 1 && text.last == 0x2A
        if startsOpen { text.removeFirst() }
        if endsOpen, !text.isEmpty { text.removeLast() }
        if !startsOpen { text = Array(Self.core(text[...])) }
        guard !text.isEmpty else { return }
        switch (startsOpen, endsOpen) {
        case (false, false): exact[String(decoding: text, as: UTF8.self), default: []].append(value)
        case (false, true):
            if text.count >= 4 {
                prefixes[Self.word(text, 0), default: []].append((text, value))
            } else {
                shortPrefixes.append((text, value))
            }
        case (true, false): suffixes.append((text, value))
        case (true, true):
            if text.count >= 4 {
                let word = Self.word(text, 0)
                parts[word, default: []].append((text, value))
                setFilter(word)
            } else {
                shortParts.append((text, value))
            }
        }
    }

    /// The values of every pattern that matches.
    public func matches(_ name: String) -> [Value] {
        var found: [Value] = []
        collect(Self.core(Array(name.utf8)[...]), &found)
        return found
    }

    /// Whether any pattern matches; most names are decided by their beginning.
    public func contains(_ name: String) -> Bool {
        let bytes = Self.core(Array(name.utf8)[...])
        if bytes.count >= 4, let candidates = prefixes[Self.word(bytes, bytes.startIndex)],
            candidates.contains(where: { bytes.starts(with: $0.text) })
        {
            return true
        }
        var found: [Value] = []
        collect(bytes, &found)
        return !found.isEmpty
    }

    private func collect(_ name: ArraySlice<UInt8>, _ found: inout [Value]) {
        if !exact.isEmpty, let values = exact[String(decoding: name, as: UTF8.self)] { found += values }
        if name.count >= 4, let candidates = prefixes[Self.word(name, name.startIndex)] {
            for (text, value) in candidates where name.starts(with: text) { found.append(value) }
        }
        for (text, value) in shortPrefixes where name.starts(with: text) { found.append(value) }
        for (text, value) in suffixes where name.count >= text.count && name.suffix(text.count).elementsEqual(text) {
            found.append(value)
        }
        for (text, value) in shortParts where Self.occurs(text, in: name) { found.append(value) }
        guard !parts.isEmpty, name.count >= 4 else { return }
        var i = name.startIndex
        while i + 4 <= name.endIndex {
            let word = Self.word(name, i)
            if testFilter(word), let candidates = parts[word] {
                for (text, value) in candidates where name[i...].starts(with: text) { found.append(value) }
            }
            i += 1
        }
    }

    private static func occurs(_ text: [UInt8], in name: ArraySlice<UInt8>) -> Bool {
        guard name.count >= text.count else { return false }
        return (name.startIndex...(name.endIndex - text.count)).contains { name[$0...].starts(with: text) }
    }

    private static func core(_ name: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        name.drop { $0 == 0x5F || $0 == 0x2A }
    }

    @inline(__always)
    private static func word(_ bytes: [UInt8], _ i: Int) -> UInt32 {
        UInt32(bytes[i]) | UInt32(bytes[i + 1]) << 8 | UInt32(bytes[i + 2]) << 16 | UInt32(bytes[i + 3]) << 24
    }

    @inline(__always)
    private static func word(_ bytes: ArraySlice<UInt8>, _ i: Int) -> UInt32 {
        UInt32(bytes[i]) | UInt32(bytes[i + 1]) << 8 | UInt32(bytes[i + 2]) << 16 | UInt32(bytes[i + 3]) << 24
    }

    private static func hash(_ word: UInt32) -> Int { Int((word &* 2_654_435_761) >> 20) }

    private mutating func setFilter(_ word: UInt32) {
        let bit = Self.hash(word)
        filter[bit >> 6] |= 1 << UInt64(bit & 63)
    }

    @inline(__always)
    private func testFilter(_ word: UInt32) -> Bool {
        let bit = Self.hash(word)
        return filter[bit >> 6] & (1 << UInt64(bit & 63)) != 0
    }
}
