/// "Did you mean …?": the nearest of some known names.
public enum EditDistance {
    /// Longer texts are never compared: a typing error in them is not worth quadratic work.
    static let longest = 64

    /// The candidate nearest to `text`, or nil when none is near: at most a third of the letters, and never more
    /// than three, may be missing, extra, wrong or swapped. ASCII case does not count; the first of equals wins.
    public static func suggestion(for text: String, among candidates: some Sequence<String>) -> String? {
        nearest(to: text, among: candidates)?.candidate
    }

    static func nearest(
        to text: String, among candidates: some Sequence<String>
    ) -> (candidate: String, distance: Int)? {
        var limit = min(3, max(1, text.utf8.count / 3))
        var best: (candidate: String, distance: Int)?
        for candidate in candidates {
            guard let distance = distance(text, candidate, atMost: limit) else { continue }
            best = (candidate, distance)
            if distance == 0 { break }
            limit = distance - 1
        }
        return best
    }

    /// Edits (insert, delete, replace, swap two neighbours) between two texts, in bytes, ASCII case ignored; nil
    /// when there are more than `limit` or a text is longer than 64 bytes.
    public static func distance(_ a: String, _ b: String, atMost limit: Int) -> Int? {
        guard limit >= 0, a.utf8.count <= longest, b.utf8.count <= longest,
            abs(a.utf8.count - b.utf8.count) <= limit
        else { return nil }
        let a = a.utf8.map(asciiLowercased)
        let b = b.utf8.map(asciiLowercased)
        var beforePrevious: [Int] = []
        var previous = Array(0...b.count)
        for i in a.indices {
            var current = [i + 1]
            for j in b.indices {
                var cost = min(previous[j + 1] + 1, current[j] + 1, previous[j] + (a[i] == b[j] ? 0 : 1))
                if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { cost = min(cost, beforePrevious[j - 1] + 1) }
                current.append(cost)
            }
            beforePrevious = previous
            previous = current
        }
        return previous[b.count] <= limit ? previous[b.count] : nil
    }
}

/// The lower-case form of an ASCII capital; every other byte unchanged.
@inline(__always)
func asciiLowercased(_ byte: UInt8) -> UInt8 { byte &- 0x41 < 26 ? byte | 0x20 : byte }
