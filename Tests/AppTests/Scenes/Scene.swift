import Document
import Engine
import HTTP
import Screen
import Testing
import Workspace

@testable import App

/// A named state of the screen.
struct Scene: Sendable, CustomTestStringConvertible {
    let name: String
    private let prepare: @Sendable (inout TestStore) async throws -> Void

    static let all = FrameScenes.all + RequestScenes.all + ResponseScenes.all + WindowScenes.all

    var testDescription: String { name }

    /// A scene of the workbench with a changed request and its response, with the focus on the request.
    init(_ name: String, _ prepare: @escaping @Sendable (inout TestStore) async throws -> Void = { _ in }) {
        self.name = name
        self.prepare = prepare
    }

    func store(_ size: Size, usesASCII: Bool = false) async throws -> TestStore {
        var store = TestStore.withTree(size: size)
        store.state.usesASCII = usesASCII
        store.send(
            .history(
                .store(
                    .listed(
                        [Sample.exchange("id0").summary, Sample.exchange("id1", status: nil).summary], after: nil, query: HistoryFilter())))
        )
        store.send(.workspace(.requestRead(path: Sample.draftPath, Sample.draft)))
        store.send(
            .workspace(.variablesKnown([KnownVariable(name: "token", value: nil, origin: "secret of environment local")])))
        store.send(.request(.kind(.setMethod("PUT"))))
        store.respond(#"{"a":[1,true],"b":"Käse 漢字"}"#)
        store.send(.application(.focus(.request)))
        try await prepare(&store)
        return store
    }
}

extension TestStore {
    /// Receives a response with this body, as part of an exchange.
    mutating func respond(_ body: String, _ mediaType: String = "application/json", of exchange: Exchange = Sample.exchange("one")) {
        let owner = state.response.owner
        let headers: HTTPHeaders = exchange.response?.headers ?? ["Content-Type": mediaType]
        send(.sending(.flight(.started(InFlightRequest(id: exchange.id, owner: owner, method: "GET", url: "http://h/")))))
        send(.sending(.flight(.responded(exchange.id, ResponseHead(status: 200, reason: "OK", version: .http11, headers: headers)))))
        send(.sending(.flight(.grew(Self.body(body, mediaType, of: exchange.id, owner: owner)))))
        send(.sending(.flight(.finished(exchange))))
        send(.application(.focus(.response)))
    }

    /// A body as its document.
    static func body(_ text: String, _ mediaType: String, of id: Exchange.ID = "one", owner: TabID) -> BodyHandle {
        let bytes = Array(text.utf8)
        return BodyHandle(
            exchange: id, owner: owner, revision: 1, document: Document(bytes, mediaType: mediaType), source: ByteSource(bytes))
    }
}
