import HTTP
import Testing
import Workspace

@testable import Interchange

/// How curl's words become options, and options curl's words.
@Suite struct CurlSettingTests {
    private static let pin = "sha256//" + String(repeating: "A", count: 43) + "="

    private static func options(_ texts: [String: String]) -> RequestOptions {
        texts.reduce(into: RequestOptions()) { options, pair in
            #expect(RequestOption.named(pair.key)?.take(pair.value, in: &options) == nil, "\(pair)")
        }
    }

    @Test(arguments: [
        ("-m 2.5 --connect-timeout 5", ["timeout": "2.5", "connectTimeout": "5"]), ("-y 15", ["idleTimeout": "15"]),
        ("--speed-limit 1", ["idleTimeout": "30"]), ("--speed-time 15 --speed-limit 1", ["idleTimeout": "15"]),
        ("--retry 2", ["retry.attempts": "3"]), ("--max-redirs 3", ["redirects.limit": "3"]),
        ("--post301", ["redirects.keepMethod": "yes"]), ("--post302", ["redirects.keepMethod": "yes"]), ("-k", ["tls.verify": "no"]),
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
        "--speed-limit 1000", "--pinnedpubkey key.der", "--resolve -h:443", "--connect-to a:b", "--limit-rate fast", "--max-filesize -1",
        "--proxy ftp://x",
    ])
    func `invalid option values are omitted and reported`(_ words: String) throws {
        let imported = try CurlCommand.read("curl -L \(words) https://h/")
        #expect(imported.losses == ["\(words) is omitted"])
        #expect(imported.draft.options == RequestOptions())
    }

    @Test func `wget has words for some of them`() throws {
        let imported = try PastedCommand.wget.read("wget --read-timeout 5 --limit-rate=64k -4 --no-check-certificate https://h/")
        #expect(imported.losses == [])
        #expect(
            imported.draft.options
                == Self.options([
                    "idleTimeout": "5", "limits.sentBytesPerSecond": "64k", "limits.receivedBytesPerSecond": "64k",
                    "network.addressFamily": "ipv4", "tls.verify": "no",
                ]))
    }

    @Test func `zero is no limit`() throws {
        let imported = try CurlCommand.read("curl -L --speed-time 0 --limit-rate 0 --max-filesize 0 https://h/")
        #expect((imported.losses, imported.draft.options) == ([], RequestOptions()))
    }

    @Test func `every option with a curl equivalent is written and read back`() throws {
        let options = Self.options([
            "timeout": "2.5", "connectTimeout": "5", "idleTimeout": "15", "redirects.limit": "3", "redirects.keepMethod": "yes",
            "retry.attempts": "4", "tls.verify": "no", "tls.minimum": "1.3", "tls.authorities": "/a b/ca.pem",
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

    @Test func `no proxy is an empty one, and one attempt no word`() throws {
        let options = Self.options(["proxy": "none", "retry.attempts": "1", "tls.verify": "yes", "idleTimeout": "0.5"])
        let text = try CurlWriter.write(HTTPRequest(url: "https://h/"), options: options, mask: { $0 })
        #expect(text.split(separator: " \\\n  ") == ["curl", "--location", "--speed-time 1", "--proxy ''", "https://h/"])
    }

    @Test func `secrets are masked on request`() throws {
        let options = Self.options(["tls.certificate": "c", "tls.passphrase": "hunter2"])
        let text = try CurlWriter.write(HTTPRequest(url: "https://h/"), options: options) { $0.replacing("hunter2", with: "••••") }
        #expect(text.contains("--pass '••••'"))
    }
}
