import Workspace

/// The part of a body draft that its kind's editor shows.
enum BodyText {
    static func text(of body: BodyDraft) -> String {
        switch body.kind {
        case .none, .form, .multipart: ""
        case .text: body.text
        case .json: body.json
        case .xml: body.xml
        case .graphql: body.graphql.query
        case .file: body.file
        }
    }

    static func rows(of body: BodyDraft) -> [Row] {
        switch body.kind {
        case .form: body.form
        case .multipart: body.parts.map { Row($0.name, $0.isFile ? "@" + $0.value : $0.value, isEnabled: $0.isEnabled) }
        default: []
        }
    }

    static func store(text: String, rows: [Row], in body: inout BodyDraft) {
        switch body.kind {
        case .none: break
        case .text: body.text = text
        case .json: body.json = text
        case .xml: body.xml = text
        case .graphql: body.graphql.query = text
        case .file: body.file = text
        case .form: body.form = rows
        case .multipart: body.parts = parts(rows, keeping: body.parts)
        }
    }

    /// Parts of rows; a value that begins with `@` is a file, as in curl's `-F`.
    private static func parts(_ rows: [Row], keeping old: [BodyDraft.Part]) -> [BodyDraft.Part] {
        rows.map { row in
            var part = old.first { $0.name == row.name } ?? BodyDraft.Part(row.name)
            part.isFile = row.value.hasPrefix("@")
            part.value = part.isFile ? String(row.value.dropFirst()) : row.value
            part.isEnabled = row.isEnabled
            return part
        }
    }
}
