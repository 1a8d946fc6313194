/// Reports lose their line ends in issue trackers and chats. Where a line holds several known keys or
/// several frames, it is cut again at them.
enum FlattenedText {
    static func restoringLines(_ text: TextLines) -> TextLines {
        var result = text
        var lines: [TextLines.Line] = []
        lines.reserveCapacity(text.lines.count)
        var restored = 0
        for line in text.lines {
            guard line.bytes.count > 120 else {
                lines.append(line)
                continue
            }
            let cuts = cutPoints(text.input, line.bytes)
            if cuts.isEmpty {
                lines.append(line)
                continue
            }
            restored += cuts.count
            var start = line.bytes.lowerBound
            for cut in cuts + [line.bytes.upperBound] where cut > start {
                lines.append(.init(number: line.number, bytes: start..<cut))
                start = cut
            }
        }
        result.lines = lines
        if restored > 0 {
            result.issues.append(FormatIssue(.flattened, "\(restored) line end(s) restored in a flattened text"))
        }
        return result
    }

    private static func cutPoints(_ input: [UInt8], _ range: Range<Int>) -> [Int] {
        var cuts: Set<Int> = []
        for key in ReportKeys.flattened {
            let needle = Array(key.utf8)
            var from = range.lowerBound
            while let at = ByteSearch.find(needle, in: input, from: from, to: range.upperBound) {
                if at > range.lowerBound, TextLines.isBlank(input[at - 1]) { cuts.insert(at) }
                from = at + needle.count
            }
        }
        if cuts.count > 1 { addShortKeys(input, range, &cuts) }
        addThreads(input, range, &cuts)
        addFrames(input, range, &cuts)
        return cuts.sorted()
    }

    /// One-word keys, which prose has as well: only in a line that is known to be a flattened report.
    private static func addShortKeys(_ input: [UInt8], _ range: Range<Int>, _ cuts: inout Set<Int>) {
        let keys = [
            " Process: ", " Path: /", " Path:  ", " Identifier: ", " Version: ", " Role: ", " Coalition: ",
            " AppVariant: ",
            " AppStoreTools: ", " Beta: ", " Event:", " CPU:", " Writes:", " Wakeups:", " PID:", " Command:",
            " Duration:",
            " Steps:", " Parent:",
        ]
        let longer = ["Parent", "Terminating", "Responsible", "Incident", "Report", "OS", "Baseband", "Beta"]
        for key in keys {
            guard let at = ByteSearch.find(Array(key.utf8), in: input, from: range.lowerBound, to: range.upperBound)
            else { continue }
            let before = input[range.lowerBound..<at]
            if !longer.contains(where: { before.suffix($0.utf8.count).elementsEqual($0.utf8) }) { cuts.insert(at + 1) }
        }
    }

    private static func addThreads(_ input: [UInt8], _ range: Range<Int>, _ cuts: inout Set<Int>) {
        let needle = Array(" Thread ".utf8)
        var from = range.lowerBound
        while let at = ByteSearch.find(needle, in: input, from: from, to: range.upperBound) {
            from = at + needle.count
            var i = from
            while i < range.upperBound, input[i] >= 0x30, input[i] <= 0x39 { i += 1 }
            guard i > from, i < range.upperBound else { continue }
            let isHeader =
                input[i] == 0x3A || input[i...].starts(with: " name:".utf8)
                || input[i...].starts(with: " Crashed:".utf8) || input[i...].starts(with: " Highlighted".utf8)
            if isHeader { cuts.insert(at + 1) }
        }
    }

    /// ` 7 ImageName 0x…`: a small number, a word, an address.
    private static func addFrames(_ input: [UInt8], _ range: Range<Int>, _ cuts: inout Set<Int>) {
        var i = range.lowerBound
        var found: [Int] = []
        while i + 8 < range.upperBound {
            guard i == range.lowerBound || TextLines.isBlank(input[i - 1]), input[i] >= 0x30, input[i] <= 0x39 else {
                i += 1
                continue
            }
            var j = i
            while j < range.upperBound, input[j] >= 0x30, input[j] <= 0x39 { j += 1 }
            if j - i <= 3, j < range.upperBound, TextLines.isBlank(input[j]), startsFrame(input, j, range.upperBound) {
                found.append(i)
            }
            i = j + 1
        }
        guard found.count > 1 || (found.count == 1 && !cuts.isEmpty) else { return }
        for start in found where start > range.lowerBound { cuts.insert(start) }
    }

    /// An image's name of up to four words, and an address behind it.
    private static func startsFrame(_ input: [UInt8], _ from: Int, _ end: Int) -> Bool {
        var i = from
        while i < end, TextLines.isBlank(input[i]) { i += 1 }
        for word in 0..<5 {
            guard i + 7 < end else { return false }
            if input[i] == 0x30, input[i + 1] | 0x20 == 0x78,
                input[(i + 2)..<(i + 7)].allSatisfy({ NumberText.hexDigit($0) != nil })
            {
                return word > 0
            }
            // The offset of the frame before, or the number of this one: not a name.
            if (input[i] >= 0x30 && input[i] <= 0x39 && word == 0) || input[i] == 0x2B { return false }
            while i < end, !TextLines.isBlank(input[i]) { i += 1 }
            // `Thread 0 Crashed: 0 libsystem_kernel.dylib 0x…`: a key, not a name.
            if input[i - 1] == 0x3A { return false }
            while i < end, TextLines.isBlank(input[i]) { i += 1 }
        }
        return false
    }
}
