/// What a person should know about a route.
struct Endpoint: Sendable, Hashable {
    let method: String
    let path: String
    let summary: String
}

/// Endpoints that belong together, with the heading under which the index and the documentation list them.
struct EndpointGroup: Sendable, Hashable {
    let title: String
    let endpoints: [Endpoint]
}
