/// A request that is being read from its file.
public struct OpeningRequest: Sendable, Equatable {
    /// The file's path in the workspace.
    public let path: String
    /// Whether it is to be sent as soon as it is there.
    public internal(set) var isSent = false

    init(path: String) { self.path = path }
}
