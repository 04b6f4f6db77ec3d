/// Endpoints that belong together, with the heading under which the index and the documentation list them.
struct EndpointGroup: Sendable, Hashable {
    let title: String
    let endpoints: [Endpoint]
}
