import HTTP
import JSON
import Platform

extension Corpus {
    static let authentication = [
        Corpus(name: "digest") { example in
            let fields = AuthenticationChallenge.parse([try example.text("challenge")])
            guard let challenge = DigestChallenge.strongest(of: fields) else { throw Refusal(description: "no Digest challenge") }
            let response = try DigestAuthorization(
                to: challenge,
                credentials: BasicCredentials(username: example.text("user"), password: HTTPSecret(example.text("password"))),
                method: HTTPMethod(rawValue: example.text("method")), uri: example.text("uri"), clientNonce: example.text("cnonce"),
                nonceCount: Int(example.text("nc"), radix: 16) ?? 1,
                protection: example["qop"]?.string.flatMap(DigestChallenge.Protection.init))
            return .object([("response", .string(response.response))])
        },
        Corpus(name: "sigv4") { example in
            let context = try part("context", of: example)
            let signer = AWSSigner(
                try awsCredentials(context), date: try date(context.text("timestamp")), normalizesPath: context["normalize"]?.bool,
                signsBody: context["sign_body"]?.bool)
            let request = try RawRequest.parse(example.text("request"))
            let digest = try AWSSigner.bodyDigest(of: request.body)
            let signed = signer.withSignedHeaders(request, bodyDigest: digest)
            return .object([
                ("header-signature", .string(signer.signature(of: signed, bodyDigest: digest))),
                ("header-canonical-request", .string(signer.canonicalRequest(signed, bodyDigest: digest))),
            ])
        },
    ]

    private static func part(_ name: String, of value: JSONValue) throws -> JSONValue {
        guard let part = value[name] else { throw Refusal(description: "no \(name)") }
        return part
    }

    private static func awsCredentials(_ context: JSONValue) throws -> AWSCredentials {
        let keys = try part("credentials", of: context)
        return AWSCredentials(
            accessKeyID: try keys.text("access_key_id"), secretAccessKey: HTTPSecret(try keys.text("secret_access_key")),
            sessionToken: keys["token"]?.string.map { HTTPSecret($0) }, region: try context.text("region"),
            service: try context.text("service"))
    }

    private static func date(_ text: String) throws -> Date { try Date(text, strategy: .iso8601) }
}

/// A request as text, headers folded over lines included (RFC 9112 section 5.2).
enum RawRequest {
    static func parse(_ text: String) throws -> HTTPRequest {
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(String.init)
        let end = lines.firstIndex(of: "") ?? lines.count
        guard let line = lines.first, let space = line.firstIndex(of: " ") else { throw Refusal(description: "no request line") }
        var target = line[space...].dropFirst()
        if target.hasSuffix(" HTTP/1.1") { target = target.dropLast(9) }
        var request = HTTPRequest(method: HTTPMethod(rawValue: String(line[..<space])))
        let mark = target.firstIndex(of: "?") ?? target.endIndex
        request.percentEncodedPath = String(target[..<mark])
        request.percentEncodedQuery = mark == target.endIndex ? nil : String(target[mark...].dropFirst())
        request.headers = headers(lines[1..<end])
        request.host = request.headers["Host"]
        request.body = DataBody(Array(lines.dropFirst(end + 1).joined(separator: "\n").utf8))
        return request
    }

    private static func headers(_ lines: ArraySlice<String>) -> HTTPHeaders {
        var headers = HTTPHeaders()
        for line in lines {
            if line.hasPrefix(" ") || line.hasPrefix("\t"), let last = headers.fields.indices.last {
                headers.fields[last].value += " " + line
            } else if let colon = line.firstIndex(of: ":") {
                headers.append(String(line[..<colon]), String(line[colon...].dropFirst()))
            }
        }
        return headers
    }
}

extension Corpus {
    static let cookies = [
        Corpus(name: "cookies") { example in
            // The cases know no list: names of one label are public.
            let suffixes = PublicSuffixes { !$0.contains(".") }
            let now = Date(timeIntervalSince1970: 1_767_225_600)
            var jar = CookieList()
            let fields = (example["set_cookie"]?.array ?? []).compactMap(\.string)
            jar.store(fields, from: HTTPRequest(url: try example.text("set_url")), suffixes: suffixes, now: now)
            let cookies = jar.cookies(for: HTTPRequest(url: try example.text("get_url")), now: now)
            return .string(cookies.map { "\($0.name)=\($0.value)" }.joined(separator: "; "))
        },
        Corpus(name: "cookie_dates") { example in
            .optional(CookieDate.date(from: try example.text("input")).map(HTTPDate.text))
        },
    ]
}
