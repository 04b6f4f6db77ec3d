import Widgets
import Workspace

/// The fields of each authentication scheme as rows of a form.
enum AuthFields {
    static func rows(of auth: AuthDraft) -> [TableRow] {
        auth.kind.entry.fields(of: auth).map { row($0, auth[$0.id]) }
    }

    /// The rows of all fields of all schemes, without values.
    static var allRows: [TableRow] { AuthKind.all.flatMap(\.fields).map { row($0, "") } }

    private static func row(_ field: FormField, _ value: String) -> TableRow {
        let titles = Self.titles[field.id] ?? [:]
        var row = TableRow(
            [field.label, ""], id: field.id, isSecret: field.isSecret && value.isTypedSecret,
            choices: field.choices.map { titles[$0] ?? $0 })
        row.choiceIDs = field.choices
        row.value = value.isEmpty ? field.choices.first ?? "" : value
        row.placeholder = field.isRequired ? "required" : field.choices.isEmpty ? field.unset ?? "optional" : ""
        return row
    }

    /// Masks the values of secrets in rows that were recorded while they were typed.
    static func mask(_ rows: inout [TableRow], of auth: AuthDraft) {
        for index in rows.indices {
            rows[index].isSecret = field(rows[index], of: auth)?.isSecret == true && rows[index][1].isTypedSecret
        }
    }

    private static func field(_ row: TableRow, of auth: AuthDraft) -> FormField? { row.id.flatMap(auth.kind.entry.field) }

    /// The choices of fields in words.
    private static let titles = [
        "grant": [
            "authorization_code": "Authorization code", "client_credentials": "Client credentials", "password": "Password",
            "device_code": "Device code",
        ],
        "in": ["header": "Header", "query": "Query"],
        "clientAuthentication": ["header": "Authorization header", "body": "Request body"],
    ]

    /// The rows, each with the expected form if its value is invalid.
    static func validated(_ rows: [TableRow], of auth: AuthDraft) -> [TableRow] {
        rows.map { $0.with(problem: field($0, of: auth)?.expected($0.value)) }
    }

    /// Stores the values of form rows of any scheme.
    static func store(_ rows: [TableRow], in auth: inout AuthDraft) {
        for row in rows {
            guard let name = row.id else { continue }
            let value = row.value
            let isDefault = value == AuthKind.field(name)?.choices.first && auth[name].isEmpty
            if !isDefault { auth[name] = value }
        }
    }

    /// The rows after a change: another grant has other fields.
    static func refreshed(_ rows: [TableRow], of auth: inout AuthDraft) -> [TableRow] {
        store(rows, in: &auth)
        return Self.rows(of: auth)
    }

    /// The fields of other schemes and grants, which are not shown, including fields of `saved` that were emptied.
    static func unshown(of auth: AuthDraft, saved: AuthDraft) -> [TableRow] {
        Set(auth.fields.keys).union(saved.fields.keys).subtracting(auth.kind.entry.fields(of: auth).map(\.id)).sorted().map {
            TableRow([$0, auth[$0]], id: $0)
        }
    }
}

/// The options of a request as form rows, one for each row of the option table. An empty value is inherited.
enum OptionFields {
    /// The first rows of the groups after the first.
    static let groupStarts = RequestOption.groups.dropLast().reduce(into: [Int]()) { $0.append(($0.last ?? 0) + $1.count) }

    static func rows(of options: RequestOptions) -> [TableRow] {
        // Skips the work if no option is set, as at the start of the program.
        let isEmpty = options == RequestOptions()
        return RequestOption.all.map { option in
            let value = isEmpty ? "" : option.typed(in: options)
            let isSecret = option.isSecret && value.isTypedSecret
            var row = TableRow(
                [option.label, value], id: option.name, isSecret: isSecret, choices: option.choices.isEmpty ? [] : [""] + option.choices)
            // A variable that a file has instead of a word is edited as text.
            row.takesAnyText = !row.choices.isEmpty && Template.mayRefer(value[...])
            return row
        }
    }

    /// Masks the values of secrets in rows that were recorded while they were typed.
    static func mask(_ rows: inout [TableRow]) {
        for (index, option) in zip(rows.indices, RequestOption.all) {
            rows[index].isSecret = option.isSecret && rows[index][1].isTypedSecret
        }
    }

    /// Stores the typed options; an invalid value leaves the option unchanged and is kept in the row.
    static func store(_ rows: [TableRow], in options: inout RequestOptions) {
        for (option, row) in zip(RequestOption.all, rows) { option.setTypedText(row[1].trimmed, in: &options) }
    }

    /// The rows, each with the problem of its value.
    static func validated(_ rows: [TableRow]) -> [TableRow] {
        zip(RequestOption.all, rows).map { option, row in
            // Most options are not set.
            guard !row[1].isEmpty else { return row.with(problem: nil) }
            var scratch = RequestOptions()
            return row.with(problem: option.setText(row[1].trimmed, in: &scratch))
        }
    }

    /// The rows with the inherited values as placeholders and the environments to choose from.
    static func explained(_ rows: [TableRow], _ inherited: InheritedOptions, environments: [String]) -> [TableRow] {
        zip(RequestOption.all, rows).map { option, row in
            var row = row
            row.placeholder = inherited.meaning(of: option)
            if option.name == environmentName, !environments.isEmpty {
                row.choices = [""] + environments
                row.takesAnyText = true
            }
            return row
        }
    }

    static func help(_ row: Int, _ inherited: InheritedOptions) -> String? {
        guard RequestOption.all.indices.contains(row) else { return nil }
        let option = RequestOption.all[row]
        return "\(option.label): \(option.help) Left empty, \(inherited.meaning(of: option))."
    }

    /// The environment that the rows select; nil for none.
    static func environment(_ rows: [TableRow]) -> String? { text(environmentRow, rows) }

    /// The source of stored responses instead of the network that the rows name; nil if it is inherited.
    static func offline(_ rows: [TableRow]) -> String? { text(offlineRow, rows) }

    private static func text(_ row: Int?, _ rows: [TableRow]) -> String? {
        guard let row, rows.indices.contains(row) else { return nil }
        let text = rows[row][1].trimmed
        return text.isEmpty ? nil : text
    }

    /// True if a row's value is the path of a file.
    static func holdsPath(_ row: Int) -> Bool { RequestOption.all.indices.contains(row) && RequestOption.all[row].isPath }

    // Each frame asks for both.
    private static let environmentRow = row(of: environmentName)
    private static let offlineRow = row(of: "offline.from")
    private static let environmentName = "environment"

    private static func row(of name: String) -> Int? { RequestOption.all.firstIndex { $0.name == name } }
}

extension String {
    /// True if a secret field masks this value. The name of a variable is shown.
    fileprivate var isTypedSecret: Bool { !isEmpty && !hasPrefix("{{") }
}
