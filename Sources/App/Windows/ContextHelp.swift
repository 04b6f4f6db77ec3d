import Widgets
import Workspace

/// Help about what has the cursor: a few sentences above the list of keys.
enum ContextHelp {
    /// The sentences; none where nothing needs to be said.
    static func lines(for state: AppState) -> [String] {
        switch state.focus {
        case .tree: tree(state)
        case .request: request(state)
        case .response:
            [
                "The newest answer, or the one opened from the history. [ and ] go through its tabs; a drag over text copies it."
            ]
        case .history:
            [
                "What was sent, newest first. R sends it again as it was, e loads it into the request pane, P keeps it when old ones go."
            ]
        }
    }

    private static func tree(_ state: AppState) -> [String] {
        guard let node = state.tree.current?.node else { return ["Nothing is here yet: N makes a collection, ^N a request."] }
        switch node.kind {
        case .collection:
            return ["A collection: a folder of requests with environments of its own. What it says (e) holds for everything in it."]
        case .folder: return ["A folder: what it says (e) holds for everything in it, unless something in it says otherwise."]
        case .request: return ["A request: Enter opens it, t in a tab of its own. J and K move it, also into open folders and out of them."]
        case .broken(let problem): return ["This file cannot be read and is never overwritten.", problem.description]
        }
    }

    private static func request(_ state: AppState) -> [String] {
        if state.request.part == .url {
            return [
                "The URL: absolute, or relative to the environment. {{name}} stands for a variable, :name in the path for a path parameter.",
                "What stands behind ? is the same as the rows of Params.",
            ]
        }
        if state.request.tab == .auth { return auth(state) }
        let option =
            state.request.section == .options
            ? OptionFields.help(state.request.options.table.selected, state.workspace.inheritedOptions) : nil
        return (tabs["\(state.request.tab)"] ?? []) + [option].compactMap { $0 }
    }

    private static func auth(_ state: AppState) -> [String] {
        let names = AuthFields.names(of: state.request.base.auth)
        let selected = state.request.auth.table.selected
        let field = names.indices.contains(selected) ? fields[names[selected]] : nil
        return [schemes[state.request.base.auth.kind.rawValue], field].compactMap { $0 }
    }

    private static let tabs = [
        "params": [
            "Path parameters (with a colon) and the query, in the order in which they are sent. Space switches a row off and keeps it."
        ],
        "headers": ["Headers as they are sent; rows marked [+] are added by others when they are missing here, named behind the value."],
        "body": ["The body: b chooses its kind, F4 opens the external editor. What another kind held comes back when you choose it again."],
        "options": [
            "How the request is sent: times, redirects, retries, TLS, proxy. What is empty is inherited from the folder.",
            "Below them stand the variables of this request: what the environment says is nearer, what its folders say further away.",
        ],
        "tests": ["Captures take values out of the answer into variables; assertions say what it should be."],
        "docs": ["Notes in Markdown and tags, kept in the request's file."],
        "text": ["The whole request as text; what cannot be read stays as typed."],
    ]

    private static let schemes = [
        "inherit": "As the folder says, or else the collection.", "none": "None, whatever the folders say.",
        "basic": "Basic (RFC 7617): user name and password with every request, readable by whoever sees it.",
        "digest": "Digest (RFC 7616): answers the server's challenge; the password itself is not sent.",
        "bearer": "Bearer (RFC 6750): a token that whoever has it may use.", "apiKey": "A key in a header or in the query.",
        "oauth2": "OAuth 2 (RFC 6749): gets a token, keeps it and renews it; go logs out and forgets it.",
        "awsSignature": "AWS Signature 4: signs the request with a secret key, which is not sent.",
        "ntlm": "NTLM (MS-NLMP): user name and password of a Windows domain; the password itself is not sent.",
        "negotiate": "Negotiate (RFC 4559): Kerberos, with the ticket that kinit got; there is nothing to fill in.",
    ]

    private static let fields = [
        "username": "User name: as the server knows you; a {{variable}} keeps it out of the file.",
        "password": "Password: better a {{secret}} of the environment than text in the file.",
        "domain": "Domain: that of Windows; empty where the user name says it (DOMAIN\\user).",
        "token": "Token: without “Bearer”, which is added.", "prefix": "Word before it: another than Bearer, where the server wants one.",
        "key": "Name: that of the header or query item.", "value": "Value: the key itself; better a {{secret}}.",
        "in": "Where: header or query; an arrow takes the other.",
        "issuer": "Issuer: a server that says where all its pages are (RFC 8414); then the URLs below may stay empty.",
        "deviceURL": "Device code URL: where a code is got that is typed in elsewhere (RFC 8628).",
        "clientAuthentication": "Secret goes in: the Authorization header or the form; most servers take both.",
        "audience": "Audience: the API that the token is for, where the server asks for it.",
        "redirectURL": "Redirect URL: where the login ends; http://127.0.0.1/… is listened on, without a port on any that is free.",
        "accessKey": "Access key: the public half, such as AKIA….", "secretKey": "Secret key: better a {{secret}} of the environment.",
        "sessionToken": "Session token: for temporary keys; else empty.",
        "grant": "Grant: how the token is got; an arrow takes another.",
        "tokenURL": "Token URL: where tokens are given out.", "authorizationURL": "Login URL: the page that asks the user.",
        "clientID": "Client id: as the server registered this program.", "clientSecret": "Client secret: empty for public clients.",
        "scope": "Scope: words with spaces between them.", "region": "Region: such as eu-central-1.", "service": "Service: such as s3.",
    ]
}
