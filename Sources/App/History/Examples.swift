import Comparison
import Engine
import HTTP
import Widgets
public import Workspace

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Messages about the saved responses of requests.
public enum ExampleMessage: Sendable, Equatable {
    /// Begins to use examples of the request with this file, for the response of a tab.
    case use(ExampleUse, Exchange?, path: String?, owner: TabID)
    case save(Exchange, name: String, path: String)
    case saved(name: String)
    /// The examples were read, as exchanges that were never sent.
    case listed([Exchange], ExampleUse, Exchange?, owner: TabID)
    case show(Exchange, owner: TabID)
    case compare(Exchange, Exchange)
}

/// Saves responses as examples of their request, shows them, and compares with them.
enum ExampleReducer {
    static func reduce(_ message: ExampleMessage) -> HistoryOutcome {
        switch message {
        case .use(let use, let exchange, let path, let owner):
            guard let path else { return .say(.warning, "Save the request first: its examples stand in a file beside its own.") }
            if use == .save { return exchange.map { askName(of: $0, path) } ?? [] }
            return [.effect(.listExamples(path, use, exchange, owner: owner))]
        case .save(let exchange, let name, let path): return [.effect(.saveExample(exchange, name: name, path: path))]
        case .saved(let name): return .say(.done, "Saved the example “\(name)” with the request")
        case .listed(let examples, let use, let exchange, let owner): return choose(examples, use, exchange, owner)
        case .show(let example, let owner): return [.effect(.openExample(example, owner: owner))]
        case .compare(let example, let exchange): return [.effect(.compareExample(example, exchange))]
        }
    }

    private static func askName(of exchange: Exchange, _ path: String) -> HistoryOutcome {
        guard let response = exchange.response else { return .say(.warning, "There is no response to save.") }
        var picker = Picker<HistoryMessage>(
            "Name of example", [], other: { .examples(.save(exchange, name: $0, path: path)) })
        picker.field = TextFieldState(text: "\(response.status) \(response.reason)".trimmed)
        return [.show(.picker(picker))]
    }

    private static func choose(_ examples: [Exchange], _ use: ExampleUse, _ exchange: Exchange?, _ owner: TabID) -> HistoryOutcome {
        guard !examples.isEmpty else { return .say(.warning, "The request has no examples. “Save response as example” makes one.") }
        let items = examples.map { example -> Picker<HistoryMessage>.Item in
            let detail = example.response.map { "\($0.status) \($0.reason)" } ?? ""
            let shown = HistoryMessage.examples(.show(example, owner: owner))
            return Picker<HistoryMessage>.Item(
                example.notes.text, detail: detail,
                sends: use == .compare ? exchange.map { .examples(.compare(example, $0)) } ?? shown : shown)
        }
        return [.show(.picker(Picker<HistoryMessage>(use == .compare ? "Compare with example" : "Examples", items)))]
    }
}

extension SavedResponse {
    /// The most bytes of an example's body: the file is shared with others, and read whole.
    private static let longestBody: Int64 = 1 << 20

    /// The response of an exchange that the history keeps, with its secrets masked; nil if its body is too large or not whole.
    init?(_ kept: Exchange, name: String) {
        guard let response = kept.response, response.body.isComplete, response.body.byteCount <= Self.longestBody else { return nil }
        self.init(
            name: name, status: response.status, reason: response.reason,
            headers: response.headers.fields.map { Row($0.name, $0.value) },
            body: response.body.beginning(Int(response.body.byteCount)))
    }

    /// The example as an exchange that was never sent: its request is resolved anew if it is replayed.
    func exchange(_ index: Int, of draft: RequestDraft, at path: String, _ now: Date) -> Exchange {
        let draft = request ?? draft
        let fields = headers.filter(\.isEnabled).map { HTTPHeaderField(name: $0.name, value: $0.value) }
        let response = Exchange.Response(
            status: status, reason: reason, headers: HTTPHeaders(fields), body: ExchangeBody(body))
        return Exchange(
            id: "example-\(index)-\(path)", startedAt: now, origin: Exchange.Origin(requestPath: path, name: draft.name), draft: draft,
            request: Exchange.Request(
                method: draft.method, url: draft.url, body: ExchangeBody(storage: .bytes([]), byteCount: 0, isComplete: false)),
            response: response, notes: Exchange.Notes(text: name.isEmpty ? "Example \(index + 1)" : name))
    }
}
