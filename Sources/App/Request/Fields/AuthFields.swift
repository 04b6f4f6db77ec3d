import Widgets
import Workspace

/// The fields of each authentication scheme as rows of a form.
enum AuthFields {
    static func rows(of auth: AuthDraft) -> [TableRow] {
        auth.kind.entry.fields(of: auth).map { field in
            let value = auth[field.id]
            // A variable is no secret: only what it stands for.
            let isSecret = field.isSecret && !value.isEmpty && !value.hasPrefix("{{")
            return TableRow([field.label, value.isEmpty ? field.choices.first ?? "" : value], isSecret: isSecret, choices: field.choices)
        }
    }

    /// The rows with the expected form of each invalid value.
    static func validated(_ rows: [TableRow], of auth: AuthDraft) -> [TableRow] {
        zip(auth.kind.entry.fields(of: auth), rows).map { field, row in
            var row = row
            row.problem = field.expected(row[1])
            return row
        }
    }

    /// Takes the values of rows of a form, whichever scheme's they are. A row may be called as files call its field, too.
    static func store(_ rows: [TableRow], in auth: inout AuthDraft) {
        for row in rows {
            let name = names[row[0]] ?? row[0]
            let isDefault = row[1] == AuthKind.field(name)?.choices.first && auth[name].isEmpty
            if !isDefault { auth[name] = row[1] }
        }
    }

    /// The rows again after one of them was changed: another grant has other fields.
    static func refreshed(_ rows: [TableRow], of auth: inout AuthDraft) -> [TableRow] {
        store(rows, in: &auth)
        return Self.rows(of: auth)
    }

    /// The fields of other kinds and grants, which are not shown. Emptied fields of `saved` are among them.
    static func unshown(of auth: AuthDraft, saved: AuthDraft) -> [TableRow] {
        Set(auth.fields.keys).union(saved.fields.keys).subtracting(auth.kind.entry.fields(of: auth).map(\.id)).sorted().map {
            TableRow([$0, auth[$0]])
        }
    }

    /// A sentence that begins with a field as files call it, beginning with what the form calls it.
    static func naming(_ sentence: String) -> String {
        guard sentence.hasPrefix("auth "), let colon = sentence.firstIndex(of: ":"),
            let label = AuthKind.field(String(sentence[..<colon].dropFirst(5)))?.label
        else { return sentence }
        return "Authentication, “\(label)”" + sentence[colon...]
    }

    private static let names = Dictionary(
        AuthKind.all.flatMap(\.fields).map { ($0.label, $0.id) }, uniquingKeysWith: { first, _ in first })
}
