/// The text forms of XML property lists, as CoreFoundation's `CFPropertyList.c` accepts them.
enum PropertyListText {
    /// Decimal or `0x` hexadecimal with an optional sign, from `Int64.min` to `UInt64.max`; white space around.
    static func wholeNumber(_ text: String) -> PropertyListValue? {
        var digits = trimmed(text)
        let isNegative = digits.first == "-"
        if isNegative || digits.first == "+" { digits = digits.dropFirst() }
        let isHexadecimal = digits.hasPrefix("0x") || digits.hasPrefix("0X")
        if isHexadecimal { digits = digits.dropFirst(2) }
        // `UInt64(_:radix:)` would take a second sign.
        guard let first = digits.utf8.first, first != UInt8(ascii: "+"), first != UInt8(ascii: "-"),
            let magnitude = UInt64(digits, radix: isHexadecimal ? 16 : 10)
        else { return nil }
        if !isNegative { return Int64(exactly: magnitude).map { .integer($0) } ?? .unsigned(magnitude) }
        if magnitude == Int64.min.magnitude { return .integer(.min) }
        return Int64(exactly: magnitude).map { .integer(-$0) }
    }

    /// Decimal, or `nan`, `inf`, `infinity` in any case; with a sign, white space around.
    static func real(_ text: String) -> Double? {
        let text = trimmed(text)
        // Swift would also take hexadecimal fractions, which no writer means.
        return text.utf8.contains { $0 | 0x20 == UInt8(ascii: "x") } ? nil : Double(text)
    }

    /// `YYYY-MM-DDTHH:MM:SSZ` to seconds since 2001-01-01 00:00:00 UTC, in the Gregorian calendar also before 1582.
    /// The year may have a sign, and more digits, as writers give them.
    static func date(_ text: String) -> Double? {
        var scanner = Digits(trimmed(text))
        let isBeforeYear0 = scanner.take(UInt8(ascii: "-"))
        guard let year = scanner.number(4...9), scanner.take(UInt8(ascii: "-")),
            let month = scanner.number(2...2), scanner.take(UInt8(ascii: "-")),
            let day = scanner.number(2...2), scanner.take(UInt8(ascii: "T")),
            let hour = scanner.number(2...2), scanner.take(UInt8(ascii: ":")),
            let minute = scanner.number(2...2), scanner.take(UInt8(ascii: ":")),
            let second = scanner.number(2...2), scanner.take(UInt8(ascii: "Z")), scanner.isAtEnd,
            (1...12).contains(month), (1...31).contains(day), hour < 24, minute < 60, second < 61
        else { return nil }
        let days = days(year: isBeforeYear0 ? -year : year, month: month, day: day)
        return Double(days * 86_400 + hour * 3_600 + minute * 60 + second)
    }

    /// Days from 2001-01-01 in the Gregorian calendar, counted in 400-year eras that begin in March, so that
    /// the leap day is the last of its year.
    private static func days(year: Int, month: Int, day: Int) -> Int {
        let marchYear = month <= 2 ? year - 1 : year
        let era = (marchYear >= 0 ? marchYear : marchYear - 399) / 400
        let yearOfEra = marchYear - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        // 730,791 days lie between 0000-03-01 and 2001-01-01.
        return era * 146_097 + dayOfEra - 730_791
    }

    /// Base 64 with white space anywhere. Nil for any other character and when a character must be missing.
    static func base64(_ text: [UInt8]) -> [UInt8]? {
        var out: [UInt8] = []
        out.reserveCapacity(text.count / 4 * 3)
        var bits: UInt32 = 0
        var count = 0
        var padding = 0
        for byte in text {
            switch byte {
            case 0x20, 0x09...0x0D: continue
            case UInt8(ascii: "="): padding += 1
            default:
                guard padding == 0, let value = sextet(byte) else { return nil }
                bits = bits << 6 | UInt32(value)
                count += 1
                if count % 4 == 0 { out += [16, 8, 0].map { UInt8(truncatingIfNeeded: bits >> $0) } }
            }
        }
        switch (count % 4, padding) {
        case (0, 0): break
        case (2, 2): out.append(UInt8(truncatingIfNeeded: bits >> 4))
        case (3, 1): out += [UInt8(truncatingIfNeeded: bits >> 10), UInt8(truncatingIfNeeded: bits >> 2)]
        default: return nil
        }
        return out
    }

    private static func sextet(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte - UInt8(ascii: "A")
        case UInt8(ascii: "a")...UInt8(ascii: "z"): byte - UInt8(ascii: "a") + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0") + 52
        case UInt8(ascii: "+"): 62
        case UInt8(ascii: "/"): 63
        default: nil
        }
    }

    static func isWhiteSpace(_ bytes: [UInt8]) -> Bool { bytes.allSatisfy(isSpace) }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

    private static func trimmed(_ text: String) -> Substring {
        let head = text.utf8.drop(while: isSpace)
        let end = head.lastIndex { !isSpace($0) }.map { head.index(after: $0) } ?? head.startIndex
        return text[head.startIndex..<end]
    }
}

/// Numbers between single characters.
private struct Digits {
    private var rest: Substring.UTF8View

    init(_ text: Substring) { rest = text.utf8 }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func take(_ byte: UInt8) -> Bool {
        guard rest.first == byte else { return false }
        rest.removeFirst()
        return true
    }

    mutating func number(_ digits: ClosedRange<Int>) -> Int? {
        let run = rest.prefix(digits.upperBound).prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        guard run.count >= digits.lowerBound else { return nil }
        rest = rest.dropFirst(run.count)
        return run.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    }
}
