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
    /// Recent toasts, the newest last, for the list of notifications.
    var said: [Toast<Message>] = []
    /// The number of the message that was said last.
    var lastToast = 0
    /// The keys pressed so far of a sequence.
    public internal(set) var pendingKeys: [Key] = []
    /// True if the last key was the emacs prefix that leads from a line to the program's keys.
    var isAfterControlX = false
    /// True while the emacs mark is set in a line, so that moving selects.
    var isLineMarkSet = false
    /// The view of the keys that can follow a prefix.
    var continuations = ListState()
    /// The theme in use.
    public internal(set) var theme: Theme
    /// The themes to choose from.
    public internal(set) var themes: [Theme]
    /// True to draw lines and signs in ASCII.
    public internal(set) var usesASCII: Bool
    /// The settings of the user's file.
    var settings: Settings
    /// True for a terminal that shows few characters beside ASCII.
    let isPlainTerminal: Bool
    /// The theme as it is drawn: on a background of its own where the terminal's is of the other kind.
    var shownTheme: Theme { terminalAppearance == nil || terminalAppearance == theme.appearance ? theme : theme.solid }
    /// True if toasts stay until they are dismissed.
    var reducesMotion: Bool { settings.reducesMotion }
    /// True to show bodies that are pictures as such.
    let showsPictures: Bool
    /// True if the theme follows the terminal's background, because the user has not chosen one.
    var followsBackground: Bool
    /// The kind of the terminal's background; nil as long as the terminal has not said it.
    var terminalAppearance: Theme.Appearance?
    /// The editing key preset: standard, vim or emacs.
    var editorPreset: EditorPreset
    /// The keys of all commands.
    public internal(set) var keymap: Keymap
    /// Seconds that the local time is ahead of Greenwich.
    public internal(set) var timeZoneOffset: Int
    /// The collections with their pane.
    public internal(set) var collections: CollectionsState
    /// The open requests with their responses.
    public internal(set) var tabs: OpenTabs
    /// The requests in flight, and the logins that wait.
    public internal(set) var sending = SendingState()
    /// The run of a folder that goes on, or was last; nil before the first one.
    var run: RunState?
    /// The queries of bodies that were sent off in this session, the newest last.
    public internal(set) var queries: [String] = []
    /// The pane of the history.
    public internal(set) var history = HistoryState()
    /// True once the loop should end.
    public internal(set) var isQuitting = false
    /// Opens what the command line names, once the last session is back.
    public var opensFirst: [TabMessage] = []
    var closesAfterSaving = false
    /// The variable that gets the cursor in the next window of an environment or a folder.
    var soughtVariable: String?
    /// The windows that are to get back what was typed in them when they are shown.
    var returningWindows: [AutosavedWindow] = []
    /// True until the open requests and the unsaved edits of the last session are back.
    var isResuming = true
    /// Fields of saved requests that their files do not hold.
    var stashedDrafts = StashedDrafts()
    /// True if drafts are in the journal, which must be told when they are saved.
    var hasAutosavedDrafts = false
    var isKeepingScheduled = false
    /// The layout as it was last kept.
    var keptLayout = LayoutState()
    private let session: Session?
    var draggedSplit: Split?
    /// The drag that is repeated while the button is held at an edge.
    var heldDrag: MouseEvent?
    /// True while the tab in front follows the pointer.
    var holdsTab = false
    /// Text on the screen that is being dragged over.
    var selection: ScreenSelection?
    /// The pane that a mouse button went down in, which gets the drag and the release.
    var mousePane: PaneID?
    /// True while a mouse button is held.
    var isButtonDown = false
    /// The message that ends the program once the button goes up; earlier, the shell would read the release as typed text.
    var afterRelease: ApplicationMessage?

    /// The state at the start.
    ///
    /// - Parameters:
    ///   - workspaceName: the workspace's folder.
    ///   - themes: the themes to choose from.
    ///   - settings: what the user set.
    ///   - isPlainTerminal: true for a terminal that shows few characters beside ASCII.
    ///   - keymap: which keys start which command.
    ///   - timeZoneOffset: seconds that the local time is ahead of Greenwich.
    ///   - session: how the last session ended; nil for a first one.
    ///   - environments: what is chosen for collections of which the session says nothing, by their paths.
    ///   - warnings: what was wrong with the configuration.
    public init(
        workspaceName: String, themes: [Theme], settings: Settings = Settings(), isPlainTerminal: Bool = false, keymap: Keymap = Keymap(),
        timeZoneOffset: Int = 0,
        session: Session? = nil, environments: [String: String] = [:], warnings: [String] = []
    ) {
        collections = CollectionsState(workspaceName: workspaceName)
        self.session = session
        editorPreset = settings.editorKeys ?? .standard
        tabs = OpenTabs(RequestState(preset: settings.editorKeys ?? .standard))
        self.themes = themes
        theme = themes.first ?? Theme(name: "plain", appearance: .dark, styles: [:])
        self.keymap = keymap
        self.timeZoneOffset = timeZoneOffset
        history.timeZoneOffset = timeZoneOffset
        if let arrangement = settings.arrangement { layout.arrangement = arrangement }
        followsBackground = settings.theme == nil && session?.theme == nil
        usesASCII = settings.usesASCII ?? isPlainTerminal
        self.isPlainTerminal = isPlainTerminal
        self.settings = settings
        showsPictures = settings.pictures != .none
        if let session { take(session) } else { editURL() }
        workspace.chosenEnvironments.merge(environments) { chosen, _ in chosen }
        keptLayout = layout
        _ = say(warnings: warnings)
    }

    /// The effects at the start.
    func startEffects() -> [Effect] {
        // A theme that was chosen for this workspace alone becomes that of all.
        let theme = settings.theme == nil ? session?.theme : nil
        return [
            .history(.list(after: nil, filter: history.query)),
            .keep(.resume(session?.open ?? [], current: session?.current)), .watchThemes,
        ] + (theme.map { [.saveSettings([.theme($0)])] } ?? [])
    }

    /// True while what the last session left is still being read: keys that come so early are meant for that.
    var isComingBack: Bool { isResuming || (session != nil && focus == .tree && workspace.isLoading) }

    /// The tab that was in front when the last session ended, where there is such a tab.
    var returningTab: Int? { session?.front.flatMap { $0 < tabs.count ? $0 : nil } }

    /// Arranges everything as a former session left it.
    private mutating func take(_ session: Session) {
        layout = session.layout
        // Responses do not come back: their requests are next to them.
        focus = session.focus == .response ? .request : session.focus
        workspace.chosenEnvironments = session.environments
        queries = session.queries
        tree.restore(expanded: session.expanded, selected: session.selected, favorites: session.favorites)
        tree.showsFavoritesOnly = session.showsFavoritesOnly
    }

    /// Takes the theme for the terminal's background, where the user has chosen none and the theme keeps that background.
    mutating func followBackground() {
        guard followsBackground, let terminalAppearance, theme[.text].background == .terminal, theme.appearance != terminalAppearance
        else { return }
        theme = themes.first { $0[.text].background == .terminal && $0.appearance == terminalAppearance } ?? theme
    }

    /// The layer that decides what letters mean now.
    public var layer: Layer {
        if let window = windows.last { return window.content.takesText ? .edit : .nav }
        let isEditing =
            switch focus {
            case .tree: tree.isFiltering
            case .request: request.isEditing
            case .response: response.search?.isTyping == true || response.query?.isTyping == true
            case .history: history.isFiltering
            }
        return isEditing ? .edit : .nav
    }

    /// The scopes whose keys are heard now, the first winning.
    var scopes: [CommandScope] { layer == .edit ? [.everywhere] : [focus.scope, .nav, .everywhere] }

    /// The cells of everything on the screen.
    var screenLayout: ScreenLayout { ScreenLayout(size: size, state: layout, focus: focus) }

    /// The inside of a pane's border; empty when the pane is not on the screen.
    func inner(of pane: PaneID) -> Rect {
        screenLayout.rect(of: pane).map(PaneFrame.content) ?? .empty
    }

    /// True if keys go to the pane.
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
}

extension AppState {
    /// More at once would cover what is worked with.
    static let mostToasts = 2
    /// So many messages can be read again.
    private static let mostSaid = 50

    /// Shows a toast; only an error stays until it is dismissed, and one that `stays` because something waits for a person.
    mutating func say(
        _ kind: ToastKind, _ text: String, about topic: ToastTopic? = nil, action: Toast<Message>.Action? = nil, stays: Bool = false
    ) -> [Effect] {
        say(Toast(kind: kind, text: text, about: topic, action: action, stays: stays))
    }

    /// Shows a toast in place of older ones about the same.
    mutating func say(_ toast: Toast<Message>) -> [Effect] {
        lastToast += 1
        if let topic = toast.topic { settle(topic) }
        var toast = toast
        toast.id = lastToast
        toasts.removeAll { $0.says(toast) }
        toasts.append(toast)
        giveWay()
        keep(toast)
        guard !toast.stays, !reducesMotion else { return [] }
        let delay = Duration.seconds(toast.kind == .warning || toast.action != nil ? 8 : 4)
        return [.after(delay, .toast(lastToast), .application(.dismissToast(lastToast)))]
    }

    /// Keeps what stands elsewhere on the screen, and may be cut there, to be read again with the messages.
    mutating func note(_ kind: ToastKind, _ text: String) {
        lastToast += 1
        var toast = Toast<Message>(kind: kind, text: text)
        toast.id = lastToast
        keep(toast)
    }

    private mutating func keep(_ toast: Toast<Message>) {
        said.removeAll { $0.says(toast) }
        said = said.suffix(Self.mostSaid - 1) + [toast]
    }

    /// Says all that is wrong with files in one message, a line each, so that none covers another.
    mutating func say(warnings: [String]) -> [Effect] {
        warnings.isEmpty ? [] : say(.warning, warnings.count == 1 ? warnings[0] : warnings.map { "• " + $0 }.joined(separator: "\n"))
    }

    /// Takes away what was said of something that has been done since.
    mutating func settle(_ topic: ToastTopic) { toasts.removeAll { $0.topic == topic } }

    /// Takes away what was wrong with the request in the pane: another one is there now, or this one is tried again.
    mutating func settleRequest() {
        for topic in [ToastTopic.sending, .saving, .draft] { settle(topic) }
    }

    /// Takes away the messages that offer what is being done, as `undo`: what they say is true no more.
    mutating func withdrawOffers(of message: Message) {
        toasts.removeAll { $0.action?.message == message }
    }

    /// Takes away the messages that offer to undo a change of a request that is not its last one any more.
    mutating func withdrawLateOffers() {
        let late = toasts.filter { toast in
            guard case .request(.undoChange(let number, let id))? = toast.action?.message else { return false }
            let request = response.owner == id ? request : tabs[id]?.request
            return request?.history.changeNumber != number
        }
        if !late.isEmpty { toasts.removeAll(where: late.contains) }
    }

    /// Older messages give way to newer ones, successes first. What stays is seen again when what came after it has gone.
    private mutating func giveWay() {
        while toasts.count > Self.mostToasts {
            let passing = toasts.indices.dropLast().filter { !toasts[$0].stays }
            guard let index = passing.first(where: { toasts[$0].kind == .done }) ?? passing.first else { return }
            toasts.remove(at: index)
        }
    }
}

extension Toast {
    /// True if both have the same content.
    fileprivate func says(_ other: Toast) -> Bool { kind == other.kind && text == other.text && action == other.action }
}
