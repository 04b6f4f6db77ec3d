import Engine
import Widgets
import Workspace

/// The settings of a collection or folder, or the variables of the workspace, as a window of tables and texts.
struct FolderWindow: Sendable, Equatable {
    /// The folder's path; empty for the workspace.
    let path: String
    /// The settings as they were read.
    let draft: FolderDraft
    /// The names of the secrets that a collection has on this machine.
    var storedSecrets: Set<String> = []

    /// The pages of a folder in their order.
    enum Page: Int {
        case headers
        case variables
        case auth
        case options
        case api
        case before
        case after
        case docs
        /// The secrets of a collection, which folders lack.
        case secrets
    }

    /// The pages of the workspace in their order.
    private enum WorkspacePage: Int {
        case variables
        case docs
    }

    private static let (typeField, documentField) = ("type", "openapi")
    private static let scriptHint = "Kept and exported. Apus does not run scripts yet."

    /// The window that edits the file of a folder with these around it, outermost first, whose requests can use these environments.
    static func tableWindow(
        _ path: String, _ draft: FolderDraft, storedSecrets: Set<String> = [], layers: [InheritedLayer] = [], environments: [String] = [],
        preset: EditorPreset = .standard
    ) -> TableWindow {
        let folder = FolderWindow(path: path, draft: draft, storedSecrets: storedSecrets.subtracting([""]))
        guard !path.isEmpty else { return folder.ofWorkspace(preset) }
        let name = draft.name.isEmpty ? path : draft.name
        let kind = folder.hasSecrets ? "Collection" : "Folder"
        let pages: [TableWindow.Page] =
            [
                .rows(
                    "Headers", of: "a header", draft.headers, text: .headers,
                    hint: "Sent with every request in this \(kind.lowercased()) that does not set them."),
                .variables(draft.variables, hint: "{{name}} in a request is replaced by the value."),
                TableWindow.Page(
                    title: "Auth", shape: .form(labelColumns: 18),
                    hint: "For requests without authentication of their own. Enter lists the types.",
                    rows: folder.authRows(draft.auth), unshownRows: AuthFields.unshown(of: draft.auth, saved: draft.auth)),
                TableWindow.Page(
                    title: "Options", shape: .form(labelColumns: 20), hint: "",
                    rowHints: RequestOption.all.map(\.help),
                    rows: OptionFields.explained(
                        OptionFields.rows(of: draft.options), InheritedOptions(layers), environments: environments)),
                TableWindow.Page(
                    title: "API", shape: .form(labelColumns: 18),
                    hint: "Validates responses; the Tests tab shows the results. A path in the workspace, such as api/openapi.yaml.",
                    rows: [TableRow(["Document", draft.openAPI], id: documentField)]),
                .text("Before", draft.scripts.before, hint: scriptHint, preset),
                .text("After", draft.scripts.after, hint: scriptHint, preset),
                .text("Docs", draft.docs, hint: "Describes this \(kind.lowercased()), as Markdown or plain text.", preset),
            ]
        return TableWindow("\(kind) “\(name)”", .folder(folder), pages + (folder.hasSecrets ? [folder.secrets] : []))
    }

    /// The window that edits the file of the workspace: variables and docs.
    private func ofWorkspace(_ preset: EditorPreset) -> TableWindow {
        TableWindow(
            "Workspace variables", .folder(self),
            [
                .variables(
                    draft.variables, hint: "For all collections and environments; these can define other values, and keep passwords."),
                .text("Docs", draft.docs, hint: "Describes this workspace, as Markdown or plain text.", preset),
            ])
    }

    /// The effect that saves the tables.
    ///
    /// - Throws: the first variable, header or option that is not valid.
    func effect(_ pages: [TableWindow.Page]) throws(TableWindowError) -> WorkspaceEffect {
        var new = draft
        guard !path.isEmpty else {
            new.variables = try TableWindowRows.variables(
                pages[page: WorkspacePage.variables].rows, keeping: draft.variables, page: WorkspacePage.variables.rawValue)
            new.docs = pages[page: WorkspacePage.docs].text?.text ?? ""
            return .settings(.saveFolder(path: path, new))
        }
        new.headers = try TableWindowRows.headers(pages[page: Page.headers].rows, keeping: draft.headers, page: Page.headers.rawValue)
        new.variables = try TableWindowRows.variables(
            pages[page: Page.variables].rows, keeping: draft.variables, page: Page.variables.rawValue)
        new.auth = auth(typedIn: pages[page: Page.auth])
        let options = pages[page: Page.options].rows
        if let row = options.first(where: { $0.problem != nil }), let problem = row.problem {
            throw TableWindowError(page: Page.options.rawValue, message: "\(row[0]): expected \(problem).")
        }
        OptionFields.store(options, in: &new.options)
        new.scripts.before = pages[page: Page.before].text?.text ?? ""
        new.scripts.after = pages[page: Page.after].text?.text ?? ""
        new.docs = pages[page: Page.docs].text?.text ?? ""
        new.openAPI = pages[page: Page.api].rows.row(Self.documentField)?.value.trimmed ?? ""
        let secrets = hasSecrets ? try secretEdit(pages[page: Page.secrets].rows) : SecretEdit()
        return .settings(.saveFolder(path: path, new, secrets: secrets))
    }

    // MARK: Secrets

    /// True for a collection: folders have no secrets of their own.
    var hasSecrets: Bool { WorkspacePath.isCollection(path) }

    private var secrets: TableWindow.Page {
        EnvironmentWindow.pageOfSecrets(
            storedSecrets.sorted().map { secretRow($0, "", storedAs: $0) }, hasSources: false,
            hint: "For all requests of the collection. Values stay on this machine and are never in a shared file.")
    }

    /// The row of a secret. The last cell, which is not shown, is the name under which its value is stored; it is empty for a new secret.
    private func secretRow(_ name: String, _ value: String, storedAs former: String) -> TableRow {
        var row = TableRow([name, value, former])
        row.hasStoredSecret = storedSecrets.contains(former)
        row.problem = name.isEmpty || !value.isEmpty || row.hasStoredSecret ? nil : EnvironmentWindow.missingValue
        return row
    }

    /// The changes that the rows of secrets mean.
    private func secretEdit(_ rows: [TableRow]) throws(TableWindowError) -> SecretEdit {
        var (edit, names) = (SecretEdit(), Set<String>())
        for row in rows where !row.isBlank {
            let (name, value, former) = (row[0], row[1], row[2])
            var problem = names.insert(name).inserted ? nil : "There are two secrets “\(name)”."
            if name.isEmpty {
                problem = "A secret needs a name."
            } else if name != former, let expected = VariableIssue.expectedName(insteadOf: name) {
                problem = "“\(name)”: expected \(expected)."
            } else if value.isEmpty, !storedSecrets.contains(former) {
                problem = "“\(name)” has no value yet."
            }
            if let problem { throw TableWindowError(page: Page.secrets.rawValue, message: problem) }
            if !value.isEmpty { edit.values[name] = value } else if name != former { edit.formerNames[name] = former }
        }
        edit.removed = storedSecrets.subtracting(names)
        return edit
    }

    // MARK: Options and authentication

    /// Marks mistakes in the options and secrets, and shows the fields of the chosen scheme and grant. Hidden fields keep their text.
    func update(_ tableWindow: inout TableWindow) {
        guard !path.isEmpty else { return }
        tableWindow.pages[page: Page.options].rows = OptionFields.validated(tableWindow.pages[page: Page.options].rows)
        if hasSecrets {
            let rows = tableWindow.pages[page: Page.secrets].rows
            tableWindow.pages[page: Page.secrets].rows = rows.map { secretRow($0[0], $0[1], storedAs: $0[2]) }
        }
        let page = tableWindow.pages[page: Page.auth]
        guard !page.table.isEditing else { return }
        let auth = auth(typedIn: page)
        tableWindow.pages[page: Page.auth].rows = authRows(auth)
        tableWindow.pages[page: Page.auth].unshownRows = AuthFields.unshown(of: auth, saved: draft.auth)
    }

    /// True for the index of the page with the authentication, which the workspace lacks.
    func isAuth(_ page: Int) -> Bool { !path.isEmpty && page == Page.auth.rawValue }

    /// Restores the autosaved fields of the authentication page; ``update(_:)`` then shows those of the chosen scheme.
    static func fill(_ page: inout TableWindow.Page, _ content: AutosavedWindow.Content) {
        guard var scheme = page.rows.row(typeField) else { return }
        let fields = content.rows.compactMap { row in
            row.cells.first.map { TableRow([$0, row.cells.dropFirst().first ?? ""], id: $0) }
        }
        fields.row(typeField).map { scheme.value = $0.value }
        page.rows = [scheme] + fields.filter { $0.id != typeField }
        page.unshownRows = []
    }

    /// The row of the first empty field that the chosen scheme needs, or else of its first field, below the scheme.
    func firstField(of page: TableWindow.Page) -> Int {
        let auth = auth(typedIn: page)
        return 1 + (auth.kind.entry.firstMissingField(of: auth) ?? 0)
    }

    /// The authentication with the chosen scheme and the fields of all schemes.
    private func auth(typedIn page: TableWindow.Page) -> AuthDraft {
        var auth = draft.auth
        let type = page.rows.row(Self.typeField)?.value ?? ""
        if let kind = AuthDraft.Kind(rawValue: type) { auth.kind = kind }
        // The file of a collection need not say that there is none.
        if auth.kind == .none, draft.auth.kind == .inherit, WorkspacePath.isCollection(path) { auth.kind = .inherit }
        AuthFields.store(page.unshownRows + page.rows.filter { $0.id != Self.typeField }, in: &auth)
        if type == AuthDraft.clientCredentials { (auth.kind, auth["grant"]) = (.oauth2, AuthDraft.clientCredentials) }
        return auth
    }

    /// The scheme and its fields. A collection has nothing above it from which it could inherit: it then has none.
    private func authRows(_ auth: AuthDraft) -> [TableRow] {
        let isTop = WorkspacePath.isCollection(path)
        let choices = AuthKind.all.filter { !isTop || $0.id != .inherit }.flatMap { kind -> [(id: String, label: String)] in
            let choice = (id: kind.id.rawValue, label: kind.label)
            return kind.id == .oauth2 ? [choice, (AuthDraft.clientCredentials, AuthDraft.clientCredentialsLabel)] : [choice]
        }
        var type = TableRow(["Type", ""], id: Self.typeField, choices: choices.map(\.label))
        type.choiceIDs = choices.map(\.id)
        type.value = (isTop && auth.kind == .inherit ? AuthDraft.Kind.none : auth.kind).rawValue
        return [type] + AuthFields.rows(of: auth)
    }
}
