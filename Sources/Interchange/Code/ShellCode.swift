import Platform
import Workspace

extension CodeTarget {
    /// The command `http` of HTTPie; `xh` has the same arguments.
    static let httpie = CodeTarget(
        "httpie", "HTTPie",
        options: [
            "timeout", "redirects.follow", "redirects.limit", "tls.verify", "tls.authorities", "tls.certificate", "tls.key", "proxy",
        ],
        limits: [.noTypesOfTextParts, .noHeadersOfParts, .ownFileNames, .methodsInCapitals], logins: ["digest"], write: HTTPieCode.command)
}

/// Writes a request as arguments of HTTPie's command line.
private enum HTTPieCode {
    static func command(_ request: CodeRequest) throws(ImportError) -> String {
        let input = request.inputCommand
        var lines = ["http" + (input.isEmpty ? " --ignore-stdin" : "") + (request.followsRedirects ? " --follow" : "")] + options(request)
        if let login = request.login, login.scheme == "digest" {
            lines.append("--auth-type digest --auth " + CurlWriter.quoted("\(login.user):\(login.password)"))
        }
        var items: [String] = []
        switch request.body {
        case .none: break
        case .text(let text) where input.isEmpty:
            lines.append((text.utf8.first == UInt8(ascii: "-") ? "--raw=" : "--raw ") + CurlWriter.quoted(text))
        case .text: break
        case .file(let path): items.append("@" + path)
        case .parts(let parts, _):
            lines.append("--multipart")
            items = parts.map(item)
        }
        items = headers(request) + items
        if let text = texts(request).first(where: losesBackslash) {
            throw ImportError("HTTPie drops the backslash before “:”, “;”, “=” or “@” in “\(text)”.")
        }
        // After `--`, no word is an option.
        let end = (items + [request.method]).contains { $0.hasPrefix("-") } ? "-- " : ""
        lines.append("\(end)\(CurlWriter.quoted(request.method)) \(CurlWriter.quoted(request.url))")
        lines += items.map(CurlWriter.quoted)
        return input + lines.joined(separator: " \\\n  ")
    }

    /// Headers in HTTPie's notation: `Name;` is an empty header, `Name:` removes a header of HTTPie.
    private static func headers(_ request: CodeRequest) -> [String] {
        var items = request.headers.map { $0.value.isEmpty ? "\($0.name);" : "\($0.name):\(literal($0.value))" }
        switch request.body {
        case .text, .file: if request.value(of: "Content-Type") == nil { items.append("Content-Type:") }
        case .none, .parts: break
        }
        return items
    }

    private static func item(_ part: CodeRequest.Part) -> String {
        let name = escaped(part.name)
        guard part.isFile else { return "\(name)=\(literal(part.value))" }
        return "\(name)@\(part.value)" + (part.contentType.map { ";type=\($0)" } ?? "")
    }

    /// Escapes the separators in a name with a backslash.
    private static func escaped(_ name: String) -> String { name.escapingWithBackslash("=:@;") }

    /// The names and values that HTTPie reads as parts of items.
    private static func texts(_ request: CodeRequest) -> [String] {
        let values = request.headers.map(\.value)
        guard case .parts(let parts, _) = request.body else { return values }
        return values + parts.flatMap { ["\($0.name)=", $0.isFile ? "" : $0.value] }
    }

    /// True if an odd number of backslashes precedes a separator: HTTPie takes the last one for an escape, and leaves pairs unchanged.
    private static func losesBackslash(_ text: String) -> Bool {
        var count = 0
        for byte in text.utf8 {
            if byte == UInt8(ascii: "\\") {
                count += 1
            } else {
                if !count.isMultiple(of: 2), ":;=@".utf8.contains(byte) { return true }
                count = 0
            }
        }
        return false
    }

    /// A value whose first character does not become a part of the separator: `:@` and `=@` would read a file.
    private static func literal(_ value: String) -> String {
        guard let first = value.utf8.first, "=@".utf8.contains(first) else { return value }
        return "\\" + value
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

extension CodeTarget {
    /// GNU Wget.
    static let wget = CodeTarget(
        "wget", "wget",
        options: [
            "timeout", "connectTimeout", "idleTimeout", "redirects.follow", "redirects.limit", "tls.verify", "tls.authorities",
            "tls.certificate", "tls.key",
        ],
        limits: [.joinsHeaders, .addsType, .noFilesInParts, .methodsInCapitals], logins: ["digest"], write: WgetCode.command)
}

/// Writes a request as a command of GNU Wget.
private enum WgetCode {
    static func command(_ request: CodeRequest) throws(ImportError) -> String {
        guard request.inputCommand.isEmpty else {
            throw ImportError("wget cannot send a text of more than \(CodeRequest.argumentLimit) bytes: save it as a file body.")
        }
        var lines = ["wget --quiet --tries=1 --output-document=-", "--method=" + CurlWriter.quoted(request.method)]
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

extension CodeTarget {
    /// `Invoke-WebRequest` of PowerShell 7.
    static let powerShell = CodeTarget(
        "powershell", "PowerShell",
        options: ["timeout", "redirects.follow", "redirects.limit", "tls.verify", "proxy"],
        limits: [.joinsHeaders, .addsType, .headersInASCII, .methodsInCapitals], write: PowerShellCode.script)
}

/// Writes a request as a call of `Invoke-WebRequest`.
private enum PowerShellCode {
    static func script(_ request: CodeRequest) -> String {
        let literal = TextLiteral.powerShell
        var headers = CodeRequest.joined(request.headersOfPieces)
        // PowerShell accepts the type only together with a body.
        let type = headers.firstIndex { $0.isNamed("Content-Type") }.map { headers.remove(at: $0).value }
        let isCustom = !["GET", "HEAD", "POST", "PUT", "DELETE", "TRACE", "OPTIONS", "MERGE", "PATCH"].contains(request.method)
        var words = ["-Uri \(literal(request.url))", "-\(isCustom ? "CustomMethod" : "Method") \(literal(request.method))"]
        var lines: [String] = []
        if !headers.isEmpty {
            lines += ["$headers = @{"] + headers.map { "    \(literal($0.name)) = \(literal($0.value))" } + ["}"]
            words += ["-Headers $headers", "-SkipHeaderValidation"]
        }
        if !request.pieces.isEmpty {
            let pieces = request.pieces {
                "[Text.Encoding]::UTF8.GetBytes(\(literal.lines($0, indent: "")))"
            } file: {
                "[IO.File]::ReadAllBytes(\(literal($0)))"
            }
            lines.append("$body = [byte[]](\(pieces.joined(separator: " + ")))")
            words.append("-Body $body")
        }
        if let type { words.append("-ContentType \(literal(type))") }
        words += options(request)
        lines += ["$response = Invoke-WebRequest " + words.joined(separator: " `\n    ")]
        return (lines + ["$response.StatusCode", "$response.Content"]).joined(separator: "\n")
    }

    private static func options(_ request: CodeRequest) -> [String] {
        var words = ["-SkipHttpErrorCheck"]
        if !request.followsRedirects {
            words.append("-MaximumRedirection 0")
        } else if let limit = request.options["redirects.limit"] {
            words.append("-MaximumRedirection \(limit)")
        }
        if !request.verifiesCertificates { words.append("-SkipCertificateCheck") }
        if let timeout = request.timeout { words.append("-TimeoutSec \(Int(timeout.rounded(.up)))") }
        if let proxy = request.options["proxy"] {
            words.append(proxy == "none" ? "-NoProxy" : "-Proxy \(TextLiteral.powerShell(proxy))")
        }
        return words
    }
}

extension CodeTarget {
    /// The bytes of an HTTP/1.1 request; a file is written as `< PATH`.
    static let rawHTTP = CodeTarget(
        "http-raw", "Raw HTTP",
        options: [], reachesServer: true
    ) { request in
        let (host, target) = request.hostAndTarget
        var headers = request.headersOfPieces
        if request.value(of: "Host") == nil { headers.insert(.init(name: "Host", value: host), at: 0) }
        let bodyText = request.pieces {
            $0
        } file: {
            "< \($0)"
        }.joined()
        if !request.pieces.isEmpty && !request.hasFiles && request.value(of: "Content-Length") == nil || request.statesNoContent {
            headers.append(.init(name: "Content-Length", value: String(bodyText.utf8.count)))
        }
        let head = ["\(request.method) \(target) HTTP/1.1"] + headers.map { "\($0.name): \($0.value)" }
        return head.map { $0 + "\r\n" }.joined() + "\r\n" + bodyText
    }
}

extension CodeRequest {
    /// The URL's host with its port, and its path with the query.
    fileprivate var hostAndTarget: (host: String, target: String) {
        let rest = url.withoutScheme
        let authority = rest.prefix { !"/?#".contains($0) }
        let host = authority.lastIndex(of: "@").map { authority[$0...].dropFirst() } ?? authority
        let target = rest.dropFirst(authority.count).prefix { $0 != "#" }
        return (String(host), isToServer ? "*" : (target.hasPrefix("/") ? "" : "/") + target)
    }
}
