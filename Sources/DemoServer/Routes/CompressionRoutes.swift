import JSON

/// Compressed answers, whether the client asked for them or not.
enum CompressionRoutes {
    static let group = RouteGroup(
        title: "Compression",
        routes: [
            Route("GET", "/gzip", "A gzip-compressed echo") { request throws(Problem) in
                let zlib = try zlib()
                return encoded(request, flag: "gzipped", coding: "gzip", zlib.gzip)
            },
            Route("GET", "/deflate", "A deflate-compressed echo") { request throws(Problem) in
                let zlib = try zlib()
                return encoded(request, flag: "deflated", coding: "deflate", zlib.deflate)
            },
            Route("GET", "/brotli", "A brotli-compressed echo") { request throws(Problem) in
                guard let brotli = Brotli.shared else { throw missing("libbrotlienc", "libbrotli1 (brotli on other systems)") }
                return encoded(request, flag: "brotli", coding: "br", brotli.encode)
            },
        ])

    static func zlib() throws(Problem) -> ZLib {
        guard let zlib = ZLib.shared else { throw missing("libz", "zlib1g (zlib on other systems)") }
        return zlib
    }

    private static func encoded(_ request: Request, flag: String, coding: String, _ encode: ([UInt8]) -> [UInt8]) -> Response {
        var value: JSONValue = [:]
        value[flag] = true
        for (name, member) in Echo(request).summary { value[name] = member }
        let plain = Response.json(value)
        guard case .bytes(let bytes) = plain.body else { return plain }
        return Response(headers: plain.headers, body: .bytes(encode(bytes))).adding("Content-Encoding", coding)
    }

    private static func missing(_ library: String, _ package: String) -> Problem {
        Problem(
            status: 501, title: "Not installed",
            detail: "This answer needs \(library), which is not installed: install \(package).")
    }
}
