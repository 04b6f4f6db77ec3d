extension CodeTarget {
    /// `Invoke-WebRequest` of PowerShell 7.
    static let powerShell = CodeTarget(
        "powershell", "PowerShell", fileExtension: "ps1", traits: [.bodiesOfGET, .filesInParts, .fileNames, .typesOfTextParts],
        options: ["timeout", "redirects.follow", "redirects.limit", "tls.verify", "proxy"], write: PowerShellCode.script)
}

/// Writes a request as a call of `Invoke-WebRequest`.
private enum PowerShellCode {
    static func script(_ request: CodeRequest) -> String {
        let literal = TextLiteral.powerShell
        var headers = CodeRequest.joined(request.headersOfPieces)
        // PowerShell takes the type with the body alone.
        let type = headers.firstIndex { $0.isNamed("Content-Type") }.map { headers.remove(at: $0).value }
        let isCustom = !["GET", "HEAD", "POST", "PUT", "DELETE", "TRACE", "OPTIONS", "MERGE", "PATCH"].contains(request.method)
        var words = ["-Uri \(literal(request.url))", "-\(isCustom ? "CustomMethod" : "Method") \(literal(request.method))"]
        var lines: [String] = []
        if !headers.isEmpty {
            lines += ["$headers = @{"] + headers.map { "    \(literal($0.name)) = \(literal($0.value))" } + ["}"]
            words += ["-Headers $headers", "-SkipHeaderValidation"]
        }
        if !request.pieces.isEmpty {
            let pieces = request.pieces.map { piece in
                switch piece {
                case .text(let text): "[Text.Encoding]::UTF8.GetBytes(\(literal.lines(text, indent: "")))"
                case .file(let path): "[IO.File]::ReadAllBytes(\(literal(path)))"
                }
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
