import JSON

/// An edited request that is in no file yet, as it is kept over a crash.
public struct KeptDraft: Hashable, Sendable {
    /// The request's file; nil for one that was never saved.
    public var path: String?
    /// What stood in the editor.
    public var draft: RequestDraft
    /// Which of the open requests it was, from 0; nil where that is not known.
    public var tab: Int?

    /// Takes the file, what stood in the editor, and which of the open requests it was.
    public init(path: String?, draft: RequestDraft, tab: Int? = nil) {
        self.path = path
        self.draft = draft
        self.tab = tab
    }

    /// What the journal holds of it.
    var json: JSONValue {
        var members: [JSONMember] = []
        if let path { members.append(JSONMember("path", .string(path))) }
        if let tab { members.append(JSONMember("tab", .number(JSONNumber(tab)))) }
        return .object(JSONObject(members + [JSONMember("draft", draft.document)]))
    }

    /// Reads what ``json`` wrote; nil for what cannot be read.
    init?(json: JSONValue) {
        guard let document = json["draft"], let draft = try? RequestDraft(document: document) else { return nil }
        self.init(path: json["path"]?.string, draft: draft, tab: json["tab"]?.integer)
    }
}
