import JSON

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

    /// True if the request is saved, except for the content of other body kinds and authentication kinds, which no file holds.
    public var isAside = false

    /// An edited request.
    public init(path: String?, draft: RequestDraft, text: String? = nil, textBase: RequestDraft? = nil, tab: Int? = nil) {
        self.path = path
        self.draft = draft
        self.text = text
        self.textBase = textBase
        self.tab = tab
    }

    /// True unless the file has other content than when the edits were made.
    public func isOver(_ now: RequestDraft) -> Bool { file.map { $0.document == now.document } ?? true }

    /// The JSON in the journal.
    var json: JSONValue {
        var members: [JSONMember] = []
        if let path { members.append(JSONMember("path", .string(path))) }
        if let file { members.append(JSONMember("file", file.document)) }
        if let folder { members.append(JSONMember("folder", .string(folder))) }
        if let tab { members.append(JSONMember("tab", .number(JSONNumber(tab)))) }
        if isAside { members.append(JSONMember("aside", .bool(true))) }
        if let text { members.append(JSONMember("text", .string(text))) }
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
        isAside = json["aside"]?.bool == true
    }

    private static func members(_ draft: RequestDraft) -> [JSONMember] {
        [JSONMember("draft", draft.document)] + (draft.unfiled.map { [JSONMember("unfiled", $0)] } ?? [])
    }

    private static func draft(_ json: JSONValue) -> RequestDraft? {
        guard let document = json["draft"], var draft = try? RequestDraft(document: document) else { return nil }
        if let unfiled = json["unfiled"] { draft.take(unfiled: unfiled) }
        return draft
    }
}

extension RequestDraft {
    /// The edits that no request file can hold: invalid values, and the content of other body kinds and authentication kinds. Nil if
    /// there are none.
    var unfiled: JSONValue? {
        var members: [JSONMember] = []
        if !options.unread.isEmpty { members.append(JSONMember("options", Self.object(options.unread))) }
        let secrecies = captures.enumerated().filter { !$0.element.unreadSecrecy.isEmpty }.map {
            (String($0.offset), $0.element.unreadSecrecy)
        }
        if !secrecies.isEmpty { members.append(JSONMember("secrecies", Self.object(Dictionary(secrecies) { first, _ in first }))) }
        let bodies = body.unsent
        if !bodies.isEmpty { members.append(JSONMember("bodies", .array(bodies))) }
        let fields = auth.fields.filter { !auth.kind.fieldNames.contains($0.key) }
        if !fields.isEmpty { members.append(JSONMember("auth", Self.object(fields))) }
        return members.isEmpty ? nil : .object(JSONObject(members))
    }

    /// Restores the edits of ``unfiled``; invalid ones are ignored.
    mutating func take(unfiled value: JSONValue) {
        for (name, text) in Self.texts(value["options"]) where RequestOption.named(name) != nil { options.unread[name] = text }
        for (index, text) in Self.texts(value["secrecies"]) {
            if let index = Int(index), captures.indices.contains(index) { captures[index].unreadSecrecy = text }
        }
        for other in value["bodies"]?.array ?? [] { try? body.take(unsent: other) }
        for (name, text) in Self.texts(value["auth"]) { auth[name] = text }
    }

    /// True if the draft has edits that no file can hold. Costs as much as writing them.
    public var holdsUnfiled: Bool { unfiled != nil }

    /// Takes the content that another version has for body kinds and authentication kinds that are unused and empty here. Content that
    /// came from the file (`saved`) is not taken.
    public func takingUnused(of other: RequestDraft, over saved: RequestDraft) -> RequestDraft {
        var draft = self
        for kind in BodyDraft.Kind.allCases where kind != body.kind && body.content(of: kind) == nil {
            guard let content = other.body.content(of: kind) else { continue }
            let wasInFile = kind == saved.body.kind && content == saved.body.content(of: kind)
            if !wasInFile { try? draft.body.take(unsent: content) }
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
