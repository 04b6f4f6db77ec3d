import Platform
import Synchronization
import Testing

@testable import Document

@Suite struct SharedSpoolTests {
    /// A file that can stop keeping up.
    private final class Spool: SharedSpool {
        private let file: Descriptor
        /// Guards the number of bytes in the file.
        private let count = Mutex(0)

        init() throws { file = try Descriptor(temporaryIn: "/tmp") }

        func write(_ bytes: [UInt8]) throws {
            try file.write(bytes)
            count.withLock { $0 += bytes.count }
        }

        func holds(_ wanted: Int) -> Bool { count.withLock { $0 >= wanted } }

        func descriptor(holding wanted: Int) -> Descriptor? { holds(wanted) ? try? Descriptor(duplicating: file.number) : nil }
    }

    private let chunks = (0..<40).map { number in [UInt8](repeating: UInt8(number), count: 100) }

    @Test func `bytes in the shared file are read from the file`() throws {
        let spool = try Spool()
        // An own file could not be made.
        let source = ByteSource(memoryLimit: 1_000, directory: "/nowhere", shared: spool)
        for chunk in chunks {
            try spool.write(chunk)
            try source.append(chunk)
        }
        #expect(source.snapshot().bytes(in: 0..<4_000) == chunks.flatMap { $0 })
        #expect(source.snapshot().descriptor != nil)
    }

    @Test(arguments: [0, 5, 12, 30])
    func `a separate file replaces one that does not keep up`(kept: Int) throws {
        let spool = try Spool()
        let source = ByteSource(memoryLimit: 1_000, directory: "/tmp", shared: spool)
        for (number, chunk) in chunks.enumerated() {
            if number < kept { try spool.write(chunk) }
            try source.append(chunk)
        }
        #expect(source.snapshot().bytes(in: 0..<4_000) == chunks.flatMap { $0 })
    }
}
