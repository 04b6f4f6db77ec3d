import HTTP
import Workspace

/// The header section that would go out, each field with who adds it.
struct PreviewHeaders {
    private static let adders = [
        String(describing: ApplyEnvironment.self): "environment", String(describing: CookieJar.self): "cookie jar",
        String(describing: AWSSignature.self): "auth", String(describing: AutomaticHeaders.self): "apus",
    ]
    private let own: HTTPHeaders
    private let changes: [HTTPRequestChange]
    /// The cookies that the jar adds.
    let cookies: JarCookies

    /// Takes the headers as resolved, and what the links made of them.
    init(own: HTTPHeaders, changes: [HTTPRequestChange]) {
        self.own = own
        self.changes = changes
        cookies = JarCookies(changes)
    }

    /// The component that adds a header; nil for one of the request's own.
    ///
    /// - Parameter final: the request that the links handed on, without what the body and the transport add.
    func adder(of field: HTTPHeaderField, final: HTTPRequest) -> String? {
        if let change = changes.last(where: { Self.contains(field, $0.addedHeaders) }) {
            let adder = Self.adders[change.link] ?? "auth"
            // What is signed must be there before, so that the signature puts in what the body would bring along later.
            return adder == "auth" && final.body.additionalHeaders[field.name] == field.value ? "body" : adder
        }
        if final.headers.contains(field.name) || own.contains(field.name) { return nil }
        let isLength = field.isNamed("Content-Length") && !final.body.isEmpty
        return isLength || final.body.additionalHeaders.contains(field.name) ? "body" : "transport"
    }

    /// The request without the automatic headers, for another program that adds its own.
    func withoutAutomatic(_ request: HTTPRequest) -> HTTPRequest {
        var request = request
        for change in changes where change.link == String(describing: AutomaticHeaders.self) {
            for field in change.addedHeaders { request.headers.remove(field.name) }
        }
        return request
    }

    private static func contains(_ field: HTTPHeaderField, _ added: [HTTPHeaderField]) -> Bool {
        added.contains { $0.isNamed(field.name) && $0.value == field.value }
    }
}
