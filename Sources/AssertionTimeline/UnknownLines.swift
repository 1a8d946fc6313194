import DiagnosticModel

/// Counts lines of known daemons that speak of assertions in words no shape has: how a new iOS release shows itself.
struct UnknownLines {
    private var counts: [String: UnknownLine] = [:]
    static let mostKinds = 500

    mutating func note(_ batch: LogBatch, _ entry: LogEntry, _ shapes: EventShapes) {
        guard !entry.process.isEmpty else { return }
        let process = batch.text(entry.process)
        guard shapes.watches(process, hits: entry.hits.map { Int(batch.hits[$0]) }) else { return }
        let skeleton = Self.skeleton(batch.bytes[entry.message.prefix(240)])
        let key = process + "\u{1F}" + skeleton
        if counts[key] != nil {
            counts[key]?.count += 1
        } else if counts.count < Self.mostKinds {
            counts[key] = UnknownLine(
                process: process, skeleton: skeleton, count: 1, location: batch.location(entry))
        }
    }

    /// Most frequent first.
    var lines: [UnknownLine] {
        counts.values.sorted { a, b in
            a.count != b.count ? a.count > b.count : (a.process, a.skeleton) < (b.process, b.skeleton)
        }
    }

    /// Numbers, names in brackets and quotations blanked.
    private static func skeleton(_ message: ArraySlice<UInt8>) -> String {
        var out: [UInt8] = []
        var depth = 0
        for byte in message {
            switch byte {
            case 0x3C, 0x5B, 0x28:
                if depth == 0 { out.append(byte) }
                depth += 1
            case 0x3E, 0x5D, 0x29:
                depth = max(0, depth - 1)
                if depth == 0 { out.append(byte) }
            case 0x30...0x39:
                if depth == 0, out.last != 0x23 { out.append(0x23) }
            case 0x0A: return String(decoding: out, as: UTF8.self)
            default: if depth == 0 { out.append(byte) }
            }
        }
        return String(decoding: out, as: UTF8.self)
    }
}
