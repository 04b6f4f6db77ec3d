public import Screen
import Widgets
import Workspace

/// Everything that the screen shows. Durable things belong to files and to the history; this holds what was read of them.
public struct AppState: Sendable, Equatable {
    /// Columns and rows of the terminal.
    public internal(set) var size = Size(width: 80, height: 24)
    /// The pane that has the keys.
    public internal(set) var focus = PaneID.tree
    /// How the panes are arranged.
    public internal(set) var layout = LayoutState()
    /// The windows over the panes; the last one has the keys.
    public internal(set) var windows: [Window<Message>] = []
    /// The messages over the corner, the newest last; a few of them are seen.
    public internal(set) var toasts: [Toast<Message>] = []
    /// What was said lately, the newest last, to be read again.
    var said: [Toast<Message>] = []
    /// The number of the message that was said last.
    var lastToast = 0
    /// The keys pressed so far of a sequence.
    public internal(set) var pendingKeys: [Key] = []
    /// Whether the last key led from a line that is typed with emacs' keys to the program.
    var isAfterControlX = false
    /// Whether the mark of emacs was set in the line that is typed, so that moving selects.
    var isLineMarkSet = false
    /// What is seen of the keys that may follow.
    var continuations = ListState()
    /// What everything looks like.
    public internal(set) var theme: Theme
    /// The themes to choose from.
    public internal(set) var themes: [Theme]
    /// Whether lines and signs are drawn in ASCII.
    public internal(set) var usesASCII: Bool
    /// What the user's own file says.
    var settings: Settings
    /// Whether messages stay until they are dismissed.
    var reducesMotion: Bool { settings.reducesMotion }
    /// Whether bodies that are pictures are shown so.
    let showsPictures: Bool
    /// Whether the theme follows the terminal's background, because the user has not chosen one.
    var followsBackground: Bool
    /// Whose keys texts are edited with.
    var editorPreset: EditorPreset
    /// Which keys start which command.
    public internal(set) var keymap: Keymap
    /// Seconds that the local time is ahead of Greenwich.
    public internal(set) var timeZoneOffset: Int
    /// What was read of the workspace's files.
    public internal(set) var workspace: WorkspaceState
    /// The pane of the collections.
    public internal(set) var tree = TreeState()
    /// The open requests with their responses.
    public internal(set) var tabs: OpenTabs
    /// The request that is being read from its file.
    public internal(set) var opening: OpeningRequest?
    /// The requests on their way, the newest last; also those of tabs that were closed meanwhile.
    public internal(set) var inFlight: [Sending] = []
    /// The windows of logins that wait while somebody is at something else.
    var loginsAside: [FormState] = []
    /// The open request of which something ended a moment ago.
    var justEnded: Tab.ID?
    /// The queries of bodies that were sent off in this session, the newest last.
    public internal(set) var queries: [String] = []
    /// The pane of the history.
    public internal(set) var history = HistoryState()
    /// Whether the loop ends.
    public internal(set) var isQuitting = false
    var quitsAfterSaving = false
    var closesAfterSaving = false
    /// Edits that a crash left, until the user decides on them.
    var offeredDrafts: [KeptDraft] = []
    /// The same of windows; those that are wanted back stay until they are shown.
    var offeredWindows: [KeptWindow] = []
    /// The windows that are to get back what was typed in them.
    var returningWindows: [KeptWindow] = []
    /// What is done with edits of a crash that are still being read; nil where none are.
    var findingDrafts: FindingDrafts?
    /// What saved requests hold and their files do not.
    var draftsAside = DraftsAside()
    /// Whether edits are in the journal, so that it must be told when they are saved.
    var hasKeptDrafts = false
    var isKeepingScheduled = false
    /// The layout as it was last kept.
    var keptLayout = LayoutState()
    private let session: Session
    var draggedSplit: Split?
    /// What is held where it scrolls, or would.
    var heldDrag: MouseEvent?
    /// Whether the tab in the pane follows the pointer.
    var holdsTab = false
    /// Text on the screen that is being dragged over.
    var selection: ScreenSelection?
    /// The pane that a mouse button went down in, which gets the drag and the release.
    var mousePane: PaneID?
    /// What was sent last in this session, as far as it is over.
    var lastSent: ExchangeSummary?
    /// What `.` sends again: the last of all, of whichever open request.
    var sentLast: ExchangeSummary? { lastSent ?? (history.filter == nil ? history.rows.first : nil) ?? response.exchange?.summary }
    /// Whether a mouse button is held.
    var isButtonDown = false
    /// What ends the program once the button goes up: where that happens with the program gone, the shell would read it as typed.
    var afterRelease: ApplicationMessage?

    /// What a user sees first.
    ///
    /// - Parameters:
    ///   - workspaceName: the workspace's folder.
    ///   - themes: the themes to choose from.
    ///   - settings: what the user set.
    ///   - keymap: which keys start which command.
    ///   - timeZoneOffset: seconds that the local time is ahead of Greenwich.
    ///   - session: how the last session ended; nil for a first one.
    ///   - environments: what is chosen for collections of which the session says nothing, by their paths.
    ///   - warnings: what was wrong with the configuration.
    public init(
        workspaceName: String, themes: [Theme], settings: Settings = Settings(), keymap: Keymap = Keymap(), timeZoneOffset: Int = 0,
        session: Session? = nil, environments: [String: String] = [:], warnings: [String] = []
    ) {
        workspace = WorkspaceState(name: workspaceName)
        self.session = session ?? Session()
        editorPreset = settings.editorKeys ?? .standard
        tabs = OpenTabs(RequestState(preset: settings.editorKeys ?? .standard))
        self.themes = themes
        theme = themes.first ?? Theme(name: "plain", appearance: .dark, styles: [:])
        self.keymap = keymap
        self.timeZoneOffset = timeZoneOffset
        if let arrangement = settings.arrangement { layout.arrangement = arrangement }
        followsBackground = settings.theme == nil && session?.theme == nil
        usesASCII = settings.usesASCII ?? false
        self.settings = settings
        showsPictures = settings.pictures != .none
        if let session { take(session) }
        workspace.chosenEnvironments.merge(environments) { chosen, _ in chosen }
        keptLayout = layout
        _ = say(warnings: warnings)
    }

    /// What is to be done when the program starts.
    func startEffects() -> [Effect] {
        [
            .history(.list(after: nil, filter: history.query)),
            .keep(.openRequests(session.open, current: session.current)), .keep(.findDrafts), .watchThemes,
        ]
    }

    /// Arranges everything as a former session left it.
    private mutating func take(_ session: Session) {
        layout = session.layout
        focus = session.focus == .response ? .tree : session.focus
        workspace.chosenEnvironments = session.environments
        queries = session.queries
        tree.restore(expanded: session.expanded, selected: session.selected, favorites: session.favorites)
        tree.showsFavoritesOnly = session.showsFavoritesOnly
    }

    /// What letters are.
    public var layer: Layer {
        if let window = windows.last {
            switch window {
            case .picker, .prompt: return .edit
            case .form(let form): return form.fields.isEmpty ? .nav : .edit
            case .help(let help): return help.isTyping ? .edit : .nav
            case .confirm, .menu, .report, .text, .jump: return .nav
            case .sheet(let sheet): return sheet.takesText ? .edit : .nav
            }
        }
        let isEditing =
            switch focus {
            case .tree: tree.isFiltering
            case .request: request.isEditing
            case .response: response.search?.isTyping == true || response.query?.isTyping == true
            case .history: history.isFiltering
            }
        return isEditing ? .edit : .nav
    }

    /// Where keys are heard now, the first winning.
    var scopes: [CommandScope] { layer == .edit ? [.everywhere] : [focus.scope, .nav, .everywhere] }

    /// Where everything stands.
    var screenLayout: ScreenLayout { ScreenLayout(size: size, state: layout, focus: focus) }

    /// Where things stand in the request pane.
    var requestLayout: RequestLayout { RequestLayout(inner(of: .request), request) }

    /// The inside of a pane's border; empty when the pane is not on the screen.
    func inner(of pane: PaneID) -> Rect {
        (screenLayout.rect(of: pane) ?? .empty).inset(columns: 1, rows: 1)
    }

    /// Whether keys go to the pane.
    func hasFocus(_ pane: PaneID) -> Bool { focus == pane && windows.isEmpty }

    /// The environment that the request in the pane is sent to: the one that its options name, or else the chosen one.
    var environment: EnvironmentSummary? {
        namedEnvironment.flatMap { name in workspace.environments(for: request.place).first { $0.name == name } }
            ?? workspace.environment(for: request.place)
    }

    /// The environment that the request's options name, or else those of the folders around it.
    var namedEnvironment: String? {
        OptionFields.environment(request.options.rows) ?? workspace.inheritedOptions.options.environment.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The rows of a section as they are shown and changed: those of the options with what an empty one means.
    func shownRows(of section: RequestSection, _ path: WritableKeyPath<RequestState, RowsState>) -> [TableRow] {
        let rows = request[keyPath: path].rows
        guard section == .options else { return rows }
        let environments = workspace.environments(for: request.place).map(\.name)
        return OptionFields.explained(rows, workspace.inheritedOptions, environments: environments)
    }

    /// Whether a variable has a value somewhere.
    func knowsVariable(_ name: String) -> Bool {
        name.hasPrefix("$") || name.hasPrefix("env:") || name.hasPrefix(VariableResolver.promptPrefix)
            || knownVariable(name) != nil
    }
}
