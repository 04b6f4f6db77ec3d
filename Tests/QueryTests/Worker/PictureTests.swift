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
}
