import Engine
import JSON
import Platform
import Screen
import Workspace

enum RunReportFormat: String, CaseIterable, Sendable {
    case junit, tap, json, html, github
}

/// A report that is written during the run, so that it needs constant memory. Its file has the old content until ``finish(_:)``.
final class RunReport {
    let format: RunReportFormat
    private let target: Target
    private let streams: CommandStreams
    /// The checked-out repository with a slash at its end.
    private let repository: String
    /// The workspace with a slash at its end, relative to the repository; empty if they are the same.
    private let folder: String
    /// The name of the command.
    private let command: String
    private let start = Date()
    private var count = 0

    /// The place of a report.
    private enum Target {
        case output
        case file(ReportFile, path: String)
    }

    /// True if it is written to standard output.
    var isOnOutput: Bool { if case .output = target { true } else { false } }

    /// Opens the reports of the option, which may list several: `junit=a.xml,html=a.html`. Files keep their content until ``finish(_:)``, so
    /// that nothing is lost if another option is refused, or the program is killed.
    ///
    /// - Throws: a `UsageError` for an unknown format or several reports on standard output, a ``CommandError`` with code 2 for a file
    ///   that cannot be written.
    static func opened(_ words: CommandWords, _ context: CommandContext) throws -> [RunReport] {
        let repository = (context.environment["GITHUB_WORKSPACE"] ?? currentFolder() ?? "") + "/"
        let workspace = (words.workspaceFolder ?? "") + "/"
        let folder = workspace.hasPrefix(repository) ? String(workspace.dropFirst(repository.count)) : ""
        var list: [String] = []
        for word in words.values("report") {
            for (index, part) in word.split(separator: ",", omittingEmptySubsequences: false).map(String.init).enumerated() {
                // A comma before anything but a word and "=" belongs to the name of a file.
                if index == 0 || part.prefixMatch(of: /[A-Za-z]+=/) != nil { list.append(part) } else { list[list.count - 1] += "," + part }
            }
        }
        let onOutput = list.filter { $0.hasSuffix("=-") }
        guard onOutput.count < 2 else {
            throw UsageError("--report: only one report can go to standard output, not \(ListText.of(onOutput))")
        }
        let files = list.map { file(at: String($0.drop { $0 != "=" }.dropFirst())) }.filter { !$0.hasPrefix("/dev/") }
        guard Set(files).count == files.count else { throw UsageError("--report: two reports cannot use the same file") }
        return try list.map { try RunReport($0, words.spec.name, in: folder, of: repository, context.streams) }
    }

    /// The file that a report at this path replaces, found through links to its folder.
    private static func file(at path: String) -> String {
        let path = absolutePath(path, home: nil)
        let folder = parentFolder(of: path)
        return (resolvedPath(folder) ?? folder) + path.dropFirst(folder == "/" ? 0 : folder.count)
    }

    /// Opens `FORMAT=FILE`; `-` as the file is standard output.
    private init(_ word: String, _ command: String, in folder: String, of repository: String, _ streams: CommandStreams) throws {
        let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
        guard parts.count == 2, let format = RunReportFormat(rawValue: parts[0]) else {
            let known = RunReportFormat.allCases.map { "\($0.rawValue)=FILE" }.joined(separator: ", ")
            throw UsageError("--report \(word): expected \(known)")
        }
        self.format = format
        self.command = command
        self.streams = streams
        self.folder = folder
        self.repository = repository
        if parts[1] == "-" {
            target = .output
        } else {
            do throws(SystemError) {
                // Reported before anything is sent, not when the finished file is renamed.
                if FileStatus(of: parts[1], followsLinks: false)?.kind == .folder { throw SystemError(EISDIR) }
                let file = try AtomicFile(replacing: parts[1], permissions: .preserved, writesDevices: true)
                target = .file(ReportFile(file), path: parts[1])
            } catch {
                throw CommandError("--report \(word) could not be written: \(error.reason)", code: 2)
            }
        }
    }

    func begin() throws { try write(format.beginning(nil, at: start, of: command)) }

    /// Writes a result.
    func add(_ result: RunResult) throws {
        count += 1
        var result = result
        if let place = result.place, place.file.hasPrefix(repository) { result.place?.file.removeFirst(repository.count) }
        try write(format.text(of: result, number: count, in: folder))
    }

    /// Writes the end of the report, and the totals at the beginning of a file, which then replaces the old one.
    func finish(_ totals: RunTotals) throws {
        try write(format.ending(totals))
        guard case .file(let file, let path) = target else { return }
        do throws(SystemError) { try file.finish(format.beginning(totals, at: start, of: command)) } catch {
            throw Self.unwritten(path, error)
        }
    }

    private func write(_ text: String) throws {
        switch target {
        case .output: try streams.write(text)
        case .file(let file, let path):
            do throws(SystemError) { try file.write(streams.mask.masked(text)) } catch { throw Self.unwritten(path, error) }
        }
    }

    private static func unwritten(_ path: String, _ error: SystemError) -> CommandError {
        CommandError("the report \(path) could not be written: \(error.reason)", code: 1)
    }
}

/// The open file of a report.
private final class ReportFile {
    private var file: AtomicFile?

    init(_ file: consuming AtomicFile) { self.file = consume file }

    func write(_ text: String) throws(SystemError) { try file?.write(Array(text.utf8)) }

    /// Writes a text of the same length over the beginning, and gives the file its name.
    func finish(_ beginning: String) throws(SystemError) {
        try file?.replaceBeginning(Array(beginning.utf8))
        try file.take()?.commit()
    }
}

extension OptionSpec {
    /// The option for reports, of `run` and `replay`.
    static let report = OptionSpec(
        "report", "r", value: "FORMAT=FILE,…", "Write reports: junit, tap, json, html, github; - is standard output",
        .assignment(RunReportFormat.allCases.map(\.rawValue)), repeats: true)
}

extension RunReportFormat {
    /// The text before the first result, of the same length with and without totals.
    func beginning(_ totals: RunTotals?, at start: Date, of command: String = "run") -> String {
        switch self {
        case .junit: Self.junit(totals, at: start, of: command)
        // Version 14 is not known to the TAP::Parser of Perl.
        case .tap: "TAP version 13\n"
        case .json: "{\"results\": [\n"
        case .html: HTMLReport.beginning(of: command)
        case .github: ""
        }
    }

    /// The text of a result; the folder is the workspace with a slash at its end, as annotations name it.
    func text(of result: RunResult, number: Int, in folder: String = "") -> String {
        switch self {
        case .junit: Self.junit(result)
        case .tap: Self.tap(result, number)
        case .json: (number > 1 ? ",\n" : "") + Self.json(result, in: folder)
        case .html: (number > 1 ? ",\n" : "") + HTMLReport.escaped(Self.json(result, in: folder, inWords: true))
        case .github: Self.github(result, in: folder)
        }
    }

    /// The text after the last result.
    func ending(_ totals: RunTotals) -> String {
        switch self {
        case .junit: (totals.isCancelled ? Self.junitCut(totals) : "") + "</testsuite>\n</testsuites>\n"
        case .tap: "1..\(totals.planned)\n" + (totals.isCut ? "Bail out! \(Self.cut(totals))\n" : "")
        case .json: "\n], \"summary\": \(Self.json(totals).compactText)}\n"
        case .html: HTMLReport.ending(Self.json(totals).compactText)
        case .github: ""
        }
    }

    private static func cut(_ totals: RunTotals) -> String { "The run ended after \(totals.count) of \(totals.planned) requests" }

    private static func junitCut(_ totals: RunTotals) -> String {
        "<testcase classname=\"apus\" name=\"the rest of the run\" time=\"0.000000\"><error type=\"cancelled\" message=\"\(cut(totals))\"/>"
            + "</testcase>\n"
    }

    private static func junit(_ totals: RunTotals?, at start: Date, of command: String) -> String {
        let counts = totals.map {
            let cut = $0.isCancelled ? 1 : 0
            return " tests=\"\($0.count + cut)\" failures=\"\($0.failed - $0.unanswered)\" errors=\"\($0.unanswered + cut)\""
                + " time=\"\(seconds($0.seconds))\""
        }
        // In UTC; the common schema allows no zone.
        let time = CivilTime(secondsSince1970: Int(start.timeIntervalSince1970)).iso8601
        let attributes = (counts ?? "") + String(repeating: " ", count: max(0, 120 - (counts ?? "").count))
        return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"apus\"\(attributes)>\n"
            + "<testsuite name=\"apus \(command)\" timestamp=\"\(time.dropLast())\"\(attributes)>\n"
    }

    /// Seconds with microseconds, such as `0.005100`: a decimal of XML Schema has no exponent.
    private static func seconds(_ seconds: Double) -> String {
        let microseconds = Int((seconds * 1e6).rounded())
        return "\(microseconds / 1_000_000).\("\(1_000_000 + microseconds % 1_000_000)".dropFirst())"
    }

    private static func junit(_ result: RunResult) -> String {
        // Servers of CI tell tests apart by both.
        let file = result.place.flatMap { $0.isInTitle ? $0.file : nil }
        let begin =
            "<testcase classname=\"\(xml(file ?? result.exchange?.origin.environment ?? "apus"))\" name=\"\(xml(result.label))\" "
            + "time=\"\(seconds(result.seconds))\""
        guard !result.isPassed else {
            return begin + (result.hasUnreadTests ? "><system-out>Tests of its script were not run.</system-out></testcase>\n" : "/>\n")
        }
        let kind = result.hasResponse ? "failure" : "error"
        let type = result.hasResponse ? "assertion" : result.exchange?.error?.code ?? "notSent"
        let text = result.problems.joined(separator: "\n")
        return begin + "><\(kind) type=\"\(xml(type))\" message=\"\(xml(result.problems[0]))\">\(xml(text))</\(kind)></testcase>\n"
    }

    /// A text for XML: special characters are escaped, and characters that XML 1.0 does not allow are replaced.
    private static func xml(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "\n": escaped += "&#10;"
            case "\t": escaped += "&#9;"
            default: escaped.unicodeScalars.append(scalar.value < 0x20 || (0xFFFE...0xFFFF).contains(scalar.value) ? "\u{FFFD}" : scalar)
            }
        }
        return escaped
    }

    private static func tap(_ result: RunResult, _ number: Int) -> String {
        let title = VisibleText.escaping(result.label).escapingWithBackslash("\\#")
        guard !result.isPassed else { return "ok \(number) - \(title)\n" }
        let lines = result.problems.map { problem in
            "    - \(JSONValue.string(VisibleText.escaping(problem, keeping: ["\r", "\n", "\t"])).compactText)\n"
        }.joined()
        return "not ok \(number) - \(title)\n  ---\n  problems:\n\(lines)  ...\n"
    }

    /// A result in one line; `inWords` for people. Secrets are masked before the format escapes anything.
    private static func json(_ result: RunResult, in folder: String, inWords: Bool = false) -> String {
        var members = [JSONMember("title", .string(result.title))]
        if let file = result.shownFile(in: folder) { members.append(JSONMember("file", .string(file))) }
        if let line = result.place?.line { members.append(JSONMember("line", .number(line))) }
        if !result.row.isEmpty {
            let row = result.shownRow.map { JSONMember($0.name, .string($0.value)) }
            members.append(JSONMember("row", .object(JSONObject(row))))
        }
        members += [
            JSONMember("iteration", .number(result.iteration)),
            JSONMember("passed", .bool(result.isPassed)), JSONMember("attempts", .number(result.attempts)),
            JSONMember("problems", .array((inWords ? result.problems : result.writtenProblems).map(JSONValue.string))),
        ]
        if let exchange = result.exchange {
            let value = ExchangeJSON.value(
                of: exchange.concealingCookies(), checks: result.checks, mask: result.mask, inWords: inWords)
            members.append(JSONMember("exchange", value))
        }
        return result.mask.masked(JSONValue.object(JSONObject(members)).compactText)
    }

    private static func json(_ totals: RunTotals) -> JSONValue {
        [
            "requests": .number(totals.count), "planned": .number(totals.planned), "cancelled": .bool(totals.isCancelled),
            "failed": .number(totals.failed), "unanswered": .number(totals.unanswered),
            "assertions": .number(totals.checks), "scriptsNotRun": .number(totals.unreadScripts),
            "seconds": JSONValue(floatLiteral: totals.seconds),
            "byteCount": .number(Int(totals.byteCount)),
        ]
    }

    /// Annotations of GitHub Actions (workflow commands, `::error`).
    private static func github(_ result: RunResult, in folder: String) -> String {
        // By scalars, since a carriage return and a line feed together are one character.
        func data(_ text: String, _ signs: Set<Unicode.Scalar> = ["%", "\r", "\n"]) -> String {
            VisibleText.escaping(text, keeping: ["\r", "\n", "\t"]).unicodeScalars.map { signs.contains($0) ? percentCode($0) : String($0) }
                .joined()
        }
        func percentCode(_ sign: Unicode.Scalar) -> String {
            "%" + (sign.value < 16 ? "0" : "") + String(sign.value, radix: 16, uppercase: true)
        }
        func property(_ text: String) -> String { data(text, ["%", "\r", "\n", ":", ","]) }
        let file = result.shownFile(in: folder).map { "file=\(property($0))," } ?? ""
        let line = result.place?.line.map { "line=\($0)," } ?? ""
        return result.problems.map { "::error \(file)\(line)title=\(property(result.label))::\(data($0))\n" }.joined()
    }
}

extension RunResult {
    /// The file of the request, relative to the repository; the folder is the workspace in it, with a slash at its end. Nil if it has none.
    fileprivate func shownFile(in folder: String) -> String? { file.map { folder + $0 } ?? place?.file }

    /// Every reason for its failure as log lines. Text from a server or a file never begins a line, where a log reader could take it for a
    /// command (GitHub's begin with `::`).
    var problemLines: [String] {
        let lines = refusal == nil ? problems : problems.flatMap { $0.split(separator: "\n").map(String.init) }
        return lines.map { VisibleText.escaping($0) }
    }
}
