import HTTP
import Testing
import Workspace

@testable import App
@testable import Engine

/// Secrets that were typed in, and were not taken.
@Suite struct TypedSecretTests {
    private func ended(typed: Bool, status: Int?, error: String? = nil) -> TestStore {
        var store = TestStore.opened()
        var sending = InFlightRequest(id: "one", owner: store.state.response.owner, method: "GET", url: "http://h/")
        sending.hasTypedSecrets = typed
        store.send(.sending(.flight(.started(sending))))
        var exchange = Sample.exchange("one", status: status)
        exchange.error = error.map { Exchange.Failure(code: $0, message: "no") }
        store.send(.sending(.flight(.finished(exchange))))
        return store
    }

    @Test(arguments: [(401, nil), (nil, "cannotAuthenticate")] as [(Int?, String?)])
    func `a refusal offers to ask again`(status: Int?, error: String?) {
        var store = ended(typed: true, status: status, error: error)
        #expect(store.state.toasts.last?.action?.message == .sending(.forgetTypedSecrets))
        #expect(store.click("[ask again]").contains(.workspace(.forgetTypedSecrets)))
    }

    @Test(arguments: [(true, 200, nil), (false, 401, nil), (true, nil, "timedOut")] as [(Bool, Int?, String?)])
    func `no new try is offered unless the server refused a typed secret`(typed: Bool, status: Int?, error: String?) {
        #expect(ended(typed: typed, status: status, error: error).state.toasts.isEmpty)
    }

    @Test func `a missing OAuth endpoint is named as on the Auth tab`() {
        let message = "The grant needs an endpoint that is not known: give `endpoints.deviceAuthorization`, or an issuer that tells it."
        #expect(
            ResolutionPlace.naming(message)
                == "The grant needs an endpoint that is not known: give “Device code URL” (Auth tab), or an issuer that tells it."
        )
    }
}
