@testable import Workspace

/// `docs/kinds.md`, made of the tables of body kinds and authentication kinds.
enum KindsDocument {
    static var text: String {
        let bodies = BodyKind.all.map { kind in section(kind.id.rawValue, kind.label, kind.help, kind.fields.map(\.form)) }
        let auths = AuthKind.all.map { kind in section(kind.id.rawValue, kind.label, kind.help, kind.fields) }
        return """
            # Kinds of body and authentication

            A request's file holds its body as `body` and its authentication as `auth`: an object with `type` and the fields of that type. Other
            fields are kept and ignored; `apus check` reports those whose names do not begin with `x-`. [formats.md](formats.md) describes the rest of the file. This page is generated from the tables of the
            program.

            ## Body

            \(bodies.joined(separator: "\n"))
            ## Authentication

            \(auths.joined(separator: "\n"))
            """
    }

    private static func section(_ name: String, _ label: String, _ help: String, _ fields: [FormField]) -> String {
        let head = "### \(label): `\(name)`\n\n\(escaped(help))\n"
        guard !fields.isEmpty else { return head }
        return head + "\n| member | field | |\n| --- | --- | --- |\n" + fields.map(row).joined(separator: "\n") + "\n"
    }

    private static func row(_ field: FormField) -> String {
        let choices = field.choices.isEmpty ? "" : " One of " + field.choices.map { "`\($0)`" }.joined(separator: ", ") + "."
        let notes = [(field.isRequired, "required"), (field.isSecret, "secret")].filter(\.0).map(\.1)
        let note = notes.isEmpty ? "" : " (\(notes.joined(separator: ", ")))"
        return "| `\(field.id)` | \(field.label)\(note) | \(escaped(field.help))\(choices) |"
    }

    private static func escaped(_ text: String) -> String { text.replacing("|", with: "\\|").replacing("*", with: "\\*") }
}
