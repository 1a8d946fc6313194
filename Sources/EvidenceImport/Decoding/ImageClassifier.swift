import SystemFacts

/// Whether an image is the app's own code, by its path; by its name where a report has no paths.
struct ImageClassifier {
    private static let system = NamePatterns(BuiltInFacts.symbols.systemImagePaths, value: true)
    private static let systemNames = NamePatterns(BuiltInFacts.symbols.systemImageNames, value: true)
    private static let app = NamePatterns(BuiltInFacts.symbols.appImagePaths, value: true)

    let processName: String?
    private var known: [String: Bool?] = [:]

    init(processName: String?) { self.processName = processName }

    /// nil when neither path nor name tells.
    mutating func isInApp(name: String, path: String) -> Bool? {
        let key = path.isEmpty ? name : path
        if let answer = known[key] { return answer }
        let answer = decide(name: name, path: path)
        known[key] = .some(answer)
        return answer
    }

    private func decide(name: String, path: String) -> Bool? {
        if name.isEmpty || name == "???" { return nil }
        if !path.isEmpty {
            // A path inside the app that holds a system library copy (Swift runtime) is system code.
            if Self.system.contains(path) { return false }
            if Self.app.contains(path) { return true }
        }
        if Self.systemNames.contains(name) { return false }
        if name == processName { return true }
        // A third-party framework: no system name, and no path to ask.
        return path.isEmpty ? true : nil
    }
}
