import HTTP
import Testing
import Workspace

@testable import Interchange

/// How curl's words become options, and options curl's words.
@Suite struct CurlSettingTests {
    private static let pin = "sha256//" + String(repeating: "A", count: 43) + "="

    private static func options(_ texts: [String: String]) -> RequestOptions {
        texts.reduce(into: RequestOptions()) { options, pair in
            #expect(RequestOption.named(pair.key)?.setText(pair.value, in: &options) == nil, "\(pair)")
        }
    }

    @Test(arguments: [
        ("-m 2.5 --connect-timeout 5", ["timeout": "2.5", "connectTimeout": "5"]), ("-y 15", ["idleTimeout": "15"]),
        ("--speed-limit 1", ["idleTimeout": "30"]), ("--speed-time 15 --speed-limit 1", ["idleTimeout": "15"]),
        ("--retry 2", ["retry.attempts": "3"]), ("--retry 2 --retry-delay 0 --retry-connrefused", ["retry.attempts": "3"]),
        ("--retry 2 --retry-delay 1.5", ["retry.attempts": "3", "retry.backoff": "constant", "retry.delay": "1.5"]),
        ("--retry 2 --retry-max-time 5", ["retry.attempts": "3", "retry.maxTime": "5"]),
        ("--retry 1 --retry-max-time 0", ["retry.attempts": "2"]),
        ("--max-redirs 3", ["redirects.limit": "3"]),
        ("--post301", ["redirects.keepMethod": "301"]), ("--post303 --post302", ["redirects.keepMethod": "302 303"]),
        ("-k", ["tls.verify": "no"]),
        ("--tlsv1.3", ["tls.minimum": "1.3"]), ("--cacert ca.pem", ["tls.authorities": "ca.pem"]),
        ("-E c.pem --key c.key --pass p", ["tls.certificate": "c.pem", "tls.key": "c.key", "tls.passphrase": "p"]),
        ("--pinnedpubkey '\(pin);\(pin)'", ["tls.pinnedKeys": "\(pin) \(pin)"]), ("-x p:1", ["proxy": "p:1"]), ("-x ''", ["proxy": "none"]),
        ("-x http://p:1 -U 'me:a b@c'", ["proxy": "http://me:a%20b%40c@p:1"]), ("--socks5-hostname p:1", ["proxy": "socks5h://p:1"]),
        ("--socks4 p", ["proxy": "socks4://p"]), ("--noproxy 'a,.b'", ["noProxy": "a .b"]), ("-p", ["proxyTunnel": "yes"]),
        ("--http1.1", ["httpVersion": "1.1"]), ("-0", ["httpVersion": "1.0"]), ("--http3", ["httpVersion": "3"]),
        ("--resolve h:443:1.2.3.4 --resolve '+*:80:[::1],10.0.0.1'", ["network.resolve": "h:443:1.2.3.4 *:80:[::1],10.0.0.1"]),
        ("--connect-to ::a: --connect-to b:1:c:2", ["network.connectTo": "::a: b:1:c:2"]),
        ("--unix-socket /run/x", ["network.unixSocket": "/run/x"]), ("--interface lo", ["network.interface": "lo"]),
        ("-4", ["network.addressFamily": "ipv4"]), ("-6", ["network.addressFamily": "ipv6"]),
        ("--limit-rate 64k", ["limits.sentBytesPerSecond": "64k", "limits.receivedBytesPerSecond": "64k"]),
        ("--max-filesize 1M", ["limits.bodyByteCount": "1M"]),
    ])
    func `a word of curl is an option`(_ words: String, _ texts: [String: String]) throws {
        let imported = try CurlCommand.read("curl -L \(words) https://h/")
        #expect(imported.losses == [])
        #expect(imported.draft.options == Self.options(texts))
    }

    @Test(arguments: [
        "--retry-max-time x", "--speed-limit 1000", "--pinnedpubkey key.der", "--resolve -h:443", "--connect-to a:b", "--limit-rate fast",
        "--max-filesize -1",
        "--proxy ftp://x",
    ])
    func `invalid option values are omitted and reported`(_ words: String) throws {
        let imported = try CurlCommand.read("curl -L \(words) https://h/")
        #expect(imported.losses == ["\(words) is omitted"])
        #expect(imported.draft.options == RequestOptions())
    }

    @Test func `some settings are options of wget`() throws {
        let imported = try PastedCommand.wget.read("wget --read-timeout 5 --limit-rate=64k -4 --no-check-certificate https://h/")
        #expect(imported.losses == [])
        #expect(
            imported.draft.options
                == Self.options([
                    "idleTimeout": "5", "limits.sentBytesPerSecond": "64k", "limits.receivedBytesPerSecond": "64k",
                    "network.addressFamily": "ipv4", "tls.verify": "no",
                ]))
    }

    @Test func `cookies are an option of wget`() throws {
        let imported = try PastedCommand.wget.read("wget --no-cookies --trust-server-names --content-on-error --save-headers https://h/")
        #expect((imported.losses, imported.draft.options) == ([], Self.options(["cookies": "no"])))
        #expect(try PastedCommand.wget.read("wget --no-hsts --show-progress --no-show-progress https://h/").losses == [])
        #expect(throws: ImportError.self) { try PastedCommand.curl.requests(ofWords: ["curl", "--no-cookies", "h"]) }
        #expect(throws: ImportError.self) { try PastedCommand.curl.requests(ofWords: ["curl", "--save-headers", "h"]) }
    }

    @Test func `the last of wget's headers with the same name counts`() throws {
        let imported = try PastedCommand.wget.read("wget --header 'X: 1' --header='Y: 2' --header 'x: 3' https://h/")
        #expect(imported.draft.headers == [Row("Y", "2"), Row("x", "3")])
    }

    @Test(arguments: ["--tries=3", "-t 3", "-t3"]) func `the attempts of wget include the first`(option: String) throws {
        let imported = try PastedCommand.wget.read("wget \(option) https://h/")
        #expect((imported.losses, imported.draft.options) == ([], Self.options(["retry.attempts": "3"])))
    }

    @Test(arguments: ["0", "inf", "5000"]) func `attempts of wget that no option has are named`(count: String) throws {
        let imported = try PastedCommand.wget.read("wget --tries \(count) https://h/")
        #expect((imported.losses, imported.draft.options) == (["--tries \(count) is omitted"], RequestOptions()))
    }

    @Test func `zero is no limit`() throws {
        let imported = try CurlCommand.read("curl -L --speed-time 0 --limit-rate 0 --max-filesize 0 https://h/")
        #expect((imported.losses, imported.draft.options) == ([], RequestOptions()))
    }

    @Test func `every option with a curl equivalent is written and read back`() throws {
        let options = Self.options([
            "timeout": "2.5", "connectTimeout": "5", "idleTimeout": "15", "redirects.limit": "3", "redirects.keepMethod": "301 302 303",
            "retry.attempts": "4", "retry.backoff": "constant", "retry.delay": "2", "retry.maxTime": "60", "tls.verify": "no",
            "tls.minimum": "1.3",
            "tls.authorities": "/a b/ca.pem",
            "tls.pinnedKeys": "\(Self.pin) \(Self.pin)", "tls.certificate": "/c.p12", "tls.key": "/c.key", "tls.passphrase": "it's",
            "proxy": "http://me:p@p:1", "noProxy": "a .b", "proxyTunnel": "yes", "httpVersion": "2-prior-knowledge",
            "network.resolve": "h:443:1.2.3.4,[::1] *:80:10.0.0.1", "network.connectTo": "::a: b:1:c:2", "network.unixSocket": "/run/x",
            "network.interface": "lo", "network.addressFamily": "ipv4", "limits.sentBytesPerSecond": "1024",
            "limits.receivedBytesPerSecond": "1024", "limits.bodyByteCount": "1000",
        ])
        let written = Set(try CurlSetting.words(for: CodeRequest(HTTPRequest(url: "https://h/"), options: options).options).map(\.word))
        let unwritten: Set = ["speed-limit", "proxy1.0", "socks4", "socks4a", "socks5", "socks5-hostname"]
        let others: Set = ["tlsv1.0", "tlsv1.1", "tlsv1.2", "http1.0", "http1.1", "http2", "http3", "ipv6"]
        #expect(written == Set(CurlSetting.all.map(\.word)).subtracting(unwritten).subtracting(others))
        let text = try CurlWriter.write(HTTPRequest(url: "https://h/"), options: options, mask: { $0 })
        let imported = try CurlCommand.read(text)
        #expect(imported.draft.options == options, "\(text)")
        #expect(imported.losses == [])
    }

    @Test func `disabling the proxy gives an empty proxy, and one attempt gives no option`() throws {
        let options = Self.options(["proxy": "none", "retry.attempts": "1", "tls.verify": "yes", "idleTimeout": "0.5"])
        let text = try CurlWriter.write(HTTPRequest(url: "https://h/"), options: options, mask: { $0 })
        #expect(text.split(separator: " \\\n  ") == ["curl", "--location", "--speed-time 1", "--proxy ''", "https://h/"])
    }

    @Test(
        arguments: [
            (["retry.backoff": "constant", "retry.delay": "1.5"], "--retry-delay 2", 0),
            (["retry.backoff": "constant"], "--retry-delay 1", 0),
            (["retry.delay": "1.5"], nil, 1), (["retry.backoff": "immediate"], nil, 1), ([:], nil, 0),
        ] as [([String: String], String?, Int)])
    func `the delay of retries is written if it is constant`(_ texts: [String: String], _ word: String?, _ losses: Int) throws {
        let options = Self.options(texts.merging(["retry.attempts": "3"]) { $1 })
        let code = try CodeTarget.curl.code(for: CodeRequest(HTTPRequest(url: "https://h/"), options: options))
        #expect(code.text.split(separator: " \\\n  ").first { $0.contains("retry-delay") }.map(String.init) == word)
        #expect(code.losses.count == losses)
    }

    @Test func `secrets are masked on request`() throws {
        let options = Self.options(["tls.certificate": "c", "tls.passphrase": "hunter2"])
        let text = try CurlWriter.write(HTTPRequest(url: "https://h/"), options: options) { $0.replacing("hunter2", with: "••••") }
        #expect(text.contains("--pass '••••'"))
    }

    private static let files = ["f": "hello = é\nend \r\n", "pw": "machine h login me password p:w\n# no\ndefault login d password e"]

    private func first(_ words: String, _ reading: CommandReading = .exact) throws -> ImportedRequest {
        try CurlCommand.requests("curl \(words)", reading: reading, files: { Self.files[$0] })[0]
    }

    @Test(arguments: [
        ("2 Jan 2024", "Tue, 02 Jan 2024 00:00:00"), ("20240102 12:05:00 -0700", "Tue, 02 Jan 2024 19:05:00"),
        ("Jan 2 2024 10:00", "Tue, 02 Jan 2024 10:00:00"), ("1 May 2012 10:00:00 PST", "Tue, 01 May 2012 18:00:00"),
        ("GMT 08:49:37 06-Nov-94 Sunday", "Sun, 06 Nov 1994 08:49:37"), ("Thu Feb 29 2024", "Thu, 29 Feb 2024 00:00:00"),
    ])
    func `dates are read as in curl`(_ text: String, _ date: String) throws {
        for (sign, name) in [("", "If-Modified-Since"), ("+", "If-Modified-Since"), ("-", "If-Unmodified-Since"), ("=", "Last-Modified")] {
            #expect(try first("-z '1 Mar 2020' -z '\(sign)\(text)' h").draft.headers == [Row(name, date + " GMT")])
        }
    }

    @Test(arguments: ["f", "2024-01-02", "yesterday", "1704190272", ""])
    func `a condition that is not a date`(_ text: String) throws {
        let imported = try first("-z '\(text)' h")
        #expect(imported.draft.headers == [])
        #expect(imported.losses.count == 1)
    }

    @Test(arguments: [
        ("--netrc-file pw h", "me", "p:w"), ("--netrc-file pw H:80/x", "me", "p:w"), ("--netrc-file pw me@h", "me", "p:w"),
        ("--netrc-file pw other", "d", "e"), ("--netrc-file pw -u a:b h", "a", "b"), ("--netrc-optional --netrc-file pw a:b@h", "a", "b"),
    ])
    func `passwords of a file`(_ words: String, _ name: String, _ password: String) throws {
        let imported = try first(words)
        #expect((imported.draft.auth["username"], imported.draft.auth["password"]) == (name, password))
        #expect(imported.losses == [])
    }

    @Test(arguments: ["-n", "--netrc", "--netrc-optional", "--netrc-file none"])
    func `a file of passwords that is not read`(_ words: String) throws {
        #expect(try first(words + " h").losses.count == 1)
        #expect(try first(words + " -u a:b h").losses == [])
    }

    @Test func `an authentication that the server chooses`() throws {
        for words in ["--anyauth", "--basic --digest"] {
            let imported = try first("\(words) -u a:b h")
            #expect(imported.draft.auth.kind == .digest)
            #expect(imported.changes.count == 1)
        }
    }

    @Test(arguments: [
        ("-L -d a --post301 h", 0, 0), ("-L -d a --post303 h", 0, 0), ("-L -X POST h", 0, 0), ("-L -X DELETE h", 0, 0),
        ("-L -X POST -d a h", 0, 1), ("-X POST h", 0, 0), ("-L -e 'x;auto' h", 0, 1),
        ("-e 'x;auto' h", 0, 0),
        ("-c jar h", 0, 1),
    ])
    func `differences after a redirect are named`(_ words: String, _ losses: Int, _ changes: Int) throws {
        let imported = try first(words)
        #expect((imported.losses.count, imported.changes.count) == (losses, changes))
        let kept = ["-L -d a --post301 h": [301], "-L -d a --post303 h": [303], "-L -X POST h": [301, 302, 303], "-L -X DELETE h": [303]]
        #expect(imported.draft.options.redirects.keepMethod == kept[words])
    }

    @Test(arguments: [("f", "hello =3D =C3=A9=0Aend=20\r\n"), (String(repeating: "x", count: 80), nil)])
    func `a part in quoted-printable`(_ text: String, _ expected: String?) throws {
        let part = try first("-F 'a=\(expected == nil ? text : "@" + text);encoder=quoted-printable' h").draft.body.parts[0]
        #expect(part.value == expected ?? String(repeating: "x", count: 75) + "=\r\nxxxxx")
        #expect(part.headers == "Content-Transfer-Encoding: quoted-printable")
    }

    @Test(arguments: ["-F 'a=b;type=foreign'", "-F 'a=b;encoder=foreign'", "-T f -C 99"])
    func `words that curl refuses`(_ words: String) throws {
        #expect(throws: ImportError.self) { try first(words + " h") }
        #expect(try first(words + " h/x", .pasted).draft.url == "http://h/x")
    }

    @Test(
        arguments: [
            ("-T f -C 14 h/x", " \r\n", "14-16/17"), ("-T f -C - h/x", nil, "0-16/17"), ("-T f -r 0-5 h/x", nil, "0-5/17"),
            ("-T f -r 3 h/x", nil, "3-/17"), ("-d abc -r 1 h", nil, "1-/3"), ("-T f -C 0 h/x", nil, nil), ("-F a=b -r 1-2 h", nil, nil),
            ("-d '{\"a\":1}' -C 1 h", "{\"a\":1", "1-6/7"),
        ] as [(String, String?, String?)])
    func `a resumed upload becomes Content-Range`(_ words: String, _ body: String?, _ range: String?) throws {
        let draft = try first(words).draft
        #expect(draft.headers.first { $0.name == "Content-Range" }?.value == range.map { "bytes " + $0 })
        #expect(!draft.headers.contains { $0.name == "Range" })
        if let body { #expect(draft.body.text == body) }
    }

    @Test(arguments: [CommandReading.exact, .pasted]) func `a variable beside a URL`(_ reading: CommandReading) throws {
        let requests = try CurlCommand.requests("curl $OPTIONS https://h/a", reading: reading)
        #expect(requests.map(\.draft.url) == ["https://h/a"] && requests[0].losses.count == 1)
        #expect(try CurlCommand.requests("curl $URL", reading: reading).map(\.draft.url) == ["{{URL}}"])
    }

    @Test func `query items together with data in the query`() throws {
        #expect(try first("-G -d a=1 --url-query b=2 h/x").draft.query == [Row("a", "1")])
        #expect(try first("-G -d a=1 --url-query b=2 h/x").losses.count == 1)
        #expect(try first("-G -d a=1 --url-query b=2 h/x", .pasted).draft.query.map(\.name) == ["a", "b"])
        #expect(try first("-C 3 -r 1-2 h").draft.headers == [Row("Range", "bytes=3-")])
    }
}
