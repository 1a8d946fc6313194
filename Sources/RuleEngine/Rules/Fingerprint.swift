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

    /// "Sample + 0x1f4" → "Sample": unsymbolicated offsets move with every build.
    private static func withoutOffsets(_ text: String) -> String {
        text.utf8.contains(UInt8(ascii: "+")) && text.contains(" + 0x") ? String(text.prefix { $0 != "+" }) : text
    }

    /// Counters and UUIDs in task names ("Shared Background Assertion 446 for …") are not part of the problem.
    private static func withoutNumbers(_ name: String) -> String {
        String(name.map { $0.isNumber ? "#" : $0 })
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
