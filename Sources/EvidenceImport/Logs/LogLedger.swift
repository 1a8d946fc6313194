import DiagnosticModel

/// The ledger's words about a log.
enum LogLedger {
    static func title(_ coverage: LogCoverage) -> String {
        coverage.styles.isEmpty ? "system log" : "system log (\(coverage.styles.joined(separator: ", ")))"
    }

    static func entry(id: Int, path: String, _ coverage: LogCoverage) -> LedgerEntry {
        LedgerEntry(
            id: id, path: path, kind: "system-log", kindTitle: title(coverage),
            status: coverage.isCut ? .partial : .read, byteCount: coverage.byteCount, issues: issues(coverage))
    }

    static func issues(_ coverage: LogCoverage) -> [LedgerIssue] {
        var issues: [LedgerIssue] = []
        if coverage.isCut {
            issues.append(
                LedgerIssue(
                    code: "line-cut", severity: .dataLoss,
                    message: "the log ends inside a record, or has a line of more than "
                        + "\(TextLogImporter.longestLine >> 20) MiB; what stands behind is missing"))
        }
        if coverage.truncatedCount > 0 {
            issues.append(
                LedgerIssue(
                    code: "log-lines-truncated", severity: .notice,
                    message:
                        "\(coverage.truncatedCount) of the lines that matter were cut short by the tool that wrote "
                        + "them; capture with 'log collect' or a sysdiagnose instead"))
        }
        return issues
    }
}
