import Screen
import Widgets
import Workspace

/// An environment as a window of tables.
struct EnvironmentWindow: Sendable, Equatable {
    /// The environment's file.
    let path: String
    /// The environment as it was read.
    let draft: EnvironmentDraft
    /// The names of the secrets that have a value on this machine.
    let storedSecrets: Set<String>

    /// The pages in their order.
    enum Page: Int {
        case server
        case variables
        case secrets
        case headers
        case query
    }

    private static let valueColumn = 1
    private static let sourceColumn = 2

    /// The window that edits an environment's file. In a new environment the cursor is in the base URL, in a copy in its name. `kept` has the
    /// names of the secrets with a value on this machine.
    static func tableWindow(
        _ path: String, _ draft: EnvironmentDraft, storedSecrets: Set<String> = [], typesName: Bool = false
    ) -> TableWindow {
        let name = draft.name.isEmpty ? path : draft.name
        var server = TableWindow.Page(
            title: "Server", shape: .form(labelColumns: 14), hint: "",
            rowHints: EnvironmentDraft.formFields.map(\.help), rows: validated(serverRows(draft)))
        if typesName || draft == EnvironmentDraft(name: draft.name) {
            let room = Rect(x: 0, y: 0, width: 80, height: server.rows.count)
            let row = server.rows.firstIndex { $0.id == (typesName ? nameField : baseURLField) } ?? 0
            server.table.select(row: row, column: 1, rows: server.rows, shape: server.shape, in: room)
            _ = server.table.beginEditing(rows: &server.rows, shape: server.shape, in: room)
        }
        return TableWindow(
            "Environment “\(name)”", .environment(EnvironmentWindow(path: path, draft: draft, storedSecrets: storedSecrets)),
            [
                server, .variables(draft.variables, hint: "{{name}} in a request is replaced by the value. Keep passwords as secrets."),
                pageOfSecrets(
                    // A prompt, the default source, is shown as an empty cell, so that a typed value can change the source.
                    draft.secrets.map {
                        secretRow($0.name, "", $0.source == .prompt ? "" : SecretSourceText.write($0.source), storedSecrets)
                    },
                    hint: "Values stay on this machine and are never in a shared file. Space or a click on a source lists the sources."),
                .rows(
                    "Headers", of: "a header", draft.headers, text: .headers, hint: "Sent with every request that does not set them."),
                .rows("Query", of: "a parameter", draft.query, hint: "Sent with every request that does not set them."),
            ])
    }

    /// A page of secrets; those of a collection have no source but the file on this machine.
    static func pageOfSecrets(_ rows: [TableRow], hasSources: Bool = true, hint: String) -> TableWindow.Page {
        let columns = hasSources ? secretColumns : Array(secretColumns.dropLast())
        return TableWindow.Page(
            title: "Secrets", shape: TableShape(columns: columns, hasCheckboxes: false, addTitle: "Add a secret"), hint: hint, rows: rows)
    }

    /// The mark of a secret that has no value yet.
    static let missingValue = "no value on this machine yet"

    /// The fields of the server, each with the mistake in it.
    static func validated(_ rows: [TableRow]) -> [TableRow] {
        rows.map { row in
            row.with(problem: EnvironmentDraft.formFields.first { $0.id == row.id }?.expected(row.value))
        }
    }

    /// Gives new rows the list of sources and marks secrets without a value.
    func update(_ page: inout TableWindow.Page) {
        let table = page.table
        let typed = table.column == Self.valueColumn && page.filter.field == nil ? table.editor?.text : nil
        page.rows = page.rows.enumerated().map { index, row in
            var new = Self.secretRow(row[0], row[Self.valueColumn], row[Self.sourceColumn], storedSecrets)
            if index == table.selected, let typed { new.placeholder = Self.defaultSource(of: typed) }
            return new
        }
    }

    /// The row of a secret that was a variable: its value is kept on this machine.
    static func secret(of variable: TableRow) -> TableRow { SecretSourceText.row([variable[0], variable[1], ""]) }

    /// The effect that saves the tables: the file, then the values of secrets next to it.
    func effect(_ pages: [TableWindow.Page]) throws(TableWindowError) -> WorkspaceEffect {
        var new = draft
        let server = Self.validated(pages[page: Page.server].rows)
        new.name = server.row(Self.nameField)?.value ?? ""
        new.isProtected = server.row(Self.protectedField)?.isOn == true
        if let row = server.first(where: { $0.problem != nil }), let problem = row.problem {
            throw TableWindowError(page: Page.server.rawValue, message: "\(row[0]): expected \(problem).")
        }
        BaseURL(server.row(Self.baseURLField)?.value ?? "").map { new.baseURL.replace(with: $0) }
        if new.name.isEmpty { throw TableWindowError(page: Page.server.rawValue, message: "An environment needs a name.") }
        new.variables = try TableWindowRows.variables(
            pages[page: Page.variables].rows, keeping: draft.variables, page: Page.variables.rawValue)
        let (secrets, values) = try Self.secrets(pages[page: Page.secrets].rows)
        new.secrets = secrets
        new.headers = try TableWindowRows.headers(pages[page: Page.headers].rows, keeping: draft.headers, page: Page.headers.rawValue)
        new.query = TableWindowRows.rows(pages[page: Page.query].rows, keeping: draft.query)
        return .settings(.saveEnvironment(path: path, new, oldName: draft.name, secrets: values))
    }

    private static let secretColumns = [
        TableColumn("Name", width: .share(2), role: .headerName),
        TableColumn("Value", width: .share(2), placeholder: "kept on this machine", role: .headerValue, isMasked: true),
        TableColumn("Source", width: .share(3), placeholder: SecretSourceText.forms, role: .headerValue),
    ]

    private static let (nameField, baseURLField, protectedField) = ("name", "baseURL", "protected")

    private static func serverRows(_ draft: EnvironmentDraft) -> [TableRow] {
        EnvironmentDraft.formFields.map { field in
            var row = TableRow([field.label, ""], id: field.id, choices: field.choices)
            // The second choice of a field with two is on.
            row.onChoice = field.choices.last
            row.placeholder = field.placeholder
            switch field.id {
            case nameField: row.value = draft.name
            case baseURLField: row.value = draft.baseURL.text
            case protectedField: row.value = (draft.isProtected ? field.choices.last : field.choices.first) ?? ""
            default: break
            }
            return row
        }
    }

    private static func secretRow(_ name: String, _ value: String, _ source: String, _ storedSecrets: Set<String>) -> TableRow {
        var row = SecretSourceText.row([name, value, source])
        let isFile = source == SecretSourceText.write(.file)
        row.hasStoredSecret = isFile && storedSecrets.contains(name)
        let needsValue = isFile && value.isEmpty && !storedSecrets.contains(name)
        row.problem = needsValue && !name.isEmpty ? missingValue : nil
        row.placeholder = defaultSource(of: value)
        return row
    }

    /// The source of a secret whose row names none.
    private static func defaultSource(of value: String) -> String { SecretSourceText.write(value.isEmpty ? .prompt : .file) }

    /// The secrets with their sources, and the values that were typed. A typed value is kept in the file next to the environment.
    private static func secrets(_ rows: [TableRow]) throws(TableWindowError) -> ([SecretEntry], [String: String]) {
        var secrets: [SecretEntry] = []
        var values: [String: String] = [:]
        for row in rows where !row.isBlank {
            let (name, value) = (row[0], row[1])
            guard let source = SecretSourceText.read(row[sourceColumn].isEmpty ? defaultSource(of: value) : row[sourceColumn]) else {
                throw TableWindowError(
                    page: Page.secrets.rawValue, message: "The source of “\(name)” is not valid. Expected: \(SecretSourceText.forms)")
            }
            if !value.isEmpty {
                guard source == .file else {
                    throw TableWindowError(
                        page: Page.secrets.rawValue,
                        message: "“\(name)” has a value and another source: choose the source “\(SecretSourceText.write(.file))”.")
                }
                guard !name.isEmpty else { throw TableWindowError(page: Page.secrets.rawValue, message: "A secret needs a name.") }
                values[name] = value
            }
            secrets.append(SecretEntry(name, source))
        }
        return (secrets, values)
    }
}
