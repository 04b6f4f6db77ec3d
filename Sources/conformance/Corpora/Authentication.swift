#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
import HTTP
import JSON

extension Corpus {
    static let authentication = [
        Corpus(name: "digest") { example in
            let fields = AuthenticationChallenge.parse([try example.text("challenge")])
            guard let challenge = DigestChallenge.strongest(of: fields) else { throw Refusal(description: "no Digest challenge") }
            let answer = try DigestAnswer(
                to: challenge, credentials: BasicCredentials(user: example.text("user"), password: HTTPSecret(example.text("password"))),
                method: HTTPMethod(rawValue: example.text("method")), uri: example.text("uri"), clientNonce: example.text("cnonce"),
                nonceCount: Int(example.text("nc"), radix: 16) ?? 1,
                protection: example["qop"]?.string.flatMap(DigestChallenge.Protection.init))
            return .object([("response", .string(answer.response))])
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
