/// Offset → line of one input, built when the first citation asks.
final class LineIndex {
    private let bytes: [UInt8]
    private var starts: [Int]?

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// 1-based.
    func line(of offset: Int) -> Int {
        let starts = starts ?? build()
        var low = 0
        var high = starts.count
        while low < high {
            let middle = (low + high) / 2
            if starts[middle] <= offset { low = middle + 1 } else { high = middle }
        }
        return low
    }

    private func build() -> [Int] {
        var found = [0]
        let input = bytes
        for i in 0..<input.count where input[i] == 0x0A { found.append(i + 1) }
        starts = found
        return found
    }
}
