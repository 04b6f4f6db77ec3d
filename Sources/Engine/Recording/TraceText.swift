import HTTP
import Workspace

/// Describes the trace of a request in short lines.
enum TraceText {
    /// The sentences in order, each with its time. A transfer that never connected has no sentence about sending.
    static func lines(of trace: [HTTPTraceEntry]) -> [(offset: Duration, text: String)] {
        zip(trace, reached(trace)).compactMap { entry, isReached in
            let text = isReached ? sentence(for: entry.event) : sentenceUnconnected(for: entry.event)
            return text.map { (entry.offset, $0) }
        }
    }

    /// The entries whose transfer reached a connection or a response, as a flag for each entry.
    private static func reached(_ trace: [HTTPTraceEntry]) -> [Bool] {
        var transfer = 0
        var reached: Set<Int> = []
        let transfers = trace.map { entry in
            switch entry.event {
            case .started: transfer += 1
            case .connected, .responded: reached.insert(transfer)
            default: break
            }
            return transfer
        }
        return transfers.map(reached.contains)
    }

    private static func sentenceUnconnected(for event: HTTPTaskEvent) -> String? {
        switch event {
        case .started(let request): "Connection attempt for \(request.method) \(request.url)"
        case .finished: nil
        default: sentence(for: event)
        }
    }

    /// The sentence for an event; nil for an event without news.
    static func sentence(for event: HTTPTaskEvent) -> String? {
        switch event {
        case .queued: "Queued"
        case .changed(let change): changes(change)
        case .waiting(let duration, let reason): "Wait" + (duration.map { " \(TimeText.milliseconds($0.seconds))" } ?? "") + ": \(reason)"
        case .polling(let duration, let reason): "Wait \(TimeText.milliseconds(duration.seconds)): \(reason)"
        case .started(let request): "Request \(request.method) \(request.url)" + (request.isForAuthentication ? " to get a token" : "")
        case .connected(let connection): connected(connection)
        case .sent, .received, .measured: nil
        case .responded(let head): "Response \(head.status) \(head.message)"
        case .finished(let metrics): "Received \(ByteText.count(metrics.byteCounts.receivedBody))"
        case .failed(let error): "Failed: \(RequestOption.naming(error.message))"
        case .redirected(_, let response, let request): "Redirect \(response.status) to \(request.method) \(request.url)"
        case .retrying(let attempt, let delay, let reason):
            "Retry \(attempt) after \(TimeText.milliseconds(delay.seconds)): \(RequestOption.naming(reason))"
        case .authenticating(let scheme): "Authentication: \(scheme)"
        case .noted(let remark): "Note: \(remark)"
        case .answeredFromStore(let reason): "Response without the network: \(reason)"
        }
    }

    private static func changes(_ change: HTTPRequestChange) -> String {
        var parts: [String] = []
        if change.before.method != change.after.method { parts.append("method \(change.after.method)") }
        if change.before.url != change.after.url { parts.append("URL \(change.after.url)") }
        parts += change.addedHeaders.map { "+ \($0.name): \($0.value)" }
        parts += change.removedHeaders.map { "- \($0.name)" }
        return "\(title(ofLink: change.link)): " + (parts.isEmpty ? "body" : parts.joined(separator: ", "))
    }

    /// The name of a link's type in words, such as “Automatic headers” for `AutomaticHeaders`.
    static func title(ofLink name: String) -> String {
        name.reduce(into: "") { words, letter in
            let startsWord = letter.isUppercase && words.last?.isLowercase == true
            words += startsWord ? " " + letter.lowercased() : String(letter)
        }
    }

    private static func connected(_ connection: HTTPConnectionDetails) -> String {
        let place = (connection.proxy ?? connection.remote?.description).map { " to \($0)" } ?? ""
        let version = connection.version.map { ", \($0)" } ?? ""
        let tls = connection.tls?.version.map { ", \($0)" } ?? ""
        return (connection.isReused ? "Reused connection" : "Connected") + place + version + tls
    }
}
