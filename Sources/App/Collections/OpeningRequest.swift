/// A request that is being read from its file.
public struct OpeningRequest: Sendable, Equatable {
    /// The file's path in the workspace.
    public let path: String
    /// True if the request is sent as soon as it was read.
    public internal(set) var isSent = false

    init(path: String) { self.path = path }
}
