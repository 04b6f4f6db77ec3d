import JSON

/// A foreign format: how a file of it is recognized and read.
public struct ImportFormat: Sendable {
    /// The name in reports and facts.
    public let id: String
    /// The name for people.
    public let title: String
    /// True for a file of this format, by its content.
    let recognizes: @Sendable (ImportSource) -> Bool
    /// Reads a file of this format.
    let read: @Sendable (ImportSource, inout ImportContext) throws(ImportError) -> ImportedContent
    /// The facts about a file for a comparison with another reader: one object in the shape of that reader's.
    let facts: @Sendable (ImportedContent) -> JSONObject

    /// All formats; the first that recognizes a file reads it.
    public static let all: [ImportFormat] = [postman]

    /// The format of a file; nil where none recognizes it.
    public static func format(of source: ImportSource) -> ImportFormat? { all.first { $0.recognizes(source) } }
}
