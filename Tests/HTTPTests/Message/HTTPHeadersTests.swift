import HTTP
import Testing

@Suite struct HTTPHeadersTests {
    @Test func orderDuplicatesAndWrittenCaseAreKept() {
        let headers: HTTPHeaders = ["b": "1", "A": "2", "B": "3"]
        #expect(headers.map(\.name) == ["b", "A", "B"])
        #expect(headers["B"] == "1")
        #expect(headers.values(for: "b") == ["1", "3"])
        #expect(headers.combinedValue(for: "b") == "1, 3")
    }

    @Test func fieldsAreNamesAndValues() {
        var headers = HTTPHeaders(["b": "2", "a": "1"])
        var list: [String] = []
        for (name, value) in headers { list.append(name + value) }
        #expect(list == ["a1", "b2"])
        headers[.accept] = "x"
        #expect(headers["ACCEPT"] == "x")
        #expect(HTTPHeaderName.eTag == "etag" && HTTPHeaderName("X") != .eTag)
    }

    @Test func settingReplacesInPlaceAndRemovesDuplicates() {
        var headers: HTTPHeaders = ["x": "1", "y": "2", "X": "3"]
        headers["X"] = "4"
        #expect(headers == ["X": "4", "y": "2"])
        headers["x"] = nil
        #expect(headers == ["y": "2"])
    }

    @Test func mergingDefaultsAddsMissingHeaders() {
        var headers: HTTPHeaders = ["Accept": "a"]
        headers.merge(defaults: ["accept": "b", "Foo": "1", "foo": "2"])
        #expect(headers == ["Accept": "a", "Foo": "1", "foo": "2"])
    }

    @Test func namesCompareByASCIICaseOnly() {
        let headers: HTTPHeaders = ["K": "1"]
        #expect(headers["\u{212A}"] == nil)
    }
}
