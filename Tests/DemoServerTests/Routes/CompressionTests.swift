import HTTP
import HTTPCurl
import Testing

@testable import DemoServer

@Suite struct CompressionTests {
    let server: TestServer

    init() throws {
        server = try TestServer()
    }

    @Test(arguments: [("gzip", "gzip", "gzipped"), ("deflate", "deflate", "deflated"), ("brotli", "br", "brotli")])
    func libcurlDecodesTheContentCodings(path: String, coding: String, flag: String) async throws {
        let packed = try server.get("/\(path)")
        #expect(packed["Content-Encoding"] == coding)
        let response = try await CurlLoader().load(HTTPRequest(url: "\(server.server.url)/\(path)"))
        let bytes = try await response.body.collect(upTo: 100_000)
        let unpacked = RawResponse(status: response.status.rawValue, headers: [], body: Array(bytes))
        #expect(try unpacked.json(flag, as: Bool.self))
        #expect(try unpacked.json("method") == "GET")
        #expect(packed.body != unpacked.body)
    }

    @Test func compressesLongTexts() throws {
        let text = Array(String(repeating: "All work and no play. ", count: 1000).utf8)
        let zlib = try #require(ZLib.shared)
        let brotli = try #require(Brotli.shared)
        for packed in [zlib.gzip(text), zlib.deflate(text), brotli.encode(text)] {
            #expect(!packed.isEmpty)
            #expect(packed.count < text.count / 10)
        }
    }

    /// The check value of the CRC catalogue for CRC-32/ISO-HDLC.
    @Test func theChecksumIsThePublishedOne() throws {
        #expect(try #require(ZLib.shared).crc32(Array("123456789".utf8)) == 0xCBF4_3926)
    }
}
