import Document
import Engine
import Foundation
import HTTP
import JSON
import Screen

@testable import App
@testable import Workspace

/// The response in its tabs and forms.
enum ResponseScenes {
    static let all: [Scene] = tabs + forms + troubles

    private static let tabs =
        ResponseTab.allCases.filter { $0 != .body && $0 != .tls }.map { tab in
            Scene("response-\(tab.rawValue)") {
                $0.respond(#"{"a":1}"#, of: exchange)
                $0.send(.sending(.checked("one", report, collection: "", environment: nil)))
                $0.send(.response(.selectTab(tab)))
                $0.state.toasts = []
            }
        } + [
            Scene("tls") {
                $0.send(.sending(.flight(.finished(Sample.secureExchange(daysLeft: 12)))))
                $0.send(.application(.focus(.response)))
                $0.send(.response(.selectTab(.tls)))
            }
        ]

    private static let forms = [
        Scene("table") {
            let rows = #"[{"id":2,"name":"Käse","ok":true},{"id":10,"name":"漢字"},{"id":1,"ok":null,"more":{"a":[1]}}]"#
            $0.respond(rows)
            $0.send(.response(.view(.show(.table))))
            $0.send(
                .response(.table(.made(TableMaker.table(of: TestStore.body(rows, "application/json", owner: $0.state.response.owner))))))
        },
        Scene("hex") {
            $0.respond("\u{0}\u{1}Käse\u{7F}" + String(repeating: "bytes of a body ", count: 9), "application/octet-stream")
            $0.send(.response(.view(.show(.hexadecimal))))
        },
        Scene("wrapped-pretty") { wrap(&$0) },
        Scene("wrapped-raw") {
            wrap(&$0)
            $0.press(.character("t"))
        },
        Scene("folded") {
            $0.respond(#"{"people":[{"name":"Lea","ships":[1,2]},{"name":"Luke"}],"next":null}"#)
            $0.press(.character("j"), .character(" "))
        },
        Scene("search") {
            $0.respond(#"{"name":"Lea","names":["a name"]}"#)
            $0.press(.character("/"))
            $0.type("name")
            guard let body = $0.state.response.viewer.body else { return }
            for await results in SearchUpdates(body.document, for: try SearchPattern(SearchQuery("name"))) {
                $0.send(.response(.search(.found(FoundInBody(body: body, results: results)))))
            }
        },
        Scene("search-lines") {
            $0.respond(#"{"a":1}"#, of: exchange)
            $0.send(.response(.selectTab(.sent)))
            $0.press(.character("/"))
            $0.type("e")
        },
        Scene("query") {
            $0.respond(#"{"items":[{"id":1}],"total":2}"#)
            $0.press(.character("|"))
            $0.type(".items[")
        },
    ]

    private static let troubles = [
        Scene("failed") {
            $0.start("two")
            $0.send(.sending(.flight(.finished(Sample.exchange("two", status: nil)))))
            $0.send(.application(.focus(.response)))
        },
        Scene("waiting") {
            $0.start("two")
            var progress = SendingProgress()
            progress.phase = .receiving
            (progress.receivedByteCount, progress.expectedByteCount, progress.bytesPerSecond) = (4096, 16384, 2048)
            $0.send(.sending(.flight(.delayed("two"))))
            $0.send(.sending(.flight(.progressed("two", progress))))
            $0.send(.application(.focus(.response)))
        },
    ]

    /// Long lines on several rows, with wide glyphs, depth and a fold.
    private static func wrap(_ store: inout TestStore) {
        let long = String(repeating: "Käse 漢字 👩‍🚀 ", count: 30)
        store.respond(#"{"deep":{"list":[{"text":"\#(long)"}]},"folded":{"a":1},"end":true}"#)
        store.press(.character("w"))
        store.state.toasts = []
    }

    /// One that was redirected, with cookies there and back.
    private static let exchange: Exchange = {
        var exchange = Sample.exchange("one")
        exchange.request.headers = ["Host": "api.example", "Accept": "application/json", "Cookie": "session=••••"]
        exchange.request.headerBytes = Array("GET /people HTTP/1.1\r\nHost: api.example\r\nAccept: application/json\r\n\r\n".utf8)
        exchange.request.body = ExchangeBody(Array(#"{"name":"Käse"}"#.utf8))
        exchange.response?.headers = HTTPHeaders([
            HTTPHeaderField(name: "Content-Type", value: "application/json; charset=utf-8"),
            HTTPHeaderField(name: "Set-Cookie", value: "session=0123456789abcdef; Path=/; HttpOnly; Secure; SameSite=Lax"),
            HTTPHeaderField(name: "Set-Cookie", value: "theme=dark; Max-Age=3600"),
            HTTPHeaderField(
                name: "Content-Security-Policy",
                value: "default-src 'self'; img-src 'self' data: https://images.example; script-src 'self' https://scripts.example"),
        ])
        exchange.duration = 0.0392
        exchange.hops = [hop("http://api.example/people", 301, "Moved Permanently", 1), hop("https://api.example/people", 200, "OK", 3)]
        exchange.trace = [
            .init(offset: 0, text: "Request GET http://api.example/people"),
            .init(offset: 0.0042, text: "Redirect 301 to GET https://api.example/people"),
            .init(offset: 0.034, text: "Received 22 B"),
        ]
        return exchange
    }()

    private static func hop(_ url: String, _ status: Int, _ reason: String, _ scale: Int) -> Exchange.Hop {
        var metrics = HTTPMetrics()
        metrics.timings.nameLookup = .microseconds(800 * scale)
        metrics.timings.connection = .microseconds(2000 * scale)
        metrics.timings.tls = scale > 1 ? .microseconds(5000 * scale) : nil
        metrics.timings.requestSent = .microseconds(5200 * scale)
        metrics.timings.firstByte = .microseconds(9000 * scale)
        metrics.timings.lastByte = .microseconds(9800 * scale)
        metrics.byteCounts.sentHeader = 160
        metrics.byteCounts.receivedHeader = 310
        metrics.byteCounts.receivedBody = 22
        metrics.byteCounts.decodedBody = 22
        metrics.requestHeaderBytes = Array("GET /people HTTP/1.1\r\nHost: api.example\r\n\r\n".utf8)
        metrics.responseHeaderBytes = Array("HTTP/1.1 \(status) \(reason)\r\n\r\n".utf8)
        return Exchange.Hop(method: "GET", url: url, status: status, reason: reason, metrics: metrics)
    }

    private static let report = CheckReport(
        captures: [
            .init(variable: "id", place: "body .id", value: CapturedValue("87"), problem: nil),
            .init(variable: "token", place: "header X-Token", value: nil, problem: "the answer has no such header"),
        ],
        assertions: [
            .init(sentence: "status = 200", problem: nil),
            .init(sentence: "header Content-Type contains xml", problem: "found application/json"),
        ])
}
