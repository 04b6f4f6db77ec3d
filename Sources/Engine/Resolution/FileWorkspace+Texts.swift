import HTTP
public import Workspace

extension FileWorkspace {
    private static let longestText = 16 << 20

    /// The content of a folder that a person names.
    public func listing(ofFolderAt path: String) -> FolderListing { FolderListing(reading: path, at: absolutePath(path)) }

    /// The text of a file that a person named, as request files name theirs.
    public func text(ofFileAt path: String) throws -> String {
        let absolute = absolutePath(path)
        let file = FileBody(path: absolute)
        try file.validate()
        guard case .known(let count) = file.length else { throw TextFileError(message: "\(absolute) is no regular file.") }
        guard count <= Self.longestText else {
            throw TextFileError(message: "\(absolute) is longer than \(Self.longestText >> 20) MB: a value cannot be that long.")
        }
        guard let text = String(validating: try file.encode(), as: UTF8.self) else {
            throw TextFileError(message: "\(absolute) is no text in UTF-8. As a part of a form it is sent as it is: name@path.")
        }
        return text
    }
}

/// Why a file cannot stand in the place of a value.
struct TextFileError: Error, CustomStringConvertible {
    let message: String
    var description: String { message }
}
