/// What a person should know about a route.
struct Endpoint: Sendable, Hashable {
    let method: String
    let path: String
    let summary: String
}
