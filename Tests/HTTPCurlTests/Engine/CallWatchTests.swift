import HTTP
import HTTPConformance
import Testing

@testable import HTTPCurl

@Suite struct CallWatchTests {
    /// Looks until no more looks are planned; returns the sockets that were shut down.
    private static func look(_ state: inout CallWatch.State, _ times: Int, among unread: [Int32] = [5, 7]) -> [Int32] {
        var ended: [Int32] = []
        for _ in 0..<times {
            let goesOn = state.look { sockets in
                let socket = sockets.first { unread.contains($0) }
                if let socket { ended.append(socket) }
                return socket
            }
            guard goesOn else { break }
        }
        return ended
    }

    @Test func `a call that takes too long is ended, one connection after the other`() {
        var state = CallWatch.State(longestCall: 3)
        for socket in [4, 5, 6, 7] as [Int32] { state.recordSocket(socket, isOpen: true) }
        let plansLook = state.begin()
        #expect(plansLook)
        #expect(Self.look(&state, 2) == [])
        #expect(Self.look(&state, 1) == [5])
        #expect(Self.look(&state, 5) == [7])
        let wasEnded = state.end()
        #expect(wasEnded)
        let plansAnother = state.begin()
        #expect(!plansAnother)
        let nextWasEnded = state.end()
        #expect(!nextWasEnded)
    }

    @Test func `a call for which a command waits is ended at the second look`() {
        var state = CallWatch.State(longestCall: 20)
        state.recordSocket(5, isOpen: true)
        let plansLook = state.begin()
        #expect(plansLook)
        state.hurry()
        #expect(Self.look(&state, 1) == [])
        #expect(Self.look(&state, 1) == [5])
    }

    @Test func `a call is ended after the shortest limit of the transfers that run`() {
        var state = CallWatch.State(longestCall: 20)
        state.recordSocket(5, isOpen: true)
        state.noteLimit(.seconds(1), isOnlyTransfer: true)
        state.noteLimit(.seconds(Int64.max), isOnlyTransfer: false)
        let plansLook = state.begin()
        #expect(plansLook)
        #expect(Self.look(&state, 2) == [])
        #expect(Self.look(&state, 1) == [5])
        state.noteLimit(nil, isOnlyTransfer: true)
        #expect(state.longestCall == 20)
    }

    @Test func `a call that returns is never ended, and watching ends with the call`() {
        var state = CallWatch.State(longestCall: 2)
        state.recordSocket(5, isOpen: true)
        var planned = 0
        for _ in 0..<10 {
            if state.begin() { planned += 1 }
            state.hurry()
            if planned % 2 == 0 { #expect(Self.look(&state, 1) == []) }
            let wasEnded = state.end()
            #expect(!wasEnded)
        }
        #expect(planned == 1)
        #expect(Self.look(&state, 9) == [])
        let plansLook = state.begin()
        #expect(plansLook)
    }

    @Test func `closed sockets and sockets without unread bytes are left alone`() {
        var state = CallWatch.State(longestCall: 1)
        state.recordSocket(5, isOpen: true)
        state.recordSocket(5, isOpen: false)
        state.recordSocket(8, isOpen: true)
        let plansLook = state.begin()
        #expect(plansLook)
        #expect(Self.look(&state, 4) == [])
        let wasEnded = state.end()
        #expect(!wasEnded)
    }
}

/// A server that sends HTTP/2 frames faster than libcurl reads them.
@Suite(.timeLimit(.minutes(5))) struct FrameFloodTests {
    private static func flood() throws -> (server: FaultServer, request: HTTPRequest) {
        let server = try FaultServer { connection in
            _ = try connection.readRequest()
            let (settings, unknownFrame) = ([0, 0, 0, 4, 0, 0, 0, 0, 0] as [UInt8], [0, 0, 0, 0x42, 0, 0, 0, 0, 0] as [UInt8])
            try connection.send(settings)
            let frames = Array(repeatElement(unknownFrame, count: 20_000).joined())
            while true { try connection.send(frames) }
        }
        var request = HTTPRequest(url: "\(server.url)/")
        request.proxy = .none
        request.versionPreference = .http2PriorKnowledge
        return (server, request)
    }

    @Test func `a request is cancelled`() async throws {
        let (server, request) = try Self.flood()
        let task = CurlLoader().start(request)
        try await Task.sleep(for: .milliseconds(300))
        task.cancel()
        let error = await #expect(throws: HTTPError.self) { try await task.value }
        #expect(error?.code == .cancelled)
        withExtendedLifetime(server) {}
    }

    @Test(arguments: [HTTPTimeouts(idle: .seconds(1)), HTTPTimeouts(total: .seconds(1))])
    func `a time limit ends the request`(_ limits: HTTPTimeouts) async throws {
        let (server, flooded) = try Self.flood()
        var request = flooded
        request.timeouts = limits
        let limited = request
        // Without the limit, the server would never be disconnected.
        let loader = CurlLoader(connectionLimits: HTTPConnectionLimits(), longestCall: .seconds(3_600))
        let error = await #expect(throws: HTTPError.self) { try await loader.load(limited) }
        #expect(error?.code == .timedOut)
        withExtendedLifetime(server) {}
    }

    @Test func `a request ends, and the next one is answered`() async throws {
        let (server, request) = try Self.flood()
        let loader = CurlLoader(connectionLimits: HTTPConnectionLimits(), longestCall: .seconds(1))
        let error = await #expect(throws: HTTPError.self) { try await loader.load(request) }
        #expect(error?.code == .invalidResponse)
        let good = try FaultServer { connection in
            _ = try connection.readRequest()
            try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
        }
        var next = HTTPRequest(url: "\(good.url)/")
        next.proxy = .none
        #expect(try await loader.load(next).status == 200)
        withExtendedLifetime((server, good)) {}
    }
}
