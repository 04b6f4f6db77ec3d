import JSON

/// An edited request that is in no file yet, as it is kept over a crash.
public struct KeptDraft: Hashable, Sendable {
    /// The request's file; nil for one that was never saved.
    public var path: String?
    /// The folder that a request without a file was made in; nil for none.
    public var folder: String?
    /// What stood in the editor.
    public var draft: RequestDraft
    /// What was typed as the text of the whole request and is none yet.
    public var text: String?
    /// Which of the open requests it was, from 0; nil where that is not known.
    public var tab: Int?

    /// What the request was when ``text`` was one for the last time; nil where nothing was changed besides it since.
    public var textBase: RequestDraft?

    /// Whether its file holds it but for what other kinds of body and schemes of authentication hold, which is in no file.
    public var isAside = false

    /// Takes the file, what stood in the editor, as a request and as text, and which of the open requests it was.
    public init(path: String?, draft: RequestDraft, text: String? = nil, textBase: RequestDraft? = nil, tab: Int? = nil) {
        self.path = path
        self.draft = draft
        self.text = text
        self.textBase = textBase
        self.tab = tab
    }

    /// What the journal holds of it.
    var json: JSONValue {
        var members: [JSONMember] = []
        if let path { members.append(JSONMember("path", .string(path))) }
        if let folder { members.append(JSONMember("folder", .string(folder))) }
        if let tab { members.append(JSONMember("tab", .number(JSONNumber(tab)))) }
        if isAside { members.append(JSONMember("aside", .bool(true))) }
        if let text { members.append(JSONMember("text", .string(text))) }
        if let textBase { members.append(JSONMember("textBase", .object(JSONObject(Self.members(textBase))))) }
        return .object(JSONObject(members + Self.members(draft)))
    }

    /// Reads what ``json`` wrote; nil for what cannot be read.
    init?(json: JSONValue) {
        guard let draft = Self.draft(json) else { return nil }
        self.init(
            path: json["path"]?.string, draft: draft, text: json["text"]?.string, textBase: json["textBase"].flatMap(Self.draft),
            tab: json["tab"]?.integer)
        folder = json["folder"]?.string
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
    /// What was typed and no request file holds: what cannot be read, and what other kinds of body and schemes of authentication hold.
    /// Nil where that is nothing.
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

    /// Takes what ``unfiled`` gave; what of it cannot be read is left out.
    mutating func take(unfiled value: JSONValue) {
        for (name, text) in Self.texts(value["options"]) where RequestOption.named(name) != nil { options.unread[name] = text }
        for (index, text) in Self.texts(value["secrecies"]) {
            if let index = Int(index), captures.indices.contains(index) { captures[index].unreadSecrecy = text }
        }
        for other in value["bodies"]?.array ?? [] { try? body.take(unsent: other) }
        for (name, text) in Self.texts(value["auth"]) { auth[name] = text }
    }

    /// Whether it holds what no file does; costs what writing it does.
    public var holdsUnfiled: Bool { unfiled != nil }

    /// The same with what another version holds for kinds of body and schemes of authentication that this one does not use and holds
    /// nothing for. What was in the file that `other` came from was not put aside, and is left out: `saved` is what that held.
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
