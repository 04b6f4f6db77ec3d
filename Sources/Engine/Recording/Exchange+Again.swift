package import HTTP
package import Workspace

extension Exchange {
    /// True if the request can be sent again from the history alone: it held no secret, and its whole body is there.
    package var isRequestWhole: Bool {
        let texts = [request.url] + request.headersWithoutJar.fields.map(\.value)
        guard request.body.isComplete, !texts.contains(where: { $0.contains(SecretMask.sign) }) else { return false }
        let body = request.body.beginning(Int(request.body.byteCount))
        return body.firstRange(of: Array(SecretMask.sign.utf8)) == nil
    }

    /// The request as it was sent, to be sent again. What the transport adds by itself it adds again, and the jar of its environment its cookies.
    package var requestAsSent: HTTPRequest {
        let headers = request.headersWithoutJar.fields.filter { field in !["host", "content-length"].contains(field.name.lowercased()) }
        var again = HTTPRequest(method: HTTPMethod(rawValue: request.method), url: request.url, headers: HTTPHeaders(headers))
        // All that went out is kept.
        again.omitAutomaticHeaders()
        if !request.body.isEmpty { again.body = DataBody(request.body.beginning(Int(request.body.byteCount))) }
        // They are there already; the environment names them, so that none follows a redirect to another server.
        let ofEnvironment = again.headers.fields.filter { field in
            request.environmentHeaders.contains { $0.lowercased() == field.name.lowercased() }
        }
        again.serverEnvironment = origin.environment.map { ServerEnvironment(name: $0, host: nil, headers: HTTPHeaders(ofEnvironment)) }
        return again
    }

    /// The draft to compose the request again: as it was written, or else what went out.
    package var composableDraft: RequestDraft {
        if let draft { return draft }
        let rows = request.headers.fields.map { Row($0.name, $0.value) }
        let text = String(decoding: request.body.beginning(1 << 20), as: UTF8.self)
        let body = text.isEmpty ? BodyDraft() : BodyDraft(kind: .text, text: text)
        return RequestDraft(name: origin.name, method: request.method, url: request.url, headers: rows, body: body)
    }
}
