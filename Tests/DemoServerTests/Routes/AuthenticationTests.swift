import Testing

@testable import DemoServer

@Suite struct AuthenticationTests {
    let server: TestServer

    init() throws {
        server = try TestServer()
    }

    @Test(arguments: [("dTpw", 200), ("dTp4", 401), ("eDpw", 401), ("!", 401), ("dQ==", 401)])
    func basicWantsUserAndPassword(credentials: String, status: Int) throws {
        let response = try server.get("/basic-auth/u/p", headers: [("Authorization", "basic \(credentials)")])
        #expect(response.status == status)
        #expect(response["WWW-Authenticate"] == (status == 401 ? "Basic realm=\"Apus\"" : nil))
    }

    @Test func basicWithoutCredentialsIsRefused() throws {
        #expect(try server.get("/basic-auth/u/p").status == 401)
        #expect(try server.get("/basic-auth/u/p", headers: [("Authorization", "Bearer dTpw")]).status == 401)
    }

    @Test func bearerWantsAToken() throws {
        #expect(try server.get("/bearer")["WWW-Authenticate"] == "Bearer realm=\"Apus\"")
        #expect(try server.get("/bearer", headers: [("Authorization", "Bearer abc")]).json("token") == "abc")
    }
}
