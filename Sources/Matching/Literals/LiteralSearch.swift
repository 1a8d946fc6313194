/// Finds many byte strings in one pass over a text, much faster than asking for each.
///
/// Wu–Manber: a window as long as the shortest literal slides over the text; the last three bytes of the window say how
/// far it may jump before any literal could end there. Most of a log is jumped over. Literals of one text may overlap;
/// every occurrence is reported.
public struct LiteralSearch: Sendable {
    /// One occurrence.
    public struct Hit: Sendable, Equatable {
        public var offset: Int
        /// Index into `literals`.
        public var literal: Int

        public init(offset: Int, literal: Int) {
            self.offset = offset
            self.literal = literal
        }
    }

    /// Shortest literal taken: the jump is at most two bytes less.
    public static let shortestLiteral = 5

    /// In the order given, without repetitions.
    public let literals: [[UInt8]]
    private let window: Int
    /// How far the window may move when its last three bytes have this number.
    private let shifts: [UInt8]
    /// Literals whose window ends with three bytes of this number: a range in `members`.
    private let buckets: [Int32]
    private let members: [Int32]

    /// Literals shorter than `shortestLiteral` are left out.
    public init(_ texts: [String]) {
        var seen: Set<[UInt8]> = []
        let literals = texts.map { Array($0.utf8) }
            .filter { $0.count >= Self.shortestLiteral && seen.insert($0).inserted }
        let window = literals.map(\.count).min() ?? Self.shortestLiteral
        var shifts = [UInt8](repeating: UInt8(clamping: window - 2), count: Self.tableSize)
        var ends: [(key: Int, literal: Int)] = []
        for (index, literal) in literals.enumerated() {
            for end in 3...window {
                let key = Self.key(literal[end - 3], literal[end - 2], literal[end - 1])
                shifts[key] = min(shifts[key], UInt8(clamping: window - end))
            }
            ends.append((Self.key(literal[window - 3], literal[window - 2], literal[window - 1]), index))
        }
        // Longer literals first, so that of two at one place the more telling one is reported first.
        ends.sort { a, b in
            a.key != b.key
                ? a.key < b.key : (literals[a.literal].count, a.literal) > (literals[b.literal].count, b.literal)
        }
        var buckets = [Int32](repeating: 0, count: Self.tableSize + 1)
        for end in ends { buckets[end.key + 1] += 1 }
        for i in 1...Self.tableSize { buckets[i] += buckets[i - 1] }
        self.literals = literals
        self.window = window
        self.shifts = shifts
        self.buckets = buckets
        members = ends.map { Int32($0.literal) }
    }

    private static let tableSize = 1 << 15

    @inline(__always)
    private static func key(_ a: UInt8, _ b: UInt8, _ c: UInt8) -> Int {
        Int((UInt32(a) ^ UInt32(b) << 5 ^ UInt32(c) << 10) & UInt32(tableSize - 1))
    }

    /// Every occurrence in the range, by ascending offset of where it ends the window.
    public func hits(in bytes: Span<UInt8>, range: Range<Int>, into hits: inout [Hit]) {
        let shifts = shifts.span
        let end = min(range.upperBound, bytes.count)
        var last = max(0, range.lowerBound) + window - 1
        guard !literals.isEmpty else { return }
        while last < end {
            let key = Self.key(bytes[last - 2], bytes[last - 1], bytes[last])
            let shift = shifts[key]
            if shift > 0 {
                last += Int(shift)
            } else {
                verify(bytes, key: key, start: last - window + 1, end: end, into: &hits)
                last += 1
            }
        }
    }

    private func verify(_ bytes: Span<UInt8>, key: Int, start: Int, end: Int, into hits: inout [Hit]) {
        for slot in Int(buckets[key])..<Int(buckets[key + 1]) {
            let index = Int(members[slot])
            if Self.stands(literals[index], in: bytes, at: start, end: end) {
                hits.append(Hit(offset: start, literal: index))
            }
        }
    }

    private static func stands(_ literal: [UInt8], in bytes: Span<UInt8>, at start: Int, end: Int) -> Bool {
        guard literal.count <= end - start else { return false }
        for i in 0..<literal.count where bytes[start + i] != literal[i] { return false }
        return true
    }
}
