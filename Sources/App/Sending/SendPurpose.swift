/// What a request is resolved for.
public enum SendPurpose: Sendable, Equatable {
    /// It is sent.
    case send
    /// It is shown, and not sent.
    case preview
    /// It is copied as a curl command, and not sent; secrets are signs, unless they are wanted.
    case copy(withSecrets: Bool)
    /// The tokens of its login are forgotten.
    case logOut

    func effect(_ job: SendJob) -> Effect {
        switch self {
        case .send: .send(job)
        case .preview, .copy: .preview(job, self)
        case .logOut: .logOut(job)
        }
    }
}
