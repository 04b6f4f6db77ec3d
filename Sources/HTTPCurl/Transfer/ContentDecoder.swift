internal import CCompression
internal import HTTP
internal import Platform

/// Decodes the content codings of one body (RFC 9110 section 8.4) in steps: bytes are fed as they arrive, and decoded only as far as there is
/// room for the result.
///
/// A few bytes may stand for gigabytes, so nothing is decoded before the reader has room for it. Used by the engine's driver alone.
final class ContentDecoder {
    /// A body that cannot be decoded, as a clause without a full stop.
    struct CodingError: Error, Equatable {
        let reason: String
    }

    /// The maximum number of codings of one body, the same as libcurl's.
    private static let maxCodings = 5
    /// The room for the result of one step.
    private static let pieceSize = 32_768

    /// The codings in the order in which they are removed, each with the bytes that it has not decoded yet.
    private var stages: [(coding: any CodingStage, input: InputBytes)]
    private var piece: [UInt8]
    /// True if there is nothing to decode until more is fed.
    private(set) var isStarved = true

    /// - Parameter codings: at least one, in lower case, in the order in which they were applied.
    /// - Throws: a `CodingError` if a coding is not known, its library is missing, or there are too many.
    init(_ codings: [String], _ libraries: CodingLibraries = .shared) throws(CodingError) {
        guard codings.count <= Self.maxCodings else {
            throw CodingError(reason: "it has \(codings.count) content codings, and at most \(Self.maxCodings) are decoded")
        }
        stages = []
        for coding in codings.reversed() { stages.append((try libraries.stage(for: coding), InputBytes())) }
        piece = [UInt8](repeating: 0, count: Self.pieceSize)
    }

    /// Adds bytes as received.
    func feed(_ bytes: UnsafeRawBufferPointer) {
        isStarved = false
        stages[0].input.append(bytes)
    }

    /// Decodes at most `room` bytes and passes them to `take`. If there are none, `isStarved` is true afterwards.
    ///
    /// - Returns: the result of `take`; true if it was not called.
    func decode(upTo room: Int, _ take: (UnsafeRawBufferPointer) -> Bool) throws(CodingError) -> Bool {
        let size = min(room, piece.count)
        // The array is not touched while its bytes are written: stages and their input are other memory.
        var bytes: [UInt8] = []
        swap(&bytes, &piece)
        defer { swap(&bytes, &piece) }
        let last = stages.count - 1
        let count = try bytes.withUnsafeMutableBufferPointer { buffer throws(CodingError) in
            try pull(last, into: UnsafeMutableRawBufferPointer(UnsafeMutableBufferPointer(rebasing: buffer[..<size])))
        }
        isStarved = count == 0
        return isStarved || bytes.withUnsafeBytes { take(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
    }

    /// True if every coding has reached its own end.
    var isComplete: Bool { stages.allSatisfy { $0.coding.isAtEnd && $0.input.isEmpty } }

    /// Decodes with one stage, which gets its input from the one before.
    ///
    /// - Returns: the number of bytes; 0 if more input is needed.
    private func pull(_ index: Int, into output: UnsafeMutableRawBufferPointer) throws(CodingError) -> Int {
        while true {
            let count = try stages[index].input.consume { input throws(CodingError) in try stages[index].coding.decode(&input, into: output)
            }
            if count > 0 || index == 0 { return count }
            guard try refill(index) else { return 0 }
        }
    }

    private func refill(_ index: Int) throws(CodingError) -> Bool {
        try stages[index].input.fill { room throws(CodingError) in try pull(index - 1, into: room) }
    }
}

/// Bytes that a stage has not decoded yet.
private final class InputBytes {
    private static let size = 16_384
    private var bytes: [UInt8] = []
    private var start = 0

    var isEmpty: Bool { start == bytes.count }

    func append(_ more: UnsafeRawBufferPointer) {
        if isEmpty { restart() }
        bytes.append(contentsOf: more)
    }

    /// Passes the bytes to a decoder, which removes what it takes from their front.
    func consume<Failure: Error>(_ decode: (inout UnsafeRawBufferPointer) throws(Failure) -> Int) throws(Failure) -> Int {
        try bytes.withUnsafeBufferPointer { all throws(Failure) in
            var rest = UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: all[start...]))
            defer { start = all.count - rest.count }
            return try decode(&rest)
        }
    }

    /// Replaces the bytes, all of which were taken.
    ///
    /// - Returns: false if there are no new ones.
    func fill<Failure: Error>(_ write: (UnsafeMutableRawBufferPointer) throws(Failure) -> Int) throws(Failure) -> Bool {
        restart()
        bytes = [UInt8](repeating: 0, count: Self.size)
        let count = try bytes.withUnsafeMutableBufferPointer { room throws(Failure) in try write(UnsafeMutableRawBufferPointer(room)) }
        bytes.removeLast(bytes.count - count)
        return count > 0
    }

    private func restart() {
        start = 0
        bytes.removeAll(keepingCapacity: true)
    }
}

/// The libraries that decode, opened once.
///
/// The unchecked conformance is sound because the tables are written before the initializer returns, and the libraries stay open for the life of
/// the process.
struct CodingLibraries: @unchecked Sendable {
    static let shared = CodingLibraries()

    private let zlib: UnsafePointer<ccompression_zlib>?
    private let brotli: UnsafePointer<ccompression_brotli>?
    private let zstd: UnsafePointer<ccompression_zstd>?
    /// The content codings that can be decoded, in the order in which they are offered.
    let codings: [String]

    /// - Parameter names: the file names that are tried for each library, in order.
    init(
        zlib zlibNames: [String] = DynamicLibrary.Names.zlib,
        brotli brotliNames: [String] = DynamicLibrary.Names.brotliDecoder,
        zstd zstdNames: [String] = DynamicLibrary.Names.zstd
    ) {
        zlib = Self.table(zlibNames, ccompression_zlib()) { ccompression_load_zlib($0, $1) }
        brotli = Self.table(brotliNames, ccompression_brotli()) { ccompression_load_brotli($0, $1) }
        zstd = Self.table(zstdNames, ccompression_zstd()) { ccompression_load_zstd($0, $1) }
        codings = (zlib == nil ? [] : ["gzip", "deflate"]) + (brotli == nil ? [] : ["br"]) + (zstd == nil ? [] : ["zstd"])
    }

    /// The functions of the first library that can be opened; nil if there is none. Its memory is never freed.
    private static func table<Table>(
        _ names: [String], _ empty: Table, _ load: (UnsafeMutablePointer<Table>, UnsafeMutableRawPointer) -> Int32
    ) -> UnsafePointer<Table>? {
        guard let library = DynamicLibrary(names) else { return nil }
        let table = UnsafeMutablePointer<Table>.allocate(capacity: 1)
        table.initialize(to: empty)
        return load(table, library.handle) == 1 ? UnsafePointer(table) : nil
    }

    fileprivate func stage(for coding: String) throws(ContentDecoder.CodingError) -> any CodingStage {
        let stage: (any CodingStage)? =
            switch coding {
            case "gzip", "x-gzip": zlib.map { InflateStage($0, isGzip: true) }
            case "deflate": zlib.map { InflateStage($0, isGzip: false) }
            case "br": brotli.flatMap { BrotliStage($0) }
            case "zstd": zstd.flatMap { ZstdStage($0) }
            default: nil
            }
        guard let stage else {
            let known = codings.isEmpty ? "none" : codings.joined(separator: ", ")
            throw ContentDecoder.CodingError(reason: "the content coding \"\(coding)\" is not supported here (supported: \(known))")
        }
        return stage
    }
}

/// One content coding in progress.
private protocol CodingStage: AnyObject {
    /// True after the last byte of the coded data.
    var isAtEnd: Bool { get }

    /// Decodes as far as input and room go, and removes what it has taken from the front of the input.
    ///
    /// - Returns: the number of bytes written; 0 if more input is needed.
    func decode(_ input: inout UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer) throws(ContentDecoder.CodingError) -> Int
}

extension CodingStage {
    /// Runs a step of a library.
    fileprivate func step<Code>(
        _ input: inout UnsafeRawBufferPointer, _ output: UnsafeMutableRawBufferPointer, _ decode: (inout ccompression_span) -> Code
    ) -> (code: Code, count: Int) {
        var span = ccompression_span(
            input: input.assumingMemoryBound(to: UInt8.self).baseAddress, input_count: input.count,
            output: output.assumingMemoryBound(to: UInt8.self).baseAddress, output_count: output.count)
        let code = decode(&span)
        input = UnsafeRawBufferPointer(rebasing: input[(input.count - span.input_count)...])
        return (code, output.count - span.output_count)
    }

    /// Refuses bytes after the end, as libcurl does.
    fileprivate func checkEnd(_ input: UnsafeRawBufferPointer) throws(ContentDecoder.CodingError) {
        if !input.isEmpty { throw ContentDecoder.CodingError(reason: "bytes follow the end of the compressed data") }
    }
}

/// gzip (RFC 1952) and deflate (RFC 1950; also without the header of zlib, as some servers send it).
private final class InflateStage: CodingStage {
    /// The number of bytes that may follow bare deflate: a checksum.
    private static let longestTrailer = 4
    /// The first byte of a member of gzip.
    private static let gzipMark: UInt8 = 0x1F

    private let table: UnsafePointer<ccompression_zlib>
    private let isGzip: Bool
    /// zlib's state. zlib keeps a pointer to it, so it must not move.
    private let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    private var hasBegun = false
    private var toleratedCount = 0
    private(set) var isAtEnd = false

    init(_ table: UnsafePointer<ccompression_zlib>, isGzip: Bool) {
        self.table = table
        self.isGzip = isGzip
        stream.initialize(to: z_stream())
    }

    deinit {
        if hasBegun { _ = table.pointee.inflateEnd(stream) }
        stream.deallocate()
    }

    func decode(_ input: inout UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer) throws(ContentDecoder.CodingError) -> Int
    {
        var total = 0
        // The data may end without a byte of output, and then more may follow.
        repeat {
            if isAtEnd, try !beginMember(&input) { return 0 }
            if !hasBegun, try !begin(input) { return 0 }
            let (code, count) = step(&input, output) { ccompression_inflate(table, stream, &$0) }
            switch code {
            case Z_OK, Z_BUF_ERROR: break
            case Z_STREAM_END: isAtEnd = true
            default:
                throw ContentDecoder.CodingError(reason: stream.pointee.msg.map { String(cString: $0) } ?? "zlib reports error \(code)")
            }
            total = count
        } while total == 0 && isAtEnd && !input.isEmpty
        return total
    }

    /// Begins the next member of gzip (RFC 1952 section 2.2), which the format allows after the end of another one.
    ///
    /// - Returns: false if there are no bytes.
    private func beginMember(_ input: inout UnsafeRawBufferPointer) throws(ContentDecoder.CodingError) -> Bool {
        skipTrailer(&input)
        guard isGzip, input.first == Self.gzipMark else {
            try checkEnd(input)
            return false
        }
        _ = table.pointee.inflateReset(stream)
        isAtEnd = false
        return true
    }

    /// Initializes zlib for the format of the data.
    ///
    /// - Returns: false if more bytes are needed to tell the format.
    private func begin(_ input: UnsafeRawBufferPointer) throws(ContentDecoder.CodingError) -> Bool {
        var windowBits: Int32 = 47
        if !isGzip {
            guard input.count >= 2 else { return false }
            // The method, the size of the window, and a checksum of both (RFC 1950 section 2.2).
            let isWrapped = input[0] & 0x0F == 8 && input[0] >> 4 <= 7 && (Int(input[0]) << 8 + Int(input[1])) % 31 == 0
            windowBits = isWrapped ? 15 : -15
            toleratedCount = isWrapped ? 0 : Self.longestTrailer
        }
        guard ccompression_inflate_begin(table, stream, windowBits) == Z_OK else {
            throw ContentDecoder.CodingError(reason: "zlib is out of memory")
        }
        hasBegun = true
        return true
    }

    private func skipTrailer(_ input: inout UnsafeRawBufferPointer) {
        let count = min(input.count, toleratedCount)
        toleratedCount -= count
        input = UnsafeRawBufferPointer(rebasing: input[count...])
    }
}

/// brotli (RFC 7932).
private final class BrotliStage: CodingStage {
    private let table: UnsafePointer<ccompression_brotli>
    private let state: OpaquePointer
    private(set) var isAtEnd = false

    init?(_ table: UnsafePointer<ccompression_brotli>) {
        guard let state = table.pointee.CreateInstance(nil, nil, nil) else { return nil }
        (self.table, self.state) = (table, state)
    }

    deinit { table.pointee.DestroyInstance(state) }

    func decode(_ input: inout UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer) throws(ContentDecoder.CodingError) -> Int
    {
        guard !isAtEnd else {
            try checkEnd(input)
            return 0
        }
        let (result, count) = step(&input, output) { ccompression_brotli_decode(table, state, &$0) }
        switch result {
        case BROTLI_DECODER_RESULT_SUCCESS: isAtEnd = true
        case BROTLI_DECODER_RESULT_ERROR:
            let name = table.pointee.ErrorString(table.pointee.GetErrorCode(state)).map { String(cString: $0) }
            throw ContentDecoder.CodingError(reason: "brotli reports \(name ?? "an error")")
        default: break
        }
        return count
    }
}

/// zstd (RFC 8878), one frame after the other.
private final class ZstdStage: CodingStage {
    /// The largest window that a server may ask for, as a power of two: 8 MiB (RFC 9659).
    private static let largestWindow: Int32 = 23

    private let table: UnsafePointer<ccompression_zstd>
    private let stream: OpaquePointer
    private(set) var isAtEnd = false

    init?(_ table: UnsafePointer<ccompression_zstd>) {
        guard let stream = table.pointee.createDStream() else { return nil }
        (self.table, self.stream) = (table, stream)
        _ = table.pointee.DCtx_setParameter(stream, ZSTD_d_windowLogMax, Self.largestWindow)
    }

    deinit { _ = table.pointee.freeDStream(stream) }

    func decode(_ input: inout UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer) throws(ContentDecoder.CodingError) -> Int
    {
        // Without input, a call after the end of a frame would begin another one.
        if input.isEmpty, isAtEnd { return 0 }
        var total = 0
        // A frame may end without a byte of output, and then the next one follows.
        repeat {
            let room = UnsafeMutableRawBufferPointer(rebasing: output[total...])
            let (code, count) = step(&input, room) { ccompression_zstd_decode(table, stream, &$0) }
            guard table.pointee.isError(code) == 0 else {
                let name = table.pointee.getErrorName(code).map { String(cString: $0) }
                throw ContentDecoder.CodingError(reason: "zstd reports \"\(name ?? "an error")\"")
            }
            total += count
            isAtEnd = code == 0
        } while isAtEnd && !input.isEmpty && total < output.count
        return total
    }
}
