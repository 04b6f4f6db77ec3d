/// What a request is resolved for.
public enum SendPurpose: Sendable, Equatable {
    /// It is sent.
    case send
    /// It is shown, and not sent.
    case preview
    /// It is copied as a curl command, and not sent.
    case copy

    func effect(_ job: SendJob) -> Effect {
        switch self {
        case .send: .send(job)
        case .preview: .preview(job, copies: false)
        case .copy: .preview(job, copies: true)
        }
    }
}
