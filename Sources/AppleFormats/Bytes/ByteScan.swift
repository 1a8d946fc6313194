/// Questions about whole inputs, answered eight bytes at a time.
///
/// Each is the plain loop over a range, unrolled over words; the loads stay inside the checked bounds.
public enum ByteScan {
    private static let ones: UInt64 = 0x0101_0101_0101_0101
    private static let highs: UInt64 = 0x8080_8080_8080_8080

    /// True when no byte is above 0x7F.
    public static func isASCII(_ bytes: [UInt8]) -> Bool {
        let span = unsafe bytes.span.bytes
        var i = 0
        while i + 8 <= span.byteCount {
            if unsafe span.unsafeLoadUnaligned(fromByteOffset: i, as: UInt64.self) & highs != 0 { return false }
            i += 8
        }
        while i < bytes.count {
            if bytes[i] > 0x7F { return false }
            i += 1
        }
        return true
    }

    /// The first quotation mark or backslash at or after `from`; the count when there is none.
    static func endOfPlainString(_ bytes: [UInt8], from: Int) -> Int {
        let span = unsafe bytes.span.bytes
        var i = from
        while i + 8 <= span.byteCount {
            let word = unsafe span.unsafeLoadUnaligned(fromByteOffset: i, as: UInt64.self)
            let hit = zeroBytes(word ^ (ones &* 0x22)) | zeroBytes(word ^ (ones &* 0x5C))
            if hit != 0 { return i + hit.trailingZeroBitCount / 8 }
            i += 8
        }
        while i < bytes.count, bytes[i] != 0x22, bytes[i] != 0x5C { i += 1 }
        return i
    }

    /// How many line feeds stand in a range.
    public static func lineFeeds(_ bytes: [UInt8], in range: Range<Int>) -> Int {
        let span = unsafe bytes.span.bytes
        let end = min(range.upperBound, bytes.count)
        var i = max(0, range.lowerBound)
        var count = 0
        while i + 8 <= end {
            let word = unsafe span.unsafeLoadUnaligned(fromByteOffset: i, as: UInt64.self)
            count += exactZeroBytes(word ^ (ones &* 0x0A)).nonzeroBitCount
            i += 8
        }
        while i < end {
            if bytes[i] == 0x0A { count += 1 }
            i += 1
        }
        return count
    }

    /// The first line feed in a range; its end when there is none.
    public static func firstLineFeed(_ b: Span<UInt8>, from: Int, to: Int) -> Int {
        let span = unsafe b.bytes
        let end = min(to, b.count)
        var i = max(0, from)
        while i + 8 <= end {
            let word = unsafe span.unsafeLoadUnaligned(fromByteOffset: i, as: UInt64.self)
            let hit = zeroBytes(word ^ (ones &* 0x0A))
            if hit != 0 { return i + hit.trailingZeroBitCount / 8 }
            i += 8
        }
        while i < end, b[i] != 0x0A { i += 1 }
        return max(i, min(from, to))
    }

    /// The first byte in a range that needs a second look in a log line: a backslash, a carriage return or a NUL.
    public static func firstEscape(_ b: Span<UInt8>, from: Int, to: Int) -> Int? {
        let span = unsafe b.bytes
        let end = min(to, b.count)
        var i = max(0, from)
        while i + 8 <= end {
            let word = unsafe span.unsafeLoadUnaligned(fromByteOffset: i, as: UInt64.self)
            let hit = zeroBytes(word ^ (ones &* 0x5C)) | zeroBytes(word ^ (ones &* 0x0D)) | zeroBytes(word)
            if hit != 0 { return i + hit.trailingZeroBitCount / 8 }
            i += 8
        }
        while i < end {
            if b[i] == 0x5C || b[i] == 0x0D || b[i] == 0 { return i }
            i += 1
        }
        return nil
    }

    /// The first occurrence of one byte in a range.
    public static func first(_ byte: UInt8, _ b: Span<UInt8>, from: Int, to: Int) -> Int? {
        let span = unsafe b.bytes
        let end = min(to, b.count)
        var i = max(0, from)
        let wanted = ones &* UInt64(byte)
        while i + 8 <= end {
            let word = unsafe span.unsafeLoadUnaligned(fromByteOffset: i, as: UInt64.self)
            let hit = zeroBytes(word ^ wanted)
            if hit != 0 { return i + hit.trailingZeroBitCount / 8 }
            i += 8
        }
        while i < end {
            if b[i] == byte { return i }
            i += 1
        }
        return nil
    }

    /// High bits at the zero bytes; bits above the first zero byte may be wrong, the lowest is right.
    @inline(__always)
    private static func zeroBytes(_ word: UInt64) -> UInt64 { (word &- ones) & ~word & highs }

    /// High bits at exactly the zero bytes.
    @inline(__always)
    private static func exactZeroBytes(_ word: UInt64) -> UInt64 {
        ~(((word & ~highs) &+ ~highs) | word) & highs
    }
}
