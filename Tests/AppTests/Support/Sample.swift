import Foundation
import HTTP
import TestFixtures
import Workspace

/// Things to show in tests.
enum Sample {
    static let tree = WorkspaceTree(
        nodes: [
            WorkspaceNode(
                path: "collections/star-wars", name: "Star Wars", kind: .collection,
                children: [
                    WorkspaceNode(
                        path: "collections/star-wars/people", name: "People", kind: .folder,
                        children: [
                            request("collections/star-wars/people/list.request.json", "List people", "GET"),
                            request("collections/star-wars/people/create.request.json", "Create a pilot", "POST"),
                        ]),
                    request("collections/star-wars/planets.request.json", "Planets", "GET"),
                    WorkspaceNode(
                        path: "collections/star-wars/bad.request.json", name: "bad",
                        kind: .broken(
                            WorkspaceIssue(
                                file: "collections/star-wars/bad.request.json", line: 3, column: 7, message: "expected a value"))),
                ])
        ],
        environments: [
            "collections/star-wars": [
                EnvironmentSummary(name: "local", path: "collections/star-wars/environments/local.json"),
                EnvironmentSummary(name: "swapi", isProtected: true, path: "collections/star-wars/environments/swapi.json"),
            ]
        ])

    static let draft = RequestDraft(
        name: "Create a pilot", method: "POST", url: "people/:team", pathParameters: [Row("team", "red")],
        query: [Row("notify", "true"), Row("quiet", "1", isEnabled: false)], headers: [Row("Accept", "application/json")],
        body: BodyDraft(kind: .json, json: "{\n  \"name\": \"{{name}}\"\n}"))

    static let draftPath = "collections/star-wars/people/create.request.json"

    /// The rows of a page of the history.
    static func page(_ number: Int, _ count: Int) -> [ExchangeSummary] {
        (0..<count).map { exchange("p\(number)-\($0)").summary }
    }

    /// The row of an entry that was sent some seconds after the sample.
    static func row(_ id: String, _ seconds: Double) -> ExchangeSummary {
        var exchange = self.exchange(id)
        exchange.startedAt += seconds
        return exchange.summary
    }

    static func exchange(_ id: String = "one", status: Int? = 200, name: String = "List people") -> Exchange {
        Exchange(
            id: id, startedAt: Date(timeIntervalSince1970: 43_260), duration: 0.034,
            origin: Exchange.Origin(workspace: "/somewhere/space", name: name), draft: draft,
            request: Exchange.Request(method: "GET", url: "http://127.0.0.1/people", headers: ["Accept": "*/*"]),
            response: status.map {
                Exchange.Response(
                    status: $0, reason: "OK", version: .http11, headers: ["Content-Type": "application/json"],
                    body: ExchangeBody(Array(#"{"a":[1,true],"b":"x"}"#.utf8)))
            }, error: status == nil ? Exchange.Failure(code: "cannotConnect", message: "Nothing listens there.") : nil)
    }

    /// An exchange over TLS with certificates that are valid for this number of days, or expired.
    static func secureExchange(daysLeft: Double = 100, _ change: (inout HTTPTLSDetails) -> Void = { _ in }) -> Exchange {
        var exchange = exchange()
        exchange.startedAt = Date(timeIntervalSince1970: 1_798_761_600 - daysLeft * 86_400)
        var metrics = HTTPMetrics()
        var connection = HTTPConnectionDetails()
        var certificate = HTTPCertificate(
            subject: "CN = api.example", issuer: "CN = Test Authority", details: [.init(name: "Cert", value: SampleCertificates.ec)])
        certificate.names = certificate.facts?.names ?? []
        var tls = HTTPTLSDetails(
            version: "TLSv1.3", cipher: "TLS_AES_256_GCM_SHA384", applicationProtocol: "h2", isVerified: true, certificates: [certificate])
        change(&tls)
        connection.tls = tls
        metrics.connection = connection
        exchange.hops = [Exchange.Hop(method: "GET", url: "https://api.example/people", status: 200, metrics: metrics)]
        return exchange
    }

    private static func request(_ path: String, _ name: String, _ method: String) -> WorkspaceNode {
        WorkspaceNode(path: path, name: name, kind: .request(method: method))
    }
}
