import Engine
import HTTP
import Platform
import Screen
import Widgets
import Workspace

/// The parts of the program's state that the request pane reads.
struct RequestContext {
    /// The tab of the request.
    let tab: TabID
    /// The number of open requests.
    let tabCount: Int
    /// The cells of the pane with its border; nil while it is hidden.
    let pane: Rect?
    /// The box of the URL above request and response; empty where the URL is inside the pane.
    let urlBar: Rect
    /// The cells of all panes, which lists may cover.
    let body: Rect
    /// True if there is room for blank rows.
    let hasBlankRows: Bool
    /// True if keys go to the pane.
    let isFocused: Bool
    /// True if the pane has the focus, also while a window covers it.
    let isSelected: Bool
    /// True if the tab shows a request in flight.
    let isSending: Bool
    /// True while all requests get stored responses.
    let isOffline: Bool
    /// True for a moment after a request of the tab ended.
    let hasJustEnded: Bool
    /// Draws lines and signs in ASCII.
    let usesASCII: Bool
    /// Adds the headers that identify the client.
    let addsAutomaticHeaders: Bool
    /// The editing keys of new texts.
    let editorPreset: EditorPreset
    /// True to complete brackets and quotes in texts with a syntax.
    let closesBrackets: Bool
    /// The keys of commands.
    let keys: KeyNames
    /// The variables that the request can use.
    let variables: VariableScope
    /// The environments of its collection.
    let environments: [EnvironmentSummary]
    /// The environment that a request in a folder uses; in the current place if nil.
    let environment: @Sendable (_ folder: String?) -> EnvironmentSummary?
    /// The authentication that it inherits; nil for none.
    let inheritedAuth: InheritedAuth?
    let inheritedOptions: InheritedOptions
    /// The content of the folder in the path that was typed last.
    let listing: FolderListing?
    /// The URLs to offer: sent URLs first, then those of the collections.
    let urls: @Sendable () -> [CompletionItem]

    /// The cells of the parts of the pane.
    func layout(of request: RequestState) -> RequestLayout {
        RequestLayout(pane.map(PaneFrame.content) ?? .empty, urlBar: urlBar, request, hasBlankRows: hasBlankRows)
    }

    /// The rows of a section as shown and edited; empty options show the inherited value.
    func rows(of section: RequestSection, _ request: RequestState) -> [TableRow] {
        guard let path = section.rows else { return [] }
        let rows = request[keyPath: path].rows
        guard section == .options else { return rows }
        return OptionFields.explained(rows, inheritedOptions, environments: environments.map(\.name))
    }

    /// The columns and abilities of a section; for headers, with those that sending adds.
    func shape(of section: RequestSection, _ request: RequestState) -> TableShape {
        var shape = section.shape
        if section == .options, hasBlankRows { shape.groupStarts = OptionFields.groupStarts }
        if section == .auth, hasBlankRows {
            let fields = request.base.auth.kind.entry.fields(of: request.base.auth)
            let starts = fields.indices.filter { fields[$0].startsGroup }
            if fields.count + starts.count <= layout(of: request).content.height { shape.groupStarts = starts }
        }
        guard section == .headers else { return shape }
        var options = request.base.options
        OptionFields.store(request.options.rows, in: &options)
        shape.addedTitle = "Added automatically"
        shape.added = AddedHeaders.rows(
            for: request, options.inheriting(inheritedOptions.options), inherited(request), addsAutomatic: addsAutomaticHeaders)
        return shape
    }

    /// The headers that folders send with a request, and the header of their authentication.
    private func inherited(_ request: RequestState) -> [TableRow] {
        let named = Set(request.headers.rows.map { $0[0].lowercased() })
        let rows = inheritedOptions.headers.filter { !named.contains($0[0].lowercased()) }
        guard request.base.auth.kind == .inherit, let auth = inheritedAuth, let value = auth.kind.entry.headerPreview else { return rows }
        return rows + [TableRow(["Authorization", "\(value) (\(auth.origin))"])]
    }

    /// True if the request gets a stored response instead of the network.
    func isOffline(_ request: RequestState) -> Bool { isOffline || inheritedOptions.areOffline(request) }
}

/// Effects of the request pane.
indirect enum RequestEffect: Equatable {
    /// Reads or writes files of the workspace.
    case workspace(WorkspaceEffect)
    /// Formats or validates a text of a tab's request.
    case format(FormatJob, of: TabID)
    /// Lets the user edit text of a tab's request in the external editor, in a file whose name ends with `suffix`.
    case openEditor(String, suffix: String, RequestSection, of: TabID, AutosavedDraft)
    /// Checks the syntax of the queries in captures and assertions.
    case checkQueries([String])
}

/// Requests of the request pane to other features.
indirect enum RequestOutput {
    /// Gives the pane the focus.
    case focus
    /// Sends or otherwise uses the request, which has no known problem.
    case use(SendPurpose)
    /// Reports why the request cannot be used.
    case refuse([String], SendPurpose)
    /// Opens a draft as a new request, with the cursor in its URL.
    case compose(RequestDraft, typesURL: Bool)
    /// Cancels the requests in flight.
    case cancel
    /// Defines a variable that the request uses.
    case define(variable: String)
    /// Shows the message of an editor about its last key.
    case remark(EditorRemark)
    /// Asks for a name and a folder to save a new request in.
    case askName(TextFieldState)
    /// Asks which version of the file to keep.
    case chooseVersion
    /// Runs captures and assertions on the response that is shown, and shows their results.
    case runTests([Capture], [Assertion], shows: Bool)
    /// Runs captures and assertions again, which have changed since, if their results are shown.
    case rerunTests([Capture], [Assertion])
}

typealias RequestOutcome = Outcome<RequestMessage, RequestEffect, RequestOutput>

/// The state that commands of the request pane check.
struct RequestCommandState {
    @CopiedOnWrite var request: RequestState
    /// The context, made when a command asks for it: few do, and each frame checks many commands.
    var context: RequestContext { makeContext() }
    private let makeContext: () -> RequestContext

    init(_ request: CopiedOnWrite<RequestState>, _ makeContext: @escaping () -> RequestContext) {
        _request = request
        self.makeContext = makeContext
    }
}

/// The headers that sending adds, each with its origin, as far as they are known before sending.
enum AddedHeaders {
    /// The rows for a request; `options` are its own options with the inherited ones, `inherited` the rows of its folders.
    static func rows(
        for request: RequestState, _ options: RequestOptions, _ inherited: [TableRow], addsAutomatic: Bool
    ) -> [TableRow] {
        var known = Set(request.headers.rows.filter(\.isEnabled).map { $0[0].lowercased() })
        let automatic = addsAutomatic && options.automaticHeaders != false ? automatic(for: request) : []
        return (inherited + all(for: request, options) + automatic).filter { known.insert($0[0].lowercased()).inserted }.map { row in
            var row = row
            row.isFixed = !AutomaticHeaders.fields.contains { $0.name == row[0] }
            return row
        }
    }

    /// The rows of the automatic headers, except headers that are switched off in the request.
    private static func automatic(for request: RequestState) -> [TableRow] {
        let named = Set(request.headers.rows.map { $0[0].lowercased() })
        return AutomaticHeaders.fields.filter { !named.contains($0.name.lowercased()) }.map { TableRow([$0.name, $0.value]) }
    }

    private static func all(for request: RequestState, _ options: RequestOptions) -> [TableRow] {
        var rows = [TableRow(["Host", "from URL"])]
        if let type = request.bodyKind.entry.contentType(request.base.body) { rows.append(TableRow(["Content-Type", "\(type) (body)"])) }
        if request.bodyKind != .none { rows.append(TableRow(["Content-Length", "calculated"])) }
        rows += request.base.auth.kind.entry.addedHeaders(request.base.auth).map { TableRow([$0.name, "\($0.value) (auth)"]) }
        if options.decompress != false {
            let codings = options.codings.isEmpty ? ["gzip", "deflate", "br", "zstd"] : options.codings
            rows.append(TableRow(["Accept-Encoding", codings.joined(separator: ", ")]))
        }
        return rows
    }
}

extension InheritedOptions {
    /// True if the own or inherited options of a request give a stored response instead of the network.
    func areOffline(_ request: RequestState) -> Bool {
        var offline = options.offline
        if let source = OptionFields.offline(request.options.rows) { offline.from = source }
        return offline.isOn
    }
}
