import Testing

@testable import DemoServer

@Suite struct EchoTests {
    let server: TestServer

    init() throws {
        server = try TestServer(bodyMemoryLimit: 1000)
    }

    @Test func echoesTheWholeRequest() throws {
        let response = try server.send(
            "PURGE", "/anything/a/b?x=1&y=%C3%A9&x=2", headers: [("X-One", "1"), ("x-one", "2")], body: Array("hello".utf8))
        #expect(response.status == 200)
        #expect(response["Content-Type"] == "application/json")
        #expect(try response.json("method") == "PURGE")
        #expect(try response.json("url") == "http://test/anything/a/b?x=1&y=%C3%A9&x=2")
        #expect(try response.json("args.x", as: [String].self) == ["1", "2"])
        #expect(try response.json("args.y") == "é")
        #expect(try response.json("origin") == "127.0.0.1")
        #expect(try response.json("data") == "hello")
        #expect(try response.json("size", as: Int.self) == 5)
        #expect(try response.json("sha256") == "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824")
    }

    @Test func headersKeepTheirOrderAndCase() throws {
        let text = try server.get("/headers", headers: [("zebra", "1"), ("Alpha", "2"), ("mIxed", "3")]).text
        let places = try ["Host", "zebra", "Alpha", "mIxed"].map { try #require(text.firstRange(of: "\"\($0)\"")).lowerBound }
        #expect(places == places.sorted())
    }

    @Test func formsAreRead() throws {
        let response = try server.postForm("/post", [("a", "1 2"), ("b", "x"), ("b", "y")])
        #expect(try response.json("form.a") == "1 2")
        #expect(try response.json("form.b", as: [String].self) == ["x", "y"])
        #expect(try response.json("data") == "")
    }

    @Test func multipartFormsAreRead() throws {
        let body =
            "--b\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n"
            + "--b\r\nContent-Disposition: form-data; name=\"f\"; filename=\"x.txt\"\r\nContent-Type: text/plain\r\n\r\ntext\r\n--b--\r\n"
        let response = try server.send(
            "POST", "/post", headers: [("Content-Type", "multipart/form-data; boundary=b")], body: Array(body.utf8))
        #expect(try response.json("form.a") == "1")
        #expect(try response.json("files.f") == "text")
    }

    @Test func jsonIsRead() throws {
        let response = try server.sendJSON("PUT", "/put", #"{"a": [1, null]}"#)
        #expect(try response.json("json.a.0", as: Int.self) == 1)
        #expect(try response.json("data") == #"{"a": [1, null]}"#)
    }

    @Test func bytesThatAreNoTextTravelAsDataURL() throws {
        let response = try server.send("PATCH", "/patch", body: [0xFF, 0x00])
        #expect(try response.json("data") == "data:application/octet-stream;base64,/wA=")
    }

    @Test func aLongBodyIsCountedAndHashedOnly() throws {
        let response = try server.send("POST", "/post", body: [UInt8](repeating: UInt8(ascii: "a"), count: 1_000_000))
        #expect(try response.json("size", as: Int.self) == 1_000_000)
        #expect(try response.json("sha256") == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
        #expect(response.text.contains(#""data": null"#))
    }

    @Test(arguments: [("GET", "/get"), ("POST", "/post"), ("PUT", "/put"), ("PATCH", "/patch"), ("DELETE", "/delete")])
    func eachMethodHasItsOwn(method: String, path: String) throws {
        #expect(try server.send(method, path).json("method") == method)
        #expect(try server.send(method == "PUT" ? "POST" : "PUT", path).status == 405)
    }

    @Test func setsResponseHeaders() throws {
        let response = try server.get("/response-headers?Set-Cookie=a%3D1&Set-Cookie=b%3D2&X-Any=thing")
        #expect(response.values("Set-Cookie") == ["a=1", "b=2"])
        #expect(response["X-Any"] == "thing")
        #expect(try server.get("/response-headers?content-type=text/plain").values("Content-Type") == ["text/plain"])
    }

    @Test(arguments: ["bad%20name=1", "X-A=one%0D%0Atwo", "=x", "X-A=", "content-length=1", "Connection=close"])
    func refusesInvalidResponseHeaders(query: String) throws {
        let response = try server.get("/response-headers?\(query)")
        #expect(response.status == 400)
        #expect(response["Content-Type"] == "application/problem+json")
    }

    @Test func acceptsAnAbsoluteTarget() throws {
        let response = try server.get("http://other.test:81/get?a=1")
        #expect(try response.json("url") == "http://other.test:81/get?a=1")
        #expect(try response.json("args.a") == "1")
    }
}
