internal import Foundation
internal import HTTP

/// Makes the stream from which Foundation reads a request body while it is sent.
enum UploadStream {
    static func make(_ body: any HTTPBody) -> InputStream {
        #if canImport(FoundationNetworking)
            return BodyInputStream(body)
        #else
            return boundStream(of: body)
        #endif
    }
}

#if canImport(FoundationNetworking)
    /// A stream that reads the body when Foundation asks for bytes. Foundation on Linux calls nothing but these methods.
    private final class BodyInputStream: InputStream {
        private let body: any HTTPBody
        private var bytes: (any HTTPByteStream)?
        private var status = Status.notOpen
        private var error: (any Error)?

        init(_ body: any HTTPBody) {
            self.body = body
            super.init(data: Data())
        }

        override var streamStatus: Status { status }
        override var streamError: (any Error)? { error }
        override var hasBytesAvailable: Bool { status == .open }

        override func open() {
            do {
                bytes = try body.makeBytes()
                status = .open
            } catch {
                fail(error)
            }
        }

        override func close() { (bytes, status) = (nil, .closed) }

        override func read(_ buffer: UnsafeMutablePointer<UInt8>, maxLength length: Int) -> Int {
            do {
                let count = try bytes?.read(into: UnsafeMutableRawBufferPointer(start: buffer, count: length)) ?? 0
                if count == 0 { status = .atEnd }
                return count
            } catch {
                fail(error)
                return -1
            }
        }

        private func fail(_ error: any Error) { (self.error, status) = (error, .error) }
    }
#else
    /// One end of a pipe whose other end a thread fills: Foundation on Apple's systems takes no streams of other classes.
    private func boundStream(of body: any HTTPBody) -> InputStream {
        var (input, output): (InputStream?, OutputStream?) = (nil, nil)
        Stream.getBoundStreams(withBufferSize: 131_072, inputStream: &input, outputStream: &output)
        // Both are set unless memory is exhausted.
        let (reader, writer) = (input!, SendableStream(output!))
        Thread.detachNewThread { writer.write(body) }
        return reader
    }

    /// The writing end, used by one thread alone, which is why it may be sent there.
    private final class SendableStream: @unchecked Sendable {
        private let stream: OutputStream

        init(_ stream: OutputStream) { self.stream = stream }

        /// Writes the whole body. Closing early, after an error, makes the transfer fail for want of bytes.
        func write(_ body: any HTTPBody) {
            stream.open()
            defer { stream.close() }
            guard var bytes = try? body.makeBytes() else { return }
            while let piece = (try? bytes.next(upTo: 65_536)) ?? nil {
                var rest = piece[...]
                while !rest.isEmpty {
                    let count = rest.withUnsafeBufferPointer { $0.baseAddress.map { stream.write($0, maxLength: rest.count) } ?? 0 }
                    guard count > 0 else { return }
                    rest = rest.dropFirst(count)
                }
            }
        }
    }
#endif
