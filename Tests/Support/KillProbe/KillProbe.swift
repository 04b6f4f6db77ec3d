import Foundation
import HistorySQLite
import HTTP
import JSON
import Workspace

/// Saves everything that the workbench saves, again and again, until it is killed: `kill-probe WORKSPACE STATE DATA`.
///
/// It prints a byte before each write, so that the test can choose the moment to kill it.
@main struct KillProbe {
    private static let request = "collections/demo/get.request.json"

    static func main() async throws {
        let arguments = CommandLine.arguments
        let store = try WorkspaceStore(opening: arguments[1])
        let journal = DraftJournal(folder: "\(arguments[2])/drafts", workspace: arguments[1])
        let session = StateFile(folder: "\(arguments[2])/sessions", name: "session.json")
        let location = HistoryLocation(folder: arguments[3])
        let history = SQLiteHistoryStore(location, limits: HistoryLimits(count: 20))
        try await history.open()
        var request = try store.request(at: Self.request)
        // The run before left a number.
        let first = (Int(request.draft.name) ?? 0) + 1
        for number in first... {
            let draft = KillProbe.draft(number)
            tell()
            try await journal.store([AutosavedDraft(path: Self.request, draft: draft)])
            tell()
            _ = await session.write(
                .object(JSONObject([JSONMember("text", .string(draft.docs)), JSONMember("name", .string(draft.name))])))
            tell()
            if number % 3 == 0 {
                // As a command does: small ones are left in a file, which the next call of the history stores.
                try SQLiteHistoryStore(location, limits: HistoryLimits(count: 1000)).recordHere(exchange(number, draft))
            } else {
                try await history.record(exchange(number, draft))
            }
            tell()
            try await history.setNotes(Exchange.Notes(text: "note\(number)", tags: ["tag\(number)"]), String(number))
            tell()
            try await history.saveFilter(SavedFilter(name: "last", text: "note\(number)"))
            tell()
            request = try store.save(draft, over: request)
        }
    }

    private static func draft(_ number: Int) -> RequestDraft {
        RequestDraft(name: String(number), url: "http://h/", docs: String(repeating: "line \(number)\n", count: 500))
    }

    private static func exchange(_ number: Int, _ draft: RequestDraft) -> Exchange {
        // Every other body is stored in a separate file.
        let body = Array(repeating: UInt8(truncatingIfNeeded: number), count: number % 2 == 0 ? 70_000 : 100)
        return Exchange(
            id: String(number), startedAt: Date(timeIntervalSince1970: Double(number)), duration: 0.1,
            origin: Exchange.Origin(name: draft.name),
            draft: draft, request: Exchange.Request(method: "GET", url: draft.url, headers: [:]),
            response: Exchange.Response(status: 200, reason: "OK", version: .http11, headers: [:], body: ExchangeBody(body)))
    }

    private static func tell() { FileHandle.standardOutput.write(Data([1])) }
}
