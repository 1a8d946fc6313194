import ArgumentParser
import BGDiagKit

/// What logs leave out and the user knows.
struct LogReadingOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Year of log lines that have none (syslog).", valueName: "year"))
    var assumeYear: Int?
    @Option(help: ArgumentHelp("Zone of log lines that have none: +0200, -05:30 or Z.", valueName: "zone"))
    var tz: String?

    func validate() throws {
        if let assumeYear, !(1970...2100).contains(assumeYear) {
            throw ValidationError("--assume-year takes 1970 to 2100, not \(assumeYear)")
        }
        if let tz, TimeWords.zone(tz) == nil {
            throw ValidationError("--tz takes an offset such as +0200, -05:30 or Z, not '\(tz)'")
        }
    }

    var selection: LogSelection { LogSelection(assumedYear: assumeYear, zoneMinutes: tz.flatMap(TimeWords.zone)) }
}
