import HTTP
import Widgets
import Workspace

/// The fields of each authentication scheme as rows of a form.
enum AuthFields {
    /// The names of a scheme's fields that matter, in the order of the form.
    static func names(of auth: AuthDraft) -> [String] {
        guard auth.kind == .oauth2 else { return auth.kind.fieldNames }
        let common = ["grant", "issuer", "tokenURL", "clientID", "clientSecret", "clientAuthentication", "scope", "audience"]
        switch auth["grant"] {
        case "client_credentials": return common
        case "password": return common + ["username", "password"]
        case "device_code": return common + ["deviceURL"]
        default: return common + ["authorizationURL", "redirectURL"]
        }
    }

    static func rows(of auth: AuthDraft) -> [TableRow] {
        let secrets = auth.kind.secretFieldNames
        return names(of: auth).map { name in
            let value = auth[name]
            // A variable is no secret: only what it stands for.
            let isSecret = secrets.contains(name) && !value.isEmpty && !value.hasPrefix("{{")
            let choices = choices(of: name)
            return TableRow(
                [labels[name] ?? name, choices.isEmpty || !value.isEmpty ? value : choices[0]], isSecret: isSecret, choices: choices)
        }
    }

    /// The rows with what is wrong beside each: a URL that can be none.
    static func validated(_ rows: [TableRow], of auth: AuthDraft) -> [TableRow] {
        guard auth.kind == .oauth2 else { return rows }
        return zip(names(of: auth), rows).map { name, row in
            var row = row
            switch name {
            case "issuer", "authorizationURL", "tokenURL", "deviceURL": row.problem = URLIssue.reason(againstWhole: row[1])
            case "redirectURL": row.problem = redirectProblem(row[1])
            default: row.problem = nil
            }
            return row
        }
    }

    /// Programs on this machine may be called back by a scheme of their own.
    private static func redirectProblem(_ text: String) -> String? {
        let isURL = text.trimmed.isEmpty || text.contains("{{") || WebURL(text.trimmed) != nil
        return isURL ? nil : "a URL such as http://127.0.0.1:7777/callback"
    }

    /// Takes the values of rows of a form, whichever scheme's they are. A row may be called as files call its field, too.
    static func store(_ rows: [TableRow], in auth: inout AuthDraft) {
        for row in rows {
            let name = names[row[0]] ?? row[0]
            let isDefault = row[1] == choices(of: name).first && auth[name].isEmpty
            if !isDefault { auth[name] = row[1] }
        }
    }

    /// The rows again after one of them was changed: another grant has other fields.
    static func refreshed(_ rows: [TableRow], of auth: inout AuthDraft) -> [TableRow] {
        store(rows, in: &auth)
        return Self.rows(of: auth)
    }

    /// The fields of other kinds and grants, which are not shown. Emptied fields of `saved` are among them.
    static func unshown(of auth: AuthDraft, saved: AuthDraft) -> [TableRow] {
        Set(auth.fields.keys).union(saved.fields.keys).subtracting(names(of: auth)).sorted().map { TableRow([$0, auth[$0]]) }
    }

    private static func choices(of name: String) -> [String] {
        switch name {
        case "grant": ["authorization_code", "client_credentials", "password", "device_code"]
        case "in": ["header", "query"]
        case "clientAuthentication": ["header", "body"]
        default: []
        }
    }

    /// A sentence that begins with a field as files call it, beginning with what the form calls it.
    static func naming(_ sentence: String) -> String {
        guard sentence.hasPrefix("auth "), let colon = sentence.firstIndex(of: ":"),
            let label = labels[String(sentence[..<colon].dropFirst(5))]
        else { return sentence }
        return "Authentication, “\(label)”" + sentence[colon...]
    }

    /// Puts the names that a person finds on the Auth tab in the place of the OAuth settings that the core names in backticks.
    static func namingSettings(_ message: String) -> String {
        var named = message
        for (core, field) in settings { named = named.replacing("`\(core)`", with: "“\(labels[field] ?? field)” (Auth tab)") }
        return named
    }

    private static let settings = [
        ("endpoints.token", "tokenURL"), ("endpoints.authorization", "authorizationURL"),
        ("endpoints.deviceAuthorization", "deviceURL"),
    ]

    private static let names = Dictionary(labels.map { ($1, $0) }, uniquingKeysWith: { first, _ in first })

    private static let labels = [
        "username": "User name", "password": "Password", "domain": "Domain", "token": "Token", "prefix": "Token prefix", "key": "Name",
        "value": "Value", "in": "Where", "accessKey": "Access key", "secretKey": "Secret key", "sessionToken": "Session token",
        "region": "Region", "service": "Service", "grant": "Grant", "issuer": "Issuer", "authorizationURL": "Login URL",
        "tokenURL": "Token URL", "deviceURL": "Device code URL", "clientID": "Client id", "clientSecret": "Client secret",
        "clientAuthentication": "Secret goes in", "scope": "Scope", "audience": "Audience", "redirectURL": "Redirect URL",
    ]
}
