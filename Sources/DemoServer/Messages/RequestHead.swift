/// What a client asked, before its body.
struct RequestHead: Sendable {
    let method: String
    let target: RequestTarget
    /// `HTTP/1.1` or `HTTP/1.0`.
    let version: String
    let headers: HeaderList
    /// The numeric address of the client.
    let origin: String
}
