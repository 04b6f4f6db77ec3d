import Foundation
import HTTP
import JSON
import Testing

@testable import Workspace

/// The table of options: what each is in a file, in a form, and when it is inherited.
@Suite struct RequestOptionTests {
    private static let pin = "sha256//" + String(repeating: "A", count: 43) + "="

    /// A text for each option, and what its file holds for it.
    static let samples: [String: (text: String, file: JSONValue)] = [
        "timeout": ("2.5", 2.5), "connectTimeout": ("5", 5), "idleTimeout": ("15", 15), "redirects.follow": ("no", false),
        "redirects.limit": ("3", 3), "redirects.keepMethod": ("301 303", [301, 303]), "redirects.allowDowngrade": ("yes", true),
        "retry.attempts": ("4", 4), "retry.backoff": ("constant", "constant"), "retry.statuses": ("429 503", [429, 503]),
        "retry.delay": ("0.25", 0.25), "retry.factor": ("3", 3), "retry.maxDelay": ("9", 9), "retry.maxTime": ("60", 60),
        "retry.jitter": ("50", 50),
        "retry.anyMethod": ("no", false), "cache": ("preferStored", "preferStored"), "codings": ("gzip br", ["gzip", "br"]),
        "throttle": ("no", false), "deduplicate": ("yes", true), "tls.verify": ("no", false), "tls.minimum": ("1.3", "1.3"),
        "tls.authorities": ("ca.pem", "ca.pem"), "tls.pinnedKeys": ("\(pin) \(pin)", [.string(pin), .string(pin)]),
        "tls.certificate": ("me.p12", "me.p12"), "tls.key": ("me.key", "me.key"), "tls.passphrase": ("{{pass}}", "{{pass}}"),
        "proxy": ("socks5://p:1", "socks5://p:1"), "noProxy": ("a .b", ["a", ".b"]), "proxyTunnel": ("yes", true),
        "httpVersion": ("2", "2"), "network.resolve": ("h:443:1.2.3.4,[::1] *:80:10.0.0.1", ["h:443:1.2.3.4,[::1]", "*:80:10.0.0.1"]),
        "network.connectTo": ("h:443:i:8443 ::j:", ["h:443:i:8443", "::j:"]), "network.unixSocket": ("/run/x.sock", "/run/x.sock"),
        "network.interface": ("lo", "lo"), "network.addressFamily": ("ipv6", "ipv6"), "limits.sentBytesPerSecond": ("65536", 65536),
        "limits.receivedBytesPerSecond": ("1024", 1024), "limits.headerByteCount": ("500", 500), "limits.bodyByteCount": ("1000", 1000),
        "parsing": ("lenient", "lenient"), "cookies": ("no", false), "decompress": ("no", false), "automaticHeaders": ("no", false),
        "environment": ("staging", "staging"), "offline.from": ("examples", "examples"), "offline.example": ("Empty list", "Empty list"),
        "offline.delay": ("0.5", 0.5), "offline.faults": ("503=20 reset", ["503=20", "reset"]),
    ]

    /// Options with only this one set.
    private static func options(_ name: String, _ text: String) throws -> RequestOptions {
        var options = RequestOptions()
        let option = try #require(RequestOption.named(name))
        #expect(option.setText(text, in: &options) == nil, "\(name): \(text)")
        return options
    }

    @Test func everyOptionHasASampleHere() {
        #expect(Set(RequestOption.all.map(\.name)) == Set(Self.samples.keys))
        #expect(Set(RequestOption.all.map(\.label)).count == RequestOption.all.count)
        #expect(RequestOption.all.allSatisfy { !$0.help.isEmpty && !$0.unset.isEmpty && $0.label.count <= 20 })
    }

    @Test(arguments: RequestOption.all.map(\.name)) func isTheSameInFormAndFile(name: String) throws {
        let sample = try #require(Self.samples[name])
        let option = try #require(RequestOption.named(name))
        let options = try Self.options(name, sample.text)
        #expect(option.isSet(in: options))
        #expect(option.text(in: options) == sample.text)
        let parts = name.split(separator: ".").map(String.init)
        let value = parts.reduce(options.json as JSONValue?) { $0?[$1] }
        #expect(value == sample.file)
        #expect(try RequestOptions(json: options.json, at: JSONPointer()) == options)
        #expect(option.fileValue(in: options) == sample.file)
        let faults = try Repository.faults(of: RequestDraft(options: options).document, by: "request.schema.json")
        #expect(faults == [])
        var cleared = options
        #expect(option.setText("", in: &cleared) == nil)
        #expect(cleared == RequestOptions())
    }

    @Test(arguments: [(true, [301, 302]), (false, [])]) func readsTheFlagOfOlderFiles(flag: Bool, statuses: [Int]) throws {
        let options = try RequestOptions(json: ["redirects": ["keepMethod": .bool(flag)]], at: JSONPointer())
        #expect(options.redirects.keepMethod == statuses)
    }

    @Test(arguments: RequestOption.all.map(\.name)) func isInheritedUnlessSaid(name: String) throws {
        let sample = try #require(Self.samples[name])
        let outer = try Self.options(name, sample.text)
        #expect(RequestOptions().inheriting(outer) == outer)
        #expect(outer.inheriting(RequestOptions()) == outer)
        #expect(outer.inheriting(try Self.options("timeout", "99")).timeout == (name == "timeout" ? 2.5 : 99))
    }

    @Test func aKeyAndItsPassphraseGoWithTheirCertificate() throws {
        var outer = RequestOptions()
        (outer.tls.certificate, outer.tls.key, outer.tls.passphrase) = ("outer.pem", "outer.key", "outer")
        var own = RequestOptions()
        own.tls.certificate = "own.pem"
        let merged = own.inheriting(outer).tls
        #expect((merged.certificate, merged.key, merged.passphrase) == ("own.pem", nil, nil))
        #expect(RequestOptions().inheriting(outer).tls.key == "outer.key")
    }

    @Test(arguments: [
        ("timeout", "soon", "a number of seconds"), ("idleTimeout", "-1", "a number of seconds"),
        ("redirects.limit", "1001", "a number up to 1000"), ("retry.attempts", "0", "a number from 1 to 1000"),
        ("retry.statuses", "429 many", "statuses such as 429 503"), ("retry.jitter", "101", "a number up to 100"),
        ("retry.factor", "0", "a number from 1 to 100"), ("codings", "gzip lzma", "gzip, deflate, br or zstd"),
        ("tls.verify", "maybe", "yes or no"),
        ("tls.minimum", "2", "one of 1.0, 1.1, 1.2, 1.3"), ("tls.pinnedKeys", "sha256//short=", "sha256// and the base64 of 32 bytes"),
        ("tls.pinnedKeys", "key.pem", "sha256// and the base64 of 32 bytes"),
        ("proxy", "ftp://x", "http://host:port, https://… or socks5://…"),
        ("noProxy", "http://x", "hosts and networks separated by spaces"),
        ("noProxy", "10.0.0.0/33", "hosts and networks separated by spaces"), ("noProxy", "a/8", "hosts and networks separated by spaces"),
        ("network.resolve", "h:443", "host:port:address, with numeric addresses"),
        ("network.resolve", "h:443:localhost", "host:port:address, with numeric addresses"),
        ("network.resolve", "h:0:1.2.3.4", "host:port:address, with numeric addresses"),
        ("network.connectTo", "a:1:b", "host:port:host:port, each part empty for any or the same"),
        ("network.connectTo", "a:1:b:x", "host:port:host:port, each part empty for any or the same"),
        ("limits.bodyByteCount", "0", "a number of bytes, such as 65536, 64k or 10M"),
        ("limits.bodyByteCount", "9999999999G", "a number of bytes, such as 65536, 64k or 10M"),
        ("limits.bodyByteCount", "k", "a number of bytes, such as 65536, 64k or 10M"),
    ])
    func refusesInvalidValues(name: String, text: String, expected: String) throws {
        let option = try #require(RequestOption.named(name))
        var options = RequestOptions()
        #expect(option.setText(text, in: &options) == expected)
        #expect(options == RequestOptions())
    }

    @Test(arguments: [("64k", 65536), ("10M", 10 << 20), ("1g", 1 << 30), ("7", 7)]) func acceptsByteUnits(text: String, count: Int) throws
    {
        #expect(try Self.options("limits.bodyByteCount", text).limits.bodyByteCount == count)
    }

    @Test(arguments: ["proxy", "network.resolve", "network.connectTo", "tls.pinnedKeys"])
    func acceptsAVariableInEveryOption(name: String) throws {
        #expect(try Self.options(name, "{{it}}") != RequestOptions())
    }

    /// A number or switch in a file is a text if it contains a variable.
    @Test(arguments: ["timeout", "redirects.limit", "redirects.follow", "retry.backoff", "retry.statuses", "limits.bodyByteCount"])
    func acceptsVariablesForNumbersAndSwitches(name: String) throws {
        let option = try #require(RequestOption.named(name))
        let options = try Self.options(name, "{{it}}")
        #expect(option.isSet(in: options) && option.text(in: options) == "{{it}}")
        let parts = name.split(separator: ".").map(String.init)
        #expect(parts.reduce(options.json as JSONValue?) { $0?[$1] } == "{{it}}")
        #expect(try RequestOptions(json: options.json, at: JSONPointer()) == options)
        let document = RequestDraft(options: options).document
        #expect(try Repository.faults(of: document, by: "request.schema.json") == [])
        #expect(RequestOptions().inheriting(options) == options)
        let sample = try #require(Self.samples[name]).text
        #expect(try Self.options(name, sample).inheriting(options) == Self.options(name, sample))
        var changed = options
        #expect(option.setText(sample, in: &changed) == nil)
        #expect(try changed == Self.options(name, sample))
        #expect(option.setText("", in: &changed) == nil)
        #expect(changed == RequestOptions())
    }

    @Test func replacesOptionNamesWithLabels() {
        #expect(
            ResolutionPlace.naming("Raise `timeouts.idle` or `responseLimits.headerByteCount`.")
                == "Raise Options → Idle timeout or Options → Maximum header size.")
        for text in ["`x` stays", "`", "a`", "``", "", "a ` b"] { #expect(ResolutionPlace.naming(text) == text) }
        #expect(
            ResolutionPlace.naming("“`” in `proxy`, `offline.faults`") { "<\($0.option?.name ?? "")>" }
                == "“`” in <proxy>, <offline.faults>")
        #expect(ResolutionPlace.naming("`endpoints.token`") { $0 == .auth("tokenURL") ? "x" : "" } == "x")
    }

    @Test func `a stored failure has the words of the workbench, and a template for others`() {
        let failure = Exchange.Failure(code: "timedOut", message: "Raise `timeouts.idle`.")
        #expect(failure.message == "Raise Options → Idle timeout." && failure.template == "Raise `timeouts.idle`.")
    }

    /// Messages of the core name options in backticks; each has a label for the user.
    @Test func everyOptionNameInAMessageIsKnown() throws {
        let known = Set(RequestOption.all.flatMap(\.coreNames))
        var found: Set<String> = []
        for folder in ["HTTP", "HTTPCurl"] {
            let root = "\(Repository.root)/Sources/\(folder)"
            for case let name as String in FileManager.default.enumerator(atPath: root) ?? .init() where name.hasSuffix(".swift") {
                let lines = try String(contentsOfFile: "\(root)/\(name)", encoding: .utf8).split(separator: "\n")
                for line in lines where !line.drop(while: { $0 == " " }).hasPrefix("//") {
                    let names = line.split(separator: "`").enumerated().filter { $0.offset % 2 == 1 }.map { String($0.element) }
                    found.formUnion(names.filter { $0.allSatisfy { $0.isLetter || $0 == "." } })
                }
            }
        }
        // `connectionLimits` is a parameter of the transport, which programs that use the library set.
        let escaped: Set = [
            "connectionLimits", "default", "continue", "protocol", "init", "none", "self", "extension", "is", "in", "switch", "case",
        ]
        #expect(found.subtracting(escaped).subtracting(known) == [])
        #expect(found.contains("certificateAuthoritiesPath"))
    }

    /// `docs/options.md` is generated from the table. `UPDATE_SNAPSHOTS=1` writes it.
    @Test func optionsPageIsUpToDate() throws {
        let url = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../docs/options.md").standardized
        if ProcessInfo.processInfo.environment["UPDATE_SNAPSHOTS"] == "1" {
            try OptionsDocument.text.write(to: url, atomically: true, encoding: .utf8)
        }
        #expect(try String(contentsOf: url, encoding: .utf8) == OptionsDocument.text, "run `make docs`")
    }
}
