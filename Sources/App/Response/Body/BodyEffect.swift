public import Document
public import Query

/// Effects on a body.
public enum BodyEffect: Sendable, Equatable {
    /// Searches a body, also while it arrives.
    case search(BodyHandle, SearchQuery)
    /// Counts the rows of a body with all containers of a level folded.
    case foldLevel(BodyHandle, level: Int)
    /// Puts a body on the clipboard.
    case copy(BodyHandle)
    /// Asks it something; the result is another layer.
    case query(BodyHandle, Query, layer: Int)
    /// Looks which keys it has.
    case surveyKeys(BodyHandle)
    /// Finds the parts of a body.
    case listParts(BodyHandle, BodyPartition)
    /// Reads one of them as a body of its own, as another layer.
    case readPart(BodyHandle, BodyPartition, index: Int, layer: Int)
    /// Makes a small picture of a body that is one.
    case decodePicture(BodyHandle)
    /// Finds the rows and columns of an array of objects.
    case makeTable(BodyHandle)
    /// Sorts them.
    case sortTable(BodyHandle, JSONTable, JSONTable.Order?)
    /// Reads the bytes in another way, as another layer.
    case read(BodyHandle, Interpretation, layer: Int)
    /// Looks at the rest of a body whose arrival was ended before all of it was looked at.
    case finishReading(BodyHandle, Interpretation)
    /// Writes a body or a piece of it to a file; asks before there is one of that name.
    case save(BodyPiece, path: String, overwrites: Bool)
    /// Shows the text in the user's pager.
    case openPager(BodyHandle)
    /// Opens a copy of the text in the user's editor.
    case openEditor(BodyHandle, suffix: String)
    /// Opens a copy of the bytes with the desktop's program for the file's kind.
    case openOutside(BodyHandle, suffix: String)
}
