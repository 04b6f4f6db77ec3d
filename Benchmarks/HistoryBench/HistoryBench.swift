import Foundation
import HTTP
import HistorySQLite
import Platform
import Workspace

/// Creates a history and measures filters over it; `Benchmarks/history.py` multiplies the entries in between and compares the figures with the budgets.
///
///     history-bench make FOLDER COUNT      records entries of many hosts, statuses and times
///     history-bench filter FOLDER TEXT…    milliseconds until each prefix of each text, as it is typed, shows rows, and until its first page is complete
@main enum HistoryBench {
    static func main() async throws {
        let arguments = CommandLine.arguments.dropFirst().map { $0 }
        guard arguments.count >= 3 else { return usage() }
        let store = SQLiteHistoryStore(HistoryLocation(folder: arguments[1]), limits: HistoryLimits(count: nil, byteCount: nil))
        switch arguments[0] {
        case "make": try await make(store, count: Int(arguments[2]) ?? 0)
        case "filter": try await filter(store, arguments.dropFirst(2))
        default: usage()
        }
    }

    private static func usage() {
        print("usage: history-bench make FOLDER COUNT | filter FOLDER TEXT…")
        exit(2)
    }

    private static func make(_ store: SQLiteHistoryStore, count: Int) async throws {
        for index in 0..<count {
            let isRare = index == 0
            let host = isRare ? "rare.example.org" : "api\(index % 37).example.com"
            let body = #"{"id": \#(index), "name": "Pilot \#(index % 501)", "team": "team \#(index % 17)"}"#
            var exchange = Exchange(
                startedAt: Date(timeIntervalSince1970: 1_700_000_000 + Double(index)), duration: Double(index % 997) / 400,
                origin: .init(
                    workspace: isRare ? "/home/rare" : "/home/work\(index % 5)",
                    requestPath: "collections/c\(index % 9)/r\(index % 211).request.json", name: "Request \(index % 211)",
                    environment: ["local", "staging", "prod"][index % 3]),
                request: .init(
                    method: isRare ? "PROPFIND" : ["GET", "POST", "PUT", "DELETE"][index % 4],
                    url: "https://\(host)/people/\(index % 701)?page=\(index)"))
            exchange.request.headers = ["Accept": "*/*", "User-Agent": "apus/0.1"]
            exchange.response = .init(
                status: isRare ? 418 : index % 50 == 0 ? 500 : 200, headers: ["Content-Type": "application/json"],
                body: ExchangeBody(Array(body.utf8)))
            try await store.record(exchange)
        }
        // Adds them to the index, which is multiplied like the entries.
        _ = try await store.count(HistoryFilter(text: "pilot"))
        await store.close()
    }

    private static func filter(_ store: SQLiteHistoryStore, _ texts: ArraySlice<String>) async throws {
        for text in texts {
            for end in text.indices {
                let filter = HistoryFilter(text: String(text[...end]), now: Date(timeIntervalSince1970: 1_700_100_000))
                let start = ContinuousClock.now
                // As the workbench lists it.
                var page = try await store.list(after: nil, limit: 200, filter: filter, within: .milliseconds(40))
                let shown = ContinuousClock.now - start
                if !page.isWhole { page.rows = try await store.list(after: nil, limit: 200, filter: filter) }
                let whole = ContinuousClock.now - start
                print(shown / .milliseconds(1), page.rows.count, filter.text, whole / .milliseconds(1), separator: "\t")
            }
        }
    }
}
