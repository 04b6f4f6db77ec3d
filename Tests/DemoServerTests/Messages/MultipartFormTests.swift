import Testing

@testable import DemoServer

@Suite struct MultipartFormTests {
    private func form(_ text: String, boundary: String = "b") -> MultipartForm? {
        MultipartForm(Array(text.utf8), boundary: boundary)
    }

    @Test func readsFieldsAndFiles() throws {
        let text =
            "--b\r\nContent-Disposition: form-data; name=\"title\"\r\n\r\nHello\r\nworld\r\n"
            + "--b\r\nContent-Disposition: form-data; name=\"photo\"; filename=\"p.png\"\r\nContent-Type: image/png\r\n\r\n--x\r\n--b--\r\n"
        let parts = try #require(form(text)).parts
        #expect(
            parts == [
                .init(name: "title", fileName: nil, contentType: nil, content: Array("Hello\r\nworld".utf8)),
                .init(name: "photo", fileName: "p.png", contentType: "image/png", content: Array("--x".utf8)),
            ])
    }

    @Test func anExtendedFileNameWins() throws {
        let text = "--b\r\nContent-Disposition: form-data; name=f; filename=\"x\"; filename*=UTF-8''%C3%A9.txt\r\n\r\n\r\n--b--"
        #expect(try #require(form(text)).parts.first?.fileName == "é.txt")
    }

    @Test func acceptsAFormWithoutParts() throws {
        #expect(try #require(form("--b--\r\n")).parts.isEmpty)
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
