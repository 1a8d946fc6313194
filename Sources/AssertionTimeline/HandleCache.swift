import DiagnosticModel
import Matching

/// Process handles by their bytes: a log writes the same few thousands of times.
struct HandleCache {
    private var slots: [(bytes: [UInt8], handle: ProcessHandle)?] = Array(repeating: nil, count: size)
    private static let size = 1024

    mutating func handle(_ bytes: [UInt8], _ range: Range<Int>) -> ProcessHandle {
        var hash: UInt32 = 2_166_136_261
        for i in range { hash = (hash ^ UInt32(bytes[i])) &* 16_777_619 }
        let slot = Int(hash % UInt32(Self.size))
        if let known = slots[slot], known.bytes.count == range.count, known.bytes.elementsEqual(bytes[range]) {
            return known.handle
        }
        let handle = Self.parse(String(decoding: bytes[range], as: UTF8.self))
        if range.count < 512 { slots[slot] = (Array(bytes[range]), handle) }
        return handle
    }

    /// Words may stand before a handle in brackets: "0x8BADF00D [application<com.example.a>:7]".
    private static func parse(_ text: String) -> ProcessHandle {
        if text.last == "]", text.first != "[", let open = text.firstIndex(of: "["), open > text.startIndex,
            text[text.index(before: open)] == " "
        {
            return ProcessHandle(parsing: String(text[open...]))
        }
        return ProcessHandle(parsing: text)
    }
}

extension ProcessHandle {
    /// Any spelling; see `ProcessHandleText`.
    init(parsing text: String) {
        let parts = ProcessHandleText.parse(text)
        self.init(kind: parts.kind, name: parts.name, pid: parts.pid)
    }
}
