import JSON
import Query
import ScreenTesting
import Testing

@Suite struct PictureTests {
    private func decode(_ bytes: [UInt8], memory: Int = 1 << 30) async throws -> [UInt8] {
        let job = WorkerJob(
            task: Worker.pictureTask, arguments: ["width": 4, "height": 4], limits: QueryLimits(cpuSeconds: 5, memoryByteCount: memory))
        return try await QueryWorker(program: BuiltProgram.path("apus")).run(job, .bytes(bytes)).collect()
    }

    /// Two by one points, red and blue, as GIF.
    private static let gif: [UInt8] = [
        0x47, 0x49, 0x46, 0x38, 0x37, 0x61, 2, 0, 1, 0, 0x80, 0, 0, 255, 0, 0, 0, 0, 255, 0x2C, 0, 0, 0, 0, 2, 0, 1, 0, 0, 2, 2, 0x44, 0x0A,
        0,
        0x3B,
    ]

    @Test func decodesAPicture() async throws {
        let output = try await decode(Self.gif)
        let end = try #require(output.firstIndex(of: 0x0A))
        let head = try JSONValue(parsing: Array(output[..<end]))
        #expect(head["format"] == "GIF")
        #expect(head["originalWidth"] == 2)
        #expect(Array(output[(end + 1)...]) == [255, 0, 0, 255, 0, 0, 255, 255])
    }

    /// A PNG whose header claims a thousand million pixels, without any pixel data.
    @Test func refusesAPictureWithAFalseSize() async {
        let png: [UInt8] = [
            0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 0x7F, 0xFF, 0, 0, 0x7F, 0xFF, 8, 6,
            0, 0,
            0, 0x3E, 0x2C, 0x3D, 0x2F,
        ]
        let error = await #expect(throws: QueryError.self) { try await decode(png, memory: 512 << 20) }
        #expect(error?.code == .input || error?.code == .limit)
    }

    @Test(arguments: [
        [UInt8]("text".utf8), [], [0x89, 0x50, 0x4E, 0x47], [0xFF, 0xD8, 0xFF, 0xE0], Array("GIF89a".utf8), Array("RIFF".utf8),
    ])
    func refusesInvalidPictures(bytes: [UInt8]) async {
        await #expect(throws: QueryError.self) { try await decode(bytes) }
    }

    // MARK: Large pictures

    private static func bytes(_ number: Int, _ count: Int = 4) -> [UInt8] {
        (0..<count).reversed().map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    }

    private static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
        bytes(content.count) + Array(name.utf8) + content + [0, 0, 0, 0]
    }

    /// A PNG whose rows are stored without compression, in two chunks.
    private static func png(width: Int, height: Int, depth: Int, kind: Int, row: [UInt8], between: [UInt8] = []) -> [UInt8] {
        var rows: [UInt8] = []
        for _ in 0..<height { rows += row }
        var data: [UInt8] = [0x78, 0x01]
        for start in stride(from: 0, to: rows.count, by: 65_535) {
            let piece = rows[start..<min(rows.count, start + 65_535)]
            data.append(start + piece.count == rows.count ? 1 : 0)
            data += bytes(piece.count, 2).reversed()
            data += bytes(~piece.count, 2).reversed()
            data += piece
        }
        let head = bytes(width) + bytes(height) + [UInt8(depth), UInt8(kind), 0, 0, 0]
        let half = data.count / 2
        let sign: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        let pixels = chunk("IDAT", Array(data[..<half])) + chunk("IDAT", Array(data[half...]))
        return sign + chunk("IHDR", head) + between + pixels + chunk("IEND", [])
    }

    private func pixels(_ png: [UInt8], memory: Int = 1 << 30) async throws -> [UInt8] {
        let output = try await decode(png, memory: memory)
        return Array(output[(try #require(output.firstIndex(of: 0x0A)) + 1)...])
    }

    /// Twelve thousand pixels in each direction take 600 MB if they are decoded as a whole.
    @Test func `a large PNG is scaled down with little memory`() async throws {
        let row = [0] + [UInt8](repeating: 0, count: 750) + [UInt8](repeating: 0xFF, count: 750)
        let png = Self.png(width: 12_000, height: 12_000, depth: 1, kind: 0, row: row)
        let pixels = try await pixels(png, memory: 200 << 20)
        #expect(pixels == ([0, 0, 0, 255, 0, 0, 0, 255] + [UInt8](repeating: 255, count: 8)) * 4)
    }

    @Test func `filters and colours of a large PNG are decoded`() async throws {
        // With this filter a pixel is added to the one on its left: the whole row is red and half transparent.
        let row: [UInt8] = [1, 255, 0, 0, 127] + [UInt8](repeating: 0, count: 1_023 * 4)
        #expect(try await pixels(Self.png(width: 1_024, height: 1_024, depth: 8, kind: 6, row: row)) == [255, 0, 0, 127] * 16)
        let palette = Self.chunk("PLTE", [1, 2, 3, 10, 20, 30]) + Self.chunk("tRNS", [255, 64])
        let indices: [UInt8] = [0] + [UInt8](repeating: 1, count: 1_024)
        let png = Self.png(width: 1_024, height: 1_024, depth: 8, kind: 3, row: indices, between: palette)
        #expect(try await pixels(png) == [10, 20, 30, 64] * 16)
    }

    @Test func `a large PNG that is cut off is refused`() async {
        let png = Self.png(width: 1_024, height: 1_024, depth: 8, kind: 0, row: [UInt8](repeating: 0, count: 1_025))
        let error = await #expect(throws: QueryError.self) { try await decode(Array(png[..<100_000])) }
        #expect(error?.code == .input)
    }

    /// A grey JPEG whose lower half is white. Each square of eight pixels takes two bits: no change of its brightness, and no detail.
    private static func jpeg(width: Int, height: Int) -> [UInt8] {
        func segment(_ kind: UInt8, _ content: [UInt8]) -> [UInt8] { [0xFF, kind] + bytes(content.count + 2, 2) + content }
        let half = width / 8 * height / 16 / 4
        var data = [UInt8](repeating: 0, count: 2 * half + 3)
        // 127 levels brighter.
        (data[half], data[half + 1]) = (0xBF, 0x80)
        let brightness: [UInt8] = [0, 1, 1] + [UInt8](repeating: 0, count: 14) + [0, 10]
        let detail: [UInt8] = [0x10, 1] + [UInt8](repeating: 0, count: 15) + [0]
        return [0xFF, 0xD8] + segment(0xDB, [0] + [UInt8](repeating: 1, count: 64))
            + segment(0xC0, [8] + bytes(height, 2) + bytes(width, 2) + [1, 1, 0x11, 0]) + segment(0xC4, brightness)
            + segment(0xC4, detail) + segment(0xDA, [1, 1, 0, 0, 63, 0]) + data + [0xFF, 0xD9]
    }

    /// More than 500 MB if it is decoded as a whole.
    @Test func `a JPEG of very many pixels is scaled down with little memory`() async throws {
        let output = try await decode(Self.jpeg(width: 16_384, height: 8_192), memory: 200 << 20)
        let end = try #require(output.firstIndex(of: 0x0A))
        let head = try JSONValue(parsing: Array(output[..<end]))
        #expect(head["format"] == "JPEG" && head["originalWidth"] == 16_384 && head["height"] == 2)
        #expect(Array(output[(end + 1)...]) == [128, 128, 128, 255] * 4 + [255, 255, 255, 255] * 4)
    }

    @Test(arguments: [
        [0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 0, 0, 0xFF, 0xC0, 0, 11, 8, 0x40, 0, 0x40, 0, 1, 1, 0x11, 0],
        Array("GIF89a".utf8) + [0, 0x40, 0, 0x40, 0, 0, 0],
        Array("RIFF".utf8) + [40, 0, 0, 0] + Array("WEBPVP8X".utf8) + [10, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0x3F, 0, 0xFF, 0x3F, 0],
        [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 0x40, 0, 0, 0, 0x40, 0, 8, 6, 0, 0, 1],
    ])
    func `a picture with more pixels than fit is refused by its size`(bytes: [UInt8]) async {
        let error = await #expect(throws: QueryError.self) { try await decode(bytes) }
        #expect(error?.code == .limit && error?.message.contains("16384 × 16384") == true)
    }

    @Test func `a PNG of the largest size that can be declared is refused`() async {
        let head = [UInt8](repeating: 0xFF, count: 8) + [8, 6, 0, 0, 0]
        let sign: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        let png = sign + Self.chunk("IHDR", head) + Self.chunk("IEND", [])
        let error = await #expect(throws: QueryError.self) { try await decode(png) }
        #expect(error?.code == .limit && error?.message.contains("4294967295 × 4294967295") == true)
    }
}

/// The bytes several times.
private func * (bytes: [UInt8], count: Int) -> [UInt8] { Array([[UInt8]](repeating: bytes, count: count).joined()) }
