import DemoServer
import Foundation
import HTTPConformance
import Screen
import ScreenTesting
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

#if !os(macOS)  // There the desktop's tool is called by its path, which is the system's.
    /// A login in the browser, from the opened page to the response.
    @Suite struct BrowserTests {
        @Test func `the browser logs in, returns, and the request gets its response`() async throws {
            let server = try DemoServer.start()
            let machine = try await Machine(beside: server)
            let port = try Self.freePort()
            try machine.writeRequest(
                "Ask",
                #""url": "\#(server.url)/oauth/userinfo", "auth": { "type": "oauth2", "authorizationURL": "\#(server.url)/oauth/authorize", "tokenURL": "\#(server.url)/oauth/token", "clientID": "demo-app", "redirectURL": "http://127.0.0.1:\#(port)/callback" }"#
            )
            let pages = "\(machine.home)/pages"
            #expect(mkfifo(pages, 0o600) == 0)
            let reader = open(pages, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
            defer { close(reader) }
            let robot = try await machine.startWithRequest(environment: [
                "PATH": "\(Self.browser):/usr/local/bin:/usr/bin:/bin", "APUS_TEST_PAGES": pages,
            ])
            robot.press(.function(5))
            try await robot.see("This page was opened in the browser")
            let page = await Self.text(of: reader)
            #expect(page.hasPrefix("\(server.url)/oauth/authorize?") && page.contains("code_challenge="))
            let (_, response) = try await URLSession.shared.data(from: try #require(URL(string: page + "&decision=allow")))
            #expect((response as? HTTPURLResponse)?.statusCode == 200)
            try await robot.see(all: ["200 OK", "Ada Berg"])
            #expect(!robot.screen.text.contains("Log in"))
            robot.send("2go")
            try await robot.see("Logged out: deleted the tokens of demo-app")
            try await robot.quit()
        }

        /// The folder with the script, which is committed: one that a test wrote may still be open for writing in a child of another test.
        private static let browser =
            #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(2).joined(separator: "/") + "/Fixtures/browser"

        /// The browser's first output; empty if there is none within a minute.
        private static func text(of pipe: Int32) async -> String {
            await withCheckedContinuation { continuation in
                BlockingThread.start {
                    var wait = pollfd(fd: pipe, events: Int16(POLLIN), revents: 0)
                    var bytes = [UInt8](repeating: 0, count: 65_536)
                    let count = poll(&wait, 1, 60_000) > 0 ? max(0, read(pipe, &bytes, bytes.count)) : 0
                    continuation.resume(returning: String(decoding: bytes[..<count], as: UTF8.self))
                }
            }
        }

        /// A port without a listener.
        private static func freePort() throws -> Int {
            let server = try FaultServer(answering: "")
            return Int(server.port)
        }
    }
#endif
