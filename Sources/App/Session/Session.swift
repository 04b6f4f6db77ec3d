public import JSON
import Screen
public import Workspace

/// The state that comes back at the next start: layout, open requests, selection, unfolded folders and favorites.
public struct Session: Sendable, Equatable {
    /// How the panes are arranged.
    public var layout = LayoutState()
    /// The pane that has the keys.
    public var focus = PaneID.tree
    /// The theme's name as earlier versions kept it for each workspace; nil where none was chosen. It is the user's now, see ``Settings``.
    public var theme: String?
    /// The files of the open requests, in the order of their tabs.
    public var open: [String] = []
    /// The file of the request in the pane.
    public var current: String?
    /// The place of the request in the pane among those that come back, also those that are in no file; nil where it does not.
    public var front: Int?
    /// The open folders of the tree.
    public var expanded: [String] = []
    /// The path under the tree's cursor.
    public var selected: String?
    /// The paths of favorites in the tree.
    public var favorites: [String] = []
    /// True if the tree shows favorites only.
    public var showsFavoritesOnly = false
    /// The environment chosen for each collection; empty for none.
    public var environments: [String: String] = [:]
    /// Queries over bodies, the newest last.
    public var queries: [String] = []

    /// The session of a first start.
    public init() {}

    static let queryLimit = 100
    private static let longestQuery = 2000

    /// Commands are not kept, for credentials stand in them as arguments, nor is what begins with a space, as in shells.
    static func mayBeKept(_ query: String) -> Bool {
        !query.hasPrefix(" ") && !query.trimmed.hasPrefix("!") && query.utf8.count <= longestQuery
    }
}

extension Session {
    /// The session as the JSON of its file.
    public var json: JSONValue {
        let layout: [(String, JSONValue?)] = [
            ("arrangement", .string(self.layout.arrangement.rawValue)), ("sidebar", number(self.layout.sidebarShare)),
            ("tree", number(self.layout.treeShare)), ("request", number(self.layout.requestShare)),
            ("requestBeside", number(self.layout.requestShareBeside)),
            ("zoomed", self.layout.zoomed.map { .string($0.name) }), ("wrapsBody", self.layout.wrapsBody ? .bool(true) : nil),
        ]
        return object([
            ("version", 1), ("layout", object(layout)), ("focus", .string(focus.name)),
            ("open", strings(open)), ("current", current.map(JSONValue.string)),
            ("front", front.map { .number(JSONNumber($0)) }), ("expanded", strings(expanded)),
            ("selected", selected.map(JSONValue.string)), ("favorites", strings(favorites)),
            ("favoritesOnly", showsFavoritesOnly ? .bool(true) : nil),
            ("queries", queries.isEmpty ? nil : strings(queries)),
            ("environments", object(environments.sorted { $0.key < $1.key }.map { ($0.key, .string($0.value)) })),
        ])
    }

    /// Reads what ``json`` wrote; what is missing or wrong is as at a first start.
    public init(json: JSONValue) {
        self.init()
        let layout = json["layout"]
        if let name = layout?["arrangement"]?.string, let known = LayoutState.Arrangement(rawValue: name) {
            self.layout.arrangement = known
        }
        if let share = layout?["sidebar"]?.double { self.layout.set(.sidebar, to: share) }
        if let share = layout?["tree"]?.double { self.layout.set(.tree, to: share) }
        if let share = layout?["request"]?.double { self.layout.set(.request, to: share) }
        // Sessions of versions with one share for both hold no other.
        if let share = (layout?["requestBeside"] ?? layout?["request"])?.double { self.layout.set(.requestBeside, to: share) }
        self.layout.zoomed = Self.pane(layout?["zoomed"])
        self.layout.wrapsBody = layout?["wrapsBody"]?.bool == true
        focus = Self.pane(json["focus"]) ?? .tree
        theme = json["theme"]?.string
        open = Self.strings(json["open"])
        current = json["current"]?.string
        front = json["front"]?.integer.flatMap { $0 >= 0 ? $0 : nil }
        expanded = Self.strings(json["expanded"])
        selected = json["selected"]?.string
        favorites = Self.strings(json["favorites"])
        showsFavoritesOnly = json["favoritesOnly"]?.bool == true
        queries = Array(Self.strings(json["queries"]).filter(Self.mayBeKept).suffix(Self.queryLimit))
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

/// Messages about former sessions.
public enum SessionMessage: Sendable, Equatable {
    /// Keeps what is unsaved, and how everything stands.
    case keep
    /// Fields that saved requests held and their files do not.
    case foundAside([AutosavedDraft])
    /// Unsaved text of windows from the last session.
    case foundWindows([AutosavedWindow])
    /// Opens those windows again.
    case openWindows
    /// A request that was open, as its file says it.
    case opened(path: String, RequestDraft, isCurrent: Bool)
    /// An edit that was not saved, with what its file says now; nil where there is no file any more.
    case restored(AutosavedDraft, saved: RequestDraft?)
    /// Autosaved drafts could not be read.
    case failed(String)
    /// All is back.
    case resumed
}

/// Effects that keep data beyond the program's end, in the user's state folder.
public enum AutosaveEffect: Sendable, Equatable {
    /// Unsaved edits, in the place of those kept before.
    ///
    /// The requests are taken apart still: making drafts of them costs the length of their texts. `tabs` says which of the open requests each
    /// is. `aside` is what saved requests hold and their files do not, `windows` what is typed in windows. `isAdded` keeps what is there
    /// already: an earlier session left it, and nobody has read it yet.
    case drafts(
        of: [RequestState], tabs: [Int] = [], aside: [AutosavedDraft] = [], windows: [AutosavedWindow] = [], isAdded: Bool = false)
    /// How everything stands.
    case session(Session)
    /// Opens the requests that were open when the last session ended, and brings back what was not saved.
    case resume([String], current: String?)
}
