import HTTP
import Workspace

/// The cookies that the jar added to requests: their names are shown, and their values are not, since they are credentials as often as not.
struct JarCookies {
    private static let jar = String(describing: CookieJar.self)
    /// The `name=value` pairs that the jar adds.
    private let pairs: Set<String>

    /// Takes what the links made of requests.
    init(_ changes: some Sequence<HTTPRequestChange>) {
        pairs = Set(changes.filter { $0.link == Self.jar }.flatMap { Self.pairs(of: $0.after).subtracting(Self.pairs(of: $0.before)) })
    }

    /// Their names, sorted.
    var names: [String] { Set(pairs.map { String($0.prefix { $0 != "=" }) }).sorted() }

    /// A request with the names alone of those cookies.
    func concealed(in request: HTTPRequest) -> HTTPRequest {
        guard !pairs.isEmpty else { return request }
        var concealed = request
        concealed.headers = HTTPHeaders(request.headers.fields.map { self.concealed(in: $0) })
        return concealed
    }

    /// A field with the names alone of those cookies.
    func concealed(in field: HTTPHeaderField) -> HTTPHeaderField {
        guard field.isNamed("Cookie") else { return field }
        // What is not the jar's stays as it is, also where a secret in it looks like several pairs: it is found as a whole.
        let shown = field.value.split(separator: ";", omittingEmptySubsequences: false).map { piece in
            let pair = piece.drop { $0 == " " }
            return pairs.contains(String(pair)) ? piece.prefix { $0 != "=" } + "=" + SecretMask.sign : piece
        }
        return HTTPHeaderField(name: field.name, value: shown.joined(separator: ";"))
    }

    /// A change of a request with the names alone of those cookies.
    func concealed(in change: HTTPRequestChange) -> HTTPRequestChange {
        HTTPRequestChange(link: change.link, before: concealed(in: change.before), after: concealed(in: change.after))
    }

    private static func pairs(of request: HTTPRequest) -> Set<String> {
        Set(request.headers.values(for: "Cookie").flatMap(split))
    }

    private static func split(_ value: String) -> [String] {
        value.split(separator: ";").map { String($0.drop { $0 == " " }) }
    }
}
