extension CodeTarget {
    /// The bytes of an HTTP/1.1 request; a file stands as `< PATH` in its place.
    static let rawHTTP = CodeTarget(
        "http-raw", "Raw HTTP", fileExtension: "txt",
        traits: [.repeatedHeaders, .bodiesWithoutType, .bodiesOfGET, .filesInParts, .fileNames, .typesOfTextParts], options: []
    ) { request in
        let (host, target) = request.hostAndTarget
        var headers = request.headersOfPieces
        if request.value(of: "Host") == nil { headers.insert(.init(name: "Host", value: host), at: 0) }
        let bodyText = request.pieces.map { piece in
            switch piece {
            case .text(let text): text
            case .file(let path): "< \(path)"
            }
        }.joined()
        let hasFile = request.pieces.contains { if case .file = $0 { true } else { false } }
        if !request.pieces.isEmpty, !hasFile, request.value(of: "Content-Length") == nil {
            headers.append(.init(name: "Content-Length", value: String(bodyText.utf8.count)))
        }
        let head = ["\(request.method) \(target) HTTP/1.1"] + headers.map { "\($0.name): \($0.value)" }
        return head.map { $0 + "\r\n" }.joined() + "\r\n" + bodyText
    }
}

extension CodeRequest {
    /// The URL's host with its port, and its path with its query.
    fileprivate var hostAndTarget: (host: String, target: String) {
        let rest = url.firstRange(of: "://").map { url[$0.upperBound...] } ?? url[...]
        let authority = rest.prefix { !"/?#".contains($0) }
        let host = authority.lastIndex(of: "@").map { authority[$0...].dropFirst() } ?? authority
        let target = rest.dropFirst(authority.count).prefix { $0 != "#" }
        return (String(host), (target.hasPrefix("/") ? "" : "/") + target)
    }
}
