import AppleFormats

/// Offset → line of one input. Line ends are counted block by block, as far as the citations reach, and each block
/// once: citations of one record go back and forth.
final class LineIndex {
    private static let blockSize = 4096
    private let bytes: [UInt8]
    /// Line feeds before each block that was reached.
    private var before = [0]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// 1-based.
    func line(of offset: Int) -> Int {
        let offset = min(max(0, offset), bytes.count)
        let block = offset / Self.blockSize
        while before.count <= block {
            let start = (before.count - 1) * Self.blockSize
            before.append(before[before.count - 1] + ByteScan.lineFeeds(bytes, in: start..<start + Self.blockSize))
        }
        return before[block] + ByteScan.lineFeeds(bytes, in: block * Self.blockSize..<offset) + 1
    }
}
