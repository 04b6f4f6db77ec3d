/// Small documents in other formats than JSON.
enum DocumentRoutes {
    static let group = RouteGroup(
        title: "Documents",
        routes: [
            Route("GET", "/xml", "A small XML document") { _ in .text(xml, type: "application/xml") },
            Route("GET", "/html", "A small HTML page") { _ in .text(html, type: "text/html; charset=utf-8") },
            Route("GET", "/image/png", "A picture; ?width= and ?height= up to 2000", handler: png),
        ])

    private static func png(_ request: Request) throws(Problem) -> Response {
        let width = try request.input("width", default: "320").integer(in: 1...2000)
        let height = try request.input("height", default: "200").integer(in: 1...2000)
        let bytes = SwiftPicture.png(width: width, height: height).encode(with: try CompressionRoutes.zlib())
        return Response(headers: HeaderList([("Content-Type", "image/png")]), body: .bytes(bytes))
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
