import DiagnosticModel

/// A name for "the same problem again": rule, cause, bundle and the app's place in the code or the task's name.
/// Never addresses, pids, times or build numbers, which change from run to run.
enum Fingerprint {
    static func of(rule: String, _ record: DiagnosticRecord) -> String {
        var parts = [rule, record.process.bundleID ?? record.process.name ?? ""]
        parts.append(record.termination.watchdogEvent ?? record.resource?.event ?? record.counter?.name ?? "")
        if record.assertions.isEmpty {
            let thread =
                record.activities.first(where: { $0.state == .expirationHandler })
                ?? record.activities.first(where: { $0.isMain && $0.state != .idle })
            parts.append(thread?.inAppText.map(withoutOffsets) ?? thread?.waitKind ?? "")
        } else {
            parts += Set(record.assertions.map { withoutNumbers($0.name ?? "") }).sorted()
        }
        return "bg1:" + hex(fnv(parts.joined(separator: "\u{1F}")))
    }

    /// "Sample + 0x1f4" and "Sample 0x104bc2fe0" → "Sample", "Sample  -[A b] (A.m:42)" → "Sample  -[A b]": offsets,
    /// addresses and source lines move with every build.
    private static func withoutOffsets(_ text: String) -> String {
        let words = text.split(separator: " ")
        guard let last = words.last, words.count > 1 else { return text }
        if last.hasPrefix("0x") { return String(words[0]) }
        guard last.hasPrefix("("), last.hasSuffix(")"), last.contains(":"), !text.hasSuffix(":)") else { return text }
        return words.dropLast().joined(separator: " ")
    }

    /// Counters and UUIDs in task names ("Shared Background Assertion 446 for …") are not part of the problem.
    private static func withoutNumbers(_ name: String) -> String {
        var out = ""
        for word in name.split(separator: " ", omittingEmptySubsequences: false) {
            if !out.isEmpty { out += " " }
            let isUUID = word.utf8.count == 36 && word.allSatisfy { $0.isHexDigit || $0 == "-" }
            if isUUID {
                out += "#"
            } else {
                for character in word where !(character.isNumber && out.last == "#") {
                    out.append(character.isNumber ? "#" : character)
                }
            }
        }
        return out
    }

    /// FNV-1a, 64 bits: stable everywhere, unlike `Hasher`.
    private static func fnv(_ text: String) -> UInt64 {
        text.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
    }

    private static func hex(_ value: UInt64) -> String {
        let digits = String(value, radix: 16)
        return String(repeating: "0", count: 16 - digits.utf8.count) + digits
    }
}
