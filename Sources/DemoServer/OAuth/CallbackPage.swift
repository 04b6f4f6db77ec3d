/// `GET /oauth/callback`: where a program that cannot listen sends the browser, for the user to copy the address from.
enum CallbackPage {
    static func answer(_ request: Request) -> Response {
        let rows = request.queryItems.map { "<tr><td>\(HTML.escape($0.name))</td><td><code>\(HTML.escape($0.value))</code></td></tr>" }
        let body = "<p>Copy the address of this page into the program that asked.</p>\n<table>\n\(rows.joined(separator: "\n"))\n</table>"
        return .text(HTML.page(title: "Back to the program", body: body), type: "text/html; charset=utf-8")
    }
}
