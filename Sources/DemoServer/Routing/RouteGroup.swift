/// Routes that belong together.
struct RouteGroup: Sendable {
    let title: String
    let routes: [Route]

    var endpoints: EndpointGroup {
        EndpointGroup(title: title, endpoints: routes.map(\.endpoint))
    }
}
