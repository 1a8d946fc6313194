/// A range of iOS versions in a fact table. `until` includes every release of that version: "13" covers 13.7.
public struct VersionRange: Sendable, Equatable {
    public var since: [Int]?
    public var until: [Int]?

    public init(since: [Int]? = nil, until: [Int]? = nil) {
        self.since = since
        self.until = until
    }

    /// An unknown version is in every range: the record may be of any system.
    public func contains(_ version: [Int]?) -> Bool {
        guard let version else { return true }
        if let since, Self.precedes(version, since) { return false }
        if let until, Self.precedes(until, Array(version.prefix(until.count))) { return false }
        return true
    }

    static func precedes(_ a: [Int], _ b: [Int]) -> Bool {
        for i in 0..<max(a.count, b.count) {
            let x = i < a.count ? a[i] : 0
            let y = i < b.count ? b[i] : 0
            if x != y { return x < y }
        }
        return false
    }

    /// "iOS 13–17", "iOS 18 and later", "all versions".
    public var words: String {
        let from = since.map { $0.map(String.init).joined(separator: ".") }
        let to = until.map { $0.map(String.init).joined(separator: ".") }
        switch (from, to) {
        case (nil, nil): return "all versions"
        case (let from?, nil): return "iOS \(from) and later"
        case (nil, let to?): return "iOS \(to) and earlier"
        case (let from?, let to?): return from == to ? "iOS \(from)" : "iOS \(from)–\(to)"
        }
    }
}
