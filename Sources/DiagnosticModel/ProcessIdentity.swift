/// Which process, as far as the evidence says. Never a bare pid: pids are reused.
public struct ProcessIdentity: Sendable, Equatable {
    /// Executable name, untrusted text; nil when the record does not name it.
    public var name: String?
    public var pid: Int?
    public var bundleID: String?
    public var path: String?
    public var version: String?
    public var parent: String?
    /// "Foreground", "Background", "Non UI": the process's role as the report prints it.
    public var role: String?
    public var launched: Timestamp?
    /// True for `.appex` bundles: they have no `UIApplication`.
    public var isExtension: Bool
    /// One of the system's own services, as the logs mark them.
    public var isDaemon = false

    public init(name: String? = nil, pid: Int? = nil, bundleID: String? = nil) {
        self.name = name
        self.pid = pid
        self.bundleID = bundleID
        self.isExtension = false
    }
}

/// The system a record was made on.
public struct SystemIdentity: Sendable, Equatable {
    /// "iPhone OS 15.2.1 (19C63)", as printed.
    public var description: String?
    /// "iOS", "watchOS", "macOS", "tvOS", "visionOS"; nil when unknown.
    public var platform: String?
    public var version: OSVersion?
    public var build: String?
    /// "iPhone14,2".
    public var model: String?

    public init() {}
}

/// A dotted system version, ordered by its numbers: 9.3 < 13.1 < 26.
public struct OSVersion: Sendable, Equatable, Comparable, CustomStringConvertible {
    public var numbers: [Int]

    public init(_ numbers: [Int]) { self.numbers = numbers }

    /// Reads "15.2.1"; nil without a leading number. Stops at the first thing that is not a dotted number.
    public init?(_ text: some StringProtocol) {
        var numbers: [Int] = []
        for part in text.split(separator: ".", omittingEmptySubsequences: false).prefix(4) {
            let digits = part.prefix { $0.isASCII && $0.isNumber }
            guard let number = Int(digits), number < 100_000 else { break }
            numbers.append(number)
            if digits.count != part.count { break }
        }
        guard !numbers.isEmpty else { return nil }
        self.numbers = numbers
    }

    public static func < (a: OSVersion, b: OSVersion) -> Bool {
        for i in 0..<max(a.numbers.count, b.numbers.count) {
            let x = i < a.numbers.count ? a.numbers[i] : 0
            let y = i < b.numbers.count ? b.numbers[i] : 0
            if x != y { return x < y }
        }
        return false
    }

    public static func == (a: OSVersion, b: OSVersion) -> Bool { !(a < b) && !(b < a) }

    public var description: String { numbers.map(String.init).joined(separator: ".") }
}
