import JSON
import Testing
import Workspace

@testable import DemoServer

@Suite struct ShippedCollectionsTests {
    let collections: ShippedCollections
    let router = Router(groups: RouteTable.groups(services: .live))

    init() throws {
        collections = try ShippedCollections()
    }

    @Test(arguments: ["demo", "star-wars"])
    func everyFileIsRead(collection: String) throws {
        let nodes = collections.nodes(in: collection)
        #expect(nodes.count > 10)
        for node in nodes {
            if case .broken(let problem) = node.kind { Issue.record("\(problem)") }
        }
        let environments = collections.tree.environments["collections/\(collection)"] ?? []
        #expect(!environments.isEmpty)
        for environment in environments {
            #expect(environment.problem == nil)
            #expect(throws: Never.self) { try collections.store.environment(at: environment.path) }
        }
    }

    @Test(arguments: ["demo", "star-wars"])
    func everyFileHasADescription(collection: String) throws {
        for request in try collections.requests(in: collection) {
            #expect(!request.draft.docs.isEmpty || !request.draft.assertions.isEmpty, "\(request.path)")
        }
        for node in collections.nodes(in: collection) where node.kind == .folder || node.kind == .collection {
            let docs = try collections.store.folder(at: node.path).content.docs
            #expect(!docs.isEmpty, "\(node.path)")
        }
    }

    @Test func theDemoUsesEveryEndpoint() throws {
        let used = try Set(collections.requests(in: "demo").compactMap { endpoint(of: $0.draft) })
        let unused = RouteTable.groups(services: .live).flatMap(\.routes).map(\.endpoint).filter { !used.contains($0) }
        #expect(unused.isEmpty, "collections/demo has no request for \(unused.map { "\($0.method) \($0.path)" })")
    }

    /// Requests that assert 404 or 405 have none.
    @Test func everyOtherDemoRequestHasAnEndpoint() throws {
        for request in try collections.requests(in: "demo") {
            let wantsNone = request.draft.assertions.contains {
                $0.subject == "status" && [404, 405].contains($0.value) && endpoint(of: request.draft) == nil
            }
            #expect(wantsNone || endpoint(of: request.draft) != nil, "\(request.path)")
        }
    }

    private func endpoint(of draft: RequestDraft) -> Endpoint? {
        router.matches(ReceivedTarget(path(of: draft)).segments).first { $0.route.allows(draft.method) }?.route.endpoint
    }

    /// The path of a draft, with 1 for values that are known only later.
    private func path(of draft: RequestDraft) -> String {
        // Requests to `shop.example` are connected to the demo server too.
        var path = draft.url.replacing("{{baseURL}}", with: "").replacing("http://shop.example", with: "")
        for row in draft.pathParameters { path = path.replacing(":\(row.name)", with: row.value) }
        path = path.replacing(/\{\{[^}]*\}\}/, with: "1")
        return path.hasPrefix("/") ? path : "/\(path)"
    }
}
