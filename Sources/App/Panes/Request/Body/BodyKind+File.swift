import Workspace

extension BodyDraft.Kind {
    /// How the name of a file with such a body ends, so that an editor knows the language.
    var fileSuffix: String {
        switch self {
        case .json: ".json"
        case .xml: ".xml"
        case .graphql: ".graphql"
        case .none, .text, .form, .multipart, .file: ".txt"
        }
    }
}
