import HTTP
import JSON

/// Responses that are sent slowly, piece by piece.
enum StreamRoutes {
    private static let maxLines = 100_000
    private static let longest: Double = 300

    static let group = RouteGroup(
        title: "Streams",
        routes: [
            Route("GET", "/stream/{count}", "That many lines of JSON in chunks; ?interval= seconds between them", handler: lines),
            Route("GET", "/drip", "?numbytes= bytes over ?duration= seconds after ?delay= seconds, with status ?code=", handler: drip),
            Route("GET", "/sse", "?count= server-sent events, ?interval= seconds apart; continues after Last-Event-ID", handler: events),
        ])

    private static func lines(_ request: Request) throws(RouteError) -> Response {
        let count = try request.parameter("count").integer(in: 0...maxLines)
        let interval = try request.input("interval", default: "0").seconds(upTo: longest)
        let echo = Echo(request).everything
        let lines = TimedPieces(range: 0..<count, interval: interval) { index in
            var line = echo
            line["id"] = .number(index)
            return line.compactBytes + [UInt8(ascii: "\n")]
        }
        return Response(headers: ["Content-Type": "application/x-ndjson"], body: .stream(lines, length: nil))
    }

    private static func drip(_ request: Request) throws(RouteError) -> Response {
        let count = try request.input("numbytes", default: "10").integer(in: 0...1_000_000)
        let duration = try request.input("duration", default: "2").seconds(upTo: longest)
        let delay = try request.input("delay", default: "0").seconds(upTo: longest)
        let status = try request.input("code", default: "200").integer(in: 200...599)
        let pieces = TimedPieces(range: 0..<count, interval: duration / max(count, 1)) { _ in [UInt8(ascii: "*")] }
        return Response(
            status: status, headers: ["Content-Type": "application/octet-stream"], body: .stream(pieces, length: count)
        ).delayed(by: delay)
    }

    /// Server-sent events (HTML Standard, section 9.2): a client that reconnects names the last event that it received.
    private static func events(_ request: Request) throws(RouteError) -> Response {
        let count = try request.input("count", default: "10").integer(in: 0...maxLines)
        let interval = try request.input("interval", default: "1").seconds(upTo: longest)
        let seen = request.headers["Last-Event-ID"].flatMap { Int($0) } ?? 0
        let events = TimedPieces(range: min(max(seen, 0), count)..<count, interval: interval) { index in
            Array("id: \(index + 1)\nevent: tick\ndata: {\"number\": \(index + 1),\ndata:  \"of\": \(count)}\n\n".utf8)
        }
        let headers: HTTPHeaders = ["Content-Type": "text/event-stream", "Cache-Control": "no-store"]
        return Response(headers: headers, body: .stream(events, length: nil))
    }
}

/// A stream with pauses between its pieces.
struct TimedPieces: BodyStream {
    private var range: Range<Int>
    private let interval: Duration
    private let make: @Sendable (Int) -> [UInt8]

    init(range: Range<Int>, interval: Duration, make: @escaping @Sendable (Int) -> [UInt8]) {
        self.range = range
        self.interval = interval
        self.make = make
    }

    mutating func next(into piece: inout [UInt8]) -> StreamStep {
        guard let index = range.popFirst() else { return .end }
        piece.append(contentsOf: make(index))
        if range.isEmpty { return .end }
        return interval > .zero ? .pause(interval) : .more
    }
}
