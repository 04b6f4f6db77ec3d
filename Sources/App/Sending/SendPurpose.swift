/// What a request is resolved for.
public enum SendPurpose: Sendable, Equatable {
    /// It is sent.
    case send
    /// It is shown, and not sent.
    case preview
    /// It is copied as a curl command, and not sent; secrets are signs, unless they are wanted.
    case copy(withSecrets: Bool)

    func effect(_ job: SendJob) -> Effect { self == .send ? .send(job) : .preview(job, self) }
}
