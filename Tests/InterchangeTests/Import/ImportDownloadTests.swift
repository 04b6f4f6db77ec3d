import HTTP
import HTTPTesting
import Interchange
import Testing
import Workspace

/// The requests for the documents of an import.
@Suite struct ImportDownloadTests {
    private static let address = "https://host/a.json"

    /// The servers that get the headers, and those that are trusted without a check.
    private static func favored(_ address: String, fetching url: String) async throws -> (headers: [String], trust: [String]) {
        let mock = MockLoader().when({ $0.path == "/moved.json" }) { request throws(HTTPError) in
            HTTPResponse(request: request, status: 302, headers: ["Location": "https://other/a.json"])
        }
        .when({ $0.path == "/a.json" }) { request throws(HTTPError) in HTTPResponse(request: request, status: 200) }
        var options = RequestOptions()
        options.tls.verify = false
        let download = ImportDownload({ _ in Redirect() --> mock }, options: options, headers: [Row("X-Team", "red")], of: address)
        _ = try await download.fetch(url)
        let withHeader = mock.requests.filter { $0.headers.contains("X-Team") }
        let unchecked = mock.requests.filter { !$0.serverTrust.isVerified }
        return (withHeader.compactMap(\.host), unchecked.compactMap(\.host))
    }

    @Test(arguments: [
        (address, address, ["host"], ["host"]), (address, "https://other/a.json", [], []),
        (address, "https://host/moved.json", ["host"], ["host"]), ("a.json", "https://other/a.json", [], ["other"]),
        ("host/a.json", "https://host/a.json", [], ["host"]),
    ])
    func `headers and trust are for the server of the document`(
        document: String, url: String, headers: [String], trust: [String]
    ) async throws {
        let favored = try await Self.favored(document, fetching: url)
        #expect(favored.headers == headers && favored.trust == trust, "\(favored)")
    }
}
