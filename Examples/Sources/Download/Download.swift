import HTTP
import HTTPCurl

/// Downloads a file; a second run continues a download that broke off: `swift run Download http://127.0.0.1:8080/bytes/1m FILE`.
@main struct Download {
    static func main() async throws {
        let arguments = CommandLine.arguments.dropFirst()
        guard let url = arguments.first, let path = arguments.dropFirst().first else { return print("usage: Download URL FILE") }
        let report: @Sendable (Int64, Int64?) -> Void = { count, total in if count == total { print("all has arrived") } }
        do {
            let result = try await CurlLoader().download(HTTPRequest(url: url), to: path, progress: report)
            print("\(result.byteCount) bytes, \(result.resumedByteCount) of them from before")
        } catch {
            print("\(error.message) The next run continues.")
        }
    }
}
