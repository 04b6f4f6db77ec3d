public import Platform
public import Screen
import Widgets
import Workspace

/// Everything that the screen shows. Persistent data is in files and in the history; this is a snapshot of them.
public struct AppState: Sendable, Equatable {
    /// Columns and rows of the terminal.
    var size = Size(width: 80, height: 24)
    /// The focused pane.
    var focus = PaneID.tree
    /// The arrangement of the panes.
    var layout = LayoutState()
    /// The open windows; the last one gets the keys.
    var windows: [Window<Message>] = []
    /// The toasts, the newest last; only a few are shown.
    var toasts: [Toast<Message>] = []
    /// Recent toasts, the newest last, for the list of notifications.
    var pastToasts: [Toast<Message>] = []
    var lastToast = 0
    /// The keys of an incomplete sequence.
    var pendingKeys: [Key] = []
    /// The last key, if the window on top has no use for it; the footer shows it until the next key.
    var unusedKey: Key?
    /// The keys pressed while a file is being read to be edited in a window; they are for that window. Nil if none is being read.
    var heldKeys: [Key]?
    /// The closed prompt whose text a change of files is using; it returns if that fails.
    var submittedPrompt: Prompt<Message>?
    /// The folders that typed paths refer to.
    public var paths = TypedPaths()
    /// True if the last key was the emacs prefix `^X`, which leads from a line to the program's keys.
    var isAfterControlX = false
    /// True while the emacs mark is set in a line, so that moving selects.
    var isLineMarkSet = false
    /// The view of the keys that can follow a prefix.
    var continuations = ListState()
    /// The theme in use.
    var theme: Theme {
        didSet { updateShownTheme() }
    }
    /// The themes to choose from.
    var themes: [Theme]
    /// True to draw lines and signs in ASCII.
    var usesASCII: Bool
    /// The settings of the user's file.
    var settings: Settings
    /// True for a terminal that shows few characters beyond ASCII.
    let isPlainTerminal: Bool
    /// The theme as drawn: with surfaces derived from the terminal's background, with a background of its own if that is of the other kind, and
    /// on terminals with few colours with those.
    private(set) var shownTheme: Theme
    /// True if toasts stay until they are dismissed.
    var reducesMotion: Bool { settings.reducesMotion }
    /// True to show image bodies as pictures.
    let showsPictures: Bool
    /// True if the theme follows the terminal's background, because the user has not chosen one.
    var followsBackground: Bool
    /// The theme for the colours of the terminal, used if the user has chosen none; nil before the start.
    var terminalTheme: Theme? {
        didSet { updateShownTheme() }
    }
    /// The kind of the terminal's background and its colour, if known; nil until the terminal has reported it.
    var terminalBackground: TerminalBackground? {
        didSet { updateShownTheme() }
    }
    /// The editing key preset: standard, vim or emacs.
    var editorPreset: EditorPreset
    /// The keys of all commands.
    var keymap: Keymap
    /// The zone of local times.
    var timeZone: TimeZoneOffsets
    /// The collections with their pane.
    var collections: CollectionsState
    /// The open requests with their responses.
    var tabs: OpenTabs
    /// The requests in flight, and the logins that wait.
    var sending = SendingState()
    /// The current or last run of a folder; nil before the first one.
    var run: RunState?
    /// The queries on bodies in this session, the newest last.
    var queries: [String] = []
    /// The pane of the history.
    var history = HistoryState()
    /// True if a question opened while the user was typing: letters are no answers until typing has paused.
    var awaitsTypingPause = false
    /// True to end the event loop.
    var isQuitting = false
    /// Messages that open the requests named on the command line, after the last session was restored.
    public var opensFirst: [TabMessage] = []
    /// The send or run that waits until its environment is read.
    var waitingUse: WaitingUse?
    /// The variable that gets the cursor in the next window, if that is of its file.
    var soughtVariable: VariableList.Sought?
    /// The autosaved windows whose text is restored when they are shown.
    var returningWindows: [AutosavedWindow] = []
    /// True until the open requests and the unsaved edits of the last session are restored.
    var isResuming = true
    /// Fields of saved requests that their files cannot hold.
    var stashedDrafts = StashedDrafts()
    /// The work that is left to the next autosave.
    var autosave = AutosaveState()
    private let session: Session?
    /// The text on the screen selected by a drag.
    var selection: ScreenSelection?
    /// The mouse between a press and its release.
    var mouse = MouseState()

    /// Creates the state at the start.
    ///
    /// - Parameters:
    ///   - workspaceFolder: the absolute path of the workspace's folder.
    ///   - themes: the themes to choose from.
    ///   - settings: the user's settings.
    ///   - isPlainTerminal: true for a terminal that shows few characters beyond ASCII.
    ///   - keymap: the keys of all commands.
    ///   - timeZone: the zone of local times.
    ///   - session: the last session; nil for the first start.
    ///   - environments: the environments for collections that the session does not contain, by path.
    ///   - warnings: the problems in the configuration.
    public init(
        workspaceFolder: String, themes: [Theme], settings: Settings = Settings(), isPlainTerminal: Bool = false, keymap: Keymap = Keymap(),
        timeZone: TimeZoneOffsets = 0,
        session: Session? = nil, environments: [String: String] = [:], warnings: [String] = []
    ) {
        collections = CollectionsState(folder: workspaceFolder)
        self.session = session
        editorPreset = settings.editorKeys ?? .standard
        tabs = OpenTabs(RequestState(preset: settings.editorKeys ?? .standard))
        self.themes = themes
        theme = themes.first ?? Theme(name: "plain", appearance: .dark, styles: [:])
        shownTheme = theme
        self.keymap = keymap
        self.timeZone = timeZone
        history.timeZone = timeZone
        layout.standardArrangement = settings.arrangement ?? .automatic
        followsBackground = settings.theme == nil
        usesASCII = settings.usesASCII ?? isPlainTerminal
        self.isPlainTerminal = isPlainTerminal
        self.settings = settings
        showsPictures = settings.pictures != .none
        if let session { restoreArrangement(session) } else { editURL() }
        workspace.chosenEnvironments.merge(environments) { chosen, _ in chosen }
        autosave.session = session ?? Session(of: self)
        autosave.session.layout = layout
        _ = notify(warnings: warnings)
    }

    /// The effects to run at the start.
    func startEffects() -> [Effect] {
        [
            .history(.list(after: nil, filter: history.query)), .history(.continueDeletions),
            .autosave(.resume(session?.open ?? [], current: session?.current)), .watchThemes,
            .workspace(.watchTree),
        ]
    }

    /// True while the last session is being restored; keys pressed so early are meant for it.
    var isRestoringSession: Bool { isResuming || (session != nil && focus == .tree && workspace.isLoading) }

    /// The tab that was in front when the last session ended, if it exists. Its file finds it also if other tabs did not come back.
    var returningTab: Int? {
        let ofFile = session?.current.flatMap { tabs.index(ofPath: $0) }
        return ofFile ?? session?.front.flatMap { $0 < tabs.count ? $0 : nil }
    }

    /// Notes which responses the restored tabs had; each is read once its tab is in front.
    mutating func awaitResponses() {
        guard let entries = session?.responses, entries.count == tabs.count else { return }
        for (id, entry) in zip(tabs.all.map(\.id), entries) where !entry.isEmpty {
            _ = tabs.update(id) { if $0.response.shownID == nil { $0.response.awaitedEntry = entry } }
        }
    }

    /// Shows the section that each restored tab showed below its URL. A text to be corrected stays in sight, as does what is being edited.
    mutating func restoreSections() {
        guard let names = session?.sections, names.count == tabs.count else { return }
        for (id, section) in zip(tabs.all.map(\.id), names.map(RequestTab.init(rawValue:))) {
            guard let section, let request = tabs[id]?.request, !request.isBlank, !request.isEditing, request.documentProblem == nil else {
                continue
            }
            _ = tabs.update(id) { tab in
                (tab.request.tab, tab.request.sectionIndex) = (section, 0)
                if section == .text { RequestDocument.show(&tab.request) }
            }
        }
    }

    /// Reads the response that the tab in front had in the last session, once.
    mutating func restoreResponse() -> [Effect] {
        guard let entry = response.awaitedEntry else { return [] }
        response.awaitedEntry = nil
        return [.history(.reopen(entry, owner: response.owner))]
    }

    /// Restores the arrangement of the last session.
    private mutating func restoreArrangement(_ session: Session) {
        let standard = layout.standardArrangement
        layout = session.layout
        layout.standardArrangement = standard
        // Responses are not restored, so the focus goes to the requests.
        focus = session.focus == .response ? .request : session.focus
        workspace.chosenEnvironments = session.environments
        queries = session.queries
        tree.restore(expanded: session.expanded, selected: session.selected, favorites: session.favorites)
        tree.showsFavoritesOnly = session.showsFavoritesOnly
    }

    private mutating func updateShownTheme() { shownTheme = theme.limited(to: terminalTheme).shown(on: terminalBackground) }

    /// Switches to the theme for the terminal's background, if the user has chosen none and the theme is tied to the other kind.
    mutating func followBackground() { if followsBackground { theme = matchingBackground(theme) } }

    /// The theme to use if the user has chosen none.
    var standardTheme: Theme { matchingBackground(terminalTheme ?? themes.first { $0[.text].background == .terminal } ?? theme) }

    private func matchingBackground(_ theme: Theme) -> Theme {
        guard let appearance = terminalBackground?.appearance, theme.dependsOnBackground, theme.appearance != appearance
        else { return theme }
        return themes.first { $0.dependsOnBackground && $0.appearance == appearance } ?? theme
    }

    /// The layer that determines the meaning of letters.
    var layer: Layer {
        if let window = windows.last { return window.content.takesText ? .edit : .nav }
        return isTyping(in: focus) ? .edit : .nav
    }

    /// True if letters go into a text, but not into one that was submitted and is being tried.
    var isTypingNow: Bool {
        if let prompt = windows.last?.content as? Prompt<Message> { return !prompt.isWaiting }
        return layer == .edit
    }

    /// True if letters go into a text of the pane while it has the focus.
    func isTyping(in pane: PaneID) -> Bool {
        // Read in place: each frame asks for many commands, and a copy of the request takes longer than the question.
        let tab = tabs.front
        return switch pane {
        case .tree: tree.isFiltering
        case .request: tab.request.isEditing
        case .response: tab.response.search?.isTyping == true || tab.response.query?.isTyping == true
        case .history: history.isFiltering
        }
    }

    /// The active scopes; the first one wins.
    var scopes: [CommandScope] { layer == .edit ? [.everywhere] : [focus.scope, .nav, .everywhere] }

    /// The cells of everything on the screen.
    var screenLayout: ScreenLayout { ScreenLayout(size: size, state: layout, focus: focus) }

    /// The inside of a pane's border; empty if the pane is hidden.
    func inner(of pane: PaneID) -> Rect { screenLayout.rect(of: pane).map(PaneFrame.content) ?? .empty }

    /// True if keys go to the pane.
    func hasFocus(_ pane: PaneID) -> Bool { focus == pane && windows.isEmpty }

    /// The environment of the current request: the one named in its options, or else the chosen one.
    var environment: EnvironmentSummary? {
        namedEnvironment.flatMap { name in workspace.environments(for: request.place).first { $0.name == name } }
            ?? workspace.environment(for: request.place)
    }

    /// The environment named in the options of the request or of its folders.
    var namedEnvironment: String? {
        OptionFields.environment(request.options.rows) ?? workspace.inheritedOptions.options.environment.flatMap { $0.isEmpty ? nil : $0 }
    }
}

extension AppState {
    /// The maximum number of visible toasts; more would cover too much.
    static let maxToasts = 2
    /// The maximum number of past notifications that are kept.
    private static let maxKeptToasts = 50

    /// Shows a toast. It stays until it is dismissed if it is an error, or if `stays` is set because something waits for the user.
    mutating func notify(
        _ kind: ToastKind, _ text: String, about topic: ToastTopic? = nil, action: Toast<Message>.Action? = nil, stays: Bool = false
    ) -> [Effect] {
        notify(Toast(kind: kind, text: text, about: topic, action: action, stays: stays))
    }

    /// Shows a toast; it replaces older ones with the same topic.
    mutating func notify(_ toast: Toast<Message>) -> [Effect] {
        lastToast += 1
        if let topic = toast.topic { dismissToasts(about: topic) }
        var toast = toast
        toast.id = lastToast
        toasts.removeAll { $0.hasSameContent(toast) }
        toasts.append(toast)
        removeExcessToasts()
        keep(toast)
        guard !toast.stays, !reducesMotion else { return [] }
        let delay = Duration.seconds(toast.kind == .warning || toast.action != nil ? 8 : 4)
        return [.after(delay, .toast(lastToast), .application(.toast(.dismiss(lastToast))))]
    }

    /// Adds a message to the notifications that is shown elsewhere on the screen, where it may be cut.
    mutating func addNotification(_ kind: ToastKind, _ text: String) {
        lastToast += 1
        var toast = Toast<Message>(kind: kind, text: text)
        toast.id = lastToast
        keep(toast)
    }

    private mutating func keep(_ toast: Toast<Message>) {
        pastToasts.removeAll { $0.hasSameContent(toast) }
        pastToasts = pastToasts.suffix(Self.maxKeptToasts - 1) + [toast]
    }

    /// Shows all problems with files in one toast, a line each, so that none covers another.
    mutating func notify(warnings: [String]) -> [Effect] {
        warnings.isEmpty ? [] : notify(.warning, warnings.count == 1 ? warnings[0] : warnings.map { "• " + $0 }.joined(separator: "\n"))
    }

    /// Removes the toasts about a topic that has been settled.
    mutating func dismissToasts(about topic: ToastTopic) { toasts.removeAll { $0.topic == topic } }

    /// Removes the toasts about the request in the pane, after another one was opened or this one is tried again.
    mutating func dismissRequestToasts() {
        for topic in [ToastTopic.sending, .saving(request.path), .draft] { dismissToasts(about: topic) }
    }

    /// Removes the toasts that offer an action that is being done, such as `undo`, since they no longer apply.
    mutating func withdrawOffers(of message: Message) { toasts.removeAll { $0.action?.message == message } }

    /// Removes the toasts that offer to undo a change that is no longer the last one of its request.
    mutating func withdrawLateOffers() {
        let late = toasts.filter { toast in
            guard case .request(.undoChange(let number, let id))? = toast.action?.message else { return false }
            let request = response.owner == id ? request : tabs[id]?.request
            return request?.history.changeNumber != number
        }
        if !late.isEmpty { toasts.removeAll(where: late.contains) }
    }

    /// Hides older toasts in favour of newer ones, successes first. Toasts that stay show again when newer ones are gone.
    private mutating func removeExcessToasts() {
        while toasts.count > Self.maxToasts {
            let passing = toasts.indices.dropLast().filter { !toasts[$0].stays }
            guard let index = passing.first(where: { toasts[$0].kind == .done }) ?? passing.first else { return }
            toasts.remove(at: index)
        }
    }
}

extension Toast where Sent: Equatable {
    /// True if both have the same content.
    fileprivate func hasSameContent(_ other: Toast) -> Bool { kind == other.kind && text == other.text && action == other.action }
}
