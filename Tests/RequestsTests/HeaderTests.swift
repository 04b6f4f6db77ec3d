import Foundation
import HTTP
import Requests
import Testing

@Suite struct HeaderTests {
    let header = Header(Field(name: "A", value: "1"), Field(name: "b", value: "2"), Field(name: "a", value: "3"))

    @Test func duplicatesAreKeptInOrderAndJoinedForReading() {
        #expect(header.fields.map(\.value) == ["1", "2", "3"])
        #expect(header[.init("A")] == "1, 3")
        #expect(header.dictionaryValue == ["A": "1, 3", "b": "2"])
        #expect(header.httpHeaders == ["A": "1", "b": "2", "a": "3"])
    }

    @Test func settingLeavesOneAndRemovingGivesItBack() {
        var header = header
        header.set(Field(name: "a", value: "4"))
        #expect(header.fields.map(\.value) == ["4", "2"])
        #expect(header.remove("A") == Field(name: "A", value: "4"))
        #expect(header.remove("A") == nil)
        #expect(!header.contains("a") && header.contains("B"))
        #expect(Header.empty.isEmpty)
    }

    @Test func fieldsCanBeMatched() {
        let field = Field.accept(.json)
        switch (field.name, field.value) {
        case (.accept, let value): #expect(value == "application/json")
        default: Issue.record("not matched")
        }
        switch Field(name: "accept", value: "text/html") {
        case .accept(.html): break
        default: Issue.record("not matched")
        }
    }

    @Test func mediaTypesCompareWithoutParameters() {
        #expect(MediaType.plainText == MediaType(type: "TEXT", subtype: "Plain"))
        #expect(MediaType.json != .xml)
        let type = MediaType(type: .text, subtype: "plain", parameters: ["format": "a b", "charset": "utf-8"])
        #expect(type.rawValue == "text/plain; charset=utf-8; format=\"a b\"")
        #expect(MediaType(type: .application, subtype: .octetStream) == .binary)
        let marked = MediaType(type: .text, subtype: "plain", parameters: ["name": "a\"\u{301}b"])
        #expect(marked.rawValue.unicodeScalars.filter { $0 == "\\" }.count == 1)
        #expect(MediaType.formData(boundary: "B").rawValue == "multipart/form-data; boundary=B")
    }

    @Test func aQueryCanBeWrittenAsADictionary() {
        let request = AnonymousRequestProvider("https://h").get(.text, from: "").with(query: ["b": "2", "a": nil, "b": "3"])
        #expect(request.queryItems.map(\.name) == ["b", "a", "b"])
        #expect(request.with(query: []).queryItems.isEmpty)
    }
}
