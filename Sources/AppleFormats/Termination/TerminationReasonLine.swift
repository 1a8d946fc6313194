/// The first line of a termination: who and which code.
///
/// Spellings seen: `Namespace SPRINGBOARD, Code 0x8badf00d` (iOS 10–14), `FRONTBOARD 2343432205` (14/15 on),
/// `RUNNINGBOARD 0xdead10cc`, `SIGNAL 6 Abort trap: 6`, `Namespace <0xF>, Code 0x8badf00d` (early 11),
/// `CAROUSEL, Background App Refresh watchdog transgression.` (watchOS), `DYLD, [0x1] Library missing`.
public struct TerminationReasonLine: Sendable {
    public var namespace: Found<String>?
    public var code: Found<UInt64>?
    /// What stands behind namespace and code.
    public var rest: Found<String>?

    /// - Parameter from: where the value starts in the text, behind `Termination Reason:`.
    public init(_ source: SourceText, from: Int = 0) {
        let bytes = source.bytes
        var i = Self.skip(bytes, from)
        let lineEnd = bytes[i...].firstIndex(of: 0x0A) ?? bytes.count
        if Self.matches("Namespace", bytes, i) { i = Self.skip(bytes, i + 9) }
        let start = i
        while i < lineEnd, !Self.endsToken(bytes[i]) { i += 1 }
        if i > start, bytes[start] != UInt8(ascii: "<") || Self.isNumberedNamespace(bytes[start..<i]) {
            namespace = Found(source.string(start..<i), start..<i)
        } else {
            i = start
        }
        let afterNamespace = i
        i = Self.skip(bytes, i)
        if Self.matches("Code", bytes, i) { i = Self.skip(bytes, i + 4) }
        let codeStart = i
        while i < lineEnd, !Self.endsToken(bytes[i]) { i += 1 }
        let digits = bytes[codeStart..<i].filter { $0 != UInt8(ascii: "[") && $0 != UInt8(ascii: "]") }
        if let value = NumberText.unsigned(digits) {
            code = Found(value, codeStart..<i)
        } else {
            i = afterNamespace
        }
        let restStart = Self.skip(bytes, i)
        if restStart < lineEnd { rest = Found(source.string(restStart..<lineEnd), restStart..<lineEnd) }
    }

    private static func skip(_ bytes: [UInt8], _ from: Int) -> Int {
        var i = min(from, bytes.count)
        while i < bytes.count,
            bytes[i] == 0x20 || bytes[i] == 0x09 || bytes[i] == 0x2C || bytes[i] == 0x3A || bytes[i] == 0x60
        {
            i += 1
        }
        return i
    }

    private static func endsToken(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x20, 0x09, 0x2C, 0x3B, 0x7C, 0x0D, 0x60: true
        default: false
        }
    }

    private static func matches(_ word: String, _ bytes: [UInt8], _ at: Int) -> Bool {
        at + word.utf8.count <= bytes.count && bytes[at..<at + word.utf8.count].elementsEqual(word.utf8)
            && (at + word.utf8.count == bytes.count || !TerminationScanner.isWord(bytes[at + word.utf8.count]))
    }

    private static func isNumberedNamespace(_ token: ArraySlice<UInt8>) -> Bool {
        token.starts(with: "<0x".utf8) && token.last == UInt8(ascii: ">")
    }
}
