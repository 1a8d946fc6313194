import Testing

import func CustomDump.diff

/// Two values are equal, or their difference is shown line by line.
///
/// swift-custom-dump has a function of this name. On Linux it reports to Swift Testing only when one more product is
/// linked, and without it prints a warning while the test passes; this one cannot be silent.
func expectNoDifference<Value: Equatable>(
    _ actual: Value, _ expected: Value, _ comment: String = "", sourceLocation: SourceLocation = #_sourceLocation
) {
    guard actual != expected else { return }
    let difference = diff(expected, actual) ?? "\(actual) is not \(expected)"
    Issue.record("\(comment) (expected: -, found: +)\n\(difference)", sourceLocation: sourceLocation)
}
