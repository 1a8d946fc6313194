/// Text as syslog relays write bytes outside printable ASCII: `\M-b\M^@\M-&` is U+2026 in vis(3) form, `\134` a
/// backslash, `\^I` a tab. Captured on iOS 10 and 11.
public enum VisText {
    /// True when the bytes hold an escape of that kind.
    public static func isEscaped(_ b: Span<UInt8>, _ start: Int, _ end: Int) -> Bool {
        var i = start
        while i + 2 < end {
            if b[i] == 0x5C, escape(b, i, end) != nil { return true }
            i += 1
        }
        return false
    }

    /// Appends the decoded bytes.
    public static func decode(_ b: Span<UInt8>, _ start: Int, _ end: Int, into out: inout [UInt8]) {
        var i = start
        while i < end {
            if b[i] == 0x5C, let (byte, next) = escape(b, i, end) {
                out.append(byte)
                i = next
            } else {
                out.append(b[i])
                i += 1
            }
        }
    }

    private static func escape(_ b: Span<UInt8>, _ i: Int, _ end: Int) -> (UInt8, Int)? {
        guard i + 2 < end else { return nil }
        let next = b[i + 1]
        if next == 0x4D, i + 3 < end {  // M
            if b[i + 2] == 0x2D { return (b[i + 3] | 0x80, i + 4) }  // -
            if b[i + 2] == 0x5E { return ((b[i + 3] ^ 0x40) | 0x80, i + 4) }  // ^
            return nil
        }
        if next == 0x5E, b[i + 2] &- 0x40 < 0x20 { return (b[i + 2] ^ 0x40, i + 3) }
        guard i + 3 < end, next &- 0x30 < 4, b[i + 2] &- 0x30 < 8, b[i + 3] &- 0x30 < 8 else { return nil }
        return ((next - 0x30) << 6 | (b[i + 2] - 0x30) << 3 | (b[i + 3] - 0x30), i + 4)
    }
}
