/// Searching without Foundation.
enum Text {
    /// The index behind the first occurrence.
    static func find(_ needle: String, in text: String) -> String.Index? {
        let view = text.utf8
        guard !needle.isEmpty, view.count >= needle.utf8.count else { return nil }
        let offset = unsafe view.withContiguousStorageIfAvailable { unsafe first(needle.utf8, in: $0) } ?? nil
        return offset.map { view.index(view.startIndex, offsetBy: $0 + needle.utf8.count) }
    }

    private static func first(_ pattern: String.UTF8View, in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
        guard let head = pattern.first else { return nil }
        let last = bytes.count - pattern.count
        var start = 0
        while start <= last {
            if unsafe bytes[start] == head {
                var i = start
                var isEqual = true
                for byte in pattern {
                    if unsafe bytes[i] != byte {
                        isEqual = false
                        break
                    }
                    i += 1
                }
                if isEqual { return start }
            }
            start += 1
        }
        return nil
    }

    static func contains(_ needle: String, in text: String) -> Bool { find(needle, in: text) != nil }
}
