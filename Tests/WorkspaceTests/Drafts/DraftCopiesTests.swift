import Comparison
import Testing
import Workspace

/// Copies of a draft share its body and its options until one of them changes them.
struct DraftCopiesTests {
    @Test func `a draft is small however much it holds`() {
        #expect(MemoryLayout<RequestDraft>.size <= 256)
    }

    private static let changes: [@Sendable (inout RequestDraft) -> Void] = [
        { $0.name = "n" }, { $0.method = "PUT" }, { $0.url = "u" }, { $0.query.append(Row("a", "b")) }, { $0.auth["token"] = "t" },
        { $0.body.kind = .json }, { $0.body.form.append(Row("a", "b")) }, { $0.options.timeout = 1 }, { $0.captures.append(Capture()) },
        { $0.assertions.append(Assertion()) }, { $0.comparison.ids = true }, { $0.scripts.after = "s" }, { $0.tags.append("t") },
        { $0.docs = "d" },
    ]

    @Test(arguments: changes.indices) func `changing a copy of a request leaves the original unchanged`(index: Int) {
        let first = RequestDraft(url: "http://h/")
        var second = first
        Self.changes[index](&second)
        #expect(second != first && Set([first, second]).count == 2)
        #expect(first == RequestDraft(url: "http://h/"))
    }
}
