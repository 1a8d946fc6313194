import AppleFormats
import DiagnosticModel
import SystemFacts

/// A Jetsam event (298): one record for each process that carries a kill reason.
struct JetsamImporter {
    let citations: Citations
    let header: JSONValue?
    let body: JSONValue
    let bugType: String?

    func records() -> [DiagnosticRecord] {
        let pageSize = body["memoryStatus"]?["pageSize"]?.int ?? body["memoryPages"]?["pageSize"]?.int
        let largest = body["largestProcess"]?.text
        let processes = (body["processes"]?.elements ?? []).prefix(Limits.recordsPerFile)
        return processes.compactMap { value in
            guard let reason = value["reason"] else { return nil }
            var record = DiagnosticRecord(kind: .jetsam, source: citations.source)
            record.bugType = bugType
            record.incidentID = body["incident"]?.text ?? header?["incident_id"]?.text
            if let os = header?["os_version"]?.text ?? body["build"]?.text {
                record.system = SystemText.parse(os, model: body["product"]?.text)
            }
            record.system.model = body["product"]?.text
            record.captured = (body["date"] ?? body["timestamp"] ?? header?["timestamp"])?.text.flatMap(
                TimestampText.parse)
            record.process = ProcessIdentity(name: value["name"]?.text, pid: value["pid"]?.int)
            record.process.bundleID = value["bundleID"]?.text ?? value["coalitionName"]?.text
            var kill = JetsamKill(
                reason: reason.text ?? "", states: (value["states"]?.elements ?? []).compactMap(\.text))
            kill.residentBytes = bytes(value["rpages"]?.int, pageSize)
            kill.lifetimeMaxBytes = bytes(value["lifetimeMax"]?.int, pageSize)
            kill.largestProcess = largest
            record.memory = kill
            record.termination.namespace = "JETSAM"
            record.termination.canonicalNamespace = "JETSAM"
            record.termination.namespaceNumber = NamespaceFact.lookup("JETSAM")?.number
            record.locations[.memory] = citations.location(reason)
            record.locations[.exit] = record.locations[.memory]
            record.locations[.process] = citations.location(value["name"] ?? value)
            record.isTruncated = !body.isComplete
            return record
        }
    }

    /// Sizes from input may be anything: no trap on overflow.
    private func bytes(_ pages: Int?, _ pageSize: Int?) -> Int? {
        guard let pages, let pageSize else { return nil }
        let (product, overflow) = pages.multipliedReportingOverflow(by: pageSize)
        return overflow || product < 0 ? nil : product
    }
}
