/// Options that several commands have.
extension OptionSpec {
    static let environment = OptionSpec("environment", "e", value: "NAME", "Send to this environment of the collection", .environment)
    static let workspace = OptionSpec(
        "workspace", "w", value: "FOLDER", "Use this workspace (default: the nearest parent folder with a folder collections)", .folder)

    /// The options for the environment and the values with which requests are sent.
    static let sending = [
        environment,
        OptionSpec("variable", "v", value: "NAME=VALUE", "Set a variable; overrides all others", repeats: true),
        OptionSpec(
            "secret-from", value: "NAME=SOURCE", "Read a secret from env:VARIABLE, file:PATH or - (standard input)", repeats: true),
        workspace,
    ]

    static let requestOption = OptionSpec(
        "option", "O", value: "NAME=VALUE",
        "Set an option of the request, such as timeout=5, proxy=none, tls.verify=no or redirects.follow=no; docs/options.md lists them",
        .requestOption, repeats: true)
    static let jobs = OptionSpec("jobs", "J", value: "N", "Send this many at once (default: 1)", .number(1...10_000))
    static let rate = OptionSpec("rate", value: "N", "Start at most this many requests per second", .number(1...1_000_000))
    static let quiet = OptionSpec("quiet", "q", "Print only failures and the totals")
    static let confirmation = OptionSpec("yes", "y", "Confirm sending to a protected environment")
    static let trust = OptionSpec("trust", "Give the workspace all permissions for this run")
}

extension WordKind {
    /// A number of entries or requests.
    static let count = WordKind.number(0...1_000_000_000)
}
