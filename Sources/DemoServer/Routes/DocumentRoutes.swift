import HTTP
import Hashing

/// Small documents in other formats than JSON.
enum DocumentRoutes {
    static let group = RouteGroup(
        title: "Documents",
        routes: [
            Route("GET", "/xml", "A small XML document") { _ in .text(xml, type: "application/xml") },
            Route("GET", "/html", "A small HTML page") { _ in .text(html, type: "text/html; charset=utf-8") },
            Route("GET", "/image/png", "A picture; ?width= and ?height= up to 2000", handler: png),
        ])

    private static func png(_ request: Request) throws(RouteError) -> Response {
        let width = try request.input("width", default: "320").integer(in: 1...2000)
        let height = try request.input("height", default: "200").integer(in: 1...2000)
        let bytes = SwiftPicture.png(width: width, height: height).encode(with: try CompressionRoutes.zlib())
        return Response(headers: ["Content-Type": "image/png"], body: .bytes(bytes))
    }

    private static let xml = """
        <?xml version="1.0" encoding="UTF-8"?>
        <!-- What is known of some birds of the genus Apus. -->
        <birds xmlns="https://apus.example/birds" genus="Apus">
          <bird id="1" migrant="true">
            <name xml:lang="en">Common swift</name>
            <name xml:lang="la">Apus apus</name>
            <length unit="cm">17</length>
          </bird>
          <bird id="2" migrant="true">
            <name xml:lang="en">Pallid swift</name>
            <name xml:lang="la">Apus pallidus</name>
            <length unit="cm">17</length>
          </bird>
          <note><![CDATA[Legs are short & <strong>; landing is rare.]]></note>
          <empty/>
        </birds>

        """

    private static let html = """
        <!DOCTYPE html>
        <html lang="en">
        <head>
          <meta charset="utf-8">
          <title>Swifts</title>
          <style>body { font-family: sans-serif; margin: 2em }</style>
        </head>
        <body>
          <h1>Swifts</h1>
          <p>A swift eats, drinks and <em>sleeps</em> in the air &mdash; for months.</p>
          <ul>
            <li><a href="/xml">Some of the genus</a></li>
            <li><a href="/image/png">A picture</a></li>
          </ul>
        </body>
        </html>

        """
}

/// Bodies of any size, generated while they are sent.
enum GeneratedRoutes {
    private static let largest = 10_000_000_000

    static let group = RouteGroup(
        title: "Bodies of any size",
        routes: [
            Route(
                "GET", "/json/{size}", "Realistic JSON of exactly that size (10k, 5m, 1g); ?style=line, pretty or deep; ?seed=",
                handler: json),
            Route("GET", "/text/{size}", "Lines of a log, of exactly that size; ?seed=", handler: text),
            Route("GET", "/bytes/{size}", "Random bytes, the same for the same ?seed=", handler: bytes),
        ])

    private static func json(_ request: Request) throws(RouteError) -> Response {
        let size = try size(request)
        let style = try request.input("style", default: JSONDocument.Style.line.rawValue).choice(of: JSONDocument.Style.self)
        let seed = try seed(request)
        guard size > 0 else { throw request.parameter("size").wrong("at least 1 byte, the shortest JSON text") }
        return stream(JSONDocument.stream(byteCount: size, style: style, seed: seed), size: size, type: "application/json")
    }

    private static func text(_ request: Request) throws(RouteError) -> Response {
        let size = try size(request)
        return stream(LogText(byteCount: size, seed: try seed(request)), size: size, type: "text/plain; charset=utf-8")
    }

    private static func bytes(_ request: Request) throws(RouteError) -> Response {
        let size = try size(request)
        return stream(RandomBytes(count: size, seed: try seed(request)), size: size, type: "application/octet-stream")
    }

    private static func size(_ request: Request) throws(RouteError) -> Int {
        try request.parameter("size").byteCount(upTo: largest)
    }

    private static func seed(_ request: Request) throws(RouteError) -> UInt64 {
        UInt64(try request.input("seed", default: "1").integer(in: 0...Int.max))
    }

    private static func stream(_ body: any BodyStream, size: Int, type: String) -> Response {
        Response(headers: ["Content-Type": type], body: .stream(body, length: size))
    }
}

/// Random bytes that depend on the seed alone.
struct RandomBytes: BodyStream {
    private static let pieceSize = 64 << 10

    private var generator: SplitMix64
    private var remaining: Int

    init(count: Int, seed: UInt64) {
        generator = SplitMix64(seed: seed)
        remaining = count
    }

    mutating func next(into piece: inout [UInt8]) -> StreamStep {
        let count = min(remaining, Self.pieceSize)
        remaining -= count
        piece.reserveCapacity(piece.count + count + 8)
        for _ in 0..<(count + 7) / 8 {
            withUnsafeBytes(of: generator.next().littleEndian) { piece.append(contentsOf: $0) }
        }
        piece.removeLast((count + 7) / 8 * 8 - count)
        return remaining == 0 ? .end : .more
    }
}
