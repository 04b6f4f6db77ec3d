import Foundation
import HTTP
import Screen
import Workspace

@testable import App

/// The panes, and windows over them.
enum FrameScenes {
    static let all: [Scene] =
        [
            Scene("tree") { $0.send(.application(.focus(.tree))) }, Scene("request"),
            Scene("response") { $0.send(.application(.focus(.response))) }, Scene("history") { $0.send(.application(.focus(.history))) },
            Scene("filter") {
                $0.send(.application(.focus(.tree)))
                $0.press(.character("/"))
                $0.type("peo")
            },
            Scene("tabs", openTabs), Scene("question") { $0.send(.application(.cancelOrQuit)) },
            Scene("messages") {
                _ = (
                    $0.state.notify(.done, "Saved"), $0.state.notify(.warning, "Not found"),
                    $0.state.notify(.error, "Nothing listens there.")
                )
            },
            Scene("help") { $0.press(.character("?")) },
            Scene("palette") { $0.send(.application(.show(.palette))) }, Scene("menu") { $0.send(.application(.show(.menu))) },
            Scene("jump") { $0.send(.application(.show(.jump))) },
        ] + prefixes

    /// After a prefix, the keys that may follow.
    private static let prefixes = ["g", "y"].map { (prefix: Character) in
        Scene("prefix-\(prefix)") {
            $0.send(.application(.focus(.response)))
            $0.press(.character(prefix))
        }
    }

    /// Open requests that are in flight, completed and failed, next to the visible one.
    @Sendable private static func openTabs(_ store: inout TestStore) {
        for name in ["Slow", "Quick", "Broken", "Mine"] {
            _ = TabUpdate.show(&store.state, RequestState(RequestDraft(name: name), path: name), inNewTab: true)
            let sending = InFlightRequest(id: name, owner: store.state.response.owner, method: "GET", url: "http://h/\(name)")
            store.send(.sending(.flight(.started(sending))))
            store.send(.application(.focus(.request)))
        }
        store.send(.sending(.flight(.finished(Sample.exchange("Quick")))))
        store.send(.sending(.flight(.finished(Sample.exchange("Broken", status: nil)))))
        store.send(.request(.kind(.setMethod("PUT"))))
    }
}
