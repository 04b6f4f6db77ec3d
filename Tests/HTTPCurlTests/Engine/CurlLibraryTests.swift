import Foundation
import Testing

@testable import HTTPCurl

@Suite struct CurlLibraryTests {
    @Test func `names the missing symbol`() {
        let failure = #expect(throws: CurlUnavailableError.self) { try CurlLibrary(names: ["libno-curl.so.4", "/nowhere/libcurl.so"]) }
        #if os(Linux)
            #expect(failure?.message.contains("libcurl is not installed (looked for libno-curl.so.4, /nowhere/libcurl.so)") == true)
        #endif
        #expect(failure?.message.contains("Debian: libcurl4") == true)
    }

    /// As where another library is missing that it needs.
    @Test func `reports why an existing library cannot be opened`() throws {
        let path = NSTemporaryDirectory() + "/libcurl-\(UUID().uuidString).so"
        try "no library".write(toFile: path, atomically: true, encoding: .utf8)
        defer { try? FileManager.default.removeItem(atPath: path) }
        let failure = #expect(throws: CurlUnavailableError.self) { try CurlLibrary(names: ["libno-curl.so.4", path]) }
        #expect(failure?.message.contains("libcurl cannot be opened (") == true)
        #expect(failure?.message.contains(path) == true)
    }
}
