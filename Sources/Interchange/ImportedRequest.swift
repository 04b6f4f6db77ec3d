public import Workspace

/// A request that came from somebody else's words.
public struct ImportedRequest: Hashable, Sendable {
    /// The request as far as it was understood.
    public var draft: RequestDraft
    /// The parts that were not taken over, as sentences.
    public var losses: [String]

    /// A draft, with nothing lost unless said otherwise.
    public init(_ draft: RequestDraft, losses: [String] = []) {
        self.draft = draft
        self.losses = losses
    }
}

/// An error that keeps a text from being imported.
public struct ImportError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A sentence: what is wrong, and what was expected.
    public let message: String
    /// The place in the text.
    public let place: ImportPlace
    /// True if no format recognizes the file.
    public let isUnknownFormat: Bool

    /// Takes the sentence and the place.
    public init(_ message: String, at place: ImportPlace = .file, isUnknownFormat: Bool = false) {
        self.message = message
        self.place = place
        self.isUnknownFormat = isUnknownFormat
    }

    /// The place and the sentence.
    public var description: String { place.description.isEmpty ? message : "\(place): \(message)" }
}
