import Workspace

/// The fields of each authentication scheme as rows of a table.
enum AuthFields {
    /// The names of a scheme's fields, in the order of the table.
    static func names(of kind: AuthDraft.Kind) -> [String] {
        switch kind {
        case .inherit, .none, .negotiate: []
        case .basic, .digest, .ntlm: ["username", "password"]
        case .bearer: ["token"]
        case .apiKey: ["key", "value", "in"]
        case .oauth2: ["grant", "authorizationURL", "tokenURL", "clientID", "clientSecret", "scope"]
        case .awsSignature: ["accessKey", "secretKey", "region", "service", "sessionToken"]
        }
    }

    static func rows(of auth: AuthDraft) -> [Row] {
        names(of: auth.kind).map { Row($0, auth[$0]) }
    }

    static func store(_ rows: [Row], in auth: inout AuthDraft) {
        for row in rows where names(of: auth.kind).contains(row.name) { auth[row.name] = row.value }
    }
}
