/// A path whose fact is found: a slot, then steps into its value.
public struct BoundPath: Sendable {
    enum Step: Sendable, Equatable {
        case count, first, last
        case field(String)
    }

    /// The slot of the registered name the path begins with.
    public let slot: Int
    /// The type of the value at the end of the path; a field of a list of records is a list of that field's type.
    public let type: MatchType
    let steps: [Step]

    /// The value at the end of the path; never traps, whatever the source returns.
    ///
    /// Unknown stays unknown. A null or empty list counts 0 and has a null first and last element. A field that a
    /// record lacks is null; a step that does not fit the value is unknown.
    public func value(in source: some FactSource) -> MatchValue {
        var value = source[slot]
        for step in steps { value = BoundPath.take(step, from: value) }
        return value
    }

    private static func take(_ step: Step, from value: MatchValue) -> MatchValue {
        switch (step, value) {
        case (.count, .list(let values)): .int(Int64(values.count))
        case (.count, .null): .int(0)
        case (.first, .list(let values)): values.first ?? .null
        case (.last, .list(let values)): values.last ?? .null
        case (.field(let name), .record(let fields)): fields[name] ?? .null
        case (.field, .list(let values)): .list(values.map { take(step, from: $0) })
        case (_, .null): .null
        default: .unknown
        }
    }
}

/// Finds the fact behind a path: the longest registered prefix, then steps that its type allows.
struct PathResolver {
    let catalogue: NameCatalogue

    func resolve(_ path: FactPath, at offset: Int) throws(PredicateError) -> BoundPath {
        var prefix = path.text[...]
        for length in stride(from: path.components.count, to: 0, by: -1) {
            if let slot = catalogue.slot(of: String(prefix)), let type = catalogue.type(of: String(prefix)) {
                return try take(path, from: length, at: offset, slot: slot, type: type)
            }
            prefix = prefix.prefix(max(0, prefix.utf8.count - path.components[length - 1].utf8.count - 1))
        }
        throw PredicateError(
            offset: offset, message: "unknown name '\(path.text)'", suggestion: suggestion(for: path))
    }

    private func take(
        _ path: FactPath, from length: Int, at offset: Int, slot: Int, type: MatchType
    ) throws(PredicateError) -> BoundPath {
        var type = type
        var steps: [BoundPath.Step] = []
        for index in length..<path.components.count {
            let name = path.components[index]
            guard let (step, next) = PathResolver.step(named: name, into: type) else {
                throw unknownStep(path, index: index, type: type, offset: offset)
            }
            steps.append(step)
            type = next
        }
        return BoundPath(slot: slot, type: type, steps: steps)
    }

    private static func step(named name: String, into type: MatchType) -> (BoundPath.Step, MatchType)? {
        switch type {
        case .record(let fields):
            return fields[name].map { (.field(name), $0) }
        case .list(let element):
            switch name {
            case "@count": return (.count, .int)
            case "first": return (.first, element)
            case "last": return (.last, element)
            default: return step(named: name, into: element).map { ($0.0, .list(of: $0.1)) }
            }
        case .bool, .int, .double, .string, .version:
            return nil
        }
    }

    // MARK: errors

    private func unknownStep(_ path: FactPath, index: Int, type: MatchType, offset: Int) -> PredicateError {
        let owner = path.components[..<index].joined(separator: ".")
        let name = path.components[index]
        guard type.fields != nil || PathResolver.isList(type) else {
            let similar = EditDistance.suggestion(for: path.text, among: catalogue.names)
            return PredicateError(
                offset: offset, message: "'\(owner)' is \(type.words) and has no field '\(name)'",
                suggestion: similar == owner ? nil : similar)
        }
        var choices = (type.fields ?? [:]).keys.sorted()
        if PathResolver.isList(type) { choices += ["@count", "first", "last"] }
        let similar = EditDistance.suggestion(for: name, among: choices)
        let parts = path.components[..<index] + [similar ?? name] + path.components[(index + 1)...]
        return PredicateError(
            offset: offset, message: "unknown field '\(name)' of '\(owner)'",
            suggestion: similar.map { _ in parts.joined(separator: ".") })
    }

    /// The whole path may be misspelt, or the part before a correct step ("assertion.@count").
    private func suggestion(for path: FactPath) -> String? {
        for length in stride(from: path.components.count, to: 0, by: -1) {
            let prefix = path.components[..<length].joined(separator: ".")
            guard let similar = EditDistance.suggestion(for: prefix, among: catalogue.names) else { continue }
            let rest = Array(path.components[length...])
            let candidate = FactPath(components: similar.split(separator: ".").map(String.init) + rest)
            if (try? resolve(candidate, at: 0)) != nil { return candidate.text }
        }
        return nil
    }

    private static func isList(_ type: MatchType) -> Bool {
        if case .list = type { true } else { false }
    }
}
