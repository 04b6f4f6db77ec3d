import HTTP
import JSON
import Screen
import Workspace

@testable import App

/// The request in its tabs, and suggestions while typing.
enum RequestScenes {
    static let all: [Scene] = tabs + bodies + schemes + typing

    private static func opened(_ store: inout TestStore, _ change: (inout RequestDraft) -> Void) {
        var draft = Sample.draft
        change(&draft)
        store.send(.workspace(.requestRead(path: Sample.draftPath, draft)))
        store.state.toasts = []
    }

    private static let tabs = RequestTab.allCases.map { tab in
        Scene("tab-\(tab.rawValue)") {
            opened(&$0) { draft in
                draft.auth = AuthDraft(.oauth2, fields: ["clientID": "me", "clientSecret": "hush", "scope": "a b"])
                draft.options.timeout = 30
                draft.variables = [Row("team", "red")]
                draft.tags = ["slow", "people"]
                draft.captures = [Capture(variable: "id", query: ".id"), Capture(variable: "bad", query: ".[[")]
                draft.assertions = [
                    Assertion(subject: "status", value: .number(201)), Assertion(subject: "wether", value: .null),
                ]
                draft.scripts.before = "request.headers.set(\"X-Time\", now())"
                draft.docs = "# A pilot\n\nText."
            }
            $0.send(.request(.queriesChecked([".[[": "jq: the end of an index is missing"])))
            $0.send(.request(.selectTab(tab)))
        }
    }

    private static let bodies = BodyDraft.Kind.allCases.filter { $0 != .json }.map { kind in
        Scene("body-\(kind.rawValue)") {
            opened(&$0) { draft in
                draft.body = BodyDraft(
                    kind: kind, text: "Käse {{token}}", contentType: kind == .text ? "text/x" : "", json: "{\n  \"a\": [1, true]\n}",
                    xml: "<a b=\"1\">x</a>", graphql: .init(query: "query { a }", variables: "{", operation: "A"),
                    form: [Row("name", "Lea"), Row("off", "1", isEnabled: false)],
                    parts: [.init("note", "hi"), .init("pic", "a.png", isFile: true, contentType: "image/png")], file: "body.bin")
            }
            $0.send(.request(.selectTab(.body)))
        }
    }

    private static let schemes = [AuthDraft.Kind.inherit, .none, .basic, .bearer, .apiKey, .awsSignature].map { kind in
        Scene("auth-\(kind.rawValue)") {
            opened(&$0) {
                $0.auth = AuthDraft(kind, fields: ["username": "lea", "password": "hush", "token": "{{token}}", "region": "eu-west-1"])
            }
            $0.send(.workspace(.authKnown(InheritedAuth(kind: .bearer, origin: "collection “Star Wars”"))))
            $0.send(.request(.selectTab(.auth)))
        }
    }

    private static let typing = [
        Scene("completion") {
            $0.send(.request(.selectTab(.headers)))
            $0.press(.character("a"))
            $0.type("Cont")
        },
        Scene("url-typing") {
            $0.send(.request(.editURL))
            $0.type("/{{to")
        },
        Scene("request-find") {
            opened(&$0) { $0.body.json = "{\n  \"name\": \"name\",\n  \"other\": 1\n}" }
            $0.send(.request(.selectTab(.body)))
            $0.press(.character("r"))
            $0.type("name")
            $0.press(Key(.tab))
            $0.type("title")
        },
        Scene("selection") {
            $0.send(.request(.selectTab(.body)))
            $0.press(.character("e"), Key(.home, .control), Key(.down, .shift), Key(.end, .shift))
        },
        Scene("request-menu") {
            $0.send(.request(.selectTab(.headers)))
            guard let point = $0.canvas.position(of: "application/json") else { return }
            $0.mouse(.press(.right, count: 1), at: point)
        },
        Scene("choices") { $0.send(.request(.kind(.pickBody))) },
    ]
}
