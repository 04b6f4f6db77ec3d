import Foundation
import HTTP
import HTTPTesting
import Testing

/// The published Signature Version 4 cases, by their names, and those of the documentation of S3.
@Suite struct AWSSignerTests {
    struct Case: CustomTestStringConvertible, Sendable {
        let name: String
        var method = HTTPMethod.get
        var target = "/"
        var headers: HTTPHeaders = [:]
        var body = ""
        /// Besides `host` and `x-amz-date`.
        var signed = ""
        let signature: String
        var testDescription: String { name }

        /// The field that is expected, where these headers are signed besides the case's own.
        func authorization(_ key: AWSCredentials, on day: String, besides always: [String]) -> String {
            let names = (always + signed.split(separator: ";").map(String.init)).sorted().joined(separator: ";")
            return "AWS4-HMAC-SHA256 Credential=\(key.accessKeyID)/\(day)/\(key.region)/\(key.service)/aws4_request, "
                + "SignedHeaders=\(names), Signature=\(signature)"
        }
    }

    private static let plain = "5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31"
    private static let alphabet = "-._~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
    private static let form = "application/x-www-form-urlencoded"

    static let paths = [
        Case(name: "get-vanilla", signature: plain),
        Case(name: "get-relative-relative", target: "/example1/example2/../..", signature: plain),
        Case(name: "get-relative", target: "/example/..", signature: plain),
        Case(name: "get-slash-dot-slash", target: "/./", signature: plain),
        Case(name: "get-slash", target: "//", signature: plain),
        Case(
            name: "get-slash-pointless-dot", target: "/./example",
            signature: "ef75d96142cf21edca26f06005da7988e4f8dc83a165a80865db7089db637ec5"),
        Case(
            name: "get-slashes", target: "//example//", signature: "9a624bd73a37c9a373b5312afbebe7a714a789de108f0bdfe846570885f57e84"),
        Case(
            name: "get-space", target: "/example space/", signature: "652487583200325589f1fba4c7e578f72c47cb61beeca81406b39ddec1366741"),
        Case(
            name: "get-unreserved", target: "/" + alphabet, signature: "07ef7494c76fa4850883e2b006601f940f8a34d404d0cfa977f52a65bbf5f24f"),
        Case(name: "get-utf8", target: "/ሴ", signature: "8318018e0b0f223aa2bbf98705b62bb787dc9c0e678f255a891fd03141be5d85"),
    ]

    static let queries = [
        Case(
            name: "get-vanilla-empty-query-key", target: "/?Param1=value1",
            signature: "a67d582fa61cc504c4bae71f336f98b97f1ea3c7a6bfe1b6e45aec72011b9aeb"),
        Case(
            name: "get-vanilla-query-order-key-case", target: "/?Param2=value2&Param1=value1",
            signature: "b97d918cfa904a5beff61c982a1b6f458b799221646efd99d3219ec94cdf2500"),
        Case(
            name: "get-vanilla-query-order-encoded", target: "/?Param-3=Value3&Param=Value2&%E1%88%B4=Value1",
            signature: "371d3713e185cc334048618a97f809c9ffe339c62934c032af5a0e595648fcac"),
        Case(
            name: "get-vanilla-query-unreserved", target: "/?\(alphabet)=\(alphabet)",
            signature: "9c3e54bfcdf0b19771a7f523ee5669cdf59bc7cc0884027167c21bb143a40197"),
        Case(
            name: "get-vanilla-utf8-query", target: "/?ሴ=bar",
            signature: "2cdec8eed098649ff3a119c94853b13c643bcf08f8b0a1d91e12c9027818dd04"),
        Case(
            name: "post-vanilla-empty-query-value", method: .post, target: "/?Param1=value1",
            signature: "28038455d6de14eafc1f9222cf5aa6f1a96197d7deb8263271d420d138af7f11"),
    ]

    static let headers = [
        Case(
            name: "get-header-key-duplicate", headers: ["My-Header1": "value2", "My-Header1": "value2", "My-Header1": "value1"],
            signed: "my-header1", signature: "c9d5ea9f3f72853aea855b47ea873832890dbdd183b4468f858259531a5138ea"),
        Case(
            name: "get-header-value-multiline", headers: ["My-Header1": "value1  value2     value3"], signed: "my-header1",
            signature: "cfd34249e4b1c8d6b91ef74165d41a32e5fab3306300901bb65a51a73575eefd"),
        Case(
            name: "get-header-value-order",
            headers: ["My-Header1": "value4", "My-Header1": "value1", "My-Header1": "value3", "My-Header1": "value2"],
            signed: "my-header1", signature: "08c7e5a9acfcfeb3ab6b2185e75ce8b1deb5e634ec47601a50643f830c755c01"),
        Case(
            name: "get-header-value-trim", headers: ["My-Header1": " value1", "My-Header2": " \"a   b   c\""],
            signed: "my-header1;my-header2",
            signature: "acc3ed3afb60bb290fc8d2dd0098b9911fcaa05412b367055dee359757a9c736"),
        Case(
            name: "post-header-key-sort", method: .post, headers: ["My-Header1": "value1"], signed: "my-header1",
            signature: "c5410059b04c1ee005303aed430f6e6645f61f4dc9e1461ec8f8916fdf18852c"),
        Case(
            name: "post-header-value-case", method: .post, headers: ["My-Header1": "VALUE1"], signed: "my-header1",
            signature: "cdbc9802e29d2942e5e10b5bccfdd67c5f22c7c4e8ae67b53629efa58b974b7d"),
        Case(
            name: "post-vanilla", method: .post, signature: "5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b"),
        Case(
            name: "post-x-www-form-urlencoded", method: .post, headers: ["Content-Type": form], body: "Param1=value1",
            signed: "content-type",
            signature: "ff11897932ad3f4e8b18135d722051e5ac45fc38421b1da7b9d196a0fe09473a"),
        Case(
            name: "post-x-www-form-urlencoded-parameters", method: .post, headers: ["Content-Type": "\(form); charset=utf8"],
            body: "Param1=value1", signed: "content-type",
            signature: "1a72ec8f64bd914b0e42e42607c7fbce7fb2c7465f63e3092b3b0d39fa77a6fe"),
    ]

    @Test(arguments: paths + queries + headers) func matchesThePublishedTestSuite(_ example: Case) throws {
        let key = AWSCredentials(
            accessKeyID: "AKIDEXAMPLE", secretAccessKey: "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY", region: "us-east-1", service: "service"
        )
        let expected = example.authorization(key, on: "20150830", besides: ["host", "x-amz-date"])
        // The suite writes paths as they are before they are encoded for the wire, where the service's own encoding comes on top.
        var request = HTTPRequest(method: example.method, url: "https://example.amazonaws.com", headers: example.headers)
        let parts = example.target.split(separator: "?", maxSplits: 1).map(String.init)
        request.percentEncodedPath = parts[0]
        request.percentEncodedQuery = parts.count > 1 ? parts[1] : nil
        let digest = try AWSSigner.bodyDigest(of: DataBody(Array(example.body.utf8)))
        let signer = AWSSigner(key, date: Date(timeIntervalSince1970: 1_440_938_160))
        #expect(signer.sign(request, bodyDigest: digest).headers["Authorization"] == expected)
    }

    /// “Authenticating Requests: Using the Authorization Header”, the four examples.
    static let s3 = [
        Case(
            name: "GET object", target: "/test.txt", headers: ["Range": "bytes=0-9"], signed: "range",
            signature: "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41"),
        Case(
            name: "PUT object", method: .put, target: "/test$file.text",
            headers: ["Date": "Fri, 24 May 2013 00:00:00 GMT", "x-amz-storage-class": "REDUCED_REDUNDANCY"], body: "Welcome to Amazon S3.",
            signed: "date;x-amz-storage-class", signature: "98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd"),
        Case(
            name: "GET bucket lifecycle", target: "/?lifecycle",
            signature: "fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543"),
        Case(
            name: "GET bucket", target: "/?max-keys=2&prefix=J",
            signature: "34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7"),
    ]

    @Test(arguments: s3) func matchesTheExamplesOfS3(_ example: Case) async throws {
        let key = AWSCredentials(
            accessKeyID: "AKIAIOSFODNN7EXAMPLE", secretAccessKey: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY", region: "us-east-1",
            service: "s3")
        let expected = example.authorization(key, on: "20130524", besides: ["host", "x-amz-content-sha256", "x-amz-date"])
        let mock = MockLoader().then(200)
        let clock = ManualClock(startingAt: Date(timeIntervalSince1970: 1_369_353_600))
        var request = HTTPRequest(
            method: example.method, url: "https://examplebucket.s3.amazonaws.com\(example.target)", headers: example.headers,
            body: DataBody(Array(example.body.utf8)))
        request.authenticate(with: .awsSignature(key))
        _ = try await (Authenticate(clock: clock.clock) --> mock).load(request)
        #expect(mock.requests.first?.headers["Authorization"] == expected)
    }

    private static func signer(of service: String) -> AWSSigner {
        AWSSigner(
            AWSCredentials(accessKeyID: "a", secretAccessKey: "s", region: "r", service: service), date: Date(timeIntervalSince1970: 0))
    }

    /// The transport leaves the scheme's own port out of `Host`.
    @Test func anExplicitDefaultPortIsNotSigned() {
        let signer = Self.signer(of: "x")
        let signature = { (url: String) in signer.sign(HTTPRequest(url: url), bodyDigest: "").headers["Authorization"] }
        #expect(signature("https://host:443/") == signature("https://host/"))
        #expect(signature("http://host:80/") == signature("http://host/"))
        #expect(signature("https://host:80/") != signature("https://host/"))
    }

    /// An object of S3 may be called so; elsewhere both ask for the same.
    @Test(arguments: [("s3", "/a/../b//c"), ("execute-api", "/b/c")]) func normalizesThePathExceptForS3(
        service: String, path: String
    ) {
        let signer = AWSSigner(
            AWSCredentials(accessKeyID: "a", secretAccessKey: "s", region: "r", service: service), date: Date(timeIntervalSince1970: 0))
        #expect(signer.canonicalRequest(HTTPRequest(url: "https://host/a/../b//c"), bodyDigest: "").hasPrefix("GET\n\(path)\n"))
    }

    @Test func theQueryIsSortedByNameAndValue() {
        let request = HTTPRequest(url: "https://host/?b=2&a=2&a=1&a")
        #expect(Self.signer(of: "x").canonicalRequest(request, bodyDigest: "").hasPrefix("GET\n/\na=&a=1&a=2&b=2\n"))
    }

    /// Proxies change them on the way.
    @Test func doesNotSignHeadersThatProxiesChange() {
        let signer = AWSSigner(
            AWSCredentials(accessKeyID: "a", secretAccessKey: "s", region: "r", service: "x"), date: Date(timeIntervalSince1970: 0))
        let request = HTTPRequest(url: "https://host/", headers: ["User-Agent": "x", "Connection": "close", "X-Own": "1"])
        #expect(signer.sign(request, bodyDigest: "").headers["Authorization"]?.contains("SignedHeaders=host;x-amz-date;x-own,") == true)
    }

    /// Its digest is part of the signature: reading it would leave nothing to send.
    @Test func aBodyThatCanBeReadOnceIsNotReadForItsSignature() async {
        let key = AWSCredentials(accessKeyID: "a", secretAccessKey: "s", region: "r", service: "x")
        var request = HTTPRequest(
            method: .put, url: "https://host/", body: StreamBody(replay: .once) { throw CancellationError() })
        request.authenticate(with: .awsSignature(key))
        let error = await (Authenticate() --> MockLoader()).start(request).result.failure
        #expect(error?.code == .bodyNotReplayable)
    }

    @Test func signsInvalidUTF8Unchanged() {
        let signer = Self.signer(of: "s3")
        let canonical = signer.canonicalRequest(HTTPRequest(url: "https://host/%FF%2f?a=%fe"), bodyDigest: "")
        #expect(canonical.hasPrefix("GET\n/%FF/\na=%FE\n"))
    }
}
