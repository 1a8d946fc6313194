/// Numbers as reports write them: decimal, `0x` in any case, leading zeros, signs. No traps on overflow.
public enum NumberText {
    @inline(__always)
    public static func hexDigit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 0x30...0x39: byte - 0x30
        case 0x41...0x46: byte - 0x41 + 10
        case 0x61...0x66: byte - 0x61 + 10
        default: nil
        }
    }

    /// "2343432205", "0x8BADF00D"; nil when the bytes are anything else or do not fit 64 bits.
    public static func unsigned(_ bytes: some Collection<UInt8>) -> UInt64? {
        let rest = bytes.dropFirst()
        if bytes.first == 0x30, let x = rest.first, x | 0x20 == UInt8(ascii: "x") {
            return hex(rest.dropFirst())
        }
        return decimal(bytes)
    }

    public static func unsigned(_ text: some StringProtocol) -> UInt64? { unsigned(Array(text.utf8)) }

    public static func decimal(_ bytes: some Collection<UInt8>) -> UInt64? {
        guard !bytes.isEmpty else { return nil }
        var value: UInt64 = 0
        for byte in bytes {
            guard byte >= 0x30, byte <= 0x39 else { return nil }
            let (product, overflow) = value.multipliedReportingOverflow(by: 10)
            let (sum, carry) = product.addingReportingOverflow(UInt64(byte - 0x30))
            if overflow || carry { return nil }
            value = sum
        }
        return value
    }

    /// Hexadecimal digits without prefix.
    public static func hex(_ bytes: some Collection<UInt8>) -> UInt64? {
        guard !bytes.isEmpty else { return nil }
        var value: UInt64 = 0
        for byte in bytes {
            guard let digit = hexDigit(byte), value >> 60 == 0 else { return nil }
            value = value << 4 | UInt64(digit)
        }
        return value
    }

    public static func signed(_ bytes: some Collection<UInt8>) -> Int? {
        if bytes.first == UInt8(ascii: "-") {
            return decimal(bytes.dropFirst()).flatMap { Int(exactly: $0) }.map { -$0 }
        }
        return decimal(bytes).flatMap { Int(exactly: $0) }
    }

    /// The first decimal number in a text with grouping marks and words: "1,106,818千字节", "64 sec", "1 073,77 MB".
    ///
    /// MetricKit and resource reports localise their numbers. Grouping marks between digits are dropped; a last
    /// separator followed by one, two or more than three digits is the decimal point.
    public static func lenient(_ text: String) -> Double? {
        var groups = [""]
        var separators: [Character] = []
        var started = false
        for character in text {
            if let digit = character.wholeNumberValue, digit < 10 {
                groups[groups.count - 1].append(String(digit))
                started = true
            } else if started, ".,'\u{00A0}\u{202F}\u{066B}\u{066C}’".contains(character) {
                groups.append("")
                separators.append(character)
            } else if started {
                break
            }
        }
        guard started else { return nil }
        if groups.last?.isEmpty == true {
            groups.removeLast()
            separators.removeLast()
        }
        guard let last = separators.last else { return Double(groups.joined()) }
        // Two of the same mark group ("1.073.768"); one alone is a decimal point unless it is a comma before three
        // digits; after a different mark the last is the decimal point.
        let isSame = separators.allSatisfy { $0 == last }
        let isGroup =
            groups[groups.count - 1].count == 3
            && (separators.count > 1 ? isSame : last != "." && last != "\u{066B}" && groups[0] != "0")
        if isGroup { return Double(groups.joined()) }
        return Double(groups.dropLast().joined() + "." + groups[groups.count - 1])
    }
}
