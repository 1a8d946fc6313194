/// A text report cut into its parts: `.crash` files of iOS 3 to today, the text body of two-part `.ips` files,
/// resource reports, Xcode's translated reports, and excerpts of any of them.
///
/// Reading never fails: what is there is in the parts, what looks cut off is in `issues`.
public struct TextReport: Sendable {
    public struct Header: Sendable {
        /// Letters and digits of the key in lower case: `exceptiontype` for `Exception Type`, `exception.type`.
        public var key: String
        public var value: String
        public var line: Int
        /// Bytes of the whole line in the input.
        public var bytes: Range<Int>
    }

    public struct Frame: Sendable {
        public var number: Int
        public var image: String
        public var address: UInt64
        public var symbol: String?
        public var imageOffset: UInt64?
        public var sourceFile: String?
        public var sourceLine: Int?
        public var line: Int
        public var bytes: Range<Int>
    }

    public struct Thread: Sendable {
        public var number: Int
        public var name: String?
        public var queue: String?
        /// "Crashed", "Highlighted", "Attributed": the word behind the thread's number.
        public var mark: String?
        public var frames: [Frame] = []
        public var line: Int
        public var bytes: Range<Int>
    }

    public struct Image: Sendable {
        public var name: String
        public var path: String
        public var uuid: String?
        public var start: UInt64
        public var end: UInt64
    }

    public internal(set) var headers: [Header] = []
    public internal(set) var threads: [Thread] = []
    public internal(set) var images: [Image] = []
    /// Everything that speaks of the termination: reason, its continuation lines, description.
    public internal(set) var termination = SourceText()
    /// Offset in `termination` of the reason's value, when there is a reason line.
    public internal(set) var reasonStart: Int?
    public internal(set) var applicationInfo = SourceText()
    public internal(set) var kernelTriage = SourceText()
    /// `Heaviest stack` of resource reports, innermost first.
    public internal(set) var heaviestStack: [Frame] = []
    public internal(set) var lastExceptionBacktrace: [Frame] = []
    /// Lines that belong to no part; loose excerpts put the termination here.
    public internal(set) var loose = SourceText()
    /// The text ends in the middle of a line or part.
    public internal(set) var isTruncated = false
    public internal(set) var issues: [FormatIssue] = []

    public init() {}

    /// The first header with one of these normalised keys.
    public func header(_ keys: String...) -> Header? {
        for key in keys {
            if let found = headers.first(where: { $0.key == key && !$0.value.isEmpty }) { return found }
        }
        return nil
    }

    /// True when it has anything a report would have.
    public var isReport: Bool {
        !threads.isEmpty || !termination.isEmpty || !images.isEmpty
            || headers.contains { ReportKeys.telling.contains($0.key) }
    }
}

/// The keys that reports use. Names of the format, not of what they mean.
enum ReportKeys {
    /// Keys that no other text would have.
    static let telling: Set<String> = [
        "incidentidentifier", "exceptiontype", "exceptioncodes", "terminationreason", "terminationdescription",
        "highlightedthread", "triggeredbythread", "crashreporterkey", "reportversion", "applicationspecificinformation",
        "hardwaremodel", "actiontaken", "writeslimit", "cpulimit", "wakeupslimit",
    ]

    /// Keys that end a termination's continuation lines; everything else there belongs to it.
    static let closing: Set<String> = telling.union([
        "triggeredbythread", "triggeredthread", "crashedthread", "highlightedthread", "highlightedbythread",
        "filteredsyslog", "kerneltriage", "vmregioninfo",
        "binaryimages", "lastexceptionbacktrace", "process", "path", "identifier", "version", "codetype",
        "parentprocess", "datetime", "launchtime", "osversion", "exceptionnote", "exceptionsubtype",
        "exceptionmessage", "terminatingprocess", "terminationsignal", "externalmodificationsummary", "vmregionsummary",
        "asi", "metadata", "reportnotes", "threadstate", "role", "coalition", "hardwaremodel", "errorformulating",
        "dyldinfo", "basebandversion", "releasetype", "appvariant", "event", "heavieststack",
    ])

    /// Multi-word keys as written, by which a text flattened to one line is cut again.
    static let flattened = [
        "Incident Identifier:", "CrashReporter Key:", "Hardware Model:", "Code Type:", "Parent Process:", "Date/Time:",
        "Launch Time:", "OS Version:", "Release Type:", "Baseband Version:", "Report Version:", "Exception Type:",
        "Exception Codes:", "Exception Note:", "Exception Subtype:", "Termination Reason:",
        "Termination Description:", "Triggered by Thread:", "Highlighted Thread:", "Crashed Thread:",
        "Highlighted by Thread:", "Application Specific Information:", "Filtered syslog:", "Kernel Triage:",
        "Last Exception Backtrace:", "Binary Images:", "Terminating Process:", "VM Region Info:",
        "End time:", "Data Source:", "Action taken:", "CPU limit:", "Limit duration:", "CPU used:", "CPU duration:",
        "Duration Sampled:", "Writes limit:", "Writes caused:", "Writes duration:", "Wakeups limit:",
        "Wakeups caused:", "Heaviest stack",
    ]

    /// Letters and digits of a key, in lower case.
    static func normalise(_ key: ArraySlice<UInt8>) -> String {
        var out: [UInt8] = []
        for byte in key {
            let folded = ByteSearch.fold(byte)
            if (folded >= 0x61 && folded <= 0x7A) || (byte >= 0x30 && byte <= 0x39) { out.append(folded) }
        }
        return String(decoding: out, as: UTF8.self)
    }
}
