/// Where a secret comes from. The secret itself is never in a file that is shared.
public enum SecretSource: Hashable, Sendable {
    /// A variable of the process environment.
    case environment(String)
    /// What a command prints, without the newline at its end: the program and its arguments, run without a shell.
    case command([String])
    /// The desktop's secret service, found by these attributes.
    case secretService(attributes: [Row])
    /// Asked for when it is first needed, and kept until the program ends.
    case prompt
    /// `<environment>.secrets.json` beside the environment, mode 0600, left out of version control.
    case file

    /// What else is asked for it, which may take its time or ask a person: a command's program or the secret service; nil for what is at
    /// hand.
    public var program: String? {
        switch self {
        case .command(let command): command.first
        case .secretService: "the secret service"
        case .environment, .prompt, .file: nil
        }
    }
}

/// A secret's name with its source.
public struct SecretEntry: Hashable, Sendable {
    /// The variable's name.
    public var name: String
    /// Where its value comes from.
    public var source: SecretSource

    /// Takes a name and a source.
    public init(_ name: String, _ source: SecretSource) {
        self.name = name
        self.source = source
    }
}
