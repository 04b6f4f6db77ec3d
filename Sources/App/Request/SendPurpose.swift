import Engine

/// The purpose that a request is resolved for.
public enum SendPurpose: Sendable, Equatable {
    /// It is sent.
    case send
    /// It is shown, and not sent.
    case preview
    /// It is copied as a curl command, and not sent; secrets are signs, unless they are wanted.
    case copy(withSecrets: Bool)
    /// The tokens of its login are forgotten.
    case logOut

    /// The action that failed, at the beginning of a sentence.
    var refusal: String {
        switch self {
        case .send: "Not sent"
        case .preview: "Not shown"
        case .copy: "Not copied"
        case .logOut: "Not logged out"
        }
    }

    /// Names a window for it.
    var title: String {
        switch self {
        case .send: "Send"
        case .preview: Report.previewTitle
        case .copy: "Copy as curl"
        case .logOut: "Log out"
        }
    }
}
