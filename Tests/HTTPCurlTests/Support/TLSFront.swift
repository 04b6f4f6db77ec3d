import Foundation
@testable import HTTPConformance

/// TLS before a scripted server: `openssl s_server` takes one connection, and what it unwraps goes on to the script, which stays one of plain
/// bytes.
final class TLSFront: Sendable {
    let port: Int
    private let process: ServerProcess

    init(_ certificate: String, _ options: [String] = [], of authority: TestAuthority, before server: FaultServer) async throws {
        let script = try await blocking { try LoopbackSocket.connected(to: server.port) }
        let isPassedOn = DispatchSemaphore(value: 0)
        let words = authority.serving(certificate) + options + ["-naccept", "1"]
        process = try await ServerProcess.start("openssl", words, readyWhenItSays: "ACCEPT") {
            Self.passOn($0, to: script)
            isPassedOn.signal()
        }
        port = process.readyPort
        let input = process.input
        BlockingThread.start {
            while let bytes = try? script.receive(), !bytes.isEmpty, (try? input.write(contentsOf: bytes)) != nil {}
            try? input.close()
            isPassedOn.wait()
            script.closeDescriptor()
        }
    }

    /// The program prints details of the connection before the client's first byte; this starts the last of these lines.
    private static let lastRemark = Data("Secure Renegotiation IS ".utf8)

    private static func passOn(_ output: FileHandle, to script: LoopbackSocket) {
        defer { script.shutDown() }
        var remarks = Data()
        while let piece = next(of: output) {
            remarks += piece
            guard let mark = remarks.range(of: lastRemark), let end = remarks[mark.upperBound...].firstIndex(of: 0x0A) else { continue }
            try? script.send(Array(remarks[(end + 1)...]))
            break
        }
        while let piece = next(of: output) { try? script.send(Array(piece)) }
    }

    private static func next(of output: FileHandle) -> Data? {
        let data = output.availableData
        return data.isEmpty ? nil : data
    }
}
