import Testing

@testable import DemoServer

@Suite struct HeaderParametersTests {
    @Test(arguments: [
        ("text/html; charset=utf-8", "text/html", [NameValue("charset", "utf-8")]),
        ("form-data; name=\"a;b\"; FileName=\"q\\\"uote\"", "form-data", [NameValue("name", "a;b"), NameValue("filename", "q\"uote")]),
        ("  x ;a = 1 ; junk", "x", [NameValue("a", "1")]),
        ("", "", []),
    ])
    func readsValuesAndParameters(text: String, value: String, parameters: [NameValue]) {
        let header = HeaderParameters(text)
        #expect(header.value == value)
        #expect(header.parameters == parameters)
    }

    @Test func readsCredentials() {
        let (scheme, parameters) = HeaderParameters.credentials("Digest username=\"a, b\", qop=auth,nc=00000001")
        #expect(scheme == "digest")
        #expect(parameters["username"] == "a, b")
        #expect(parameters["qop"] == "auth")
        #expect(parameters["nc"] == "00000001")
    }
}
