import Foundation
import TestFixtures
import Testing

@testable import Document

/// A large body on a disk without room.
@Suite struct FullDiskTests {
    @Test func receivedBytesStayReadable() async {
        await #expect(processExitsWith: .success) {
            let source = ByteSource(memoryLimit: 10_000)
            let chunk = [UInt8](repeating: 7, count: 8_000)
            FullDisk.begin(after: 60_000)
            var (count, failure) = (0, DocumentError?.none)
            while failure == nil {
                do throws(DocumentError) {
                    try source.append(chunk)
                    count += chunk.count
                } catch { failure = error }
            }
            #expect(failure?.code == .storage)
            #expect(failure?.message.contains("Set TMPDIR") == true, "\(failure?.message ?? "")")
            #expect(source.snapshot().count == count)
            #expect(source.snapshot().withUnsafeBytes { $0.allSatisfy { $0 == 7 } })
        }
    }
}
