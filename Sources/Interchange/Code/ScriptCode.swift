extension CodeTarget {
    /// The curl extension of PHP.
    static let php = CodeTarget(
        "php", "PHP", fileExtension: "php",
        traits: [
            .repeatedHeaders, .bodiesWithoutType, .bodiesOfGET, .filesInParts, .fileNames, .typesOfTextParts, .headersOfParts, .digest,
            .ntlm, .negotiate,
        ],
        options: [
            "timeout", "connectTimeout", "redirects.follow", "redirects.limit", "tls.verify", "tls.authorities", "tls.certificate",
            "tls.key",
            "proxy",
        ], write: PHPCode.script)
}

/// Writes requests in PHP.
private enum PHPCode {
    private static let literal = TextLiteral.php

    static func script(_ request: CodeRequest) -> String {
        var settings = ["CURLOPT_URL => \(literal(request.url))", "CURLOPT_CUSTOMREQUEST => \(literal(request.method))"]
        if request.method == "HEAD" { settings.append("CURLOPT_NOBODY => true") }
        settings.append("CURLOPT_RETURNTRANSFER => true")
        let headers = headers(request).map { "        \(literal($0)),\n" }
        if !headers.isEmpty { settings.append("CURLOPT_HTTPHEADER => [\n\(headers.joined())    ]") }
        let pieces = request.pieces.map { piece in
            switch piece {
            case .text(let text): literal.lines(text, indent: "    ")
            case .file(let path): "file_get_contents(\(literal(path)))"
            }
        }
        if !pieces.isEmpty { settings.append("CURLOPT_POSTFIELDS => \(pieces.joined(separator: " . "))") }
        settings += self.settings(request)
        let lines = ["<?php", "$curl = curl_init();", "curl_setopt_array($curl, ["] + settings.map { "    \($0)," } + ["]);"]
        return
            (lines + [
                "$text = curl_exec($curl);", "if ($text === false) {", "    exit(curl_error($curl));", "}",
                "echo curl_getinfo($curl, CURLINFO_RESPONSE_CODE), \"\\n\", $text, \"\\n\";", "",
            ]).joined(separator: "\n")
    }

    /// Headers in curl's notation: `Name;` is an empty header, `Name:` removes a header of curl.
    private static func headers(_ request: CodeRequest) -> [String] {
        let headers = request.headersOfPieces.map { $0.value.isEmpty ? "\($0.name);" : "\($0.name): \($0.value)" }
        let addsType = !request.pieces.isEmpty && request.headersOfPieces.allSatisfy { !$0.isNamed("Content-Type") }
        return headers + (addsType ? ["Content-Type:"] : [])
    }

    private static let names = [
        ("redirects.limit", "MAXREDIRS"), ("tls.authorities", "CAINFO"), ("tls.certificate", "SSLCERT"), ("tls.key", "SSLKEY"),
    ]

    private static func settings(_ request: CodeRequest) -> [String] {
        var lines = request.followsRedirects ? ["CURLOPT_FOLLOWLOCATION => true"] : []
        for (name, word) in [("timeout", "TIMEOUT_MS"), ("connectTimeout", "CONNECTTIMEOUT_MS")] {
            if let seconds = request.options[name].flatMap(Double.init) { lines.append("CURLOPT_\(word) => \(Int(seconds * 1000))") }
        }
        lines += names.compactMap { name, word in request.options[name].map { "CURLOPT_\(word) => \(literal($0))" } }
        if !request.verifiesCertificates { lines += ["CURLOPT_SSL_VERIFYPEER => false", "CURLOPT_SSL_VERIFYHOST => 0"] }
        if let proxy = request.options["proxy"] { lines.append("CURLOPT_PROXY => \(literal(proxy == "none" ? "" : proxy))") }
        if let login = request.login {
            let scheme = login.scheme == "negotiate" ? "GSSNEGOTIATE" : login.scheme.uppercased()
            lines += ["CURLOPT_HTTPAUTH => CURLAUTH_\(scheme)", "CURLOPT_USERPWD => \(literal("\(login.user):\(login.password)"))"]
        }
        return lines
    }
}

extension CodeTarget {
    /// `net/http` of Ruby. It does not follow redirects.
    static let ruby = CodeTarget(
        "ruby", "Ruby", fileExtension: "rb", traits: [.bodiesOfGET, .filesInParts, .fileNames, .typesOfTextParts, .headersOfParts],
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
