import HTTP
import JSON

extension Corpus {
    static let urls = [
        Corpus(name: "url_parse") { example in
            .object([("href", .string(try url(example.text("input"), base: example["base"]?.string).href))])
        },
        Corpus(name: "url_setters") { example in
            var url = try url(example.text("href"), base: nil)
            try set(example.text("property"), of: &url, to: example.text("new_value"))
            return .object(members.map { ($0.name, .string(url[keyPath: $0.path])) })
        },
        Corpus(name: "url_resolve") { example in
            .string(try URLReference.resolve(example.text("relative"), against: example.text("base")))
        },
        Corpus(name: "uri_template") { example in
            let variables = (example["variables"]?.object ?? JSONObject()).compactMap { member in
                value(member.value).map { (member.name, $0) }
            }
            return .string(try URITemplate(example.text("template")).expand(Dictionary(variables) { $1 }))
        },
    ]

    private static var members: [(name: String, path: WritableKeyPath<WebURL, String>)] {
        [
            ("href", \.href), ("protocol", \.protocol), ("username", \.username), ("password", \.password), ("host", \.host),
            ("hostname", \.hostname), ("port", \.port), ("pathname", \.pathname), ("search", \.search), ("hash", \.hash),
        ]
    }

    private static func set(_ name: String, of url: inout WebURL, to value: String) throws {
        guard let member = members.first(where: { $0.name == name }) else { throw Refusal(description: "no property \(name)") }
        url[keyPath: member.path] = value
    }

    private static func url(_ text: String, base: String?) throws -> WebURL {
        let baseURL = base.flatMap { WebURL($0) }
        guard base == nil || baseURL != nil, let url = WebURL(text, base: baseURL) else { throw Refusal(description: "not a URL") }
        return url
    }

    private static func value(_ value: JSONValue) -> URITemplate.Value? {
        if let list = value.array { return .list(list.map(text)) }
        if let object = value.object { return .pairs(object.map { URITemplate.Pair($0.name, text($0.value)) }) }
        return value.isNull ? nil : .text(text(value))
    }

    private static func text(_ value: JSONValue) -> String { value.string ?? value.compactText }
}
