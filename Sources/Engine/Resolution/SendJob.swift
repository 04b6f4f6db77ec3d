public import Workspace

/// A request to be sent, with its place and options.
public struct SendJob: Sendable, Equatable {
    /// The draft to send.
    public let draft: RequestDraft
    /// The request's file, of which the folders' settings are inherited; nil when it was never saved.
    public let path: String?
    /// The environment's file; nil for none.
    public let environmentPath: String?
    /// The place where a request without a file would be saved, of which the folders' settings are inherited; nil for nowhere.
    public var place: String?
    /// Names the environment where its file is not known.
    public var environmentName: String?
    /// Typed values, by name.
    public var prompted: [String: String] = [:]
    /// The names of typed values that are secrets, whatever they are called.
    public var promptedSecrets: Set<String> = []
    /// Values captured from responses of the collection in this session.
    public var captured = CapturedValues()
    /// How it was sent before, where it is to go the same way; nil for as the draft and its folders say.
    public var optionsAsSent: RequestOptions?
    /// The id of the tab that is answered; 0 where there are no tabs.
    public var owner = 0
    /// True if the user confirmed sending to a protected environment.
    public var isConfirmed = false
    /// The server at which that was allowed already; nil where nobody was asked.
    public var confirmedHost: String?
    /// The permissions that the user gave when asked for this job.
    public var permitted = GivenPermissions()
    /// False for a draft of the history, whose settings were not typed here and now.
    public var isTyped = true
    /// The exchange whose request goes as it was sent: the draft says its options, and nothing else is resolved.
    public var repeats: Exchange.ID?
    /// The exchange that is replayed by resolving its draft anew; the new one is linked to it.
    public var original: Exchange.ID?
    /// Problems in the editors, each with its place; only a preview has any.
    public var faults: [String] = []

    /// A draft with where it belongs.
    public init(draft: RequestDraft, path: String?, environmentPath: String?, environmentName: String? = nil) {
        self.draft = draft
        self.path = path
        self.environmentPath = environmentPath
        self.environmentName = environmentName
    }

    /// True if the confirmation must still be asked for.
    public func needs(_ question: SendConfirmation) -> Bool {
        guard !isConfirmed else { return false }
        return question.host == nil || question.host != confirmedHost
    }

    /// The same with permissions that the user gave when asked.
    public func permitting(_ permissions: [Permission], forGood: Bool) -> SendJob {
        var job = self
        job.permitted.permissions += permissions
        job.permitted.areForGood = forGood
        return job
    }

    /// The same with values that were typed in.
    public func answering(_ values: [String: String]) -> SendJob {
        var job = self
        job.prompted.merge(values) { $1 }
        return job
    }
}
