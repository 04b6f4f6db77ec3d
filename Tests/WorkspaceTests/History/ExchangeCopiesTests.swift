import Foundation
import HTTP
import Testing
import Workspace

/// Copies of an exchange share their content until one of them changes it.
struct ExchangeCopiesTests {
    @Test func `an exchange is small however much it holds`() {
        #expect(MemoryLayout<Exchange>.size <= 128)
    }

    private static let changes: [@Sendable (inout Exchange) -> Void] = [
        { $0.id = "other" }, { $0.startedAt += 1 }, { $0.duration = 2 }, { $0.isPinned = true }, { $0.origin.environment = "e" },
        { $0.draft = RequestDraft(name: "n") }, { $0.draft?.tags.append("t") }, { $0.options = RequestOptions() },
        { $0.request.url = "http://other/" },
        { $0.hops.append(.init(method: "GET", url: "http://h/")) }, { $0.response?.headers["A"] = "b" }, { $0.response = nil },
        { $0.error = .init(code: "cancelled", message: "") }, { $0.trace.append(.init(offset: 0, text: "t")) },
        { $0.notes.tags.append("t") }, { $0.repeats = "r" }, { $0.offline = "o" },
    ]

    @Test(arguments: changes.indices) func `changing a copy of an exchange leaves the original unchanged`(index: Int) {
        let first = Exchange(
            id: "a", startedAt: .distantPast, draft: RequestDraft(), request: .init(method: "GET", url: "http://h/"),
            response: .init(status: 200))
        var second = first
        #expect(second == first && Set([first, second]).count == 1)
        Self.changes[index](&second)
        #expect(second != first && Set([first, second]).count == 2)
        let whole = Exchange(
            id: "a", startedAt: .distantPast, draft: RequestDraft(), request: .init(method: "GET", url: "http://h/"),
            response: .init(status: 200))
        #expect(first == whole)
    }
}
