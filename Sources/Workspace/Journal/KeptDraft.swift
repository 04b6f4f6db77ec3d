import JSON

/// An edited request that is in no file yet, as it is kept over a crash.
public struct KeptDraft: Hashable, Sendable {
    /// The request's file; nil for one that was never saved.
    public var path: String?
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
