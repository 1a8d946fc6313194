/// A literal text to look for, prepared once so that looking allocates nothing.
///
/// Without modifiers texts compare byte for byte, except `==` and `!=`, which are Swift's (canonically equivalent
/// texts are equal). With modifiers both sides are folded; ASCII is folded on the fly, and a text with anything else
/// is folded as a whole first. Time is linear in the text, except for LIKE with several `*`.
///
/// A class, and so is `BoundComparison`: evaluation takes them out of enums, which costs one retain instead of one
/// for each field.
final class TextPattern: Sendable {
    enum Kind: Sendable {
        case equal, notEqual, beginsWith, endsWith, contains, like
    }

    private let kind: Kind
    private let options: StringOptions
    private let literal: String
    private let needle: [UInt8]
    /// Knuth–Morris–Pratt: how much of the needle still matches after a mismatch at each place.
    private let fallback: [Int]
    private let wildcards: WildcardPattern?

    init(_ kind: Kind, _ literal: String, _ options: StringOptions) {
        self.kind = kind
        self.options = options
        self.literal = literal
        needle = options.isEmpty ? Array(literal.utf8) : Array(TextFolding.fold(literal, options).utf8)
        fallback = kind == .contains ? ByteSearch.fallbackTable(for: needle) : []
        wildcards = kind == .like ? WildcardPattern(needle) : nil
    }

    /// `!=`, which a null satisfies in two-valued semantics.
    var isNegation: Bool { kind == .notEqual }

    func matches(_ text: String) -> Bool {
        if options.isEmpty {
            switch kind {
            case .equal: return text == literal
            case .notEqual: return text != literal
            default: return matches(bytes: text.utf8) ?? false
            }
        }
        return matches(bytes: text.utf8) ?? matches(bytes: TextFolding.fold(text, options).utf8, isFolded: true)
            ?? false
    }

    /// Nil when a byte outside ASCII is met that has to be folded first.
    private func matches(bytes: String.UTF8View, isFolded: Bool = false) -> Bool? {
        let mustFold = !options.isEmpty && !isFolded
        switch kind {
        case .equal: return isEqual(bytes, mustFold)
        case .notEqual: return isEqual(bytes, mustFold).map { !$0 }
        case .beginsWith: return begins(bytes, needle, mustFold)
        case .endsWith: return begins(bytes.reversed(), needle.reversed(), mustFold)
        case .contains: return contains(bytes, mustFold)
        case .like:
            if mustFold, bytes.contains(where: { $0 >= 0x80 }) { return nil }
            return wildcards?.matches(mustFold ? bytes.map(folded) : Array(bytes))
        }
    }

    private func isEqual(_ bytes: String.UTF8View, _ mustFold: Bool) -> Bool? {
        var index = 0
        for byte in bytes {
            if mustFold, byte >= 0x80 { return nil }
            guard index < needle.count, (mustFold ? folded(byte) : byte) == needle[index] else {
                // What follows may be outside ASCII, but cannot undo the difference: only a combining mark could,
                // and that belongs to the letter before it.
                return mustFold && bytes.contains { $0 >= 0x80 } ? nil : false
            }
            index += 1
        }
        return index == needle.count
    }

    private func begins(
        _ bytes: some Sequence<UInt8>, _ needle: some Collection<UInt8>, _ mustFold: Bool
    ) -> Bool? {
        var rest = needle[...]
        for byte in bytes {
            guard let expected = rest.first else { return true }
            if mustFold, byte >= 0x80 { return nil }
            guard (mustFold ? folded(byte) : byte) == expected else { return false }
            rest = rest.dropFirst()
        }
        return rest.isEmpty
    }

    private func contains(_ bytes: String.UTF8View, _ mustFold: Bool) -> Bool? {
        let needle = needle
        guard let first = needle.first else { return true }
        var matched = 0
        for byte in bytes {
            if mustFold, byte >= 0x80 { return nil }
            let byte = mustFold ? folded(byte) : byte
            if matched == 0, byte != first { continue }
            while matched > 0, needle[matched] != byte { matched = fallback[matched - 1] }
            if needle[matched] == byte { matched += 1 }
            if matched == needle.count { return true }
        }
        return false
    }

    /// ASCII only; diacritics do not occur there.
    @inline(__always)
    private func folded(_ byte: UInt8) -> UInt8 {
        options.contains(.caseInsensitive) ? asciiLowercased(byte) : byte
    }
}

enum ByteSearch {
    static func fallbackTable(for needle: [UInt8]) -> [Int] {
        var table = Array(repeating: 0, count: needle.count)
        var matched = 0
        for index in needle.indices.dropFirst() {
            while matched > 0, needle[matched] != needle[index] { matched = table[matched - 1] }
            if needle[matched] == needle[index] { matched += 1 }
            table[index] = matched
        }
        return table
    }
}

/// LIKE: `*` stands for any text, `?` for one character (one Unicode scalar), `\*` and `\?` for themselves.
struct WildcardPattern: Sendable {
    private enum Part: Sendable {
        case anything
        case oneScalar
        case byte(UInt8)
    }

    private var parts: [Part] = []

    init(_ pattern: [UInt8]) {
        var isEscaped = false
        for byte in pattern {
            if isEscaped {
                parts.append(.byte(byte))
                isEscaped = false
                continue
            }
            switch byte {
            case UInt8(ascii: "\\"): isEscaped = true
            case UInt8(ascii: "*"): parts.append(.anything)
            case UInt8(ascii: "?"): parts.append(.oneScalar)
            default: parts.append(.byte(byte))
            }
        }
        if isEscaped { parts.append(.byte(UInt8(ascii: "\\"))) }
    }

    /// Greedy with one place to return to: after a mismatch the last `*` swallows one byte more.
    func matches(_ text: [UInt8]) -> Bool {
        var position = 0
        var part = 0
        var retry: (part: Int, position: Int)?
        while position < text.count {
            if part < parts.count, case .anything = parts[part] {
                part += 1
                retry = (part, position)
            } else if part < parts.count, let next = step(parts[part], text, position) {
                part += 1
                position = next
            } else if let last = retry {
                part = last.part
                position = last.position + 1
                retry = (part, position)
            } else {
                return false
            }
        }
        return parts[part...].allSatisfy { if case .anything = $0 { true } else { false } }
    }

    private func step(_ part: Part, _ text: [UInt8], _ position: Int) -> Int? {
        switch part {
        case .anything: return nil
        case .byte(let byte): return text[position] == byte ? position + 1 : nil
        case .oneScalar:
            var end = position + 1
            while end < text.count, text[end] & 0xC0 == 0x80 { end += 1 }
            // A scalar begins at a leading byte: `*` must not leave half of one for `?`.
            return text[position] & 0xC0 == 0x80 ? nil : end
        }
    }
}
