extension CodeTarget {
    /// The library Requests.
    static let pythonRequests = CodeTarget(
        "python-requests", "Python requests",
        options: ["timeout", "redirects.follow", "tls.verify", "tls.authorities", "tls.certificate", "tls.key", "proxy"],
        limits: [.joinsHeaders, .methodsInCapitals], logins: ["digest"]
    ) { request in
        let python = PythonCode(request: request)
        let headers = CodeRequest.joined(request.headers).map { "        \(python.literal($0.name)): \(python.value(of: $0))," }
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
        "python-httpx", "Python httpx",
        options: ["timeout", "redirects.follow", "tls.verify", "proxy"],
        limits: [.methodsInCapitals], logins: ["digest"]
    ) { request in
        let python = PythonCode(request: request)
        let headers = request.headers.map { "        (\(python.literal($0.name)), \(python.value(of: $0)))," }
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
    let request: CodeRequest
    let literal = TextLiteral.python

    /// The value of a header; as bytes beyond ASCII, since both libraries encode text otherwise.
    func value(of header: CodeRequest.Header) -> String {
        literal(header.value) + (header.isBeyondASCII ? ".encode(\"utf-8\")" : "")
    }

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

extension CodeTarget {
    /// `fetch` of browsers and Node.js.
    static let javaScriptFetch = CodeTarget(
        "javascript-fetch", "JavaScript fetch",
        options: ["timeout", "redirects.follow"],
        limits: [.joinsHeaders, .noBodyOfGET]
            + ["connection", "content-length", "expect", "host", "keep-alive", "upgrade"].map(Limit.ownHeader)
    ) { request in
        let script = JavaScriptCode(request: request)
        var members = script.members
        if let body = script.body, !["GET", "HEAD"].contains(request.method) { members.append("body: \(body)") }
        if !request.followsRedirects { members.append("redirect: \"manual\"") }
        if let timeout = request.timeout { members.append("signal: AbortSignal.timeout(\(Int(timeout * 1000)))") }
        let call = "const response = await fetch(\(script.literal(request.url)), {\n\(members.map { "  \($0),\n" }.joined())});"
        return script.program([], call, ["console.log(response.status);", "console.log(await response.text());"])
    }

    /// The library Axios.
    static let javaScriptAxios = CodeTarget(
        "javascript-axios", "JavaScript axios",
        options: ["timeout", "redirects.follow", "redirects.limit"],
        limits: [.joinsHeaders, .methodsInCapitals]
    ) { request in
        let script = JavaScriptCode(request: request)
        var members = ["url: \(script.literal(request.url))"] + script.members(unsetting: request.value(of: "Content-Type") == nil)
        if let body = script.body { members.append("data: \(body)") }
        if !request.followsRedirects { members.append("maxRedirects: 0") }
        if request.followsRedirects, let limit = request.options["redirects.limit"] { members.append("maxRedirects: \(limit)") }
        if let timeout = request.timeout { members.append("timeout: \(Int(timeout * 1000))") }
        members += ["responseType: \"text\"", "validateStatus: () => true"]
        let call = "const response = await axios.request({\n\(members.map { "  \($0),\n" }.joined())});"
        return script.program(["import axios from \"axios\";"], call, ["console.log(response.status);", "console.log(response.data);"])
    }
}

/// Writes requests in JavaScript.
private struct JavaScriptCode {
    let request: CodeRequest
    let literal = TextLiteral.javaScript

    func program(_ imports: [String], _ call: String, _ use: [String]) -> String {
        let all = imports + (request.hasFiles ? ["import { readFile } from \"node:fs/promises\";"] : [])
        return ((all.isEmpty ? [] : all + [""]) + form + [call] + use + [""]).joined(separator: "\n")
    }

    /// The method and the headers.
    var members: [String] { members(unsetting: false) }

    /// - Parameter unsetting: prevents the client from adding a type to a body without one.
    func members(unsetting: Bool) -> [String] {
        var headers = CodeRequest.joined(isForm ? request.headers : request.headersOfPieces).map {
            "    \(literal($0.name)): \(literal(Self.bytes(of: $0))),\n"
        }
        switch request.body {
        case .text, .file: if unsetting { headers.append("    \"Content-Type\": false,\n") }
        case .none, .parts: break
        }
        return ["method: \(literal(request.method))"] + (headers.isEmpty ? [] : ["headers: {\n\(headers.joined())  }"])
    }

    /// The value of a header, with a character for each byte, as both clients require.
    private static func bytes(of header: CodeRequest.Header) -> String {
        header.isBeyondASCII ? header.value.utf8.map { String(Unicode.Scalar($0)) }.joined() : header.value
    }

    /// Uses bytes, since both clients add a type to text.
    var body: String? {
        switch request.body {
        case .none: nil
        case .text(let text): "new TextEncoder().encode(\(literal.lines(text, indent: "  ", step: "  ")))"
        case .file(let path): "await readFile(\(literal(path)))"
        case .parts where isForm: "form"
        case .parts:
            "new Blob(["
                + request.pieces {
                    literal.lines($0, indent: "  ", step: "  ")
                } file: {
                    "await readFile(\(literal($0)))"
                }.joined(separator: ", ") + "])"
        }
    }

    /// True if `FormData` can contain the parts: it changes line breaks, and gives text parts with a type a file name.
    private var isForm: Bool {
        guard case .parts(let parts, _) = request.body else { return false }
        return parts.allSatisfy { part in
            part.headers.isEmpty
                && (part.isFile || part.contentType == nil && part.fileName == nil && !part.value.contains(where: \.isNewline))
        }
    }

    private var form: [String] {
        guard isForm, case .parts(let parts, _) = request.body else { return [] }
        return ["const form = new FormData();"]
            + parts.map { part in
                guard part.isFile else { return "form.append(\(literal(part.name)), \(literal(part.value)));" }
                let type = part.contentType.map { ", { type: \(literal($0)) }" } ?? ""
                let name = part.fileName.map { ", \(literal($0))" } ?? ""
                return "form.append(\(literal(part.name)), new Blob([await readFile(\(literal(part.value)))]\(type))\(name));"
            }
    }
}

extension CodeTarget {
    /// The curl extension of PHP.
    static let php = CodeTarget(
        "php", "PHP",
        options: [
            "timeout", "connectTimeout", "redirects.follow", "redirects.limit", "tls.verify", "tls.authorities", "tls.certificate",
            "tls.key",
            "proxy",
        ], logins: ["digest", "ntlm", "negotiate"], write: PHPCode.script)
}

/// Writes requests in PHP.
private enum PHPCode {
    private static let literal = TextLiteral.php

    static func script(_ request: CodeRequest) -> String {
        var settings = ["CURLOPT_URL => \(literal(request.url))"]
        // A custom method stays after a redirect, also where POST becomes GET.
        switch request.method {
        case "GET" where request.body == .none: break
        case "HEAD" where request.body == .none: settings.append("CURLOPT_NOBODY => true")
        case "POST": settings.append("CURLOPT_POST => true")
        default: settings.append("CURLOPT_CUSTOMREQUEST => \(literal(request.method))")
        }
        settings.append("CURLOPT_RETURNTRANSFER => true")
        let headers = headers(request).map { "        \(literal($0)),\n" }
        if !headers.isEmpty { settings.append("CURLOPT_HTTPHEADER => [\n\(headers.joined())    ]") }
        let pieces = request.pieces {
            literal.lines($0, indent: "    ")
        } file: {
            "file_get_contents(\(literal($0)))"
        }
        if !pieces.isEmpty || request.statesNoContent {
            settings.append("CURLOPT_POSTFIELDS => \(pieces.isEmpty ? literal("") : pieces.joined(separator: " . "))")
        }
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
        let addsType =
            (!request.pieces.isEmpty || request.statesNoContent) && request.headersOfPieces.allSatisfy { !$0.isNamed("Content-Type") }
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
        "ruby", "Ruby", options: ["timeout", "connectTimeout", "redirects.follow", "tls.verify", "tls.authorities"],
        limits: [.joinsHeaders, .addsType, .noRedirects]
    ) { request in
        let literal = TextLiteral.ruby
        let hasBody = !request.pieces.isEmpty
        var lines = ["require \"net/http\"", "", "uri = URI(\(literal(request.strictURL)))"]
        lines.append("request = Net::HTTPGenericRequest.new(\(literal(request.method)), \(hasBody), \(request.method != "HEAD"), uri)")
        for header in CodeRequest.joined(request.headersOfPieces) {
            lines.append("request[\(literal(header.name))] = \(literal(header.value))")
        }
        if request.statesNoContent { lines.append("request[\"Content-Length\"] = \"0\"") }
        if hasBody {
            let pieces = request.pieces {
                "\(literal.lines($0, indent: "")).b"
            } file: {
                "File.binread(\(literal($0)))"
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
        var options = ["use_ssl: uri.scheme == \"https\"", "max_retries: 0"]
        if let timeout = request.timeout { options.append("read_timeout: \(timeout)") }
        if let timeout = request.options["connectTimeout"] { options.append("open_timeout: \(timeout)") }
        if !request.verifiesCertificates { options.append("verify_mode: OpenSSL::SSL::VERIFY_NONE") }
        if let authorities = request.options["tls.authorities"] { options.append("ca_file: \(TextLiteral.ruby(authorities))") }
        return options
    }
}
