import JSON
import Platform

/// An autosaved request.
public struct AutosavedDraft: Hashable, Sendable {
    /// The request's file; nil if it was never saved.
    public var path: String?
    /// The folder in which a request without a file was created; nil for none.
    public var folder: String?
    /// The content of the file when the edits were made; nil if unknown.
    public var file: RequestDraft?
    /// The edited request.
    public var draft: RequestDraft
    /// The text of the whole request, if it was being edited as text and cannot be parsed.
    public var text: String?
    /// The index of its tab; nil if unknown.
    public var tab: Int?

    /// The request at the last time that ``text`` could be parsed; nil if nothing else was changed since.
    public var textBase: RequestDraft?

    /// The text of the request that is open in an external editor; nil for none.
    public var copy: Copy?

    /// A text that another program edits in a file.
    public struct Copy: Hashable, Sendable {
        /// The absolute path of the file.
        public var path: String
        /// The name of the field of the request.
        public var field: String

        /// A text in a file.
        public init(path: String, field: String) {
            self.path = path
            self.field = field
        }
    }

    /// True if the request is saved, except for the content of other body kinds and authentication schemes, which files cannot hold.
    public var isStashed = false

    /// True if the tab of the request was closed: it returns only when it is reopened.
    public var isClosed = false

    /// An edited request.
    public init(path: String?, draft: RequestDraft, text: String? = nil, textBase: RequestDraft? = nil, tab: Int? = nil) {
        self.path = path
        self.draft = draft
        self.text = text
        self.textBase = textBase
        self.tab = tab
    }

    /// True if the file has the same content as when the edits were made.
    public func isOver(_ now: RequestDraft) -> Bool { file.map { $0.isIdentical(to: now) || $0.document == now.document } ?? true }

    /// The JSON in the journal.
    var json: JSONValue {
        var members: [JSONMember] = []
        if let path { members.append(JSONMember("path", .string(path))) }
        if let file { members.append(JSONMember("file", file.document)) }
        if let folder { members.append(JSONMember("folder", .string(folder))) }
        if let tab { members.append(JSONMember("tab", .number(JSONNumber(tab)))) }
        if isStashed { members.append(JSONMember("aside", .bool(true))) }
        if isClosed { members.append(JSONMember("closed", .bool(true))) }
        if let text { members.append(JSONMember("text", .string(text))) }
        if let copy {
            let place = [JSONMember("path", .string(copy.path)), JSONMember("field", .string(copy.field))]
            members.append(JSONMember("copy", .object(JSONObject(place))))
        }
        if let textBase { members.append(JSONMember("textBase", .object(JSONObject(Self.members(textBase))))) }
        return .object(JSONObject(members + Self.members(draft)))
    }

    /// Reads ``json``; nil if it is invalid.
    init?(json: JSONValue) {
        guard let draft = Self.draft(json) else { return nil }
        self.init(
            path: json["path"]?.string, draft: draft, text: json["text"]?.string, textBase: json["textBase"].flatMap(Self.draft),
            tab: json["tab"]?.integer)
        folder = json["folder"]?.string
        file = json["file"].flatMap { try? RequestDraft(document: $0) }
        isStashed = json["aside"]?.bool == true
        isClosed = json["closed"]?.bool == true
        if let path = json["copy"]?["path"]?.string, let field = json["copy"]?["field"]?.string { copy = Copy(path: path, field: field) }
    }

    /// The texts that may have megabytes, each with the name of its place.
    var texts: [(name: String, text: String)] {
        let drafts: [(String, RequestDraft?)] = [("draft", draft), ("file", file), ("textBase", textBase)]
        let bodies: [(name: String, text: String)] = drafts.flatMap { place, draft in
            zip(BodyDraft.textNames, BodyDraft.texts).compactMap { name, path in
                draft.map { (name: "\(place).\(name)", text: $0.body[keyPath: path]) }
            }
        }
        return bodies + (text.map { [(name: "text", text: $0)] } ?? [])
    }

    /// Replaces one of ``texts``; a name without a place changes nothing.
    mutating func setText(_ name: String, to new: String) {
        if name == "text", text != nil { text = new }
        let (place, part) = name.splitOnce(at: ".")
        guard let index = part.flatMap({ BodyDraft.textNames.firstIndex(of: $0) }) else { return }
        let path = BodyDraft.texts[index]
        if place == "draft" { draft.body[keyPath: path] = new }
        if place == "file" { file?.body[keyPath: path] = new }
        if place == "textBase" { textBase?.body[keyPath: path] = new }
    }

    /// True if both are written as the same bytes. No JSON is made of long texts.
    func isIdentical(to other: AutosavedDraft) -> Bool {
        let (mine, theirs) = (texts, other.texts)
        return mine.count == theirs.count && zip(mine, theirs).allSatisfy { $0.name == $1.name && $0.text.hasSameBytes(as: $1.text) }
            && withoutTexts.json == other.withoutTexts.json
    }

    private var withoutTexts: AutosavedDraft {
        var rest = self
        for (name, _) in texts { rest.setText(name, to: "") }
        return rest
    }

    private static func members(_ draft: RequestDraft) -> [JSONMember] {
        [JSONMember("draft", draft.document)] + (draft.stashedFields.map { [JSONMember("unfiled", $0)] } ?? [])
    }

    private static func draft(_ json: JSONValue) -> RequestDraft? {
        guard let document = json["draft"], var draft = try? RequestDraft(document: document) else { return nil }
        if let fields = json["unfiled"] { draft.apply(stashedFields: fields) }
        return draft
    }
}

extension RequestDraft {
    /// The edits that a request file cannot hold: invalid values, and the content of other body kinds and authentication schemes. Nil if
    /// there are none.
    var stashedFields: JSONValue? {
        var members: [JSONMember] = []
        if !options.unread.isEmpty { members.append(JSONMember("options", Self.object(options.unread))) }
        let secrecies = captures.enumerated().filter { !$0.element.unreadSecrecy.isEmpty }.map {
            (String($0.offset), $0.element.unreadSecrecy)
        }
        if !secrecies.isEmpty { members.append(JSONMember("secrecies", Self.object(Dictionary(secrecies) { first, _ in first }))) }
        let bodies = body.otherContents
        if !bodies.isEmpty { members.append(JSONMember("bodies", .array(bodies))) }
        let fields = auth.fields.filter { !auth.kind.fieldNames.contains($0.key) }
        if !fields.isEmpty { members.append(JSONMember("auth", Self.object(fields))) }
        return members.isEmpty ? nil : .object(JSONObject(members))
    }

    /// Restores the edits of ``stashedFields``; invalid ones are ignored.
    mutating func apply(stashedFields value: JSONValue) {
        for (name, text) in Self.texts(value["options"]) where RequestOption.named(name) != nil { options.unread[name] = text }
        for (index, text) in Self.texts(value["secrecies"]) {
            if let index = Int(index), captures.indices.contains(index) { captures[index].unreadSecrecy = text }
        }
        for other in value["bodies"]?.array ?? [] { try? body.store(otherContent: other) }
        for (name, text) in Self.texts(value["auth"]) { auth[name] = text }
    }

    /// True if the draft has edits that files cannot hold. As expensive as writing them.
    public var hasStashedFields: Bool { stashedFields != nil }

    /// Adds the content of another version for body kinds and authentication schemes that are unused and empty here, except content that
    /// came from the file (`saved`).
    public func applyingStashedFields(of other: RequestDraft, over saved: RequestDraft) -> RequestDraft {
        var draft = self
        for kind in BodyDraft.Kind.allCases where kind != body.kind && body.content(of: kind) == nil {
            guard let content = other.body.content(of: kind) else { continue }
            let wasInFile = kind == saved.body.kind && content == saved.body.content(of: kind)
            if !wasInFile { try? draft.body.store(otherContent: content) }
        }
        for (name, text) in other.auth.fields where !auth.kind.fieldNames.contains(name) && auth[name].isEmpty {
            let wasInFile = saved.auth.kind.fieldNames.contains(name) && saved.auth[name] == text
            if !wasInFile { draft.auth[name] = text }
        }
        return draft
    }

    private static func object(_ texts: [String: String]) -> JSONValue {
        .object(JSONObject(texts.sorted { $0.key < $1.key }.map { JSONMember($0.key, .string($0.value)) }))
    }

    private static func texts(_ value: JSONValue?) -> [(String, String)] {
        value?.object?.members.compactMap { member in member.value.string.map { (member.name, $0) } } ?? []
    }
}

/// The autosaved edits of a window with tables and texts.
public struct AutosavedWindow: Hashable, Sendable {
    /// A row as it was typed.
    public struct Row: Hashable, Sendable {
        /// The texts of its cells.
        public var cells: [String]
        /// True if the row is enabled.
        public var isEnabled: Bool

        /// A row.
        public init(_ cells: [String], isEnabled: Bool = true) {
            self.cells = cells
            self.isEnabled = isEnabled
        }
    }

    /// The content of a tab.
    public struct Content: Hashable, Sendable {
        /// The rows of a table.
        public var rows: [Row]
        /// The text; nil for a table.
        public var text: String?

        /// The content of a table or a text.
        public init(rows: [Row] = [], text: String? = nil) {
            self.rows = rows
            self.text = text
        }

        fileprivate var rowsByName: [String: [Row]] { Dictionary(grouping: rows) { $0.cells.first ?? "" } }
    }

    /// An edited tab.
    public struct Page: Hashable, Sendable {
        /// The index of the tab, from 0.
        public var index: Int
        /// The edited content.
        public var typed: Content
        /// The content of the file when the edit began; nil if unknown.
        public var base: Content?

        /// An edited tab.
        public init(_ index: Int, typed: Content, base: Content?) {
            self.index = index
            self.typed = typed
            self.base = base
        }

        /// Merges the edits with the content that the file has now, row by row; nil if both changed the same row.
        public func merged(over now: Content) -> Content? {
            guard let base else { return typed }
            return Self.merge(base, typed, now, firstCounts: false)
        }

        /// Merges likewise; rows that both changed are taken from the edits, or from the file.
        public func merged(over now: Content, preferringTyped: Bool) -> Content {
            guard let base else { return typed }
            let (first, second) = preferringTyped ? (typed, now) : (now, typed)
            return Self.merge(base, first, second, firstCounts: true) ?? first
        }

        /// The names of the rows that the edits and the file changed differently, in their order.
        public func disputedNames(over now: Content) -> [String] {
            guard let base else { return [] }
            let (old, mine, theirs) = (base.rowsByName, typed.rowsByName, now.rowsByName)
            var seen: Set = [""]
            return (typed.rows + now.rows).map { $0.cells.first ?? "" }.filter { name in
                seen.insert(name).inserted && mine[name] != theirs[name] && mine[name] != old[name] && theirs[name] != old[name]
            }
        }

        /// The base for the merged content `both`: it differs from `both` only in the edits, not in the changes merged from the file. Nil
        /// if the base is unknown.
        public func base(under both: Content) -> Content? {
            // Undoing the edits counts as a change.
            base.map { Self.merge(typed, $0, both, firstCounts: true) ?? $0 }
        }

        private static func merge(_ base: Content, _ one: Content, _ other: Content, firstCounts: Bool) -> Content? {
            let isTextClear = one.text == base.text || other.text == base.text || one.text == other.text
            guard isTextClear || firstCounts,
                let rows = RowMerge.merge(base.rows, one.rows, other.rows, firstCounts: firstCounts, name: { $0.cells.first ?? "" })
            else { return nil }
            return Content(rows: rows, text: one.text == base.text ? other.text : one.text)
        }
    }

    /// The environment's file, or the folder.
    public var path: String
    /// The window's title.
    public var title: String
    /// The edited tabs in order.
    public var pages: [Page]

    /// The edits of a window.
    public init(path: String, title: String, pages: [Page]) {
        self.path = path
        self.title = title
        self.pages = pages
    }

    /// The JSON in the journal.
    var json: JSONValue {
        .object(
            JSONObject([
                JSONMember("path", .string(path)), JSONMember("title", .string(title)), JSONMember("pages", .array(pages.map(\.json))),
            ]))
    }

    /// Reads ``json``; nil if it is invalid.
    init?(json: JSONValue) {
        guard let path = json["path"]?.string, let pages = json["pages"]?.array else { return nil }
        self.init(path: path, title: json["title"]?.string ?? path, pages: pages.enumerated().map { Page(json: $1, offset: $0) })
    }
}

extension AutosavedWindow.Page {
    fileprivate var json: JSONValue {
        let base = base.map { [JSONMember("base", .object(JSONObject($0.members)))] } ?? []
        return .object(JSONObject([JSONMember("tab", .number(JSONNumber(index)))] + typed.members + base))
    }

    fileprivate init(json: JSONValue, offset: Int) {
        self.init(
            json["tab"]?.integer ?? offset, typed: AutosavedWindow.Content(json: json), base: json["base"].map(AutosavedWindow.Content.init)
        )
    }
}

extension AutosavedWindow.Content {
    fileprivate var members: [JSONMember] {
        let rows = rows.map { row -> JSONValue in
            let off = row.isEnabled ? [] : [JSONMember("enabled", .bool(false))]
            return .object(JSONObject([JSONMember("cells", .array(row.cells.map(JSONValue.string)))] + off))
        }
        return [JSONMember("rows", .array(rows))] + (text.map { [JSONMember("text", .string($0))] } ?? [])
    }

    fileprivate init(json: JSONValue) {
        let rows = (json["rows"]?.array ?? []).map { row in
            AutosavedWindow.Row((row["cells"]?.array ?? []).map { $0.string ?? "" }, isEnabled: row["enabled"]?.bool ?? true)
        }
        self.init(rows: rows, text: json["text"]?.string)
    }
}
