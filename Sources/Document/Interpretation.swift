/// How the bytes of a body are to be read.
public struct Interpretation: Hashable, Sendable {
    /// The `Content-Type` value, which the bytes may contradict.
    public var mediaType: String?
    /// What the user says it is, which nothing contradicts.
    public var kind: ContentKind?

    /// The character set that the user says it is in, which nothing contradicts.
    public var charset: Charset?

    /// - Parameters:
    ///   - mediaType: the `Content-Type` value.
    ///   - kind: what to take it for, whatever the type and the bytes say.
    ///   - charset: the character set, whatever the type and the bytes say.
    public init(mediaType: String? = nil, kind: ContentKind? = nil, charset: Charset? = nil) {
        self.mediaType = mediaType
        self.kind = kind
        self.charset = charset
    }
}
