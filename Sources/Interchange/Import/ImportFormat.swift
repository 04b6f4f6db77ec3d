import JSON

/// A foreign format: how a file of it is recognized and read.
public struct ImportFormat: Sendable {
    /// The name in reports and facts.
    public let id: String
    /// The name for people.
    public let title: String
    /// True for a format of JSON or YAML documents, false for one of text.
    var readsDocuments = true
    /// True for a file of this format, by its content.
    let recognizes: @Sendable (ImportSource) -> Bool
    /// Reads a file of this format.
    let read: @Sendable (ImportSource, inout ImportContext) throws(ImportError) -> ImportedContent
    /// The facts about a file for a comparison with another reader: one object in the shape of that reader's.
    let facts: @Sendable (ImportedContent) -> JSONObject

    /// All formats; the first that recognizes a file reads it.
    public static let all: [ImportFormat] = [
        atac, postman, openAPI, insomnia, openCollection, slumber, posting, har, bru, hurl, httpFile,
    ]

    /// The format with that id; nil where there is none.
    public static func named(_ id: String) -> ImportFormat? { all.first { $0.id == id } }

    /// The format of a file; nil where none recognizes it.
    public static func format(of source: ImportSource) -> ImportFormat? { all.first { $0.recognizes(source) } }
}

/// A foreign format that keeps a collection in a folder.
struct ImportFolderFormat: Sendable {
    /// The name for people.
    let title: String
    /// The names of files that only such a folder has.
    let markers: Set<String>
    /// Reads a folder: the folder that is imported, the files of the collection, the collection's own path with a slash behind it.
    let read: @Sendable (ImportFolder, [String], String, inout ImportContext) throws(ImportError) -> ImportedContent

    /// All formats.
    static let all: [ImportFolderFormat] = [bruno]
}
