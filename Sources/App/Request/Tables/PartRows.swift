import Widgets
import Workspace

/// The parts of a multipart body as rows: name, value (a path behind `@`, as in curl's `-F`), content type, file name, note.
enum PartRows {
    static func row(_ part: BodyDraft.Part) -> TableRow {
        // What begins with a sign of its own gets a backslash before it.
        let isQuoted = !part.isFile && (part.value.hasPrefix("@") || part.value.hasPrefix("\\"))
        let value = (part.isFile ? "@" : isQuoted ? "\\" : "") + part.value
        return TableRow([part.name, value, part.contentType, part.fileName, part.comment], isEnabled: part.isEnabled)
    }

    static func part(_ row: TableRow) -> BodyDraft.Part {
        let isFile = row[1].hasPrefix("@")
        let value = isFile || row[1].hasPrefix("\\") ? String(row[1].dropFirst()) : row[1]
        return BodyDraft.Part(
            row[0], value, isFile: isFile, contentType: row[2], fileName: row[3], isEnabled: row.isEnabled, comment: row[4])
    }
}
