extension CodeTarget {
    /// `net/http` of Ruby. It does not follow redirects.
    static let ruby = CodeTarget(
        "ruby", "Ruby", fileExtension: "rb", traits: [.bodiesOfGET, .filesInParts, .fileNames, .typesOfTextParts],
        options: ["timeout", "connectTimeout", "tls.verify", "tls.authorities"]
    ) { request in
        let literal = TextLiteral.ruby
        let hasBody = !request.pieces.isEmpty
        var lines = ["require \"net/http\"", "", "uri = URI(\(literal(request.strictURL)))"]
        lines.append("request = Net::HTTPGenericRequest.new(\(literal(request.method)), \(hasBody), \(request.method != "HEAD"), uri)")
        for header in CodeRequest.joined(request.headersOfPieces) {
            lines.append("request[\(literal(header.name))] = \(literal(header.value))")
        }
        if hasBody {
            let pieces = request.pieces.map { piece in
                switch piece {
                case .text(let text): "\(literal.lines(text, indent: "")).b"
                case .file(let path): "File.binread(\(literal(path)))"
                }
            }
            lines.append("request.body = \(pieces.joined(separator: " + "))")
        }
        let options = RubyCode.options(request)
        lines += ["response = Net::HTTP.start(uri.host, uri.port, \(options.joined(separator: ", "))) { |http| http.request(request) }"]
        return (lines + ["puts response.code", "puts response.body", ""]).joined(separator: "\n")
    }
}

/// Writes parts of requests in Ruby.
private enum RubyCode {
    static func options(_ request: CodeRequest) -> [String] {
        var options = ["use_ssl: uri.scheme == \"https\""]
        if let timeout = request.timeout { options.append("read_timeout: \(timeout)") }
        if let timeout = request.options["connectTimeout"] { options.append("open_timeout: \(timeout)") }
        if !request.verifiesCertificates { options.append("verify_mode: OpenSSL::SSL::VERIFY_NONE") }
        if let authorities = request.options["tls.authorities"] { options.append("ca_file: \(TextLiteral.ruby(authorities))") }
        return options
    }
}
