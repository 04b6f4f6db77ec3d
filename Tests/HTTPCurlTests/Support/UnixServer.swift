import Foundation
import HTTPConformance
import Platform

/// A server on a socket in the file system that reads one request, sends a text and closes.
final class UnixServer: Sendable {
    let path: String
    private let descriptor: Int32

    init(answering response: String) throws {
        path = FileManager.default.temporaryDirectory.appending(path: "apus-\(UUID().uuidString.prefix(8)).sock").path()
        descriptor = socket(AF_UNIX, streamSocketType, 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let descriptor = descriptor
        let isListening = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0 && listen(descriptor, 1) == 0
            }
        }
        guard isListening else { throw ServerProcessError(description: "cannot listen on \(path)") }
        BlockingThread.start {
            let client = accept(descriptor, nil, nil)
            defer { close(client) }
            var buffer = [UInt8](repeating: 0, count: 65_536)
            _ = recv(client, &buffer, buffer.count, 0)
            let bytes = Array(response.utf8)
            _ = send(client, bytes, bytes.count, 0)
        }
    }

    deinit {
        shutdown(descriptor, Int32(SHUT_RDWR))
        close(descriptor)
        unlink(path)
    }
}
