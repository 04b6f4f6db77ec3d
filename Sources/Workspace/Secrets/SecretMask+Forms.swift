#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
import HTTP
import JSON

extension SecretMask {
    /// The secret as it may turn up in what is sent, shown or kept.
    static func forms(of secret: String) -> Set<String> {
        let bytes = Data(secret.utf8)
        let json = JSONValue.string(secret).compactText.dropFirst().dropLast()
        return urlForms(of: secret).union([secret, String(json), bytes.base64EncodedString()])
    }

    /// As it is written into a path, a query and a form, by the HTTP core and out of rows.
    private static func urlForms(of secret: String) -> Set<String> {
        var request = HTTPRequest(url: "http://host/\(secret)")
        let written = String(request.percentEncodedPath.dropFirst())
        request.path = secret
        let path = request.percentEncodedPath
        request.queryItems = [URLQueryItem(name: "", value: secret)]
        let query = String(request.percentEncodedQuery?.dropFirst() ?? "")
        let form = (try? FormBody([URLQueryItem(name: "", value: secret)]).encode()) ?? []
        // What variables bring into a query, and what stands typed out in one.
        let typed = QueryText.item(ResolvedText(), ResolvedText(secret))
        let forms: Set<String> = [
            written, path, query, PathParameters.encoded(secret), String(typed.dropFirst()),
            String(decoding: form.dropFirst(), as: UTF8.self),
        ]
        return forms.filter { $0.utf8.count >= leastByteCount }
    }
}
