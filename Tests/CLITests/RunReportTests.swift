import Foundation
import JSON
import Testing
import Workspace

@testable import CLI
@testable import Engine

/// Reports on requests whose names and problems were written to break out of them.
@Suite struct RunReportTests {
    private static let result: RunResult = {
        var result = RunResult(title: "a \\# TODO\r\n::error::title", iteration: 1)
        result.refusal = "not sent:\r\n::stop-commands::x\r::error::y\nok 9 - z"
        return result
    }()

    @Test func `an annotation is one line`() {
        let text = RunReportFormat.github.text(of: Self.result, number: 1)
        #expect(text.unicodeScalars.filter { $0 == "\n" || $0 == "\r" }.count == 1 && text.hasSuffix("\n"))
        #expect(text.hasPrefix("::error title=a \\# TODO%0D%0A%3A%3Aerror%3A%3Atitle::not sent:%0D%0A::stop-commands"))
    }

    @Test func `a title of TAP is one line without a directive`() {
        let text = RunReportFormat.tap.text(of: Self.result, number: 1)
        #expect(text.hasPrefix("not ok 1 - a \\\\\\# TODO␍␊::error::title\n"))
        #expect(!text.split(separator: "\n").contains { $0.hasPrefix("ok") || $0.hasPrefix("::") })
    }

    @Test func `problems of TAP have no signs that change the direction of text`() {
        var result = Self.result
        result.refusal = "a\u{202E}b\tc"
        let text = RunReportFormat.tap.text(of: result, number: 1)
        #expect(!text.unicodeScalars.contains("\u{202E}") && text.contains(#"b\tc"#))
    }

    @Test(arguments: [RunReportFormat.junit, .json, .html]) func `every format keeps a result on one line`(format: RunReportFormat) {
        let lines = format.text(of: Self.result, number: 1).unicodeScalars.split { $0 == "\n" || $0 == "\r" }
        #expect(lines.count == 1)
    }

    @Test func `a time has no exponent`() {
        var result = RunResult(title: "a", iteration: 1)
        result.exchange = Exchange(
            startedAt: Date(timeIntervalSince1970: 0), duration: 0.000012, request: Exchange.Request(method: "GET", url: "http://a/"))
        #expect(RunReportFormat.junit.text(of: result, number: 1).contains("time=\"0.000012\""))
    }

    /// The attributes that Jenkins and GitLab show.
    @Test func `a suite has its time, and a failure its type`() {
        let start = Date(timeIntervalSince1970: 1_780_000_000.5)
        var totals = RunTotals(planned: 1)
        let before = RunReportFormat.junit.beginning(nil, at: start)
        totals.add(Self.result)
        let after = RunReportFormat.junit.beginning(totals, at: start)
        #expect(before.utf8.count == after.utf8.count)
        #expect([before, after].allSatisfy { $0.contains(#"<testsuite name="apus run" timestamp="2026-05-28T20:26:40""#) })
        let replay = RunReportFormat.junit.beginning(totals, at: start, of: "replay")
        #expect(replay.contains(#"<testsuite name="apus replay" "#) && !replay.contains("apus run"))
        #expect(RunReportFormat.html.beginning(nil, at: start, of: "replay").contains("<title>apus replay</title>"))
        #expect(RunReportFormat.junit.text(of: Self.result, number: 1).contains(#"><error type="notSent" message="#))
        var failed = RunResult(title: "a", iteration: 1)
        failed.exchange = Exchange(startedAt: start, request: Exchange.Request(method: "GET", url: "http://a/"))
        failed.differences = ["b"]
        #expect(RunReportFormat.junit.text(of: failed, number: 1).contains(#"><failure type="assertion" message="b">"#))
    }

    /// Other programs read the words of files, people read sentences.
    @Test func `only the JSON report has assertions in the words of files`() {
        var result = RunResult(title: "a", iteration: 1)
        result.exchange = Exchange(
            startedAt: Date(timeIntervalSince1970: 0), request: Exchange.Request(method: "GET", url: "http://a/"),
            response: Exchange.Response(status: 200))
        let check = CheckReport.Checked(sentence: "time is short", problem: "found 1", written: "time isShort")
        result.checks = CheckReport.empty.adding([check])
        for format in [RunReportFormat.junit, .tap, .html, .github, .json] {
            let text = format.text(of: result, number: 1)
            #expect(text.contains("isShort") == (format == .json) && text.contains("is short") == (format != .json), "\(format)")
        }
    }

    /// Its checks have nothing to say.
    @Test func `a response that broke off is an error of its own type`() {
        var result = RunResult(title: "a", iteration: 1)
        result.exchange = Exchange(
            startedAt: Date(timeIntervalSince1970: 0), request: Exchange.Request(method: "GET", url: "http://a/"),
            response: Exchange.Response(status: 200), error: Exchange.Failure(code: "invalidResponse", message: "cut"))
        #expect(RunReportFormat.junit.text(of: result, number: 1).contains(#"><error type="invalidResponse" message="cut">"#))
        var totals = RunTotals(planned: 1)
        totals.add(result)
        #expect(RunReportFormat.junit.beginning(totals, at: Date(timeIntervalSince1970: 0)).contains(#"failures="0" errors="1""#))
    }

    @Test func `a line of the log cannot start with foreign text`() {
        #expect(Self.result.problemLines == ["not sent:␍␊::stop-commands::x␍::error::y", "ok 9 - z"])
    }

    @Test func `a cancelled run is not complete in any report`() throws {
        var totals = RunTotals(planned: 3)
        totals.add(RunResult(title: "a", iteration: 1))
        totals.isCancelled = true
        #expect(RunReportFormat.tap.ending(totals) == "1..3\nBail out! The run ended after 1 of 3 requests\n")
        #expect(
            RunReportFormat.junit.ending(totals).contains("<error type=\"cancelled\" message=\"The run ended after 1 of 3 requests\"/>"))
        #expect(
            RunReportFormat.junit.beginning(totals, at: Date(timeIntervalSince1970: 0)).contains(" tests=\"2\" failures=\"0\" errors=\"1\"")
        )
        let json = try JSONValue(
            parsing: RunReportFormat.json.beginning(totals, at: Date(timeIntervalSince1970: 0)) + RunReportFormat.json.ending(totals))
        #expect(json["summary"]?["planned"] == 3 && json["summary"]?["requests"] == 1 && json["summary"]?["cancelled"] == true)
        #expect(RunReportFormat.html.ending(totals).contains("\"cancelled\":true"))
    }

    @Test func `a name of a row has its values without secrets`() {
        let row = ["page": "2", "apiToken": "s3cret", "note": String(repeating: "x", count: 90)]
        let label = RunResult(title: "a", iteration: 2, row: row).label
        #expect(label == "a (2: apiToken=••••, note=" + String(repeating: "x", count: 39) + "…)", "\(label)")
        #expect(RunResult(title: "a", iteration: 1, row: ["page": "2"]).label == "a (page=2)")
    }

    @Test func `JSON has the whole row of data without secrets`() throws {
        let note = String(repeating: "<", count: 90)
        let result = RunResult(title: "a", iteration: 2, row: ["page": "2", "apiToken": "s3cret", "note": note])
        let json = try JSONValue(parsing: RunReportFormat.json.text(of: result, number: 1))
        #expect(json["row"] == ["apiToken": "••••", "note": .string(note), "page": "2"])
        let page = try JSONValue(parsing: RunReportFormat.html.text(of: result, number: 1))
        #expect(page["row"] == json["row"])
        let other = try JSONValue(parsing: RunReportFormat.json.text(of: RunResult(title: "a", iteration: 1), number: 1))
        #expect(other["row"] == nil && other["iteration"] == 1)
    }
}
