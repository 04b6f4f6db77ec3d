import Foundation
import Hashing
import TestFixtures
import Testing
@testable import HTTP
@testable import HTTPCurl

extension FuzzTarget {
    /// Where requests go.
    static let addresses: [FuzzTarget] = [
        FuzzTarget(
            "URL",
            seeds: [
                "https://user:pass@example.org:8080/a/../b;c?d=e&f#g", "http://[::ffff:1.2.3.4]/", "http://0x7f.1/",
                "//xn--bcher-kva.example/%41",
            ],
            tokens: ["//", "%", "@", ":", "[", "]", "..", "xn--", "\\", "?", "#", "。", "1.2.3.4"],
            text: { text in
                let url = WebURL(text, base: WebURL("https://base.example/a/b?c#d"))
                _ = url.map { WebURL($0.href)?.href }
            }),
        FuzzTarget(
            "request target", seeds: ["https://user@example.org:81/a|b?c={d}#e", "people/1?page=2"],
            tokens: ["://", "%", "@", ":", "[", "]", "?", "#"],
            text: { text in
                let request = HTTPRequest(url: text)
                _ = (request.queryItems, request.path, request.origin, request.url)
                _ = try? request.prepared()
            }),
        FuzzTarget(
            "URI template", seeds: ["{scheme}://{host}{/path*}{?q,page:3}{&more*}{#frag}", "a{+b}c{;d*}"],
            tokens: ["{", "}", "*", ":", ",", "?", "&", "%41", "|"],
            text: { text in
                _ = try? URITemplate(text).expand(["q": .text("é"), "path": .list(["a", "b"]), "more": .pairs([.init("k", "v")])])
            }),
    ]

    /// Bodies in each content coding: the first byte chooses the coding, and each character is a byte.
    static let contentCodings = FuzzTarget(
        "content coding",
        seeds: [
            "2\u{1f}\u{8b}\u{8}\u{0}\u{0}\u{0}\u{0}\u{0}\u{2}\u{3}\u{cb}H\u{cd}\u{c9}\u{c9}W\u{c8}@'u\u{14}\u{12}\u{15}\u{8a}3\u{f2}\u{8b}J\u{14}JR+J\u{0}\u{db}\u{e6}[\u{e2}%\u{0}\u{0}\u{0}",
            "3x\u{da}\u{cb}H\u{cd}\u{c9}\u{c9}W\u{c8}@'u\u{14}\u{12}\u{15}\u{8a}3\u{f2}\u{8b}J\u{14}JR+J\u{0}\u{2}+\u{d}\u{93}",
            "4\u{1b}$\u{0}\u{f8}\u{8d}\u{94}n\u{de}DU\u{86}\u{96}l o)H!\u{f2}\u{e4}\u{1}A\u{9c}\u{b4}\u{e3}\u{b4}e\u{2}",
            "5(\u{b5}/\u{fd} %\u{d5}\u{0}\u{0}\u{a0}hello , a short text\u{1}\u{0}\u{99}K\u{11}",
            "6\u{1f}\u{8b}\u{8}\u{0}\u{0}\u{0}\u{0}\u{0}\u{2}\u{3}\u{ab}\u{98}s\u{da}\u{e3}\u{ec}\u{c9}\u{93}\u{e1}'\u{1c}\u{d4}KE\u{84}D\u{bb}\u{8c}?u{\u{89}x\u{5}i{10i\u{f3}N\u{6}\u{0}\u{be})\u{aa}\u{dd}\u{1e}\u{0}\u{0}\u{0}",
        ],
        tokens: ["\u{0}\u{0}", "x\u{1}", "\u{1f}\u{8b}\u{8}", "(\u{b5}/\u{fd}"],
        text: { text in
            let bytes = text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
            let codings = [["gzip"], ["deflate"], ["br"], ["zstd"], ["deflate", "gzip"]]
            guard let first = bytes.first, let decoder = try? ContentDecoder(codings[Int(first) % codings.count]) else { return }
            for start in stride(from: 1, to: bytes.count, by: 20) {
                bytes[start..<min(start + 20, bytes.count)].withUnsafeBytes { decoder.feed($0) }
                for _ in 0..<64 where !decoder.isStarved {
                    guard (try? decoder.decode(upTo: 4096) { _ in true }) != nil else { return }
                }
            }
            _ = decoder.isComplete
        })

    /// Lines of a header.
    static let headers: [FuzzTarget] = [
        FuzzTarget(
            "cookies",
            seeds: [
                "a=b; Domain=.example.org; Path=/x; Max-Age=9; Expires=Wed, 09 Jun 2021 10:18:14 GMT; Secure; SameSite=Lax",
                "__Host-a=1; Secure; Path=/",
            ],
            tokens: ["=", ";", "Domain=", "Path=", "Max-Age=", "Expires=", "__Secure-", "SameSite="],
            text: { text in
                let request = HTTPRequest(url: "https://www.example.org/x/y")
                var list = CookieList()
                list.store([text], from: request, suffixes: PublicSuffixes { $0 == "org" }, now: Date(timeIntervalSince1970: 1e9))
                _ = list.cookies(for: request, now: Date(timeIntervalSince1970: 1e9))
            }),
        FuzzTarget(
            "cookie dates", seeds: ["Wed, 09 Jun 2021 10:18:14 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994"],
            tokens: [":", "Feb", "29", "99", "1601", "00:00:00"], text: { _ = CookieDate.date(from: $0) }),
        FuzzTarget(
            "HTTP dates", seeds: ["Sun, 06 Nov 1994 08:49:37 GMT"], tokens: ["GMT", ":", "Feb"], text: { _ = HTTPDate.date(from: $0) }),
        FuzzTarget(
            "Content-Disposition",
            seeds: [#"attachment; filename="a\"b.txt"; filename*=UTF-8''%e2%82%ac.txt"#, "form-data; name=a; filename*0=b; filename*1*=c"],
            tokens: [";", "=", "\"", "\\", "*", "''", "%", "=?UTF-8?B?YQ==?="],
            text: { text in _ = (ContentDisposition(text), ContentDisposition(text, options: [.extended, .multipart])) }),
        FuzzTarget(
            "header parameters", seeds: [#"text/html; charset="utf-8"; a=b"#], tokens: [";", "=", "\"", "\\", ","],
            text: { _ = HeaderParameters.parse($0) }),
        FuzzTarget(
            "authentication challenges",
            seeds: [
                #"Digest realm="r", nonce="n", qop="auth, auth-int", algorithm=SHA-256-sess, opaque="o", stale=true"#,
                "Basic realm=x, Bearer, Negotiate abc=",
            ],
            tokens: ["Digest", "Basic", "=", ",", "\"", "\\", "nonce=", "qop=", "algorithm="],
            text: { text in _ = DigestChallenge.strongest(of: AuthenticationChallenge.parse([text])) }),
        FuzzTarget(
            "Cache-Control", seeds: [#"max-age=60, private="a, b", no-cache"#], tokens: ["=", ",", "\"", "max-age="],
            text: { text in
                let control = CacheControl(["Cache-Control": text])
                _ = (control.seconds("max-age"), control.has("no-cache"))
            }),
        FuzzTarget(
            "fields of a stored response",
            seeds: [
                "Cache-Control: max-age=60\nAge: 5\nDate: Sun, 06 Nov 1994 08:49:37 GMT\nRetry-After: 9",
                "Expires: Sun, 06 Nov 1994 08:49:37 GMT\nLast-Modified: Sun, 06 Nov 1994 08:49:37 GMT\nVary: Accept",
            ],
            tokens: ["\n", ": ", "Age", "Cache-Control: max-stale=", "GMT", "9999"],
            text: { text in
                let now = Date(timeIntervalSince1970: 1e9)
                let fields = text.split(separator: "\n").map { $0.split(separator: ":", maxSplits: 1) }
                var headers = HTTPHeaders()
                for field in fields where field.count == 2 { headers.append(String(field[0]), ASCII.trimmed(field[1])) }
                let request = HTTPRequest(url: "https://h/", headers: headers)
                let entry = HTTPCacheEntry(
                    requestHeaders: headers, head: HTTPResponseHead(status: 200, headers: headers), body: [], requestTime: now,
                    responseTime: now)
                _ = CacheDecision(for: request, entry: entry, policy: .useProtocol, now: now)
                _ = (entry.ageField(at: now), headers.retryDelay(now: now), entry.matches(request))
            }),
        FuzzTarget(
            "head of a response",
            seeds: [
                "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nA: b\r\n c\r\n\r\n",
                "HTTP/1.1 103 Early\r\n\r\nHTTP/2 204\r\nTransfer-Encoding: chunked\r\n\r\n",
            ],
            tokens: ["\r\n", "HTTP/", ":", "Content-Length: ", "chunked", " ", "\t"]
        ) { bytes in
            var assembler = HeadAssembler(limit: 2048)
            for line in bytes.split(separator: 0x0A, omittingEmptySubsequences: false) {
                _ = (Array(line) + [0x0A]).withUnsafeBytes { assembler.receive($0) }
            }
            _ = ResponseHeadParser.parse(assembler.block, answering: HTTPRequest(url: "http://a/"))
            _ = ResponseHeadParser.parse(bytes[...], answering: HTTPRequest(url: "http://a/"))
        },
    ]

    /// Certificates of servers; read as hexadecimal digits, so that mutated text mutates bytes.
    static let certificates: [FuzzTarget] = [
        FuzzTarget(
            "certificates",
            seeds: [SampleCertificates.ec, SampleCertificates.rsa, SampleCertificates.ed25519].map { pem in
                Data(base64Encoded: pem.split(separator: "\n").dropFirst().dropLast().joined()).map { Array($0).hexadecimal } ?? ""
            },
            tokens: ["30", "02", "06", "82ffff", "84ffffffff", "80", "a3", "170d", "180f", "ff"],
            text: { text in
                let digits = text.compactMap { $0.hexDigitValue.map(UInt8.init) }
                let bytes = stride(from: 1, to: digits.count, by: 2).map { digits[$0 - 1] << 4 | digits[$0] }
                _ = HTTPCertificateFacts(der: bytes)
                _ = HTTPCertificateFacts(pem: text)
            })
    ]

    /// Formats of bodies.
    static let bodies: [FuzzTarget] = [
        FuzzTarget(
            "responses of OAuth",
            seeds: [
                #"{"access_token": "a", "token_type": "Bearer", "expires_in": 3600, "refresh_token": "r", "scope": "s"}"#,
                #"{"device_code": "d", "user_code": "U", "verification_uri": "https://v", "expires_in": "1800", "interval": 5}"#,
                #"{"issuer": "https://i/x/", "authorization_endpoint": "https://i/a", "token_endpoint": "https://i/t"}"#,
            ],
            tokens: ["\"", "{", "}", ",", ":", "\"interval\": ", "\"expires_in\": "]
        ) { bytes in
            let (data, now) = (Data(bytes), Date(timeIntervalSince1970: 1e9))
            _ = (try? JSONDecoder().decode(OAuthTokenResponse.self, from: data))?.credentials(now: now)?.isValid(at: now)
            if let code = (try? JSONDecoder().decode(OAuthDeviceResponse.self, from: data))?.code(now: now), code.interval < .seconds(1) {
                Issue.record("asks without a pause: \(code.interval)")
            }
            if let discovery = try? JSONDecoder().decode(OAuthDiscovery.self, from: data) { _ = OAuthDiscovery.urls(for: discovery.issuer) }
        },
        FuzzTarget(
            "event streams", seeds: ["\u{FEFF}event: a\ndata: b\ndata:c\nid: 1\nretry: 10\n\n: comment\r\rdata\r\n\r\n"],
            tokens: ["data", ":", "\n", "\r", "id:", "retry:"]
        ) { bytes in
            var parser = ServerSentEventParser(limit: 512)
            for chunk in [bytes.prefix(bytes.count / 3), bytes.dropFirst(bytes.count / 3)] { _ = parser.parse(Array(chunk)) }
        },
        FuzzTarget(
            "multipart",
            seeds: [
                "--b\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\nvalue\r\n--b\r\nContent-Transfer-Encoding: base64\r\n\r\nYQ==\r\n--b--\r\n"
            ],
            tokens: ["--b", "--", "\r\n", "\r\n\r\n", ":", "quoted-printable", "=3D"]
        ) { bytes in
            _ = try? MultipartParser.parse(bytes, boundary: "b", maxParts: 16).map { ($0.name, $0.fileName) }
        },
    ]
}
