/// One attempt to match a shape against bytes.
///
/// Linear time: the first occurrence of a run of text at or after some place is remembered, so that many attempts of
/// `findFirst` share one search; holes that cannot be shared have a limit on their length.
struct ShapeMatcher {
    private let shape: LineShape
    private let scanner: HoleScanner
    private let range: Range<Int>
    private var ranges: [Range<Int>]
    private var matched: Range<Int>
    private var searches: [Search?]
    private var spaceSearch: Search?

    /// The answer to "where is the first occurrence at or after `from`?": also the answer for any later place up to
    /// the occurrence.
    private struct Search {
        let from: Int
        let found: Range<Int>?

        func answers(_ place: Int) -> Bool { from <= place && (found.map { place <= $0.lowerBound } ?? true) }
    }

    init(shape: LineShape, bytes: [UInt8], range: Range<Int>) {
        self.shape = shape
        self.scanner = HoleScanner(bytes: bytes, limits: range)
        self.range = range
        ranges = []
        matched = range
        searches = []
    }

    private var bytes: [UInt8] { scanner.bytes }

    func captures(_ bytes: [UInt8]) -> Captures {
        Captures(range: matched, bytes: bytes, holes: shape.holes, ranges: ranges)
    }

    /// Allocates only once the line has a chance to match.
    private mutating func prepare() {
        ranges = Array(repeating: range.lowerBound..<range.lowerBound, count: shape.holes.count)
        searches = Array(repeating: nil, count: shape.parts.count)
    }

    // MARK: anchored

    mutating func matchWhole() -> Bool {
        var first = 0
        var cursor = range.lowerBound
        if case .fixed(let run)? = shape.parts.first {
            guard let end = run.end(in: bytes, at: cursor, limit: range.upperBound) else { return false }
            cursor = end
            first = 1
        }
        if case .fixed(let run)? = shape.parts.last, first < shape.parts.count,
            run.start(in: bytes, endingAt: range.upperBound, limit: cursor) == nil
        {
            return false
        }
        prepare()
        return matchParts(from: first, at: cursor, isAnchored: true) == range.upperBound
    }

    /// Matches the parts from one on; the end of the last, or nil.
    private mutating func matchParts(from first: Int, at start: Int, isAnchored: Bool) -> Int? {
        var cursor = start
        var index = first
        while index < shape.parts.count {
            switch shape.parts[index] {
            case .fixed(let run):
                guard let end = run.end(in: bytes, at: cursor, limit: range.upperBound) else { return nil }
                cursor = end
                index += 1
            case .hole(let hole, let type):
                if type.endsItself {
                    guard let (capture, end) = scanner.scan(type, at: cursor) else { return nil }
                    ranges[hole] = capture
                    cursor = end
                    index += 1
                } else {
                    guard let (end, next) = holeEnd(type, part: index, at: cursor, isAnchored: isAnchored) else {
                        return nil
                    }
                    ranges[hole] = cursor..<end
                    cursor = next
                    // The run after the hole, if any, has been matched to find the hole's end.
                    index += 2
                }
            }
        }
        return cursor
    }

    /// Where a hole ends, and where the text after it does.
    private mutating func holeEnd(
        _ type: HoleType, part: Int, at start: Int, isAnchored: Bool
    ) -> (end: Int, next: Int)? {
        guard part + 1 < shape.parts.count, case .fixed(let run) = shape.parts[part + 1] else {
            let end = isAnchored || type == .rest ? range.upperBound : trailingEnd(type, at: start)
            return mayTake(type, start..<end) ? (end, end) : nil
        }
        if isAnchored, part + 2 == shape.parts.count {
            guard let end = run.start(in: bytes, endingAt: range.upperBound, limit: start) else { return nil }
            return mayTake(type, start..<end) ? (end, range.upperBound) : nil
        }
        // At least one byte belongs to a word or a process, whatever it is.
        let earliest = type == .text ? start : start + 1
        guard earliest <= range.upperBound, var found = occurrence(of: run, part: part + 1, from: earliest) else {
            return nil
        }
        if type == .process {
            // The shared search first: it is all the work when the text is nowhere near.
            guard found.lowerBound - start <= HoleScanner.longestProcess else { return nil }
            found = scanner.processEnd(before: run, from: start) ?? found
        }
        return mayTake(type, start..<found.lowerBound) ? (found.lowerBound, found.upperBound) : nil
    }

    private mutating func mayTake(_ type: HoleType, _ taken: Range<Int>) -> Bool {
        switch type {
        case .word: !taken.isEmpty && nextSpace(from: taken.lowerBound) >= taken.upperBound
        case .process: !taken.isEmpty
        default: true
        }
    }

    private mutating func trailingEnd(_ type: HoleType, at start: Int) -> Int {
        switch type {
        case .word: nextSpace(from: start)
        case .process: scanner.trailingProcessEnd(from: start)
        default: scanner.lineEnd(from: start)
        }
    }

    // MARK: shared searches

    private mutating func occurrence(of run: FixedRun, part: Int, from start: Int) -> Range<Int>? {
        if let search = searches[part], search.answers(start) { return search.found }
        let found = run.firstOccurrence(in: bytes, from: start, limit: range.upperBound)
        searches[part] = Search(from: start, found: found)
        return found
    }

    private mutating func nextSpace(from start: Int) -> Int {
        if let search = spaceSearch, search.answers(start) { return search.found?.lowerBound ?? range.upperBound }
        var end = start
        while end < range.upperBound, !isSpace(bytes[end]) { end += 1 }
        spaceSearch = Search(from: start, found: end < range.upperBound ? end..<end : nil)
        return end
    }

    // MARK: anywhere

    mutating func findFirst() -> Bool {
        // The shape has text, so there is a run; before it stand at most some holes.
        guard let index = shape.parts.firstIndex(where: { if case .fixed = $0 { true } else { false } }),
            case .fixed(let run) = shape.parts[index]
        else { return false }
        var start = range.lowerBound
        while let found = run.firstOccurrence(in: bytes, from: start, limit: range.upperBound) {
            if matchAround(found, run: index) { return true }
            start = found.lowerBound + 1
            // A gap of white space is one place to begin, however long it is.
            if case .space? = run.pieces.first {
                while start < range.upperBound, isSpace(bytes[start]) { start += 1 }
            }
        }
        return false
    }

    private mutating func matchAround(_ found: Range<Int>, run index: Int) -> Bool {
        if searches.isEmpty { prepare() }
        guard let end = matchParts(from: index + 1, at: found.upperBound, isAnchored: false) else { return false }
        switch index {
        case 0:
            matched = found.lowerBound..<end
        case 1:
            guard case .hole(let hole, let type) = shape.parts[0],
                let (capture, begin) = scanner.scanBackwards(type, endingAt: found.lowerBound)
            else { return false }
            ranges[hole] = capture
            matched = begin..<end
        default:
            // Several holes that end themselves: they begin where the word does, and must reach the text again.
            let begin = scanner.numbersStart(endingAt: found.lowerBound)
            guard let end = matchParts(from: 0, at: begin, isAnchored: false) else { return false }
            matched = begin..<end
        }
        return true
    }
}
