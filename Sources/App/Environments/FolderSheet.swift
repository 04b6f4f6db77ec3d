import Widgets
import Workspace

/// What a collection or a folder says for everything in it, as a window of tables and texts.
public struct FolderSheet: Sendable, Equatable {
    /// The folder's path.
    let path: String
    /// The settings as they were read.
    let draft: FolderDraft

    private static let authPage = 2
    private static let optionsPage = 3
    private static let beforePage = 4
    private static let afterPage = 5
    private static let docsPage = 6
    private static let scriptHint = "Kept and exported. Apus does not run scripts yet."

    /// The window for what a folder's file says.
    ///
    /// - Parameters:
    ///   - layers: what is around it, outermost first.
    ///   - environments: the names of those that its requests can be sent to.
    static func sheet(
        _ path: String, _ draft: FolderDraft, layers: [InheritedLayer] = [], environments: [String] = [], preset: EditorPreset = .standard
    ) -> SheetOverlay {
        let folder = FolderSheet(path: path, draft: draft)
        let name = draft.name.isEmpty ? path : draft.name
        return SheetOverlay(
            "\(WorkspaceTree.isCollection(path) ? "Collection" : "Folder") “\(name)”", .folder(folder),
            [
                .rows("Headers", draft.headers, hint: "Sent with every request in it that does not set them."),
                .variables(draft.variables, hint: "{{name}} in a request in it stands for the value."),
                SheetOverlay.Page(
                    title: "Authentication", shape: .form(labelColumns: 18),
                    hint: "For requests in it that say none. Space takes another scheme.",
                    rows: authRows(draft.auth)),
                SheetOverlay.Page(
                    title: "Options", shape: .form(labelColumns: 20), hint: "How requests in it are sent that say nothing else.",
                    rowHints: RequestOption.all.map(\.help),
                    rows: OptionFields.explained(
                        OptionFields.rows(of: draft.options), InheritedOptions(layers), environments: environments)),
                .text("Before", draft.scripts.before, hint: scriptHint, preset),
                .text("After", draft.scripts.after, hint: scriptHint, preset),
                .text("Docs", draft.docs, hint: "What the requests in it are for, as Markdown or plain text.", preset),
            ])
    }

    /// What saving the tables does.
    ///
    /// - Throws: what cannot be saved of the options.
    func effect(_ pages: [SheetOverlay.Page]) throws(SheetProblem) -> FileEffect {
        var new = draft
        new.headers = SheetRows.rows(pages[0].rows, keeping: draft.headers)
        new.variables = SheetRows.rows(pages[1].rows, keeping: draft.variables)
        new.auth = auth(chosenIn: pages[Self.authPage].rows)
        AuthFields.store(Array(pages[Self.authPage].rows.dropFirst()), in: &new.auth)
        let options = pages[Self.optionsPage].rows
        if let row = options.first(where: { $0.problem != nil }), let problem = row.problem {
            throw SheetProblem(page: Self.optionsPage, message: "\(row[0]): expected \(problem).")
        }
        OptionFields.store(options, in: &new.options)
        new.scripts.before = pages[Self.beforePage].text?.text ?? ""
        new.scripts.after = pages[Self.afterPage].text?.text ?? ""
        new.docs = pages[Self.docsPage].text?.text ?? ""
        return .saveFolder(path: path, new)
    }

    /// Says what is wrong with the options, and shows the fields of the scheme that was chosen; what was typed stays where a field has
    /// the same name.
    func follow(_ sheet: inout SheetOverlay) {
        sheet.pages[Self.optionsPage].rows = OptionFields.validated(sheet.pages[Self.optionsPage].rows)
        let shown = sheet.pages[Self.authPage].rows
        let fields = AuthFields.rows(of: auth(chosenIn: shown))
        guard fields.map({ $0[0] }) != shown.dropFirst().map({ $0[0] }) else { return }
        let typed = Dictionary(shown.dropFirst().map { ($0[0], $0[1]) }, uniquingKeysWith: { first, _ in first })
        sheet.pages[Self.authPage].rows =
            [shown[0]]
            + fields.map { field in
                var field = field
                if let text = typed[field[0]] { field[1] = text }
                return field
            }
    }

    /// The authentication with the scheme that is chosen, and with the grant, which decides on the fields.
    private func auth(chosenIn rows: [TableRow]) -> AuthDraft {
        var auth = draft.auth
        if let kind = rows.first.flatMap({ AuthDraft.Kind(rawValue: $0[1]) }) { auth.kind = kind }
        if auth.kind == .oauth2, let grant = rows.first(where: { $0[0] == "Grant" }) { auth["grant"] = grant[1] }
        return auth
    }

    private static func authRows(_ auth: AuthDraft) -> [TableRow] {
        [TableRow(["Scheme", auth.kind.rawValue], choices: AuthDraft.Kind.allCases.map(\.rawValue))] + AuthFields.rows(of: auth)
    }
}
