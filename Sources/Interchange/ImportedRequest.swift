public import Workspace

/// A request that came from somebody else's words.
public struct ImportedRequest: Hashable, Sendable {
    /// What was understood.
    public var draft: RequestDraft
    /// What was not taken over, as sentences.
    public var losses: [String]

    /// A draft, with nothing lost unless said otherwise.
    public init(_ draft: RequestDraft, losses: [String] = []) {
        self.draft = draft
        self.losses = losses
    }
}

/// Why words are no request.
public struct ImportError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A sentence: what is wrong, where, and what was expected.
    public let message: String

    /// Takes the sentence.
    public init(_ message: String) { self.message = message }

    /// The sentence.
    public var description: String { message }
}
