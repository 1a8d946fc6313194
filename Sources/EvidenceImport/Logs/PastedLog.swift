import AppleFormats
import DiagnosticModel

/// A log that went through a web page or a word processor: `&lt;` for brackets, curly quotation marks. Lines stay lines,
/// so places in the repaired text lead back by their line.
struct PastedLog {
    let bytes: [UInt8]
    /// Where each line begins in the input.
    private let starts: [Int]
    private let inputCount: Int

    private static let replacements: [(from: [UInt8], to: [UInt8])] = [
        ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#34;", "\""), ("&#39;", "'"), ("&apos;", "'"),
        ("&amp;", "&"),
        ("\u{201C}", "\""), ("\u{201D}", "\""), ("\u{2018}", "'"), ("\u{2019}", "'"), ("&nbsp;", " "), ("\u{A0}", " "),
    ].map { (Array($0.0.utf8), Array($0.1.utf8)) }

    /// nil when there is nothing to repair.
    init?(_ input: [UInt8]) {
        let isEscaped =
            ByteSearch.find(Array("&lt;".utf8), in: input, from: 0) != nil
            || ByteSearch.find(Array("&quot;".utf8), in: input, from: 0) != nil
        let isCurly = ByteSearch.find([0xE2, 0x80, 0x9C], in: input, from: 0) != nil
        guard isEscaped || isCurly else { return nil }
        var out: [UInt8] = []
        out.reserveCapacity(input.count)
        var starts = [0]
        var i = 0
        while i < input.count {
            let byte = input[i]
            if byte == 0x26 || byte == 0xE2 || byte == 0xC2,
                let found = Self.replacements.first(where: { input[i...].starts(with: $0.from) })
            {
                out += found.to
                i += found.from.count
                continue
            }
            out.append(byte)
            i += 1
            if byte == 0x0A { starts.append(i) }
        }
        bytes = out
        self.starts = starts
        inputCount = input.count
    }

    /// The batch with the places of its records in the input, by whole lines.
    func restored(_ batch: LogBatch) -> LogBatch {
        var batch = batch
        for index in batch.entries.indices {
            let entry = batch.entries[index]
            let first = min(max(0, entry.line - 1), starts.count - 1)
            let count = max(1, bytes[entry.inputBytes.clamped(to: 0..<bytes.count)].count { $0 == 0x0A } + 1)
            let end = first + count < starts.count ? starts[first + count] - 1 : inputCount
            batch.entries[index].inputBytes = starts[first]..<max(starts[first], end)
        }
        return batch
    }
}
