import HTTP
import Workspace

/// The header section that would go out, each field with who adds it.
struct PreviewHeaders {
    private static let jar = String(describing: CookieJar.self)
    private static let adders = [
        String(describing: ApplyEnvironment.self): "environment", jar: "cookie jar", String(describing: AWSSignature.self): "auth",
    ]
    private let own: HTTPHeaders
    private let changes: [HTTPRequestChange]
    /// The `name=value` pairs that the jar adds.
    private let kept: Set<String>

    /// Takes the headers as resolved, and what the links made of them.
    init(own: HTTPHeaders, changes: [HTTPRequestChange]) {
        self.own = own
        self.changes = changes
        kept = Set(changes.filter { $0.link == Self.jar }.flatMap { Self.pairs(of: $0.after).subtracting(Self.pairs(of: $0.before)) })
    }

    /// A request with the names alone of the cookies that the jar adds: they are credentials as often as not.
    func concealingCookies(of request: HTTPRequest) -> HTTPRequest {
        guard !kept.isEmpty else { return request }
        var concealed = request
        concealed.headers = HTTPHeaders(request.headers.fields.map(concealingCookies))
        return concealed
    }

    /// A field with the names alone of those cookies.
    func concealingCookies(in field: HTTPHeaderField) -> HTTPHeaderField {
        guard field.isNamed("Cookie") else { return field }
        let pairs = Self.split(field.value).map { pair in
            kept.contains(pair) ? pair.prefix { $0 != "=" } + "=" + SecretMask.sign : pair
        }
        return HTTPHeaderField(name: field.name, value: pairs.joined(separator: "; "))
    }

    /// Who adds a field; nil for one of the request's own.
    ///
    /// - Parameter final: the request that the links handed on, without what the body and the transport add.
    func adder(of field: HTTPHeaderField, final: HTTPRequest) -> String? {
        if let change = changes.last(where: { Self.contains(field, $0.addedHeaders) }) { return Self.adders[change.link] ?? "auth" }
        if final.headers.contains(field.name) || own.contains(field.name) { return nil }
        let isLength = field.isNamed("Content-Length") && !final.body.isEmpty
        return isLength || final.body.additionalHeaders.contains(field.name) ? "body" : "transport"
    }

    private static func contains(_ field: HTTPHeaderField, _ added: [HTTPHeaderField]) -> Bool {
        added.contains { $0.isNamed(field.name) && $0.value == field.value }
    }

    private static func pairs(of request: HTTPRequest) -> Set<String> {
        Set(request.headers.values(for: "Cookie").flatMap(split))
    }

    private static func split(_ value: String) -> [String] {
        value.split(separator: ";").map { String($0.drop { $0 == " " }) }
    }
}
