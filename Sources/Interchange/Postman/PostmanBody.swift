import JSON
import Workspace

/// The body of a Postman request.
struct PostmanBody {
    let value: JSONValue
    let pointer: JSONPointer
    /// Details that a draft has no field for.
    private(set) var details = JSONObject()

    /// The methods with which Postman sends a body only if `disableBodyPruning` is set.
    static let prunedMethods: Set = ["GET", "HEAD", "COPY", "PURGE", "UNLOCK"]

    /// Reads the body into a draft that has its method and its headers already: they determine the kind of a text if the body does not. A
    /// pruned body is left out with the methods with which Postman does not send it.
    mutating func read(into draft: inout RequestDraft, isPruned: Bool, _ context: inout ImportContext) {
        guard let mode = value["mode"]?.string, let content = value[mode], !content.isNull else {
            if let text = value.string, !text.isEmpty { draft.body = Self.text(text, language: "", draft.headers) }
            return
        }
        let body: BodyDraft
        switch mode {
        case "raw":
            body = raw(content, draft.headers)
            if body.kind == .json { context.reportComments(in: body.json, at: pointer) }
        case "urlencoded": body = form(content)
        case "formdata": body = multipart(content, &context)
        case "file": body = file(content, &context)
        case "graphql": body = graphql(content)
        default:
            details["body"] = value
            context.report(.kept, at: pointer, "body", "its mode “\(mode)” is not known", instead: "the request is sent without a body")
            return
        }
        let isDisabled = value["disabled"]?.looseFlag == true
        guard isDisabled || isPruned && Self.prunedMethods.contains(draft.method) else { return draft.body = body }
        guard body.kind != .none else { return }
        details["body"] = value
        // Postman writes an empty form when only the kind of body was chosen; nothing is lost.
        if [.form, .multipart].contains(body.kind), body.form.isEmpty, body.parts.isEmpty { return }
        let why = isDisabled ? "it is disabled" : "Postman sends none with \(draft.method)"
        context.report(.kept, at: pointer, "body", why, instead: "the request is sent without a body")
    }

    private func raw(_ content: JSONValue, _ headers: [Row]) -> BodyDraft {
        let language = value["options"]?["raw"]?["language"]?.string ?? ""
        return Self.text(
            content.object == nil && content.array == nil ? content.looseText : content.prettyText, language: language, headers)
    }

    /// A text as the kind that its language says, or else its content type.
    static func text(_ text: String, language: String, _ headers: [Row]) -> BodyDraft {
        guard !text.isEmpty else { return BodyDraft() }
        let type = headers.contentType ?? ""
        switch (language, BodyDraft.Kind(mediaType: type)) {
        case ("json", _), ("", .json?): return BodyDraft(kind: .json, json: text)
        case ("xml", _), ("", .xml?): return BodyDraft(kind: .xml, xml: text)
        case ("html", _): return BodyDraft(kind: .text, text: text, contentType: "text/html")
        case ("javascript", _): return BodyDraft(kind: .text, text: text, contentType: "application/javascript")
        default: return BodyDraft(kind: .text, text: text, contentType: language == "text" ? "text/plain" : "")
        }
    }

    private func form(_ content: JSONValue) -> BodyDraft {
        if let text = content.string { return text.isEmpty ? BodyDraft() : BodyDraft(kind: .form, form: FormText.rows(of: text)) }
        let rows = (content.array ?? []).filter { $0.object != nil }.map { PostmanReader.row($0) }
        return rows.isEmpty ? BodyDraft() : BodyDraft(kind: .form, form: rows)
    }

    private mutating func multipart(_ content: JSONValue, _ context: inout ImportContext) -> BodyDraft {
        var parts: [BodyDraft.Part] = []
        for (index, value) in (content.array ?? []).enumerated() where value.object != nil {
            let place = pointer.member("formdata").element(index)
            let row = PostmanReader.row(value)
            var part = BodyDraft.Part(
                row.name, row.value, contentType: value.text("contentType"), isEnabled: row.isEnabled, comment: row.comment)
            guard value["type"]?.string == "file" else {
                parts.append(part)
                continue
            }
            part.isFile = true
            part.fileName = value.text("fileName")
            let sources = value["src"]?.array?.map(\.looseText) ?? [value["src"]?.looseText ?? ""]
            if sources.joined().isEmpty, part.isEnabled {
                context.report(
                    .note, at: place, "file of the field “\(row.name)”", "the collection names none", instead: "choose one before sending")
            }
            for source in sources.isEmpty ? [""] : sources {
                part.value = source
                parts.append(part)
            }
        }
        return parts.isEmpty ? BodyDraft() : BodyDraft(kind: .multipart, parts: parts)
    }

    private mutating func file(_ content: JSONValue, _ context: inout ImportContext) -> BodyDraft {
        if let text = content["content"]?.string, content.nonEmpty("src") == nil {
            return BodyDraft(kind: .text, text: text, contentType: "application/octet-stream")
        }
        guard content.object?.isEmpty == false || content.string != nil else { return BodyDraft() }
        let path = content.string ?? content.text("src")
        if path.isEmpty {
            context.report(
                .note, at: pointer.member("file"), "file of the body", "the collection names none", instead: "choose one before sending")
        }
        return BodyDraft(kind: .file, file: path)
    }

    private func graphql(_ content: JSONValue) -> BodyDraft {
        // The string contains the JSON of the operation.
        let content = content.string.flatMap { try? JSONValue(parsing: $0) } ?? content
        return content.object == nil ? BodyDraft() : BodyDraft(kind: .graphql, graphql: .init(content))
    }
}

extension BodyDraft.GraphQL {
    /// The operation in an object as it is sent: the members `query`, `variables` (an object, or its text) and `operationName`.
    init(_ operation: JSONValue) {
        let variables = operation["variables"] ?? .null
        self.init(
            query: operation.text("query"),
            variables: variables.object == nil ? variables.looseText : variables.prettyText.trimmingEnd("\n"),
            operation: operation.text("operationName"))
    }
}
