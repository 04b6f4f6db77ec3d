package import HTTP

#if canImport(FoundationNetworking)
    internal import Foundation
    package import FoundationNetworking
#else
    package import Foundation
#endif

extension URLRequest {
    /// Bodies up to this size are read before the transfer begins.
    static let largestBytes: Int64 = 262_144

    /// Sets a body that is not empty: its bytes if they are few, otherwise a stream that is read while it is sent.
    ///
    /// - Parameter failing: is called when the body fails while it is sent.
    package mutating func setBody(_ body: any HTTPBody, failing: @escaping UploadStream.Failing) throws {
        if case .known(let length) = body.length {
            guard length > Self.largestBytes else { return httpBody = Data(try body.encode()) }
            setValue(String(length), forHTTPHeaderField: "Content-Length")
        }
        httpBodyStream = UploadStream.make(body, failing: failing)
    }
}

/// Makes the stream from which Foundation reads a request body while it is sent.
package enum UploadStream {
    /// Ends the transfer because its body failed. The stream, if there is one, is to be kept until the transfer has ended: closed earlier, the body
    /// would seem whole.
    package typealias Failing = @Sendable (any Error, _ stream: (any Sendable)?) -> Void

    static func make(_ body: any HTTPBody, failing: @escaping Failing) -> InputStream {
        #if canImport(FoundationNetworking)
            return BodyInputStream(body, failing: failing)
        #else
            return boundStream(of: body, failing: failing)
        #endif
    }
}

#if canImport(FoundationNetworking)
    /// A stream that reads the body when Foundation asks for bytes. Foundation on Linux calls nothing but these methods.
    private final class BodyInputStream: InputStream {
        private let body: any HTTPBody
        private let failing: UploadStream.Failing
        private var bytes: (any HTTPByteStream)?
        private var status = Status.notOpen
        private var error: (any Error)?

        init(_ body: any HTTPBody, failing: @escaping UploadStream.Failing) {
            self.body = body
            self.failing = failing
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

        private func fail(_ error: any Error) {
            (self.error, status) = (error, .error)
            // Foundation on Linux takes an error for the end of the body.
            failing(error, nil)
        }
    }
#else
    /// One end of a pipe whose other end a thread fills: Foundation on Apple's systems takes no streams of other classes.
    private func boundStream(of body: any HTTPBody, failing: @escaping UploadStream.Failing) -> InputStream {
        var (input, output): (InputStream?, OutputStream?) = (nil, nil)
        Stream.getBoundStreams(withBufferSize: 131_072, inputStream: &input, outputStream: &output)
        // Both are set unless memory is exhausted.
        let (reader, writer) = (input!, SendableStream(output!))
        Thread.detachNewThread { writer.write(body, failing: failing) }
        return reader
    }

    /// The writing end, used by one thread alone, which is why it may be sent there.
    private final class SendableStream: @unchecked Sendable {
        private let stream: OutputStream

        init(_ stream: OutputStream) { self.stream = stream }

        /// Writes the whole body and closes the stream. After an error of the body it stays open as long as this value lives.
        func write(_ body: any HTTPBody, failing: UploadStream.Failing) {
            stream.open()
            do {
                var bytes = try body.makeBytes()
                while let piece = try bytes.next(upTo: 65_536), write(piece) {}
                stream.close()
            } catch {
                failing(error, self)
            }
        }

        /// Writes a piece; false if the other end is closed.
        private func write(_ piece: [UInt8]) -> Bool {
            var rest = piece[...]
            while !rest.isEmpty {
                let count = rest.withUnsafeBufferPointer { $0.baseAddress.map { stream.write($0, maxLength: rest.count) } ?? 0 }
                guard count > 0 else { return false }
                rest = rest.dropFirst(count)
            }
            return true
        }
    }
#endif
