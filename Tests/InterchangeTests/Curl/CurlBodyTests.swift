import HTTP
import Testing
import Workspace

@testable import Interchange

/// Files and parts in curl commands, there and back.
@Suite struct CurlBodyTests {
    private func read(_ text: String) throws -> ImportedRequest { try CurlCommand.read(text) }

    @Test(arguments: [
        (
            "f=@/tmp/a b.png;type=image/png;filename=\"z;q.png\"",
            BodyDraft.Part("f", "/tmp/a b.png", isFile: true, contentType: "image/png", fileName: "z;q.png")
        ),
        (#"n=1;headers="X-A: a;b";headers=X-B: 2"#, BodyDraft.Part("n", "1", headers: "X-A: a;b\nX-B: 2")),
        ("f=@\"a;b.png\"", BodyDraft.Part("f", "a;b.png", isFile: true)),
        (#"f=@"a\"b\\c""#, BodyDraft.Part("f", #"a"b\c"#, isFile: true)),
        (#"n="x;y";type=text/x"#, BodyDraft.Part("n", "x;y", contentType: "text/x")), ("n=x;y", BodyDraft.Part("n", "x;y")),
        ("n=x;type=text/x; charset=utf-8", BodyDraft.Part("n", "x", contentType: "text/x; charset=utf-8")),
        (#"n=say "x""#, BodyDraft.Part("n", #"say "x""#)), (#"n=a="b""#, BodyDraft.Part("n", #"a="b""#)),
    ])
    func `quotes protect the signs that separate values`(_ text: String, _ part: BodyDraft.Part) throws {
        #expect(try read("curl h -F '\(text)'").draft.body.parts == [part])
    }

    @Test(arguments: ["", "  ", "\t"]) func `a header without a value is sent`(_ value: String) throws {
        let request = HTTPRequest(method: .get, url: "http://h/", headers: ["X-A": value])
        #expect(try CurlWriter.write(request, mask: { $0 }).contains("--header 'X-A;'"))
    }

    @Test(arguments: ["POST", "PUT", "PATCH", "DELETE", "GET"])
    func `a command without a body states its length where the workbench does`(method: HTTPMethod) throws {
        let request = HTTPRequest(method: method, url: "https://h/")
        let command = try CurlWriter.write(request, mask: { $0 })
        #expect(command.contains("--data-raw ''") == [.post, .put, .patch].contains(method))
        #expect(command.contains("--request") == [.put, .patch, .delete].contains(method))
        let draft = try read(command).draft
        #expect(draft.method == method.rawValue && draft.body.text.isEmpty)
        #expect(!draft.headers.contains { $0.name == "Content-Type" && !$0.value.isEmpty })
    }

    @Test(arguments: [
        ("-F 'n=<a.txt'", "--form n=<a.txt sends a file in place of its text"),
        ("--data-urlencode 'n@/tmp/x'", "--data-urlencode n@/tmp/x is omitted"),
        ("--data-urlencode @f", "--data-urlencode @f is omitted"), ("-d a=1 -d @f", "--data @f is omitted"),
        ("-G -d @f", "--data @f is omitted"),
    ])
    func `unsupported parts are reported`(_ words: String, _ loss: String) throws {
        let imported = try read("curl h \(words)")
        #expect(imported.losses == [loss])
        #expect(!imported.draft.body.text.contains("@"))
        #expect(imported.draft.query == [])
    }

    @Test func `text next to a file is used`() throws {
        let imported = try read("curl h -d @body.json -d a=1 --data-binary @bin")
        #expect(imported.draft.body.form == [Row("a", "1")])
        #expect(imported.losses.count == 2)
    }

    @Test(arguments: [
        ("c.pem:pw", "c.pem", "pw"), (#"c\:d.pem:p:w"#, "c:d.pem", "p:w"), ("c.pem", "c.pem", nil), ("{{env:CERT}}", "{{env:CERT}}", nil),
    ])
    func `a passphrase follows a certificate`(_ text: String, _ path: String, _ passphrase: String?) throws {
        let options = try read("curl h --cert '\(text)'").draft.options
        #expect((options.tls.certificate, options.tls.passphrase) == (path, passphrase))
    }

    private func written(_ body: any HTTPBody, headers: HTTPHeaders = [:]) throws -> String {
        var request = HTTPRequest(method: .post, url: "https://h/", headers: headers)
        request.body = body
        return try CurlWriter.write(request, mask: { $0 })
    }

    @Test func `parts and files are written as such, and read as they were`() throws {
        let form = MultipartBody([
            .field("t", "hi"), .field("at", "@x;y"), .field("j", "{\"a\": 1}", contentType: "application/json"),
            .file("f", path: "/x/a;b \"c\".bin", fileName: "n\\.bin", contentType: "image/png"),
            MultipartPart(name: "h", additionalHeaders: ["X-A": "a; b", "X-B": "2"], body: DataBody(Array("1".utf8))),
        ])
        let text = try written(form, headers: ["Content-Type": "multipart/form-data; boundary=\(form.boundary)"])
        #expect(text.contains("--form-string t=hi"))
        #expect(!text.contains("boundary"))
        #expect(
            try read(text).draft.body.parts == [
                .init("t", "hi"), .init("at", "@x;y"), .init("j", "{\"a\": 1}", contentType: "application/json"),
                .init("f", "/x/a;b \"c\".bin", isFile: true, contentType: "image/png", fileName: "n\\.bin"),
                .init("h", "1", headers: "X-A: a; b\nX-B: 2"),
            ])
        #expect(try read(text).losses == [])
    }

    @Test func `a file stays a file, even if it does not exist`() throws {
        let text = try written(FileBody(path: "/not/there.bin"), headers: ["Content-Type": "a/b"])
        #expect(text.contains("--data-binary @/not/there.bin"))
        let draft = try read(text).draft
        #expect((draft.body.kind, draft.body.file, draft.method) == (.file, "/not/there.bin", "POST"))
    }

    @Test func `long texts are written completely, and binary data is refused`() throws {
        let long = String(repeating: "x", count: 200_000)
        #expect(try written(TextBody(long)).contains(long))
        #expect(throws: ImportError.self) { try written(DataBody([0x61, 0, 0x62])) }
        #expect(throws: ImportError.self) { try written(DataBody([0xFF])) }
        #expect(throws: ImportError.self) { try written(MultipartBody([.field("a=b", "x")])) }
    }

    @Test func `a HEAD request with a body is refused, since curl would wait for the response's`() throws {
        let request = HTTPRequest(method: .head, url: "http://h/", body: TextBody("x"))
        #expect(throws: ImportError.self) { try CurlWriter.write(request, mask: { $0 }) }
    }

    @Test func `the client is named if the server is answered later`() throws {
        var request = HTTPRequest(url: "https://h/")
        request.authenticate(with: .digest(BasicCredentials(username: "u", password: "p:w")))
        #expect(
            try read(CurlWriter.write(request, mask: { $0 })).draft.auth
                == AuthDraft(.digest, fields: ["username": "u", "password": "p:w"]))
        #expect(try !CurlWriter.write(request, mask: { $0.replacing("p:w", with: "••") }).contains("p:w"))
        request.authenticate(with: .transport(.init(scheme: .ntlm, credentials: BasicCredentials(username: "D\\u", password: "p"))))
        let ntlm = try read(CurlWriter.write(request, mask: { $0 })).draft.auth
        #expect(ntlm == AuthDraft(.ntlm, fields: ["username": "D\\u", "password": "p"]))
    }

    @Test func `a body without a content type stays without`() throws {
        let text = try written(DataBody(Array("x".utf8)))
        #expect(text.contains("--header Content-Type:"))
        #expect(try read(text).draft.body == BodyDraft(kind: .text, text: "x", contentType: BodyDraft.noContentType))
    }
}
