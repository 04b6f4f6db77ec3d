/// Every route of the server. The router, the index page and the documentation read this one table.
enum RouteTable {
    static func groups(services: Services) -> [RouteGroup] {
        let groups = [
            EchoRoutes.group,
            StatusRoutes.group,
            CookieRoutes.group,
            RouteGroup(title: "Authentication", routes: AuthenticationRoutes.routes + DigestRoutes(services: services).routes),
            CompressionRoutes.group,
            GeneratedRoutes.group,
            StreamRoutes.group,
            DocumentRoutes.group,
            CacheRoutes().group,
            FlakyRoutes(services: services).group,
            OAuthRoutes(services: services).group,
            RouteGroup(
                title: "A small API",
                routes: ResourceRoutes(Catalogue.people).routes + ResourceRoutes(Catalogue.planets).routes + EncyclopediaRoutes.routes),
        ]
        return [IndexRoute(others: groups).group] + groups
    }
}
