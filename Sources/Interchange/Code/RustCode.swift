extension CodeTarget {
    /// The crate reqwest.
    static let rust = CodeTarget(
        "rust-reqwest", "Rust reqwest", fileExtension: "rs",
        traits: [.repeatedHeaders, .bodiesWithoutType, .bodiesOfGET, .filesInParts, .fileNames, .typesOfTextParts, .headersOfParts],
        options: ["timeout", "connectTimeout", "redirects.follow", "redirects.limit", "tls.verify", "proxy"]
    ) { request in
        let literal = TextLiteral.rust
        var lines = ["// [dependencies] reqwest = { version = \"0.12\", features = [\"blocking\"] }"]
        lines += ["fn main() -> Result<(), Box<dyn std::error::Error>> {", "    let client = reqwest::blocking::Client::builder()"]
        lines += RustCode.settings(request).map { "        .\($0)" } + ["        .build()?;"]
        lines += ["    let response = client", "        .request(\(literal(request.method)).parse()?, \(literal(request.strictURL)))"]
        lines += request.headersOfPieces.map { "        .header(\(literal($0.name)), \(literal($0.value)))" }
        if let body = RustCode.body(request) { lines.append("        .body(\(body))") }
        lines += ["        .send()?;", "    println!(\"{}\", response.status().as_u16());", "    println!(\"{}\", response.text()?);"]
        return (lines + ["    Ok(())", "}", ""]).joined(separator: "\n")
    }
}

/// Writes parts of requests in Rust.
private enum RustCode {
    private static let literal = TextLiteral.rust

    static func body(_ request: CodeRequest) -> String? {
        let pieces = request.pieces
        switch pieces.first {
        case nil: return nil
        case .text(let text)? where pieces.count == 1: return literal.lines(text, indent: "        ")
        default:
            let all = pieces.map { piece in
                switch piece {
                case .text(let text): "\(literal.lines(text, indent: "            ")).as_bytes().to_vec()"
                case .file(let path): "std::fs::read(\(literal(path)))?"
                }
            }
            return all.count == 1 ? all[0] : "[\n            \(all.joined(separator: ",\n            ")),\n        ].concat()"
        }
    }

    static func settings(_ request: CodeRequest) -> [String] {
        var settings: [String] = []
        if !request.followsRedirects {
            settings.append("redirect(reqwest::redirect::Policy::none())")
        } else if let limit = request.options["redirects.limit"] {
            settings.append("redirect(reqwest::redirect::Policy::limited(\(limit)))")
        }
        for (name, word) in [("timeout", "timeout"), ("connectTimeout", "connect_timeout")] {
            if let seconds = request.options[name].flatMap(Double.init) {
                settings.append("\(word)(std::time::Duration::from_millis(\(Int(seconds * 1000))))")
            }
        }
        if !request.verifiesCertificates { settings.append("danger_accept_invalid_certs(true)") }
        if let proxy = request.options["proxy"] {
            settings.append(proxy == "none" ? "no_proxy()" : "proxy(reqwest::Proxy::all(\(literal(proxy)))?)")
        }
        return settings
    }
}
