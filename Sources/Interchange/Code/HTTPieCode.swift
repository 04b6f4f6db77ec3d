extension CodeTarget {
    /// The command `http` of HTTPie; `xh` takes the same words.
    static let httpie = CodeTarget(
        "httpie", "HTTPie", fileExtension: "sh",
        traits: [.repeatedHeaders, .bodiesWithoutType, .bodiesOfGET, .filesInParts, .digest],
        options: [
            "timeout", "redirects.follow", "redirects.limit", "tls.verify", "tls.authorities", "tls.certificate", "tls.key", "proxy",
        ], write: HTTPieCode.command)
}

/// Writes a request as words of HTTPie's command line.
private enum HTTPieCode {
    static func command(_ request: CodeRequest) -> String {
        var lines = ["http --ignore-stdin" + (request.followsRedirects ? " --follow" : "")] + options(request)
        if let login = request.login, login.scheme == "digest" {
            lines.append("--auth-type digest --auth " + CurlWriter.quoted("\(login.user):\(login.password)"))
        }
        var items: [String] = []
        switch request.body {
        case .none: break
        case .text(let text): lines.append("--raw " + CurlWriter.quoted(text))
        case .file(let path): items.append("@" + path)
        case .parts(let parts, _):
            lines.append("--multipart")
            items = parts.map(item)
        }
        lines.append("\(CurlWriter.quoted(request.method)) \(CurlWriter.quoted(request.url))")
        lines += (headers(request) + items).map(CurlWriter.quoted)
        return lines.joined(separator: " \\\n  ")
    }

    /// A name with `;` behind it is an empty header, one with `:` leaves out what HTTPie would send.
    private static func headers(_ request: CodeRequest) -> [String] {
        var items = request.headers.map { $0.value.isEmpty ? "\($0.name);" : "\($0.name):\($0.value)" }
        switch request.body {
        case .text, .file: if request.value(of: "Content-Type") == nil { items.append("Content-Type:") }
        case .none, .parts: break
        }
        return items
    }

    private static func item(_ part: CodeRequest.Part) -> String {
        let name = escaped(part.name)
        guard part.isFile else { return "\(name)=\(part.value)" }
        return "\(name)@\(part.value)" + (part.contentType.map { ";type=\($0)" } ?? "")
    }

    /// A backslash stands before the signs that part names and values.
    private static func escaped(_ name: String) -> String {
        name.reduce(into: "") { text, character in
            if "\\=:@;".contains(character) { text += "\\" }
            text.append(character)
        }
    }

    private static func options(_ request: CodeRequest) -> [String] {
        var words: [String] = []
        if let timeout = request.options["timeout"] { words.append("--timeout \(timeout)") }
        if let limit = request.options["redirects.limit"] { words.append("--max-redirects \(limit)") }
        if !request.verifiesCertificates {
            words.append("--verify no")
        } else if let authorities = request.options["tls.authorities"] {
            words.append("--verify " + CurlWriter.quoted(authorities))
        }
        if let certificate = request.options["tls.certificate"] { words.append("--cert " + CurlWriter.quoted(certificate)) }
        if let key = request.options["tls.key"] { words.append("--cert-key " + CurlWriter.quoted(key)) }
        if let proxy = request.options["proxy"], proxy != "none" {
            words += ["http", "https"].map { "--proxy " + CurlWriter.quoted("\($0):\(proxy)") }
        }
        return words
    }
}
