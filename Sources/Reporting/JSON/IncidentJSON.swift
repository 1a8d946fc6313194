import DiagnosticModel

/// An incident's answer: verdict, findings, evidence. What its record says is in `RecordJSON.swift`.
extension JSONWriter {
    mutating func incident(_ incident: Incident, in report: DiagnosisReport) {
        let record = incident.record
        let ledger = report.ledger
        let life = report.life(of: record)
        let clock = report.clock(life?.source ?? record.source)
        object { json in
            json.member("id", incident.id)
            json.member("verdict", incident.verdict)
            json.member("verdictTitle", incident.verdictTitle)
            json.orNull("confidence", incident.confidence?.rawValue)
            incident.terminated == nil ? json.null("terminated") : json.member("terminated", incident.terminated)
            json.process(record.process)
            json.system(record.system)
            json.timestamp("captured", record.captured)
            json.report(record, ledger: ledger)
            json.exception(record.exception)
            json.termination(incident)
            json.assertions(record.assertions, clock: clock, ledger: ledger)
            json.array("threads") { json in
                for activity in record.activities { json.thread(activity, ledger: ledger) }
            }
            json.resource(record.resource)
            json.memory(record.memory)
            json.counter(record.counter)
            if let life {
                LifeJSON(life: life, summary: record.life ?? life.summary, clock: clock, ledger: ledger)
                    .write(to: &json, key: "life")
            }
            json.object("locations") { json in
                for field in RecordField.allCases {
                    if let place = record.locations[field] { json.location(place, key: field.rawValue, ledger: ledger) }
                }
            }
            json.array("findings") { json in
                for finding in incident.findings { json.finding(finding, ledger: ledger) }
            }
            json.array("notEvaluable") { json in
                for rule in incident.notEvaluable {
                    json.object { json in
                        json.member("rule", rule.rule)
                        json.array("missing", rule.missing)
                    }
                }
            }
            json.array("missing", incident.missing)
        }
    }

    private mutating func finding(_ finding: Finding, ledger: Ledger) {
        object { json in
            json.member("rule", finding.rule)
            json.member("verdict", finding.verdict)
            json.member("title", finding.title)
            json.member("level", finding.level.rawValue)
            json.member("confidence", finding.confidence.rawValue)
            json.member("message", finding.message)
            json.member("fingerprint", finding.fingerprint)
            json.array("evidence") { json in
                for place in finding.evidence { json.location(place, ledger: ledger) }
            }
            json.member("what", finding.what)
            json.member("why", finding.why)
            json.member("fix", finding.fix)
            json.member("falsePositives", finding.falsePositives)
            json.array("references", finding.references)
        }
    }

    mutating func location(_ place: EvidenceLocation?, key: String? = nil, ledger: Ledger) {
        guard let place else { return }
        let entry = ledger.entry(place.source)
        object(key) { json in
            json.member("source", place.source)
            json.member("path", entry?.path)
            json.member("member", entry?.member)
            if !place.bytes.isEmpty {
                json.member("byteOffset", place.bytes.lowerBound)
                json.member("byteLength", place.bytes.count)
            }
            json.member("line", place.line > 0 ? place.line : nil)
            json.member("jsonPath", place.path)
            json.member("excerpt", place.excerpt)
        }
    }
}

extension Ledger {
    /// The entry of that id. Normally its index; a ledger that was put together otherwise is searched.
    func entry(_ id: Int) -> LedgerEntry? {
        if entries.indices.contains(id), entries[id].id == id { return entries[id] }
        return entries.first { $0.id == id }
    }
}
