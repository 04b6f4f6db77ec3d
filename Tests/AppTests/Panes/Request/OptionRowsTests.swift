import Testing
import Widgets
import Workspace

@testable import App

/// How a request is sent, as rows of a form.
struct OptionRowsTests {
    @Test(arguments: [(30, "30"), (0.5, "0.5"), (1e22, "1e+22"), (-0.0, "0"), (.infinity, "")])
    func secondsAreShownWhateverTheyAre(seconds: Double, text: String) {
        var options = RequestOptions()
        options.timeout = seconds
        #expect(OptionFields.rows(of: options)[0][1] == text)
    }

    @Test(arguments: ["inf", "nan", "-1", "1e7", "soon"]) func secondsThatNobodyCanWaitAreRefused(text: String) {
        var rows = OptionFields.rows(of: RequestOptions())
        rows[0][1] = text
        #expect(OptionFields.validated(rows)[0].problem != nil)
        var options = RequestOptions()
        OptionFields.store(rows, in: &options)
        #expect(options.timeout == nil)
    }

    @Test(arguments: [("0", false), ("1", true), ("1000", true), ("1001", false)])
    func attemptsAreCountedFromOne(text: String, isTaken: Bool) throws {
        var rows = OptionFields.rows(of: RequestOptions())
        let row = try #require(rows.firstIndex { $0[0] == "Attempts" })
        rows[row][1] = text
        #expect(OptionFields.validated(rows)[row].problem == (isTaken ? nil : "a number from 1 to 1000"))
        var options = RequestOptions()
        OptionFields.store(rows, in: &options)
        #expect(options.retry.attempts == (isTaken ? Int(text) : nil))
    }
}
