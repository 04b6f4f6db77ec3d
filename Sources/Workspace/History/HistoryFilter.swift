#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// Which exchanges to list. What is nil, empty or false does not restrict.
public struct HistoryFilter: Hashable, Sendable {
    /// Words that all occur, as beginnings of words, in the URL, the headers, the name, the environment, the status or
    /// error, or the beginning of a text body.
    public var text: String
    /// The absolute path of a workspace.
    public var workspace: String?
    /// A request's file, relative to its workspace.
    public var requestPath: String?
    /// An environment's name.
    public var environment: String?
    /// A method's token.
    public var method: String?
    /// Statuses; an exchange without an answer has none.
    public var statuses: ClosedRange<Int>?
    /// Whether only those with an error are listed.
    public var onlyFailed: Bool
    /// Whether only those that are pinned are listed.
    public var onlyPinned: Bool
    /// Sent at this time or later.
    public var since: Date?
    /// Sent before this time.
    public var until: Date?

    /// A filter that lets everything through.
    public init(
        text: String = "", workspace: String? = nil, requestPath: String? = nil, environment: String? = nil, method: String? = nil,
        statuses: ClosedRange<Int>? = nil, onlyFailed: Bool = false, onlyPinned: Bool = false, since: Date? = nil, until: Date? = nil
    ) {
        self.text = text
        self.workspace = workspace
        self.requestPath = requestPath
        self.environment = environment
        self.method = method
        self.statuses = statuses
        self.onlyFailed = onlyFailed
        self.onlyPinned = onlyPinned
        self.since = since
        self.until = until
    }
}
