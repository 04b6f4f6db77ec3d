extension CodeTarget {
    /// The library Requests.
    static let pythonRequests = CodeTarget(
        "python-requests", "Python requests", fileExtension: "py",
        traits: [.bodiesWithoutType, .bodiesOfGET, .filesInParts, .fileNames, .typesOfTextParts, .headersOfParts, .digest],
        options: ["timeout", "redirects.follow", "tls.verify", "tls.authorities", "tls.certificate", "tls.key", "proxy"]
    ) { request in
        let python = PythonCode(request)
        let headers = CodeRequest.joined(request.headers).map { "        \(python.literal($0.name)): \(python.literal($0.value))," }
        var arguments = headers.isEmpty ? [] : ["headers={\n\(headers.joined(separator: "\n"))\n    }"]
        arguments += python.body(keyword: "data")
        if let login = request.login, login.scheme == "digest" {
            arguments.append("auth=HTTPDigestAuth(\(python.literal(login.user)), \(python.literal(login.password)))")
        }
        if !request.followsRedirects { arguments.append("allow_redirects=False") }
        arguments += python.verification
        if let certificate = request.options["tls.certificate"] {
            let key = request.options["tls.key"].map { ", \(python.literal($0))" }
            arguments.append("cert=" + (key.map { "(\(python.literal(certificate))\($0))" } ?? python.literal(certificate)))
        }
        if let proxy = request.options["proxy"], proxy != "none" {
            arguments.append("proxies={\"http\": \(python.literal(proxy)), \"https\": \(python.literal(proxy))}")
        }
        if let timeout = request.options["timeout"] { arguments.append("timeout=\(timeout)") }
        let imports = ["import requests"] + (request.login == nil ? [] : ["from requests.auth import HTTPDigestAuth"])
        return python.program(imports, call: "requests.request", arguments)
    }

    /// The library HTTPX.
    static let pythonHTTPX = CodeTarget(
        "python-httpx", "Python httpx", fileExtension: "py",
        traits: [
            .repeatedHeaders, .bodiesWithoutType, .bodiesOfGET, .filesInParts, .fileNames, .typesOfTextParts, .headersOfParts, .digest,
        ],
        options: ["timeout", "redirects.follow", "tls.verify", "proxy"]
    ) { request in
        let python = PythonCode(request)
        let headers = request.headers.map { "        (\(python.literal($0.name)), \(python.literal($0.value)))," }
        var arguments = headers.isEmpty ? [] : ["headers=[\n\(headers.joined(separator: "\n"))\n    ]"]
        arguments += python.body(keyword: "content")
        if let login = request.login, login.scheme == "digest" {
            arguments.append("auth=httpx.DigestAuth(\(python.literal(login.user)), \(python.literal(login.password)))")
        }
        if request.followsRedirects { arguments.append("follow_redirects=True") }
        if !request.verifiesCertificates { arguments.append("verify=False") }
        if let proxy = request.options["proxy"], proxy != "none" { arguments.append("proxy=\(python.literal(proxy))") }
        arguments.append("timeout=\(request.options["timeout"] ?? "None")")
        return python.program(["import httpx"], call: "httpx.request", arguments)
    }
}

/// Writes requests in Python.
private struct PythonCode {
    private let request: CodeRequest
    let literal = TextLiteral.python

    init(_ request: CodeRequest) { self.request = request }

    func program(_ imports: [String], call: String, _ arguments: [String]) -> String {
        let all = [literal(request.method), literal(request.url)] + arguments
        let lines = imports + ["", "response = \(call)("] + all.map { "    \($0)," } + [")"]
        return (lines + ["print(response.status_code)", "print(response.text)", ""]).joined(separator: "\n")
    }

    /// Both libraries take parts as tuples of name, file name, content and media type.
    func body(keyword: String) -> [String] {
        switch request.body {
        case .none: return []
        case .text(let text): return ["\(keyword)=\(literal.lines(text, indent: "    ")).encode(\"utf-8\")"]
        case .file(let path): return ["\(keyword)=open(\(literal(path)), \"rb\")"]
        case .parts(let parts, _):
            let tuples = parts.map { part in
                let content = part.isFile ? "open(\(literal(part.value)), \"rb\")" : literal(part.value)
                let headers = part.headers.map { "\(literal($0.name)): \(literal($0.value))" }.joined(separator: ", ")
                let type = part.contentType.map { literal($0) } ?? (headers.isEmpty ? nil : "None")
                let more = [type, headers.isEmpty ? nil : "{\(headers)}"].compactMap(\.self)
                let values = [part.fileName.map { literal($0) } ?? "None", content] + more
                return "        (\(literal(part.name)), (\(values.joined(separator: ", "))))"
            }
            return ["files=[\n\(tuples.joined(separator: ",\n")),\n    ]"]
        }
    }

    var verification: [String] {
        if !request.verifiesCertificates { return ["verify=False"] }
        return request.options["tls.authorities"].map { ["verify=\(literal($0))"] } ?? []
    }
}
