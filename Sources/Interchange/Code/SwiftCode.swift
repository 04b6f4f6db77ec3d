extension CodeTarget {
    /// `URLSession` of Foundation.
    static let swiftURLSession = CodeTarget(
        "swift-urlsession", "Swift URLSession",
        options: ["timeout"],
        limits: [.joinsHeaders, .addsType, .noBodyOfGET]
    ) { request in
        let literal = TextLiteral.swift
        var lines = ["import Foundation", "#if canImport(FoundationNetworking)", "import FoundationNetworking", "#endif", ""]
        lines.append("var request = URLRequest(url: URL(string: \(literal(request.strictURL)))!)")
        lines.append("request.httpMethod = \(literal(request.method))")
        for header in CodeRequest.joined(request.headersOfPieces) {
            lines.append("request.setValue(\(literal(header.value)), forHTTPHeaderField: \(literal(header.name)))")
        }
        lines += SwiftCode.body(request, declaration: "var body = Data()", append: "body.append", use: "request.httpBody = body") { text in
            "Data(\(text).utf8)"
        } file: { path in
            "try Data(contentsOf: URL(fileURLWithPath: \(path)))"
        }
        if let timeout = request.timeout { lines.append("request.timeoutInterval = \(timeout)") }
        lines += [
            "", "let (data, response) = try await URLSession.shared.data(for: request)",
            "if let response = response as? HTTPURLResponse { print(response.statusCode) }", "print(String(decoding: data, as: UTF8.self))",
        ]
        return lines.joined(separator: "\n") + "\n"
    }

    /// The loaders of this project.
    static let swiftHTTP = CodeTarget(
        "swift-http", "Swift Apus",
        options: ["timeout", "connectTimeout", "idleTimeout", "redirects.follow", "redirects.limit", "tls.verify"],
        logins: ["digest", "ntlm", "negotiate"], reachesServer: true,
        write: SwiftCode.loaderProgram)
}

/// Writes requests in Swift.
private enum SwiftCode {
    private static let literal = TextLiteral.swift

    static func loaderProgram(_ request: CodeRequest) -> String {
        var lines = ["import HTTP", "import HTTPCurl", ""]
        let url = request.url + (request.isToServer ? "*" : "")
        lines.append("var request = HTTPRequest(method: \(method(request.method)), url: \(literal(url)))")
        for header in request.headers { lines.append("request.headers.append(\(literal(header.name)), \(literal(header.value)))") }
        lines += body(request)
        if let login = request.login { lines.append("request.authenticate(with: \(authentication(login)))") }
        lines += options(request)
        let links = ["Redirect()"] + (request.login == nil ? [] : ["Authenticate()"]) + ["CurlLoader()"]
        lines += [
            "", "let loader = \(links.joined(separator: " --> "))", "let response = try await loader.load(request)",
            "print(response.status)", "print(try await response.body.text())",
        ]
        return lines.joined(separator: "\n") + "\n"
    }

    private static func method(_ name: String) -> String {
        ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"].contains(name)
            ? ".\(name.lowercased())" : "HTTPMethod(rawValue: \(literal(name)))"
    }

    private static func body(_ request: CodeRequest) -> [String] {
        switch request.body {
        case .none: return []
        case .text(let text): return ["request.body = DataBody(Array(\(block(text)).utf8))"]
        case .file(let path): return ["request.body = FileBody(path: \(literal(path)))"]
        case .parts(let parts, _):
            return ["request.body = MultipartBody([", parts.map { "    \(part($0))," }.joined(separator: "\n"), "])"]
        }
    }

    private static func part(_ part: CodeRequest.Part) -> String {
        let arguments = [
            "name: \(literal(part.name))", part.fileName.map { "fileName: \(literal($0))" },
            part.contentType.map { "contentType: \(literal($0))" },
            part.headers.isEmpty
                ? nil : "additionalHeaders: [\(part.headers.map { "\(literal($0.name)): \(literal($0.value))" }.joined(separator: ", "))]",
            "body: " + (part.isFile ? "FileBody(path: \(literal(part.value)))" : "DataBody(Array(\(literal(part.value)).utf8))"),
        ]
        return "MultipartPart(\(arguments.compactMap(\.self).joined(separator: ", ")))"
    }

    private static func authentication(_ login: CodeRequest.Login) -> String {
        let credentials = "BasicCredentials(username: \(literal(login.user)), password: \(literal(login.password)))"
        return login.scheme == "digest"
            ? ".digest(\(credentials))" : ".transport(.init(scheme: .\(login.scheme), credentials: \(credentials)))"
    }

    private static func options(_ request: CodeRequest) -> [String] {
        var lines: [String] = []
        for (name, property) in [("timeout", "total"), ("connectTimeout", "connect"), ("idleTimeout", "idle")] {
            if let seconds = request.options[name] { lines.append("request.timeouts.\(property) = .seconds(\(seconds))") }
        }
        if !request.followsRedirects { lines.append("request.redirectPolicy.isFollowing = false") }
        if let limit = request.options["redirects.limit"] { lines.append("request.redirectPolicy.limit = \(limit)") }
        if !request.verifiesCertificates { lines.append("request.serverTrust.isVerified = false") }
        return lines
    }

    /// Statements that assemble the pieces of a body; one piece needs no variable.
    static func body(
        _ request: CodeRequest, declaration: String, append: String, use: String, text: (String) -> String, file: (String) -> String
    ) -> [String] {
        let pieces = request.pieces {
            text(block($0))
        } file: {
            file(literal($0))
        }
        guard pieces.count > 1 else { return pieces.map { use.replacing("= body", with: "= \($0)") } }
        return [declaration] + pieces.map { "\(append)(\($0))" } + [use]
    }

    /// A multi-line literal if the text has several lines.
    private static func block(_ text: String) -> String {
        let lines = TextLiteral.lines(of: text)
        guard lines.count > 1 else { return literal(text) }
        let escaped = lines.map { line in
            // The line breaks of the literal are those of the text.
            let content = line.hasSuffix("\n") || line.hasSuffix("\r\n") ? String(line.unicodeScalars.dropLast()) : line
            return "    " + literal(content).dropFirst().dropLast().replacing("\\\"", with: "\"").replacing("\"\"\"", with: "\\\"\"\"")
        }
        let isEnded = text.unicodeScalars.last == "\n"
        return "\"\"\"\n\(escaped.joined(separator: "\n"))\n\(isEnded ? "\n" : "")    \"\"\""
    }
}
