import HTTP
import HTTPConformance
import HTTPCurl
import Testing

/// The schemes that belong to a connection, and so to libcurl.
@Suite(.timeLimit(.minutes(5))) struct CurlAuthenticationTests {
    private let loader = CurlLoader()

    /// The three messages of NTLM over one connection.
    @Test func authenticatesWithNTLM() async throws {
        let challenge = "TlRMTVNTUAACAAAAAAAAADAAAAABggAAASNFZ4mrze8AAAAAAAAAAAAAAAAwAAAA"
        let server = try FaultServer { connection in
            while let request = try connection.readRequest() {
                // The type of a message follows its name.
                let isLast = request["Authorization"]?.hasPrefix("NTLM TlRMTVNTUAAD") == true
                let field = request["Authorization"] == nil ? "NTLM" : "NTLM \(challenge)"
                try connection.send(
                    isLast
                        ? "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"
                        : "HTTP/1.1 401 Unauthorized\r\nWWW-Authenticate: \(field)\r\nContent-Length: 0\r\n\r\n")
            }
        }
        var request = server.request()
        request.transportAuthentication = HTTPTransportAuthentication(
            scheme: .ntlm, credentials: BasicCredentials(username: "leia", password: "alderaan"))
        let response = try await loader.load(request)
        #expect(response.status == 200)
        #expect(try await response.body.collect(upTo: 10) == Array("ok".utf8))
        #expect(server.connectionCount == 1)
        #expect(server.requests.compactMap { $0["Authorization"]?.prefix(21) } == ["NTLM TlRMTVNTUAABAAAA", "NTLM TlRMTVNTUAADAAAA"])
    }

    @Test func `a login is given up on a server that closes each connection`() async throws {
        let server = try FaultServer { connection in
            _ = try connection.readRequest()
            try connection.send("HTTP/1.1 401 Unauthorized\r\nWWW-Authenticate: NTLM\r\nConnection: close\r\nContent-Length: 0\r\n\r\n")
        }
        var request = server.request()
        request.transportAuthentication = HTTPTransportAuthentication(
            scheme: .ntlm, credentials: BasicCredentials(username: "leia", password: "alderaan"))
        do {
            _ = try await loader.load(request)
            Issue.record("the login did not fail")
        } catch {
            #expect(error.code == .cannotAuthenticate)
        }
        #expect(server.requests.count < 10)
    }

    /// Without a ticket, libcurl sends the request bare, and once: the server's answer comes as it is, and a note says what is missing.
    @Test(arguments: [[], Array("once more".utf8)]) func saysThatThereIsNoTicket(body: [UInt8]) async throws {
        let server = try FaultServer { connection in
            while try connection.readRequest() != nil {
                try connection.send("HTTP/1.1 401 Unauthorized\r\nWWW-Authenticate: Negotiate\r\nContent-Length: 4\r\n\r\nnope")
            }
        }
        var request = server.request(method: body.isEmpty ? .get : .post, body: DataBody(body))
        request.transportAuthentication = HTTPTransportAuthentication(
            scheme: .negotiate, credentials: BasicCredentials(username: "", password: ""))
        let task = loader.start(request)
        let response = try await task.value
        #expect(response.status == .unauthorized)
        #expect(response.headers["WWW-Authenticate"] == "Negotiate")
        #expect(try await response.body.collect(upTo: 10) == Array("nope".utf8))
        #expect(server.requests.map(\.body) == [body])
        #expect(server.requests.first?["Authorization"] == nil)
        var notes: [String] = []
        for await event in task.events { if case .noted(let text) = event { notes.append(text) } }
        #expect(notes.count == 1)
        #expect(notes.first?.contains("kinit") == true)
    }

    @Test func ignoresMissingTicketsWhenNoneAreNeeded() async throws {
        let server = try FaultServer(answering: "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
        var request = server.request()
        request.transportAuthentication = HTTPTransportAuthentication(
            scheme: .negotiate, credentials: BasicCredentials(username: "", password: ""))
        let task = loader.start(request)
        #expect(try await task.value.body.collect(upTo: 10) == Array("ok".utf8))
        for await event in task.events { if case .noted(let text) = event { Issue.record("\(text)") } }
    }
}
