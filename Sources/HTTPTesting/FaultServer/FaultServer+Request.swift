public import HTTP

private enum HeldServersOption: HTTPRequestOption {
    static let defaultOptionValue: [FaultServer] = []
}

extension FaultServer {
    /// A request to this server, straight whatever proxy the environment names. The server runs as long as the request or its answer is held.
    public func request(
        _ path: String = "/", method: HTTPMethod = .get, headers: HTTPHeaders = [:], body: any HTTPBody = EmptyBody()
    ) -> HTTPRequest {
        var request = HTTPRequest(method: method, url: url + path, headers: headers, body: body)
        request.proxy = .none
        hold(in: &request)
        return request
    }

    /// Keeps this server running as long as a request that needs it is held.
    func hold(in request: inout HTTPRequest) {
        request[option: HeldServersOption.self].append(self)
    }
}
