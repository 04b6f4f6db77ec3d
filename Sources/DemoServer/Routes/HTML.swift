/// The pages of the server.
enum HTML {
    /// - Parameter body: HTML; what comes from a client goes through `escape` first.
    static func page(title: String, body: String) -> String {
        """
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width">
        <title>\(escape(title))</title>
        <style>body { font: 16px/1.5 sans-serif; margin: 2em auto; max-width: 60em; padding: 0 1em } td { padding: 0 1em 0 0; vertical-align: top }</style>
        </head>
        <body>
        <h1>\(escape(title))</h1>
        \(body)
        </body>
        </html>

        """
    }

    /// A text as it may stand between tags and in quoted attributes.
    static func escape(_ text: String) -> String {
        var output = ""
        for character in text.unicodeScalars {
            switch character {
            case "&": output += "&amp;"
            case "<": output += "&lt;"
            case ">": output += "&gt;"
            case "\"": output += "&quot;"
            case "'": output += "&#39;"
            default: output.unicodeScalars.append(character)
            }
        }
        return output
    }
}

extension HTML {
    /// A question with two links.
    ///
    /// - Parameter address: path and query, to which `allow` or `deny` is appended.
    static func decision(title: String, question: String, address: String) -> Response {
        let links = [("Allow", "allow"), ("Deny", "deny")].map { label, word in
            "<a href=\"\(escape(address + word))\">\(label)</a>"
        }
        let body = "<p>\(escape(question))</p>\n<p>\(links.joined(separator: " &nbsp; "))</p>"
        return .text(page(title: title, body: body), type: "text/html; charset=utf-8")
    }
}
