/// Reads a `TextReport` line by line.
public struct TextReportReader {
    private enum Part {
        case headers, termination, applicationInfo, kernelTriage, thread, exceptionBacktrace, heaviest, images,
            registers, other
    }

    private let text: TextLines
    private var report = TextReport()
    private var part = Part.headers
    /// Names and queues of threads come on a line of their own before the thread.
    private var pendingName: (number: Int, name: String?, queue: String?)?

    private init(_ text: TextLines) { self.text = text }

    /// - Parameter range: the report's part of the input; line numbers count from the input's start.
    public static func read(_ input: [UInt8], range: Range<Int>? = nil) -> TextReport {
        let lines = FlattenedText.restoringLines(TextLines(input, range: range))
        var reader = TextReportReader(lines)
        for line in lines.lines { reader.take(line) }
        reader.finish()
        return reader.report
    }

    private mutating func take(_ line: TextLines.Line) {
        let slice = text.slice(line)
        guard slice.contains(where: { !TextLines.isBlank($0) }) else { return blank() }
        if let start = TextThreadLine(slice) { return startThread(start, line) }
        if let header = ReportHeaderLine(slice) {
            if part != .termination || ReportKeys.closing.contains(header.key) {
                if takeHeader(header, line) { return }
            }
        }
        switch part {
        case .termination:
            report.termination.append(text.text(line), source: line.bytes, line: line.number)
        case .applicationInfo:
            report.applicationInfo.append(text.text(line), source: line.bytes, line: line.number)
        case .kernelTriage:
            report.kernelTriage.append(text.text(line), source: line.bytes, line: line.number)
        case .thread: takeFrame(slice, line)
        case .exceptionBacktrace:
            if let frame = TextFrameLine.parse(slice, line) { report.lastExceptionBacktrace.append(frame) }
        case .heaviest:
            if let frame = TextFrameLine.parseSampled(slice, line) { report.heaviestStack.append(frame) }
        case .images:
            if let image = TextImageLine.parse(slice), report.images.count < Limits.images {
                report.images.append(image)
            }
        case .headers, .other, .registers:
            takeLoose(slice, line)
        }
    }

    private mutating func takeLoose(_ slice: ArraySlice<UInt8>, _ line: TextLines.Line) {
        // A context or dump that stands alone: people paste just that.
        if part != .registers { report.loose.append(text.text(line), source: line.bytes, line: line.number) }
    }

    private mutating func blank() {
        switch part {
        // Markdown puts blank lines everywhere, so a termination goes on until a known key; a thread's frames
        // end at a blank line only when the next line is no frame, which `take` decides.
        case .heaviest where !report.heaviestStack.isEmpty: part = .other
        case .registers: part = .other
        default: break
        }
    }

    private mutating func takeFrame(_ slice: ArraySlice<UInt8>, _ line: TextLines.Line) {
        guard !report.threads.isEmpty else { return }
        let last = report.threads.count - 1
        if let frame = TextFrameLine.parse(slice, line) {
            if report.threads[last].frames.count < Limits.framesPerThread {
                report.threads[last].frames.append(frame)
                report.threads[last].bytes = report.threads[last].bytes.lowerBound..<line.bytes.upperBound
            }
        } else if slice.starts(with: "...".utf8) {
            return
        } else if !report.threads[last].frames.isEmpty {
            part = .other
            takeLoose(slice, line)
        }
    }

    private mutating func startThread(_ start: TextThreadLine, _ line: TextLines.Line) {
        switch start.kind {
        case .registers: part = .registers
        case .lastException:
            part = .exceptionBacktrace
        case .name:
            pendingName = (start.number, start.name, start.queue)
            part = .other
        case .frames:
            var thread = TextReport.Thread(
                number: start.number, name: start.name, queue: start.queue, mark: start.mark, line: line.number,
                bytes: line.bytes)
            if let pending = pendingName, pending.number == start.number {
                thread.name = thread.name ?? pending.name
                thread.queue = thread.queue ?? pending.queue
            }
            pendingName = nil
            part = .thread
            if report.threads.count < Limits.threads { report.threads.append(thread) }
        }
    }

    /// True when the line was taken as a header or the start of a part.
    private mutating func takeHeader(_ header: ReportHeaderLine, _ line: TextLines.Line) -> Bool {
        if part == .thread || part == .images || part == .heaviest, !ReportKeys.closing.contains(header.key) {
            // Image and frame lines have colons too.
            return false
        }
        if part == .applicationInfo, !ReportKeys.closing.contains(header.key) { return false }
        switch header.key {
        case "terminationreason", "terminationreasons", "termination":
            openTermination(header, line, isReason: true)
        case "terminationdescription": openTermination(header, line, isReason: false)
        case "applicationspecificinformation", "asi", "applicationspecificbacktrace":
            part = .applicationInfo
            appendValue(header, line, to: \.applicationInfo)
        case "kerneltriage":
            part = .kernelTriage
            appendValue(header, line, to: \.kernelTriage)
        case "binaryimages": part = .images
        case "lastexceptionbacktrace": part = .exceptionBacktrace
        case let key where key.hasPrefix("heavieststack"): part = .heaviest
        default:
            part = ["filteredsyslog", "vmregioninfo"].contains(header.key) ? .other : .headers
            report.headers.append(
                .init(key: header.key, value: header.value, line: line.number, bytes: line.bytes))
            return true
        }
        report.headers.append(.init(key: header.key, value: header.value, line: line.number, bytes: line.bytes))
        return true
    }

    private mutating func openTermination(_ header: ReportHeaderLine, _ line: TextLines.Line, isReason: Bool) {
        part = .termination
        let value = line.bytes.lowerBound + header.valueOffset..<line.bytes.upperBound
        let start = report.termination.append(
            String(decoding: text.input[value], as: UTF8.self), source: value, line: line.number)
        if isReason, report.reasonStart == nil { report.reasonStart = start }
    }

    private mutating func appendValue(
        _ header: ReportHeaderLine, _ line: TextLines.Line, to part: WritableKeyPath<TextReport, SourceText>
    ) {
        guard !header.value.isEmpty else { return }
        let value = line.bytes.lowerBound + header.valueOffset..<line.bytes.upperBound
        report[keyPath: part].append(
            String(decoding: text.input[value], as: UTF8.self), source: value, line: line.number)
    }

    private mutating func finish() {
        report.heaviestStack.reverse()
        report.issues = text.issues
        report.isTruncated = looksCutOff
        if report.isTruncated {
            report.issues.append(
                FormatIssue(
                    .textTruncated, "the report stops before its end (no \"EOF\" line, last line incomplete)",
                    at: text.lines.last?.bytes.upperBound))
        }
    }

    /// Whole reports end with `EOF` or with a complete last part; a cut shows in the last line.
    private var looksCutOff: Bool {
        guard let last = text.lines.last(where: { !text.slice($0).allSatisfy(TextLines.isBlank) }) else { return false }
        let slice = text.slice(last)
        if slice.elementsEqual("EOF".utf8) { return false }
        if !report.images.isEmpty { return false }
        // Whole reports list their images behind the threads.
        if !report.threads.isEmpty { return true }
        switch part {
        case .thread, .exceptionBacktrace, .termination: return true
        case .headers: return report.header("exceptiontype", "terminationreason", "event") == nil
        default: return false
        }
    }
}
