public import Platform

/// The bytes of one side of a comparison: in memory, or a mapped file.
///
/// `@unchecked Sendable`: the memory is written before `init` returns and never again, and it is released with the last reference.
public final class ComparedBytes: @unchecked Sendable {
    private let memory: UnsafeRawBufferPointer
    private let isMapped: Bool

    /// Copies bytes in memory.
    public init(_ bytes: [UInt8]) {
        let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 8)
        copy.copyBytes(from: bytes)
        memory = UnsafeRawBufferPointer(copy)
        isMapped = false
    }

    /// The maximum number of bytes that are read from a file without a size, such as a pipe.
    public static let unmappedLimit = 256 << 20

    /// Maps a file, which may be deleted afterwards but not shortened. A file without a size, such as a pipe, is read to its end.
    ///
    /// - Throws: `EFBIG` if such a file has more than ``unmappedLimit`` bytes, as `/dev/zero` has.
    public convenience init(file path: String) throws(SystemError) {
        let file = try Descriptor(opening: path, O_RDONLY)
        let status = try FileStatus(of: file)
        guard status.kind == .file, status.byteCount > 0 else {
            do throws(SystemError) {
                self.init(try file.readWhole(limit: Self.unmappedLimit))
            } catch {
                throw SystemError(error.number, path: path)
            }
            return
        }
        let byteCount = Int(status.byteCount)
        guard let address = mmap(nil, byteCount, PROT_READ, MAP_PRIVATE, file.number, 0), address != MAP_FAILED else {
            throw SystemError(path: path)
        }
        self.init(mapped: UnsafeRawBufferPointer(start: address, count: byteCount))
    }

    private init(mapped memory: UnsafeRawBufferPointer) {
        self.memory = memory
        isMapped = true
    }

    deinit {
        // The memory was allocated or mapped in `init`, by this object alone.
        if isMapped { munmap(UnsafeMutableRawPointer(mutating: memory.baseAddress), memory.count) } else { memory.deallocate() }
    }

    /// The number of bytes.
    public var count: Int { memory.count }

    /// Calls the function with all bytes. The pointer must not be kept.
    public func withUnsafeBytes<Result, Failure>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try withExtendedLifetime(self) { () throws(Failure) in try body(memory) }
    }

    /// A range of the bytes as text, at most `limit` bytes of it; invalid UTF-8 is replaced.
    func text(_ range: Range<Int>, limit: Int) -> String {
        withUnsafeBytes { String(decoding: $0[range.clamped(to: 0..<$0.count)].prefix(limit), as: UTF8.self) }
    }
}

/// A 64-bit hash with a random seed for each comparison, so that an attacker cannot craft different content with the same hash.
struct ContentHash: Sendable {
    private let seed: UInt64

    init(seed: UInt64 = .random(in: .min ... .max)) { self.seed = seed }

    func callAsFunction(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
        var hash = seed ^ UInt64(bytes.count)
        var offset = 0
        while offset + 8 <= bytes.count {
            hash = Self.mixed(hash, bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
            offset += 8
        }
        var rest: UInt64 = 0
        while offset < bytes.count {
            rest = rest << 8 | UInt64(bytes[offset])
            offset += 1
        }
        return Self.mixed(hash, rest ^ seed)
    }

    func callAsFunction(_ text: some StringProtocol) -> UInt64 {
        var text = String(text)
        return text.withUTF8 { self(UnsafeRawBufferPointer($0)) }
    }

    /// The hash of two hashes, in this order.
    static func mixed(_ left: UInt64, _ right: UInt64) -> UInt64 {
        let product = (left ^ 0x2D35_8DCC_AA6C_78A5).multipliedFullWidth(by: right ^ 0x8BB8_4B93_962E_ACC9)
        return product.high ^ product.low
    }
}
