import Engine
import Testing
import Workspace

@testable import App

/// The extent of a replay of entries that were counted while they were read.
@Suite struct ReplayExtentTests {
    /// Entries of three methods, two hosts, and environments of two collections and another workspace.
    private static let rows: [ExchangeSummary] = (0..<60).map { index in
        var row = Sample.row("id\(index)", Double(index))
        row.method = ["GET", "POST", "DELETE"][index % 3]
        row.url = index % 2 == 0 ? "http://a.example/\(index)" : "https://b.example:8443/\(index)"
        row.origin.environment = [nil, "live", "local", "gone"][index % 4]
        row.origin.requestPath = index % 5 == 0 ? nil : "collections/\(index % 5 == 1 ? "a" : "b")/\(index).request.json"
        row.origin.workspace = index % 7 == 0 ? "/other" : "/somewhere/space"
        return row
    }

    private static func known(_ row: ExchangeSummary) -> [EnvironmentSummary] {
        guard row.origin.workspace != "/other", let path = row.origin.requestPath else { return [] }
        let isFirst = path.hasPrefix("collections/a/")
        return [
            EnvironmentSummary(name: "live", isProtected: isFirst, path: "collections/a/environments/live.json"),
            EnvironmentSummary(name: "local", path: "collections/a/environments/local.json"),
        ]
    }

    @Test func `groups of entries have the extent of the entries`() {
        var groups = ReplayGroups()
        for row in Self.rows { groups.add(row) }
        #expect(groups.all.count < Self.rows.count && groups.all.reduce(0) { $0 + $1.count } == Self.rows.count)
        let whole = ReplayExtent(Self.rows, environment: nil, known: Self.known)
        #expect(ReplayExtent(groups: groups.all, environment: nil, known: Self.known) == whole)
        #expect(whole.groups.count > 1 && !whole.protectedNames.isEmpty)
    }
}
