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

    @Test func interimResponsesAndTrailersAreFoundInReceivedBytes() {
        let lines = [
            "HTTP/1.1 103 Early Hints", "Link: </a.css>", "Link: </b.css>", "", "HTTP/1.1 401 Unauthorized", "A: b", "", "Old: 1",
            "HTTP/1.1 200 OK", "Trailer: X-Sum", "no colon", "", "X-Sum:\t9 ", "empty:", "", "",
        ]
        let parts = HTTPHeaderParts(Array(lines.joined(separator: "\r\n").utf8))
        #expect(parts.interim.map(\.statusLine) == ["HTTP/1.1 103 Early Hints"])
        #expect(parts.interim.map(\.headers) == [["Link": "</a.css>", "Link": "</b.css>"]])
        #expect(parts.trailers == ["X-Sum": "9", "empty": ""])
    }

    @Test(arguments: ["", "HTTP/2 200", "HTTP/1.1 101 Switching Protocols\r\nA: b\r\n\r\n", "\r\n\n\r", "A: b"])
    func otherBytesHaveNoInterimResponse(bytes: String) {
        #expect(HTTPHeaderParts(Array(bytes.utf8)).interim.isEmpty)
    }
}
