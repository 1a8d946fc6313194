import DiagnosticModel

/// Reads `iPhone OS 15.2.1 (19C63)`, `iOS 8.0 (12A365)`, `Watch OS 7.0 (18R382)`, `Mac OS X 10.8.5`,
/// `iPhone OS 14.3 (Build 18C66)`.
enum SystemText {
    static func parse(_ text: String, model: String? = nil) -> SystemIdentity {
        var system = SystemIdentity()
        system.description = text
        system.model = model
        var name = text
        if let open = text.firstIndex(of: "("), let close = text[open...].firstIndex(of: ")") {
            let build = text[text.index(after: open)..<close].split(separator: " ").last.map(String.init)
            system.build = build
            name = String(text[..<open])
        }
        let words = name.split(separator: " ")
        if let number = words.first(where: { $0.first?.isNumber == true }) { system.version = OSVersion(number) }
        system.platform = platform(of: name.lowercased(), model: model)
        return system
    }

    private static func platform(of name: String, model: String?) -> String? {
        let known = [
            ("iphone", "iOS"), ("ipados", "iOS"), ("ipad", "iOS"), ("ios", "iOS"), ("watch", "watchOS"),
            ("tvos", "tvOS"),
            ("apple tv", "tvOS"), ("visionos", "visionOS"), ("xros", "visionOS"), ("mac", "macOS"),
        ]
        if let match = known.first(where: { name.contains($0.0) }) { return match.1 }
        guard let model = model?.lowercased() else { return nil }
        return known.first { model.hasPrefix($0.0) }?.1
    }
}

extension SystemIdentity {
    /// The iOS version that fact tables are keyed by; nil on other systems and when unknown.
    var iOSVersion: [Int]? { platform == nil || platform == "iOS" ? version?.numbers : nil }
}
