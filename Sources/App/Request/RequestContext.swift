import Engine
import HTTP
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
    /// The cells of all panes, which lists may cover.
    let body: Rect
    /// True if keys go to the pane.
    let isFocused: Bool
    /// True if the pane has the focus, also while a window covers it.
    let isSelected: Bool
    /// True if a request of the tab is shown as in flight.
    let isSending: Bool
    /// True while all requests are given stored responses.
    let isOffline: Bool
    /// True for a moment after that ended.
    let hasJustEnded: Bool
    /// Draws lines and signs in ASCII.
    let usesASCII: Bool
    /// Adds the headers that say who sends.
    let addsAutomaticHeaders: Bool
    /// The editing keys of new texts.
    let editorPreset: EditorPreset
    /// True to complete brackets and quotes in texts with a syntax.
    let closesBrackets: Bool
    /// The names of keys.
    let keys: KeyNames
    /// The variables that the request can use.
    let variables: VariableScope
    /// The environments of its collection.
    let environments: [EnvironmentSummary]
    /// The environment that a request is sent to from a folder, the present place if nil.
    let environment: @Sendable (_ folder: String?) -> EnvironmentSummary?
    /// The authentication that it inherits; nil for none.
    let inheritedAuth: InheritedAuth?
    /// The options that it inherits.
    let inheritedOptions: InheritedOptions
    /// The content of the folder of the path that was typed last.
    let listing: FolderListing?
    /// The URLs to offer: those that were sent, then those of the collections.
    let urls: @Sendable () -> [CompletionItem]

    /// The cells of the pane's parts.
    func layout(of request: RequestState) -> RequestLayout { RequestLayout(pane.map(PaneFrame.content) ?? .empty, request) }

    /// The rows of a section as they are shown and changed: those of the options with what an empty one means.
    func rows(of section: RequestSection, _ request: RequestState) -> [TableRow] {
        guard let path = section.rows else { return [] }
        let rows = request[keyPath: path].rows
        guard section == .options else { return rows }
        return OptionFields.explained(rows, inheritedOptions, environments: environments.map(\.name))
    }

    /// The columns and abilities of a section, with the headers that sending adds.
    func shape(of section: RequestSection, _ request: RequestState) -> TableShape {
        var shape = request.shape(of: section)
        guard section == .headers else { return shape }
        var own = request.base.options
        OptionFields.store(request.options.rows, in: &own)
        shape.added = AddedHeaders.rows(for: request, own.inheriting(inheritedOptions.options), addsAutomatic: addsAutomaticHeaders)
        return shape
    }

    /// True if a stored response takes the place of the network's.
    func isOffline(_ request: RequestState) -> Bool { isOffline || inheritedOptions.areOffline(request) }
}

/// Things in the world that the request pane asks for.
enum RequestEffect: Equatable {
    /// Reads files whose texts words in the URL bar want, and says what is done with the request then.
    case readTexts([String], for: String, SendPurpose?)
    /// Looks what is in the folder of a path that is typed.
    case listFolder(String)
    /// Writes the request's file.
    case write(RequestWrite)
    /// Lays a text out, or checks it.
    case format(FormatJob)
    /// Lets the user edit text in the external editor, in a file whose name ends with `suffix`.
    case openEditor(String, suffix: String, RequestSection)
    /// Looks whether queries of captures and assertions are written as their languages want it.
    case checkQueries([String])
}

/// Ways to write a request's file.
indirect enum RequestWrite: Equatable {
    case save(path: String, RequestDraft)
    case create(folder: String, RequestDraft)
    case rename(path: String, name: String)
    /// Keeps secrets on this machine, beside an environment or else beside the request's collection, then writes the request.
    case keepSecrets([String: String], environmentPath: String?, then: RequestWrite)
}

/// Requests of the request pane to other features.
enum RequestOutput {
    /// Gives the pane the focus.
    case focus
    /// Uses the request, which has no issue that is known.
    case use(SendPurpose)
    /// Says why the request cannot be used.
    case refuse([String], SendPurpose)
    /// Opens a draft as a new request, with the cursor in its URL.
    case compose(RequestDraft, typesURL: Bool)
    /// Cancels what is in flight.
    case cancel
    /// Says what an editor has to say of its last key.
    case remark(EditorRemark)
    /// Asks for a name and a folder to save a new request in.
    case askName(TextFieldState)
    /// Asks which version of the file counts.
    case chooseVersion
    /// Stops saving, and drops the steps that were to follow.
    case stopSaving
    /// Runs captures and assertions on the response that is shown, and shows their results.
    case runTests([Capture], [Assertion], shows: Bool)
}

typealias RequestOutcome = Outcome<RequestMessage, RequestEffect, RequestOutput>

/// The state that commands of the request pane check.
struct RequestCommandState {
    let request: RequestState
    let context: RequestContext
}

/// The headers that sending will add, with who adds them, as far as they are known before.
enum AddedHeaders {
    /// - Parameter options: those of the request with all that is inherited.
    static func rows(for request: RequestState, _ options: RequestOptions, addsAutomatic: Bool) -> [TableRow] {
        let own = Set(request.headers.rows.filter(\.isEnabled).map { $0[0].lowercased() })
        let added = all(for: request, options).filter { !own.contains($0[0].lowercased()) }
        return addsAutomatic && options.automaticHeaders != false ? added + automatic(for: request) : added
    }

    /// One that is switched off among the request's own is not added either.
    private static func automatic(for request: RequestState) -> [TableRow] {
        let named = Set(request.headers.rows.map { $0[0].lowercased() })
        return AutomaticHeaders.fields.filter { !named.contains($0.name.lowercased()) }.map {
            TableRow([$0.name, "\($0.value) (automatic)"])
        }
    }

    private static func all(for request: RequestState, _ options: RequestOptions) -> [TableRow] {
        var rows = [TableRow(["Host", "from URL (automatic)"])]
        if let type = request.bodyKind.entry.contentType(request.base.body) { rows.append(TableRow(["Content-Type", "\(type) (body)"])) }
        if request.bodyKind != .none { rows.append(TableRow(["Content-Length", "calculated (automatic)"])) }
        if let value = request.base.auth.kind.entry.headerPreview { rows.append(TableRow(["Authorization", "\(value) (auth)"])) }
        if options.decompress != false { rows.append(TableRow(["Accept-Encoding", "gzip, deflate, br, zstd (automatic)"])) }
        return rows
    }
}

extension InheritedOptions {
    /// True if the options of a request, or those that it inherits, give a stored response in place of the network's.
    func areOffline(_ request: RequestState) -> Bool {
        var offline = options.offline
        if let own = OptionFields.text(of: OptionFields.offlineName, request.options.rows) { offline.from = own }
        return offline.isOn
    }
}
