import JSON
import Query
import Testing

@Suite struct JSONPathTests {
    private static let store = #"""
        {"store":{"book":[{"author":"Rees","price":8.95},{"author":"Waugh","price":12.99,"tags":["a","é"]},{"author":"Melville","isbn":"1","price":8.990}],
        "bicycle":{"price":399,"price":400}}}
        """#

    @Test(arguments: [
        ("$.store.book[*].author", #"["Rees","Waugh","Melville"]"#),
        ("$.store.book[-1].price", "[8.990]"),
        ("$.store.bicycle.price", "[400]"),
        ("$..price", "[8.95,12.99,8.990,400]"),
        ("$.store.book[::-1].author", #"["Melville","Waugh","Rees"]"#),
        ("$.store.book[0:2:1].price", "[8.95,12.99]"),
        ("$.store.book[?@.price < 10].author", #"["Rees","Melville"]"#),
        ("$.store.book[?@.isbn || length(@.tags) == 2].author", #"["Waugh","Melville"]"#),
        ("$.store.book[?match(@.author, 'M.*|W[a-z]{4}')].author", #"["Waugh","Melville"]"#),
        ("$.store.book[?count(@.*) == 2].author", #"["Rees"]"#),
        ("$.store.book[?!@.tags && @.author != 'Rees'].isbn", #"["1"]"#),
        ("$..tags[?search(@, '\\\\P{ASCII}')]", "[]"),
        ("$..tags[?search(@, '^\\\\p{L}$')]", #"["a","é"]"#),
        ("$", "whole"),
    ])
    func selects(path: String, expected: String) throws {
        let values = try JSONPath(path).values(in: Array(Self.store.utf8))
        let wanted = expected == "whole" ? [try JSONValue(parsing: Self.store)] : try JSONValue(parsing: expected).array
        #expect(values == wanted)
    }

    @Test(arguments: [
        ("store", 1), ("$.", 3), ("$[", 3), ("$['a'", 6), ("$[01]", 3), ("$[?@.a]x", 8), ("$[?length(@)]", 4), ("$[?nope(@)]", 4),
        ("$[?@.* == 1]", 4), ("$[?match(@.a)]", 13), ("$['\\u00']", 8), ("$ ", 2),
    ])
    func reportsThePositionOfAnError(path: String, place: Int) {
        let error = #expect(throws: QueryError.self) { try JSONPath(path) }
        #expect(error?.code == .syntax)
        #expect(error?.place == place)
    }

    @Test func refusesDeeplyNestedBrackets() {
        let deep = "$[?" + String(repeating: "(", count: 100_000) + "@"
        #expect(throws: QueryError.self) { try JSONPath(deep) }
    }

    @Test func traversesADeepBodyWithoutRecursion() throws {
        let count = 100_000
        let body = Array((String(repeating: "[", count: count) + "7" + String(repeating: "]", count: count)).utf8)
        var found = 0
        try body.withUnsafeBytes { bytes in
            try JSONPath("$..[?@ == 7]").forEachMatch(in: bytes) { _ in
                found += 1
                return false
            }
        }
        #expect(found == 1)
    }

    @Test(arguments: ["", "{", "[1,", "{\"a\"", "{\"a\":", "]", "[}", "\"", "[\"\\", "{1:2}", "[,,]", "nul"])
    func toleratesInvalidJSON(body: String) throws {
        try Array(body.utf8).withUnsafeBytes { bytes in
            try JSONPath("$..[?@.a == 1 || @[0] == @[-1]]").forEachMatch(in: bytes) { range in
                #expect(range.upperBound <= bytes.count)
                return true
            }
        }
        #expect(throws: QueryError.self) { try JSONPath("$").values(in: Array(body.utf8)) }
    }

    @Test(
        .timeLimit(.minutes(5)),
        arguments: ["$..*..*..*..*..*", "$..[?count($..*..*..*..*..*)>1]", "$[?search(@, '((a?){60}){60}')]"])
    func `a query that takes too long or finds too much is ended`(path: String) throws {
        let text = String(repeating: "a", count: 10_000)
        let body = String(repeating: #"{"a":[1,2],"b":"#, count: 120) + "\"\(text)\"" + String(repeating: "}", count: 120)
        let bytes = Array((path.contains("search") ? "[\"\(text)\"]" : body).utf8)
        let error = #expect(throws: QueryError.self) { try JSONPath(path).values(in: bytes, within: .milliseconds(200)) }
        #expect(error?.code == .limit)
    }
}
