/// The outcome of comparing two values that have an order.
enum ValueOrder: Equatable {
    case less, equal, greater

    init<T: Comparable>(_ a: T, _ b: T) { self = a < b ? .less : (a == b ? .equal : .greater) }

    var reversed: ValueOrder {
        switch self {
        case .less: .greater
        case .equal: .equal
        case .greater: .less
        }
    }
}

extension MatchValue {
    /// How two values stand to one another; nil when they have no common order (different kinds, NaN, records).
    /// Numbers compare by mathematical value whatever their representation, with no rounding.
    func order(comparedTo other: MatchValue) -> ValueOrder? {
        switch (self, other) {
        case (.int(let a), .int(let b)): ValueOrder(a, b)
        case (.string(let a), .string(let b)): ValueOrder(a, b)
        case (.bool(let a), .bool(let b)): ValueOrder(a ? 1 : 0, b ? 1 : 0)
        case (.unsigned(let a), .unsigned(let b)): ValueOrder(a, b)
        case (.double(let a), .double(let b)): a.isNaN || b.isNaN ? nil : ValueOrder(a, b)
        case (.int(let a), .unsigned(let b)): a < 0 ? .less : ValueOrder(UInt64(a), b)
        case (.unsigned, .int): other.order(comparedTo: self)?.reversed
        case (.int(let a), .double(let b)): MatchValue.order(a, b)
        case (.unsigned(let a), .double(let b)): MatchValue.order(a, b)
        case (.double, .int), (.double, .unsigned): other.order(comparedTo: self)?.reversed
        case (.version(let a), .version(let b)): MatchValue.order(versions: a, b)
        case (.version(let a), .string(let text)):
            MatchValue.versionNumbers(text).map { MatchValue.order(versions: a, $0) }
        case (.version(let a), .int(let major)): MatchValue.order(versions: a, [Int(clamping: major)])
        case (.string, .version), (.int, .version): other.order(comparedTo: self)?.reversed
        default: nil
        }
    }

    /// Equality with the same conversions as `order`; lists compare element by element. Nil: not comparable.
    func equals(_ other: MatchValue) -> Bool? {
        switch (self, other) {
        case (.string(let a), .string(let b)): return a == b
        case (.list(let a), .list(let b)):
            return a.count == b.count && zip(a, b).allSatisfy { $0.equals($1) ?? false }
        default: return order(comparedTo: other).map { $0 == .equal }
        }
    }

    // Both compare integer parts, then what the fraction adds. `rounded(.towardZero)` would read better, but needs
    // libm, which a program without Foundation does not link on Linux.

    private static func order(_ integer: Int64, _ double: Double) -> ValueOrder? {
        if double.isNaN { return nil }
        if double >= 9_223_372_036_854_775_808 { return .less }
        if double < -9_223_372_036_854_775_808 { return .greater }
        let whole = Int64(double)
        return integer == whole ? ValueOrder(Double(whole), double) : ValueOrder(integer, whole)
    }

    private static func order(_ integer: UInt64, _ double: Double) -> ValueOrder? {
        if double.isNaN { return nil }
        if double >= 18_446_744_073_709_551_616 { return .less }
        if double < 0 { return .greater }
        let whole = UInt64(double)
        return integer == whole ? ValueOrder(Double(whole), double) : ValueOrder(integer, whole)
    }

    private static func order(versions a: [Int], _ b: [Int]) -> ValueOrder {
        for index in 0..<max(a.count, b.count) {
            let x = index < a.count ? a[index] : 0
            let y = index < b.count ? b[index] : 0
            if x != y { return ValueOrder(x, y) }
        }
        return .equal
    }
}
