/// Numbers and times as people read them.
enum Words {
    /// "0.042 s", "30 s".
    static func seconds(_ value: Double) -> SafeText { "\(number(value)) s" }

    /// At most three decimals, without trailing zeros; very large and very small numbers as Swift prints them.
    static func number(_ value: Double) -> SafeText {
        guard let scaled = nearest(value * 1000) else { return "\(value.description)" }
        if scaled == 0, value != 0 { return "\(value.description)" }
        let magnitude = abs(scaled)
        var text = (scaled < 0 ? "-" : "") + String(magnitude / 1000)
        if magnitude % 1000 != 0 {
            text += "." + String(1000 + magnitude % 1000).dropFirst()
            while text.last == "0" { text.removeLast() }
        }
        return "\(text)"
    }

    /// "812 bytes", "34.1 kB", "1.2 GB"; decimal units.
    static func bytes(_ count: Double) -> SafeText {
        if count.magnitude < 1000, let whole = nearest(count) { return plural(whole, "byte", "bytes") }
        var value = count
        var unit: SafeText = "bytes"
        for next in ["kB", "MB", "GB", "TB"] as [SafeText] where value.magnitude >= 1000 {
            value /= 1000
            unit = next
        }
        return "\(number(nearest(value * 10).map { Double($0) / 10 } ?? value)) \(unit)"
    }

    /// Rounded; nil beyond 10^15. (`rounded()` would need libm, which nothing here links.)
    private static func nearest(_ value: Double) -> Int? {
        guard value.magnitude < 1e15 else { return nil }
        return Int(value < 0 ? value - 0.5 : value + 0.5)
    }

    static func plural(_ count: Int, _ one: SafeText, _ many: SafeText) -> SafeText {
        "\(count) \(count == 1 ? one : many)"
    }

    /// "0x8badf00d".
    static func hex(_ value: UInt64) -> String {
        let digits = String(value, radix: 16)
        // Apple prints codes with eight digits: 0x05ca1ded.
        let padding = value > 0xFFFF ? max(0, 8 - digits.utf8.count) : 0
        return "0x" + String(repeating: "0", count: padding) + digits
    }

    /// "a", "a and b", "a, b and c".
    static func list(_ parts: [SafeText]) -> SafeText {
        guard let last = parts.last, parts.count > 1 else { return parts.first ?? "" }
        return parts.dropLast().joined(", ") + " and " + last
    }
}
