import JSON
import Workspace

/// URLs of Postman's collections: a string, or an object of parts. The parts count, and `raw` only where there are none, as in Postman.
enum PostmanURL {
    static func read(_ value: JSONValue, into draft: inout RequestDraft) {
        guard let object = value.object else {
            (draft.url, draft.query) = URLParts.split(value.looseText)
            return
        }
        let hasParts = ["host", "path", "protocol", "query"].contains { name in
            object[name].map { !$0.looseText.isEmpty && $0.array?.isEmpty != true } ?? false
        }
        if hasParts {
            draft.url = base(of: value)
            draft.query = (value["query"]?.array ?? []).filter { $0.object != nil }.map(queryRow)
            if let text = value["query"]?.string { draft.query = URLParts.split("?" + text).query }
        } else {
            (draft.url, draft.query) = URLParts.split(value.text("raw"))
        }
        let parameters = value["variable"] ?? value["pathVariables"] ?? .null
        draft.pathParameters = (parameters.array ?? []).filter { $0.object != nil }.map { PostmanReader.row($0) }
        if let object = parameters.object { draft.pathParameters = object.map { Row($0.name, $0.value.looseText) } }
    }

    private static func queryRow(_ value: JSONValue) -> Row {
        var row = PostmanReader.row(value)
        row.isBare = value["value"].map(\.isNull) ?? true
        return row
    }

    /// The URL of an object of parts, without the query.
    private static func base(of value: JSONValue) -> String {
        var text = ""
        if let scheme = value.nonEmpty("protocol") { text += scheme.trimmingEnd("/").trimmingEnd(":") + "://" }
        if let auth = value["auth"], auth.object != nil, let user = auth.nonEmpty("user") {
            text += user + (auth.nonEmpty("password").map { ":" + $0 } ?? "") + "@"
        }
        text += value["host"]?.array.map { $0.map(segment).joined(separator: ".") } ?? value.text("host")
        if let port = value.nonEmpty("port") { text += ":" + port }
        if let path = value["path"], !path.isNull {
            let joined = path.array.map { $0.map(segment).joined(separator: "/") } ?? path.looseText
            let isRooted = path.array == nil && joined.hasPrefix("/") || path.array?.isEmpty == true || joined.isEmpty && path.array == nil
            text += isRooted ? joined : "/" + joined
        }
        if let hash = value.nonEmpty("hash") { text += "#" + hash }
        return text
    }

    /// A part of a host or a path: a string, or an object with a value.
    private static func segment(_ value: JSONValue) -> String { value.object == nil ? value.looseText : value.text("value") }

    /// The URL of a draft as one text, with the query's rows that are switched on.
    static func text(of draft: RequestDraft) -> String {
        let query = draft.query.filter(\.isEnabled).map { row in
            row.isBare && row.value.isEmpty ? row.name : "\(row.name)=\(row.value)"
        }
        guard !query.isEmpty else { return draft.url }
        let fragment = draft.url.firstIndex(of: "#").map { draft.url[$0...] } ?? ""
        return draft.url.dropLast(fragment.count) + "?" + query.joined(separator: "&") + fragment
    }

    /// True if a text says another URL than the draft; rows that are switched off may be in the text.
    static func differs(_ raw: String, from draft: RequestDraft) -> Bool {
        let parts = URLParts.split(raw)
        let all = draft.query.map { "\($0.name)=\($0.value)" }
        return parts.url.trimmingEnd("/") != draft.url.trimmingEnd("/")
            || !parts.query.allSatisfy { all.contains("\($0.name)=\($0.value)") }
    }

    /// Gives path parameters names that a URL of a draft can have, and says which were renamed.
    static func renameParameters(of draft: inout RequestDraft) -> [(old: String, new: String)] {
        var renamed: [(old: String, new: String)] = []
        let known = Set(PathParameters.names(in: draft.url))
        let segments = Set(draft.url.split(separator: "/"))
        for index in draft.pathParameters.indices {
            let old = draft.pathParameters[index].name
            guard !old.isEmpty, !known.contains(old), segments.contains(":\(old)") else { continue }
            var new = String(old.map { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_" || $0 == "-") ? $0 : "_" })
            if new.first.map({ !$0.isLetter && $0 != "_" }) ?? true { new = "_" + new }
            draft.url = draft.url.split(separator: "/", omittingEmptySubsequences: false)
                .map { $0 == ":\(old)" ? ":\(new)" : String($0) }.joined(separator: "/")
            draft.pathParameters[index].name = new
            renamed.append((old, new))
        }
        return renamed
    }
}
