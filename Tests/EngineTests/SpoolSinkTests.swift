import Document
import Foundation
import HTTP
import HTTPTesting
import Hashing
import TestFixtures
import Testing

@testable import Engine

/// The history's copy of a large response on a full disk or without a usable path.
@Suite struct SpoolSinkTests {
    private static let chunk = [UInt8](repeating: 7, count: 40_000)

    private static func spool(_ path: String, _ chunks: Int = 4) -> HTTPRecordedBody {
        let sink = SpoolSink { path }
        for _ in 0..<chunks { sink.write(chunk) }
        return sink.finish()
    }

    @Test func keepsTheBeginningOnAFullDisk() async throws {
        let path = NSTemporaryDirectory() + "spooled-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: path) }
        await #expect(processExitsWith: .success) { [path = path as String] in
            FullDisk.begin(after: 50_000)
            let body = Self.spool(path)
            #expect(!body.isComplete)
            #expect(body.byteCount == 160_000)
            #expect(body.storage == .file(path: path))
        }
        #expect(try Data(contentsOf: URL(filePath: path)) == Data(Self.chunk))
    }

    @Test func keepsTheBeginningInMemoryWithoutRoomOnDisk() async throws {
        let path = NSTemporaryDirectory() + "spooled-\(UUID().uuidString)"
        await #expect(processExitsWith: .success) { [path = path as String] in
            FullDisk.begin(after: 10_000)
            let body = Self.spool(path)
            #expect(!body.isComplete)
            #expect(body.storage == .memory(Self.chunk))
        }
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test func theBeginningHasNoHole() {
        let sink = SpoolSink { nil }
        let chunks = [60_000, 10_000, 1_000].enumerated().map { [UInt8](repeating: UInt8($0), count: $1) }
        for chunk in chunks { sink.write(chunk) }
        let body = sink.finish()
        #expect(body.storage == .memory(chunks[0]) && body.byteCount == 71_000 && !body.isComplete)
    }

    @Test func doesNotFollowALink() throws {
        let path = NSTemporaryDirectory() + "spooled-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: path) }
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: path + "-elsewhere")
        #expect(Self.spool(path).storage == .memory(Self.chunk))
        #expect(!FileManager.default.fileExists(atPath: path + "-elsewhere"))
    }

    /// The viewer's source cannot create a file here.
    @Test func aViewerReadsTheFileOfTheHistory() throws {
        let path = NSTemporaryDirectory() + "spooled-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: path) }
        let sink = SpoolSink { path }
        let source = ByteSource(memoryLimit: 50_000, directory: "/nowhere", shared: sink)
        let chunks = (0..<8).map { [UInt8](repeating: UInt8($0), count: 40_000) }
        for chunk in chunks {
            sink.write(chunk)
            try source.append(chunk)
        }
        let body = sink.finish()
        source.finish()
        let bytes = chunks.flatMap { $0 }
        #expect(source.snapshot().bytes(in: 0..<bytes.count) == bytes)
        #expect(body.sha256 == HashAlgorithm.sha256.digest(of: bytes).hexadecimal)
    }

    @Test func theReaderGetsTheRecording() async throws {
        let recorder = ExchangeRecorder(makeBodyPath: { nil }) { _, _ in }
        let loader = RecordExchanges(to: recorder) --> MockLoader().then(200)
        let response = try await loader.load(HTTPRequest(url: "http://a.example"))
        #expect(response.body.recording is any SharedSpool)
    }
}
