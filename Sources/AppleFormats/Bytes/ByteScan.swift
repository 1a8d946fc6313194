/// Questions about whole inputs, answered eight bytes at a time.
public enum ByteScan {
    /// True when no byte is above 0x7F.
    public static func isASCII(_ bytes: [UInt8]) -> Bool {
        let span = unsafe bytes.span.bytes
        var i = 0
        while i + 8 <= span.byteCount {
            let word = unsafe span.unsafeLoadUnaligned(fromByteOffset: i, as: UInt64.self)
            if word & 0x8080_8080_8080_8080 != 0 { return false }
            i += 8
        }
        while i < bytes.count {
            if bytes[i] > 0x7F { return false }
            i += 1
        }
        return true
    }
}
