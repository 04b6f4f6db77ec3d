extension CodeTarget {
    /// `fetch` of browsers and Node.js.
    static let javaScriptFetch = CodeTarget(
        "javascript-fetch", "JavaScript fetch", fileExtension: "mjs",
        traits: [.bodiesWithoutType, .filesInParts, .fileNames, .typesOfTextParts, .headersOfParts],
        options: ["timeout", "redirects.follow"]
    ) { request in
        let script = JavaScriptCode(request)
        var members = script.members
        if let body = script.body, !["GET", "HEAD"].contains(request.method) { members.append("body: \(body)") }
        if !request.followsRedirects { members.append("redirect: \"manual\"") }
        if let timeout = request.timeout { members.append("signal: AbortSignal.timeout(\(Int(timeout * 1000)))") }
        let call = "const response = await fetch(\(script.literal(request.url)), {\n\(members.map { "  \($0),\n" }.joined())});"
        return script.program([], call, ["console.log(response.status);", "console.log(await response.text());"])
    }

    /// The library Axios.
    static let javaScriptAxios = CodeTarget(
        "javascript-axios", "JavaScript axios", fileExtension: "mjs",
        traits: [.bodiesWithoutType, .bodiesOfGET, .filesInParts, .fileNames, .typesOfTextParts, .headersOfParts],
        options: ["timeout", "redirects.follow", "redirects.limit"]
    ) { request in
        let script = JavaScriptCode(request)
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
    private let request: CodeRequest
    let literal = TextLiteral.javaScript

    init(_ request: CodeRequest) { self.request = request }

    func program(_ imports: [String], _ call: String, _ use: [String]) -> String {
        let readsFiles = request.pieces.contains { if case .file = $0 { true } else { false } }
        let all = imports + (readsFiles ? ["import { readFile } from \"node:fs/promises\";"] : [])
        return ((all.isEmpty ? [] : all + [""]) + form + [call] + use + [""]).joined(separator: "\n")
    }

    /// The method and the headers.
    var members: [String] { members(unsetting: false) }

    /// - Parameter unsetting: prevents the client from adding a type to a body without one.
    func members(unsetting: Bool) -> [String] {
        var headers = CodeRequest.joined(isForm ? request.headers : request.headersOfPieces).map {
            "    \(literal($0.name)): \(literal($0.value)),\n"
        }
        switch request.body {
        case .text, .file: if unsetting { headers.append("    \"Content-Type\": false,\n") }
        case .none, .parts: break
        }
        return ["method: \(literal(request.method))"] + (headers.isEmpty ? [] : ["headers: {\n\(headers.joined())  }"])
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
                + request.pieces.map { piece in
                    switch piece {
                    case .text(let text): literal.lines(text, indent: "  ", step: "  ")
                    case .file(let path): "await readFile(\(literal(path)))"
                    }
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
