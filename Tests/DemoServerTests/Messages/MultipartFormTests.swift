import HTTP
import Testing

@testable import DemoServer

@Suite struct MultipartFormTests {
    private func form(_ text: String, boundary: String = "b") -> [ReceivedPart]? {
        let head = RequestHead(
            method: "POST", target: ReceivedTarget("/"), version: "HTTP/1.1",
            headers: ["Content-Type": "Multipart/Form-Data; charset=utf-8; boundary=\"\(boundary)\""], origin: "127.0.0.1")
        let body = ReceivedBody(bytes: Array(text.utf8), byteCount: text.utf8.count, sha256: "")
        guard case .multipart(let parts) = Request(head: head, body: body).form else { return nil }
        return parts
    }

    @Test func readsFieldsAndFiles() throws {
        let text =
            "--b\r\nContent-Disposition: form-data; name=\"title\"\r\n\r\nHello\r\nworld\r\n"
            + "--b\r\nContent-Disposition: form-data; name=\"photo\"; filename=\"p.png\"\r\nContent-Type: image/png\r\n\r\n--x\r\n--b--\r\n"
        let parts = try #require(form(text))
        #expect(parts.map(\.name) == ["title", "photo"])
        #expect(parts.map(\.fileName) == [nil, "p.png"])
        #expect(parts.map { $0.headers["Content-Type"] } == [nil, "image/png"])
        #expect(parts.map(\.bytes) == [Array("Hello\r\nworld".utf8), Array("--x".utf8)])
    }

    @Test func anExtendedFileNameWins() throws {
        let text = "--b\r\nContent-Disposition: form-data; name=f; filename=\"x\"; filename*=UTF-8''%C3%A9.txt\r\n\r\n\r\n--b--"
        #expect(try #require(form(text)).first?.fileName == "é.txt")
    }

    @Test func decodesAPartInBase64() throws {
        let text = "--b\r\nContent-Disposition: form-data; name=f\r\nContent-Transfer-Encoding: base64\r\n\r\nSGk=\r\n--b--"
        #expect(try #require(form(text)).map(\.bytes) == [Array("Hi".utf8)])
    }

    @Test func acceptsAFormWithoutParts() throws {
        #expect(try #require(form("--b--\r\n")).isEmpty)
    }

    @Test(arguments: [
        "", "--", "no boundary", "--b", "--b\r\n", "--b\r\nContent-Disposition: form-data; name=a\r\n\r\nnever ends",
        "--b\r\nContent-Disposition: form-data\r\n\r\nno name\r\n--b--", "--b\r\n\r\nno header\r\n--b--",
    ])
    func refusesInvalidForms(text: String) {
        #expect(form(text) == nil)
    }

    @Test func refusesAnEmptyBoundary() {
        #expect(form("----", boundary: "") == nil)
    }
}
