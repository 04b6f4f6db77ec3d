public import JSON
import Screen
import Workspace

/// The state restored at the next start: layout, open requests, selection, expanded folders and favorites.
public struct Session: Sendable, Equatable {
    /// The arrangement of the panes.
    var layout = LayoutState()
    /// The focused pane.
    var focus = PaneID.tree
    /// The files of the open requests, in the order of their tabs.
    var open: [String] = []
    /// The file of the request in front.
    var current: String?
    /// The index of the tab in front among the restored tabs, including tabs without a file; nil if it is not restored.
    var front: Int?
    /// The history entries whose responses the restored tabs show, in the order of the tabs; empty for none.
    var responses: [String] = []
    /// The names of the tabs below the URL that the restored tabs show, in the order of the tabs.
    var sections: [String] = []
    /// The expanded folders of the tree.
    public var expanded: Set<String> = []
    /// The path under the tree's cursor.
    var selected: String?
    /// The paths of favorites in the tree.
    var favorites: Set<String> = []
    /// True if the tree shows only favorites.
    var showsFavoritesOnly = false
    /// The environment chosen for each collection; empty for none.
    var environments: [String: String] = [:]
    /// Queries on bodies, the newest last.
    var queries: [String] = []

    /// Creates the session of a first start.
    public init() {}

    static let queryLimit = 100
    private static let longestQuery = 2000

    /// Commands are not stored, since their arguments may contain credentials; nor are queries that begin with a space, as in shells.
    static func mayBeStored(_ query: String) -> Bool {
        !query.hasPrefix(" ") && !query.trimmed.hasPrefix("!") && query.utf8.count <= longestQuery
    }
}

extension Session {
    /// The session as the JSON of its file.
    var json: JSONValue {
        let layout: [(String, JSONValue?)] = [
            ("arrangement", self.layout.chosenArrangement.map { .string($0.rawValue) }), ("sidebar", number(self.layout.sidebarShare)),
            ("tree", number(self.layout.treeShare)), ("request", number(self.layout.requestShare)),
            ("requestBeside", number(self.layout.requestShareBeside)),
            ("zoomed", self.layout.zoomed.map { .string($0.name) }), ("wrapsBody", self.layout.wrapsBody.map { .bool($0) }),
        ]
        return object([
            ("version", 2), ("layout", object(layout)), ("focus", .string(focus.name)),
            ("open", strings(open)), ("current", current.map(JSONValue.string)),
            ("front", front.map { .number(JSONNumber($0)) }),
            ("responses", responses.contains { !$0.isEmpty } ? strings(responses) : nil),
            ("sections", sections.isEmpty ? nil : strings(sections)), ("expanded", strings(expanded.sorted())),
            ("selected", selected.map(JSONValue.string)), ("favorites", strings(favorites.sorted())),
            ("favoritesOnly", showsFavoritesOnly ? .bool(true) : nil),
            ("queries", queries.isEmpty ? nil : strings(queries)),
            ("environments", object(environments.sorted { $0.key < $1.key }.map { ($0.key, .string($0.value)) })),
        ])
    }

    /// Reads the JSON of a session; missing or invalid values get their defaults.
    public init(json: JSONValue) {
        self.init()
        let layout = json["layout"]
        // Sessions of version 1 stored the automatic one without a choice.
        if let name = layout?["arrangement"]?.string, let known = LayoutState.Arrangement(rawValue: name),
            known != .automatic || json["version"]?.integer != 1
        {
            self.layout.arrangement = known
        }
        if let share = layout?["sidebar"]?.double { self.layout.set(.sidebar, to: share) }
        if let share = layout?["tree"]?.double { self.layout.set(.tree, to: share) }
        if let share = layout?["request"]?.double { self.layout.set(.request, to: share) }
        if let share = layout?["requestBeside"]?.double { self.layout.set(.requestBeside, to: share) }
        self.layout.zoomed = Self.pane(layout?["zoomed"])
        self.layout.wrapsBody = layout?["wrapsBody"]?.bool
        focus = Self.pane(json["focus"]) ?? .tree
        open = Self.strings(json["open"])
        current = json["current"]?.string
        front = json["front"]?.integer.flatMap { $0 >= 0 ? $0 : nil }
        responses = Self.strings(json["responses"])
        sections = Self.strings(json["sections"])
        expanded = Set(Self.strings(json["expanded"]))
        selected = json["selected"]?.string
        favorites = Set(Self.strings(json["favorites"]))
        showsFavoritesOnly = json["favoritesOnly"]?.bool == true
        queries = Array(Self.strings(json["queries"]).filter(Self.mayBeStored).suffix(Self.queryLimit))
        for member in json["environments"]?.object?.members ?? [] { environments[member.name] = member.value.string }
    }

    private static func pane(_ value: JSONValue?) -> PaneID? { PaneID.allCases.first { $0.name == value?.string } }

    private static func strings(_ value: JSONValue?) -> [String] { value?.array?.compactMap(\.string) ?? [] }

    private func strings(_ values: [String]) -> JSONValue { .array(values.map(JSONValue.string)) }

    private func number(_ value: Double) -> JSONValue { JSONNumber((value * 1000).rounded() / 1000).map(JSONValue.number) ?? .null }

    private func object(_ members: [(String, JSONValue?)]) -> JSONValue {
        .object(JSONObject(members.compactMap { name, value in value.map { JSONMember(name, $0) } }))
    }
}

// MARK: Several programs

extension Session {
    /// Merges three sessions into the JSON of the file: the last one of this program, the present one, and the one that another program stored.
    static func merge(_ base: JSONValue, _ mine: JSONValue, _ theirs: JSONValue) -> JSONValue {
        Session(json: mine).merged(over: Session(json: theirs), since: Session(json: base)).json
    }

    /// The other session with the changes of this one; the open tabs count as one thing.
    private func merged(over theirs: Session, since base: Session) -> Session {
        var merged = theirs
        func take<Part: Equatable>(_ part: WritableKeyPath<Session, Part>) {
            if self[keyPath: part] != base[keyPath: part] { merged[keyPath: part] = self[keyPath: part] }
        }
        func join(_ part: WritableKeyPath<Session, Set<String>>) {
            let (mine, old) = (self[keyPath: part], base[keyPath: part])
            merged[keyPath: part].formUnion(mine.subtracting(old))
            merged[keyPath: part].subtract(old.subtracting(mine))
        }
        take(\.layout)
        take(\.focus)
        take(\.selected)
        take(\.showsFavoritesOnly)
        join(\.expanded)
        join(\.favorites)
        if (open, current, front, responses, sections) != (base.open, base.current, base.front, base.responses, base.sections) {
            (merged.open, merged.current, merged.front) = (open, current, front)
            (merged.responses, merged.sections) = (responses, sections)
        }
        for path in Set(environments.keys).union(base.environments.keys) where environments[path] != base.environments[path] {
            merged.environments[path] = environments[path]
        }
        let new = queries.filter { !base.queries.contains($0) }
        merged.queries =
            theirs.queries == base.queries ? queries : Array((theirs.queries.filter { !new.contains($0) } + new).suffix(Self.queryLimit))
        return merged
    }
}

/// Messages about the session.
indirect enum SessionMessage: Sendable, Equatable {
    /// Stores unsaved edits and the session.
    case storeDrafts
    /// Unsaved edits can no longer be stored, or can be again.
    case autosaved(isFailing: Bool)
    /// The session can no longer be stored, or can be again.
    case sessionStored(isFailing: Bool)
    /// Stashed fields of saved requests were found.
    case foundStashed([AutosavedDraft])
    /// Saved requests with stashed fields were found whose files are gone.
    case foundGone([AutosavedDraft])
    /// Shows requests whose files are gone as unsaved.
    case openGone([AutosavedDraft])
    /// Unsaved text of windows from the last session was found.
    case foundWindows([AutosavedWindow])
    /// Opens these windows again.
    case openWindows
    /// Drops the windows whose file is gone.
    case discardWindows
    /// A request of the last session, as its file defines it now.
    case opened(path: String, RequestDraft, isCurrent: Bool)
    /// An unsaved edit, with the current content of its file; nil if the file is gone.
    case restored(AutosavedDraft, saved: RequestDraft?)
    /// The text that an external editor had open when the program ended was changed there, with the current content of the request's file.
    case foundEdited(AutosavedDraft, saved: RequestDraft?, text: String)
    /// Autosaved drafts could not be read.
    case failed(String)
    /// The content of a folder of the user cannot be stored, for this reason, or can be again.
    case storing(String, problem: String?)
    /// Everything is restored.
    case resumed
}

/// Effects that store data in the user's state folder.
indirect enum AutosaveEffect: Sendable, Equatable {
    /// Stores unsaved edits in place of the stored ones.
    ///
    /// The requests are not yet converted to drafts, which takes time for long texts. `tabs` contains the index of each among the open
    /// requests, `stashed` the stashed fields of saved requests, and `windows` the unsaved text of windows. `isAdded` keeps the stored edits
    /// of an earlier session that have not been read yet.
    case drafts(
        of: [RequestState], tabs: [Int] = [], stashed: [AutosavedDraft] = [], windows: [AutosavedWindow] = [], isAdded: Bool = false)
    /// Stores the session.
    case session(Session)
    /// Opens the requests of the last session and restores unsaved edits.
    case resume([String], current: String?)
}
