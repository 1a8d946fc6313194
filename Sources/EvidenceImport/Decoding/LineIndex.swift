import AppleFormats

/// Offset → line of one input. Citations are few and mostly ascending, so lines are counted on from the last one
/// asked for instead of listed.
final class LineIndex {
    private let bytes: [UInt8]
    private var last = (offset: 0, line: 1)

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// 1-based.
    func line(of offset: Int) -> Int {
        let offset = min(max(0, offset), bytes.count)
        if offset < last.offset { last = (0, 1) }
        last = (offset, last.line + ByteScan.lineFeeds(bytes, in: last.offset..<offset))
        return last.line
    }
}
