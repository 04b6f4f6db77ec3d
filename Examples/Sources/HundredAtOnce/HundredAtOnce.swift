import HTTP
import HTTPCurl

/// Sends a hundred requests at once, of which six are on their way at a time: `swift run HundredAtOnce http://127.0.0.1:8080`.
@main struct HundredAtOnce {
    static func main() async throws {
        guard let server = CommandLine.arguments.dropFirst().first else { return print("usage: HundredAtOnce SERVER") }
        let loader = Throttle(maximumNumberOfRequests: 6) --> CurlLoader()
        let byteCounts = try await withThrowingTaskGroup(of: Int.self) { group in
            for number in 1...100 {
                group.addTask { try await loader.load(HTTPRequest(url: "\(server)/bytes/\(number)")).body.data().count }
            }
            var counts: [Int] = []
            for try await count in group { counts.append(count) }
            return counts
        }
        print("\(byteCounts.count) responses with \(byteCounts.reduce(0, +)) bytes")
    }
}
