import HTTP
import JSON

/// The list of all endpoints, generated from the route table: HTML for browsers, JSON for other clients.
struct IndexRoute: Sendable {
    private let groups: [EndpointGroup]

    init(others: [RouteGroup]) {
        groups = [EndpointGroup(title: Self.title, endpoints: [Self.endpoint])] + others.map(\.endpoints)
    }

    var group: RouteGroup { RouteGroup(title: Self.title, routes: [Route(Self.endpoint, handler: answer)]) }

    private static let title = "Index"
    private static let endpoint = Endpoint(method: "GET", path: "/", summary: "This list: HTML or JSON, depending on Accept")

    private func answer(_ request: Request) -> Response {
        let accepted = request.headers["Accept"] ?? ""
        return accepted.contains("text/html") ? .text(html, type: "text/html; charset=utf-8") : .json(json)
    }

    private var json: JSONValue {
        let endpoints = groups.flatMap(\.endpoints)
        return [
            "endpoints": .array(
                endpoints.map { ["method": .string($0.method), "path": .string($0.path), "summary": .string($0.summary)] })
        ]
    }

    private var html: String {
        let sections = groups.map { group in
            let rows = group.endpoints.map { endpoint in
                "<tr><td>\(endpoint.method)</td><td><code>\(HTML.escape(endpoint.path))</code></td><td>\(HTML.escape(endpoint.summary))</td></tr>"
            }
            return "<h2>\(HTML.escape(group.title))</h2>\n<table>\n\(rows.joined(separator: "\n"))\n</table>"
        }
        return HTML.page(title: "Apus demo server", body: sections.joined(separator: "\n"))
    }
}

/// HTML pages.
enum HTML {
    /// - Parameter body: HTML; data from a client must be escaped.
    static func page(title: String, body: String) -> String {
        """
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width">
        <title>\(escape(title))</title>
        <style>body { font: 16px/1.5 sans-serif; margin: 2em auto; max-width: 60em; padding: 0 1em } td { padding: 0 1em 0 0; vertical-align: top }</style>
        </head>
        <body>
        <h1>\(escape(title))</h1>
        \(body)
        </body>
        </html>

        """
    }

    /// The text for use between tags and in quoted attributes.
    static func escape(_ text: String) -> String {
        var output = ""
        for character in text.unicodeScalars {
            switch character {
            case "&": output += "&amp;"
            case "<": output += "&lt;"
            case ">": output += "&gt;"
            case "\"": output += "&quot;"
            case "'": output += "&#39;"
            default: output.unicodeScalars.append(character)
            }
        }
        return output
    }

    /// A question with two links: the address with `allow` or `deny` appended.
    static func decision(title: String, question: String, address: String) -> Response {
        let links = [("Allow", "allow"), ("Deny", "deny")].map { label, word in
            "<a href=\"\(escape(address + word))\">\(label)</a>"
        }
        let body = "<p>\(escape(question))</p>\n<p>\(links.joined(separator: " &nbsp; "))</p>"
        return .text(page(title: title, body: body), type: "text/html; charset=utf-8")
    }
}

/// The initial data of the API: people and planets of a galaxy far away.
enum Catalogue {
    static let planets = Resource(
        name: "planets", singular: "planet",
        fields: [
            .init(name: "name", kind: .text(atMost: 100), isRequired: true),
            .init(name: "climate", kind: .text(atMost: 100)),
            .init(name: "terrain", kind: .text(atMost: 100)),
            .init(name: "diameter", kind: .number(0...1_000_000)),
            .init(name: "population", kind: .number(0...Int.max)),
        ],
        records: [
            planet("Tatooine", "arid", "desert", 10465, 200_000),
            planet("Alderaan", "temperate", "grasslands, mountains", 12500, 2_000_000_000),
            planet("Yavin IV", "temperate, tropical", "jungle, rainforests", 10200, 1000),
            planet("Hoth", "frozen", "tundra, ice caves", 7200, nil),
            planet("Dagobah", "murky", "swamp, jungles", 8900, nil),
            planet("Bespin", "temperate", "gas giant", 118_000, 6_000_000),
            planet("Endor", "temperate", "forests, lakes", 4900, 30_000_000),
            planet("Naboo", "temperate", "grassy hills, swamps", 12120, 4_500_000_000),
            planet("Coruscant", "temperate", "cityscape, mountains", 12240, 1_000_000_000_000),
            planet("Kamino", "temperate", "ocean", 19720, 1_000_000_000),
            planet("Corellia", "temperate", "plains, forests", 11000, 3_000_000_000),
            planet("Kashyyyk", "tropical", "jungle, forests", 12765, 45_000_000),
            planet("Jakku", "arid", "desert", 6400, nil),
        ])

    static let people = Resource(
        name: "people", singular: "person",
        fields: [
            .init(name: "name", kind: .text(atMost: 100), isRequired: true),
            .init(name: "species", kind: .text(atMost: 50)),
            .init(name: "height", kind: .number(1...1000)),
            .init(name: "mass", kind: .number(1...10_000)),
            .init(name: "birth_year", kind: .text(atMost: 20)),
            .init(name: "side", kind: .choice(["light", "dark", "neither"])),
            .init(name: "homeworld", kind: .text(atMost: 200)),
        ],
        records: [
            person("Luke Skywalker", "human", 172, 77, "19BBY", "light", 1),
            person("C-3PO", "droid", 167, 75, "112BBY", "neither", 1),
            person("R2-D2", "droid", 96, 32, "33BBY", "neither", 8),
            person("Darth Vader", "human", 202, 136, "41.9BBY", "dark", 1),
            person("Leia Organa", "human", 150, 49, "19BBY", "light", 2),
            person("Owen Lars", "human", 178, 120, "52BBY", "neither", 1),
            person("Beru Whitesun Lars", "human", 165, 75, "47BBY", "neither", 1),
            person("R5-D4", "droid", 97, 32, "unknown", "neither", 1),
            person("Biggs Darklighter", "human", 183, 84, "24BBY", "light", 1),
            person("Obi-Wan Kenobi", "human", 182, 77, "57BBY", "light", nil),
            person("Chewbacca", "wookiee", 228, 112, "200BBY", "light", 12),
            person("Han Solo", "human", 180, 80, "29BBY", "light", 11),
            person("Wedge Antilles", "human", 170, 77, "21BBY", "light", 11),
            person("Yoda", "unknown", 66, 17, "896BBY", "light", nil),
            person("Lando Calrissian", "human", 177, 79, "31BBY", "light", nil),
            person("Wicket Systri Warrick", "ewok", 88, 20, "8BBY", "light", 7),
            person("Padmé Amidala", "human", 185, 45, "46BBY", "light", 8),
            person("Jar Jar Binks", "gungan", 196, 66, "52BBY", "neither", 8),
            person("Qui-Gon Jinn", "human", 193, 89, "92BBY", "light", nil),
            person("Darth Maul", "zabrak", 175, 80, "54BBY", "dark", nil),
            person("Rey", "human", 170, nil, "15ABY", "light", 13),
            person("Mon Mothma", "human", 150, nil, "48BBY", "light", nil),
            person("Boba Fett", "human", 183, 78, "31.5BBY", "neither", 10),
        ])

    private static func planet(_ name: String, _ climate: String, _ terrain: String, _ diameter: Int, _ population: Int?) -> JSONValue {
        [
            "name": .string(name), "climate": .string(climate), "terrain": .string(terrain), "diameter": .number(diameter),
            "population": population.map { .number($0) } ?? .null,
        ]
    }

    /// - Parameter homeworld: the number of a planet.
    private static func person(
        _ name: String, _ species: String, _ height: Int, _ mass: Int?, _ birthYear: String, _ side: String, _ homeworld: Int?
    ) -> JSONValue {
        [
            "name": .string(name), "species": .string(species), "height": .number(height), "mass": mass.map { .number($0) } ?? .null,
            "birth_year": .string(birthYear), "side": .string(side),
            "homeworld": .string(homeworld.map { "/api/planets/\($0)" } ?? "unknown"),
        ]
    }
}
