extension CodeTarget {
    /// GNU Wget.
    static let wget = CodeTarget(
        "wget", "wget", fileExtension: "sh", traits: [.bodiesOfGET, .typesOfTextParts, .digest],
        options: [
            "timeout", "connectTimeout", "idleTimeout", "redirects.follow", "redirects.limit", "tls.verify", "tls.authorities",
            "tls.certificate", "tls.key",
        ], write: WgetCode.command)
}

/// Writes a request as a command of GNU Wget.
private enum WgetCode {
    static func command(_ request: CodeRequest) -> String {
        var lines = ["wget --quiet --output-document=-", "--method=" + CurlWriter.quoted(request.method)]
        for header in CodeRequest.joined(request.headersOfPieces) {
            lines.append("--header=" + CurlWriter.quoted("\(header.name): \(header.value)"))
        }
        for piece in request.pieces {
            switch piece {
            case .text(let text): lines.append("--body-data=" + CurlWriter.quoted(text))
            case .file(let path): lines.append("--body-file=" + CurlWriter.quoted(path))
            }
        }
        if let login = request.login, login.scheme == "digest" {
            lines += ["--user=" + CurlWriter.quoted(login.user), "--password=" + CurlWriter.quoted(login.password)]
        }
        return (lines + options(request) + [CurlWriter.quoted(request.url)]).joined(separator: " \\\n  ")
    }

    private static let words = [
        ("timeout", "timeout"), ("connectTimeout", "connect-timeout"), ("idleTimeout", "read-timeout"),
        ("tls.authorities", "ca-certificate"), ("tls.certificate", "certificate"), ("tls.key", "private-key"),
    ]

    private static func options(_ request: CodeRequest) -> [String] {
        var lines = words.compactMap { name, word in request.options[name].map { "--\(word)=" + CurlWriter.quoted($0) } }
        if !request.followsRedirects {
            lines.append("--max-redirect=0")
        } else if let limit = request.options["redirects.limit"] {
            lines.append("--max-redirect=\(limit)")
        }
        if !request.verifiesCertificates { lines.append("--no-check-certificate") }
        return lines
    }
}
