import ArgumentParser

/// The maintainers' tool: generators, measuring sticks, fuzzing. Not installed.
@main
struct DevCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bgdiag-dev", abstract: "Tools of bgdiag's maintainers.",
        subcommands: [Embed.self, Docs.self, Corpus.self, Fuzz.self, Bench.self])
}
