import Workspace

/// The lines of the Text tab that hold what the Auth tab shows as dots. The text itself stays as it is: it is what is edited and saved.
enum DocumentSecrets {
    private static let names = AuthDraft.Kind.allCases.reduce(into: Set<String>()) { $0.formUnion($1.secretFieldNames) }
    private static let beginning = "# @auth."

    /// The UTF-8 offset at which the secret of a line begins; nil if it holds none in clear.
    static func start(in line: String) -> Int? {
        guard line.hasPrefix(beginning) else { return nil }
        let rest = line.dropFirst(beginning.count)
        guard let equals = rest.firstIndex(of: "="), names.contains(String(rest[..<equals]).trimmed) else { return nil }
        let value = rest[rest.index(after: equals)...].drop { $0 == " " }
        // A variable is no secret: only what it stands for.
        return value.isEmpty || value.hasPrefix("{{") ? nil : line.utf8.count - value.utf8.count
    }
}
