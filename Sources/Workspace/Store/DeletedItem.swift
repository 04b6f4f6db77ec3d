/// What was deleted, whole, so that it can be put back.
public struct DeletedItem: Hashable, Sendable {
    /// The file or folder, relative to the workspace.
    public let path: String
    /// Every folder, outermost first.
    let folders: [String]
    /// Every file with its bytes and its mode.
    let files: [File]
    /// The order of the folder that it was in, as it was.
    let order: [String]

    struct File: Hashable, Sendable {
        let path: String
        let bytes: [UInt8]
        let mode: UInt32
    }
}
