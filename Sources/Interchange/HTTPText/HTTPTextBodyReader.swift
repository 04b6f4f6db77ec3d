import JSON
import Workspace

/// Reads what stands behind the first empty line.
struct HTTPTextBodyReader {
    var draft: RequestDraft
    let firstLine: Int
    /// The content type in the text.
    let type: String
    /// The treatment of a file's line breaks in the text.
    let lineBreaks: String

    mutating func read(_ lines: ArraySlice<Substring>, _ said: BodyDraft.Kind?) throws(HTTPTextError) -> RequestDraft {
        let text = lines.joined(separator: "\n")
        guard let kind = said ?? kind(of: text) else { return draft }
        draft.body.kind = kind
        switch kind {
        case .none: break
        case .text: (draft.body.text, draft.body.contentType) = (text, type)
        case .json: draft.body.json = text
        case .xml: draft.body.xml = text
        case .file:
            (draft.body.fileContentType, draft.body.fileLineBreaks) = (type, lineBreaks)
            let path = text.drop { $0.isWhitespace }
            draft.body.file = HTTPTextEscape.read(
                (path.hasPrefix("<") ? path.dropFirst(path.hasPrefix("< ") ? 2 : 1) : path).prefix { !$0.isNewline })
        case .graphql: graphql(lines)
        case .form: try form(lines)
        case .multipart: try parts(lines)
        }
        return draft
    }

    /// The kind of a body without a note: by its content type, or by its look.
    private mutating func kind(of text: String) -> BodyDraft.Kind? {
        guard text.contains(where: { !$0.isWhitespace }) else { return nil }
        if text.hasPrefix("< ") { return .file }
        let type = draft.headers.last { $0.isEnabled && $0.name.lowercased() == "content-type" }?.value.lowercased() ?? ""
        if type.contains("json") { return .json }
        if type.contains("xml") { return .xml }
        if !type.isEmpty { return .text }
        if (try? JSONValue(parsing: text)) != nil { return .json }
        return text.drop { $0.isWhitespace }.hasPrefix("<") ? .xml : .text
    }

    private mutating func graphql(_ lines: ArraySlice<Substring>) {
        let mark = lines.firstIndex { $0 == HTTPTextGraphQL.mark }
        draft.body.graphql.query = HTTPTextGraphQL.unescaped(lines[..<(mark ?? lines.endIndex)].joined(separator: "\n"))
        draft.body.graphql.variables = mark.map { lines[($0 + 1)...].joined(separator: "\n") } ?? ""
    }

    private mutating func form(_ lines: ArraySlice<Substring>) throws(HTTPTextError) {
        draft.body.form = []
        for (offset, line) in lines.enumerated() where !line.isEmpty {
            if line.hasPrefix("# @note ") {
                if let last = draft.body.form.indices.last { draft.body.form[last].comment = HTTPTextEscape.read(line.dropFirst(8)) }
            } else {
                draft.body.form.append(try row(line, offset))
            }
        }
    }

    private mutating func parts(_ lines: ArraySlice<Substring>) throws(HTTPTextError) {
        var parts: [BodyDraft.Part] = []
        for (offset, line) in lines.enumerated() where !line.isEmpty {
            if line.hasPrefix("# @"), !line.hasPrefix("# @off "), let last = parts.indices.last {
                let name = line.dropFirst(3).prefix { $0 != " " }
                let value = HTTPTextEscape.read(line.dropFirst(name.count + 4))
                switch name {
                case "type": parts[last].contentType = value
                case "filename": parts[last].fileName = value
                case "note": parts[last].comment = value
                default: throw HTTPTextError(line: firstLine + offset, message: "@\(name) is nothing of a part")
                }
            } else {
                let row = try row(line, offset)
                let isFile = row.value.hasPrefix("@")
                let value = isFile || row.value.hasPrefix("\\") ? String(row.value.dropFirst()) : row.value
                parts.append(BodyDraft.Part(row.name, value, isFile: isFile, isEnabled: row.isEnabled))
            }
        }
        draft.body.parts = parts
    }

    private func row(_ line: Substring, _ offset: Int) throws(HTTPTextError) -> Row {
        let isEnabled = !line.hasPrefix("# @off ")
        guard let row = HTTPTextPair.read(isEnabled ? line : line.dropFirst(7), isEnabled: isEnabled) else {
            throw HTTPTextError(line: firstLine + offset, message: "expected a field as name = value")
        }
        return row
    }
}
