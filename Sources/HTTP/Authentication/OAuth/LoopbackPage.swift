/// What a browser is shown that comes back from a login.
struct LoopbackPage {
    /// Something else than the answer to the login that is under way, which goes on.
    static let stray = LoopbackPage(
        status: "400 Bad Request", text: "This is not the answer to the login that is under way, which goes on waiting.")
    /// Another path, such as an icon's.
    static let missing = LoopbackPage(status: "404 Not Found", text: "There is nothing here.")

    private let status: String
    private let text: String

    private init(status: String, text: String) {
        self.status = status
        self.text = text
    }

    /// The page for the URL that the login ended at. With a code it is not over: the authorization server has to take that.
    init(of url: String) {
        let items = OAuthRedirect.items(of: url)
        let outcome =
            if let code = items["error"] {
                "The login failed. " + OAuthStateMachine.refusal(code, items["error_description"])
            } else if items["code"] == nil {
                "The login failed: it came back without a code."
            } else {
                "The login has come back, and goes on where it was begun: there it says whether it succeeded."
            }
        self.init(status: "200 OK", text: outcome + " This page can be closed.")
    }

    /// The whole answer to the browser. What a server wrote is text in it, never markup.
    var message: String {
        let page = """
            <!doctype html><html lang="en"><meta charset="utf-8"><title>Login</title><p>\(Self.escaped(text))</p></html>

            """
        let fields = ["Content-Type: text/html; charset=utf-8", "Connection: close", "Content-Length: \(page.utf8.count)"]
        return "HTTP/1.1 \(status)\r\n\(fields.joined(separator: "\r\n"))\r\n\r\n\(page)"
    }

    private static func escaped(_ text: String) -> String {
        let signs = ["&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;"] as [Unicode.Scalar: String]
        return text.unicodeScalars.map { signs[$0] ?? String($0) }.joined()
    }
}
