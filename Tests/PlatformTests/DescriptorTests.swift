import Dispatch
import Platform
import TestFixtures
import Testing

@Suite struct DescriptorTests {
    private let folder = TemporaryFolder()

    private func closesOnExec(_ number: Int32) -> Bool { fcntl(number, F_GETFD) & FD_CLOEXEC != 0 }

    @Test func `bytes are written and read`() throws {
        let file = try Descriptor(opening: folder.path("a"), O_RDWR | O_CREAT)
        try file.write(Array("text".utf8))
        try file.synchronize()
        let status = try FileStatus(of: file)
        #expect(status.kind == .file)
        #expect(status.byteCount == 4)
        lseek(file.number, 0, SEEK_SET)
        let bytes = try file.read(10)
        #expect(bytes == Array("text".utf8))
        let rest = try file.read(1)
        #expect(rest.isEmpty)
    }

    @Test func `a file over the limit is an error and not cut`() throws {
        try folder.write("text", to: "a")
        #expect(try Descriptor(openingFile: folder.path("a")).readWhole(limit: 4) == Array("text".utf8))
        #expect(throws: SystemError(EFBIG)) { try Descriptor(openingFile: folder.path("a")).readWhole(limit: 3) }
    }

    #if os(Linux)
        @Test func `a file is read to its end, whatever its size says`() throws {
            let file = try Descriptor(openingFile: "/proc/self/status")
            #expect(try FileStatus(of: file).byteCount == 0)
            #expect(try file.readWhole(limit: 1 << 20).count > 100)
        }
    #endif

    @Test func `no descriptor is inherited`() throws {
        let file = try Descriptor(opening: folder.path("a"), O_RDWR | O_CREAT)
        let copy = try Descriptor(duplicating: file.number)
        let temporary = try Descriptor(temporaryIn: folder.path)
        let pipe = try PipeEnds()
        let all = [file.number, copy.number, temporary.number, pipe.reader.number, pipe.writer.number]
        #expect(all.map { closesOnExec($0) } == Array(repeating: true, count: 5))
    }

    @Test func `a temporary file has no name`() throws {
        let file = try Descriptor(temporaryIn: folder.path)
        #expect(folder.names.isEmpty)
        let status = try FileStatus(of: file)
        #expect(status.permissions == 0o600)
    }

    @Test func `a descriptor is closed with its owner`() throws {
        let pipe = try PipeEnds()
        let number: Int32
        do {
            let copy = try Descriptor(duplicating: pipe.reader.number)
            number = copy.number
        }
        #expect(fcntl(number, F_GETFD) == -1)
    }

    @Test func `a pipe without a reader fails without a signal`() throws {
        let pipe = try pipeWithoutReader()
        #expect(throws: SystemError(EPIPE)) { try pipe.writer.write([1]) }
        var pending = sigset_t()
        sigpending(&pending)
        #expect(sigismember(&pending, SIGPIPE) == 0)
    }

    /// The first write returns the number of written bytes, but still raises the signal.
    @Test func `a reader that goes in the middle of a write raises no signal`() throws {
        let pipe = try PipeEnds()
        let nothing = try Descriptor(opening: "/dev/null", O_RDONLY)
        let (reader, replacement) = (pipe.reader.number, nothing.number)
        DispatchQueue(label: "reader").async {
            var byte: UInt8 = 0
            _ = read(reader, &byte, 1)
            dup2(replacement, reader)
        }
        #expect(throws: SystemError(EPIPE)) { try pipe.writer.write([UInt8](repeating: 0, count: 1 << 20)) }
    }

    private func pipeWithoutReader() throws -> PipeEnds {
        let pipe = try PipeEnds()
        let nothing = try Descriptor(opening: "/dev/null", O_RDONLY)
        dup2(nothing.number, pipe.reader.number)
        return pipe
    }

    @Test func `reading an empty non-blocking pipe fails with EAGAIN`() throws {
        let pipe = try PipeEnds(isBlocking: false)
        let failure = #expect(throws: SystemError.self) { try pipe.reader.read(1) }
        #expect(failure?.number == EAGAIN)
    }

    /// As the standard streams that a Node program shares with its children.
    @Test func `a shared pipe that another program has set not to block is waited for`() async throws {
        let pipe = try PipeEnds(isBlocking: false)
        let bytes = [UInt8](repeating: 7, count: 1 << 20)
        let (reader, writer) = (pipe.reader.number, pipe.writer.number)
        async let writing: Void? = onOwnThread { try? Descriptor(duplicating: writer).write(bytes) }
        #expect(await onOwnThread { try? Descriptor(duplicating: reader).read(bytes.count) } == bytes)
        #expect(await writing != nil)
    }

    @Test func `errors describe the problem and the reason`() {
        let missing = folder.path("missing")
        let failure = #expect(throws: SystemError.self) { _ = try Descriptor(opening: missing, O_RDONLY) }
        #expect(failure?.isMissing == true)
        #expect(failure?.description == "\(missing): no such file or directory")
    }
}
