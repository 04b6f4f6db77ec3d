import Engine
import HTTP
import Screen
import Widgets
import Workspace

/// The lines of the tabs other than the body.
enum ResponseLines {
    /// A line as styled pieces of text.
    struct Line: Equatable {
        var pieces: [(text: String, role: StyleRole)]

        init(_ pieces: (String, StyleRole)...) { self.pieces = pieces.map { (text: $0.0, role: $0.1) } }

        var text: String { pieces.map(\.text).joined() }

        static func == (left: Line, right: Line) -> Bool {
            left.pieces.elementsEqual(right.pieces) { $0.text == $1.text && $0.role == $1.role }
        }
    }

    /// The maximum number of bytes shown of a sent body, since each frame formats them.
    private static let bodyLimit = 16 << 10

    /// The lines of the shown tab; empty for the body, which is drawn separately, and while no response is shown.
    static func lines(of response: ResponseState, _ context: ResponseContext) -> [Line] {
        guard response.showsLines else { return [] }
        switch response.tab {
        case .body: return []
        case .headers: return headers(of: response).map(\.line)
        case .cookies:
            let hops = response.known?.hops ?? []
            return CookieLines.lines(
                response.head?.headers, from: hops.last?.url, after: hops.dropLast(),
                jarKey: context.keys.shown("cookies.show") ?? "the palette")
        case .timing:
            let columns = ResponseReducer.contentArea(response, context).width - 1
            let isArriving = response.exchange == nil
            return response.known.map { TimingLines.lines($0, columns: columns, isArriving: isArriving) } ?? waiting(response)
        case .trace: return response.known.map { trace($0.trace) } ?? waiting(response)
        case .tls: return response.known.map(TLSLines.lines) ?? waiting(response)
        case .sent: return response.known.map(sent) ?? waiting(response)
        case .tests: return CheckLines.lines(response.checks, isFromHistory: response.isFromHistory)
        }
    }

    /// The lines of the Headers tab, those of fields of the response with the field: its head, its trailers, and interim responses.
    static func headers(of response: ResponseState) -> [(line: Line, field: HTTPHeaderField?)] {
        let parts = response.headerParts
        func lines(_ headers: HTTPHeaders) -> [(line: Line, field: HTTPHeaderField?)] {
            headers.fields.map { (Line(($0.name, .headerName), (": ", .textMuted), ($0.value, .headerValue)), $0) }
        }
        func title(_ text: String) -> [(line: Line, field: HTTPHeaderField?)] {
            [(Line(("", .text)), nil), (Line((text, .textMuted)), nil)]
        }
        return lines(response.head?.headers ?? [:])
            + (parts.trailers.isEmpty ? [] : title("Trailers, received after the body") + lines(parts.trailers))
            + parts.interim.flatMap { title("Interim response: \($0.statusLine)") + lines($0.headers).map { ($0.line, nil) } }
    }

    private static func trace(_ lines: [Exchange.TraceLine]) -> [Line] {
        let times = lines.map { TimeText.milliseconds($0.offset) }
        let widest = times.map(\.count).max() ?? 0
        return zip(times, lines).map { time, line in
            let role: StyleRole = line.text.hasPrefix("Failed: ") ? .error : .text
            return Line((String(repeating: " ", count: widest - time.count) + time + "  ", .textMuted), (line.text, role))
        }
    }

    /// The sent request, hop by hop, as on the wire.
    private static func sent(_ exchange: Exchange) -> [Line] {
        var lines: [Line] = []
        for hop in exchange.hops {
            if !lines.isEmpty { lines.append(Line(("", .text))) }
            let head = String(decoding: hop.metrics.requestHeaderBytes, as: UTF8.self)
            for line in head.split(whereSeparator: \.isNewline) { lines.append(headerLine(String(line))) }
        }
        if case .bytes(let bytes) = exchange.request.body.storage, !bytes.isEmpty {
            lines.append(Line(("", .text)))
            lines += BodyLines.lines(of: bytes.prefix(bodyLimit)).map { Line(($0, .text)) }
            let omittedCount = bytes.count - bodyLimit
            if omittedCount > 0 { lines.append(Line(("(\(ByteText.count(Int64(omittedCount))) more)", .textMuted))) }
        } else if exchange.request.body.byteCount > 0 {
            lines.append(Line(("", .text)))
            lines.append(Line(("(a body of \(ByteText.count(exchange.request.body.byteCount)), too long to store)", .textMuted)))
        }
        return lines
    }

    private static func headerLine(_ line: String) -> Line {
        guard let colon = line.firstIndex(of: ":"), !line[..<colon].contains(" ") else { return Line((line, .textStrong)) }
        return Line((String(line[..<colon]), .headerName), (String(line[colon...]), .headerValue))
    }

    private static func waiting(_ response: ResponseState) -> [Line] {
        response.sending == nil ? [] : [Line(("Available when the response is complete.", .textMuted))]
    }
}

/// The cookies that a response sets, each with its attributes.
enum CookieLines {
    /// The lines for the response, from this URL if it is known, and for the earlier transfers that set cookies, such as redirects.
    static func lines(
        _ headers: HTTPHeaders?, from url: String? = nil, after earlier: ArraySlice<Exchange.Hop> = [], jarKey: String
    ) -> [ResponseLines.Line] {
        let cookieLines = (headers?.fields ?? []).filter { $0.isNamed("set-cookie") }.flatMap { lines($0.value, from: url) }
        let before = earlier.flatMap { hop in
            let cookies = Self.cookies(in: hop.metrics.responseHeaderBytes).flatMap { lines($0, from: hop.url) }
            let title = [hop.status.map(String.init) ?? "", hop.method, hop.url].filter { !$0.isEmpty }.joined(separator: " ")
            return cookies.isEmpty ? [] : [ResponseLines.Line(("From \(title)", .textMuted))] + cookies + [ResponseLines.Line(("", .text))]
        }
        let none = cookieLines.isEmpty && before.isEmpty
        return before + (none ? [ResponseLines.Line(("The response sets no cookies.", .textMuted))] : cookieLines)
            + (cookieLines.isEmpty && !none ? [] : [ResponseLines.Line(("", .text))])
            + [ResponseLines.Line(("Open cookie jar: \(jarKey) or double-click", .link))]
    }

    private static func cookies(in head: [UInt8]) -> [String] {
        String(decoding: head, as: UTF8.self).split(whereSeparator: \.isNewline).compactMap { line in
            guard let colon = line.firstIndex(of: ":"), line[..<colon].lowercased() == "set-cookie" else { return nil }
            return line[line.index(after: colon)...].trimmed
        }
    }

    /// `name=value; attribute; attribute=value` (RFC 6265, section 5.2), and the reason if the jar refuses the cookie.
    private static func lines(_ text: String, from url: String?) -> [ResponseLines.Line] {
        let refusal = url.flatMap { CookieList.refusal(of: text, from: HTTPRequest(url: $0)) }
        let parts = text.split(separator: ";", omittingEmptySubsequences: false).map(\.trimmed)
        let (name, value) = halves(parts[0])
        let head = ResponseLines.Line((name, .headerName), (" = ", .textMuted), (value ?? "", .headerValue))
        return [head] + (refusal.map { [ResponseLines.Line(("    ✗ not stored: ", .error), ($0, .text))] } ?? [])
            + parts.dropFirst().filter { !$0.isEmpty }.map { part in
                let (attribute, value) = halves(part)
                return ResponseLines.Line(("    " + attribute, .textMuted), (value.map { " " + $0 } ?? "", .text))
            }
    }

    private static func halves(_ text: String) -> (String, String?) {
        guard let sign = text.firstIndex(of: "=") else { return (text, nil) }
        return (text[..<sign].trimmed, text[text.index(after: sign)...].trimmed)
    }
}

/// The results of captures and assertions as lines of the Tests tab.
enum CheckLines {
    /// The lines of a report. Words repeat the meaning of the marks `✓` and `✗`.
    static func lines(_ report: CheckReport?, isFromHistory: Bool) -> [ResponseLines.Line] {
        guard let report, !report.isEmpty else {
            let reason =
                isFromHistory
                ? "The history stores no test results. t in the request runs the tests on this response."
                : "No tests. Add some in the request's Tests tab."
            return [ResponseLines.Line((reason, .textMuted))]
        }
        return report.assertions.map(line) + report.captures.map(line)
    }

    private static func line(_ check: CheckReport.Checked) -> ResponseLines.Line {
        if check.kind == .note { return ResponseLines.Line(("• noted    ", .textMuted), (check.sentence, .text)) }
        guard let problem = check.problem else { return ResponseLines.Line(("✓ passed   ", .success), (check.sentence, .text)) }
        return ResponseLines.Line(("✗ failed   ", .error), (check.sentence, .text), (": " + problem, .warning))
    }

    private static func line(_ capture: CheckReport.Captured) -> ResponseLines.Line {
        guard let value = capture.value else {
            return ResponseLines.Line(
                ("✗ missing  ", .error), ("\(capture.variable) from \(capture.place)", .text), (": \(capture.problem ?? "")", .warning))
        }
        return ResponseLines.Line(
            ("✓ captured ", .success), (capture.variable, .variable), (" = \(TextWidth.fitted(value.shown, columns: 80))", .text),
            ("  from \(capture.place)", .textMuted))
    }
}

/// The lines of the tabs other than the body, wrapped into screen rows.
enum ResponseRows {
    /// A screen row.
    struct Row: Equatable {
        /// The index of its line, from zero.
        let line: Int
        var pieces: ResponseLines.Line
        /// The columns before the text; 0 for the first row of a line.
        let indent: Int

        /// True if the row continues the line of the row above.
        var isContinuation: Bool { indent > 0 }
        /// The columns up to the end of the text.
        var width: Int { indent + pieces.pieces.reduce(0) { $0 + TextWidth.columns(of: $1.text) } }
    }

    private static let mostIndent = 4

    /// The rows of the shown tab; empty for the body, which is drawn separately.
    static func rows(of state: ResponseState, _ context: ResponseContext) -> [Row] {
        // The scrollbar's column stays free.
        let columns = max(2 * mostIndent, ResponseReducer.contentArea(state, context).width - 1)
        return ResponseLines.lines(of: state, context).enumerated().flatMap { rows(of: $1, number: $0, columns: columns) }
    }

    /// The rows of one line, broken after a space if there is one near the end.
    static func rows(of line: ResponseLines.Line, number: Int, columns: Int) -> [Row] {
        let indent = indent(of: line, columns: columns)
        var rows = [Row(line: number, pieces: ResponseLines.Line(), indent: 0)]
        var room = columns
        for piece in line.pieces {
            var rest = Substring(piece.text)
            while !TextWidth.fits(rest, columns: room) {
                let head = head(of: rest, columns: room, after: columns - room)
                guard !head.isEmpty || room < columns - indent else { break }
                rows[rows.count - 1].pieces.pieces.append((text: String(head), role: piece.role))
                rows.append(Row(line: number, pieces: ResponseLines.Line(), indent: indent))
                rest = rest[head.endIndex...]
                room = columns - indent
            }
            rows[rows.count - 1].pieces.pieces.append((text: String(rest), role: piece.role))
            room -= TextWidth.columns(of: rest)
        }
        return rows
    }

    /// The columns before the further rows of a line: the text after a sign such as `! `, or after a column such as that of times, is aligned.
    private static func indent(of line: ResponseLines.Line, columns: Int) -> Int {
        let first = line.pieces.first?.text ?? ""
        let isSign = first.count == 2 && first.hasSuffix(" ") && !first.hasPrefix(" ")
        let isColumn = first.hasSuffix("  ") && first.contains { $0 != " " }
        return isSign || isColumn ? min(TextWidth.columns(of: first), columns / 2) : mostIndent
    }

    /// The beginning of the text that fits in a row of which `taken` columns are used.
    private static func head(of text: Substring, columns: Int, after taken: Int) -> Substring {
        let head = TextWidth.prefix(of: text, columns: columns)
        guard let space = head.lastIndex(of: " ") else { return head }
        let words = head[...space]
        return taken + TextWidth.columns(of: words) > (taken + columns) / 2 ? words : head
    }

    /// The screen rows that continue the line of the row above.
    static func continuations(_ state: ResponseState, _ context: ResponseContext) -> [Int: ScreenSelection.Continuation] {
        let rect = ResponseReducer.contentArea(state, context)
        let rows = rows(of: state, context)
        let visible = state.lines.visibleRows(count: rows.count, height: rect.height)
        var continuations: [Int: ScreenSelection.Continuation] = [:]
        for (y, row) in visible.enumerated() where y > 0 && rows[row].isContinuation {
            continuations[rect.minY + y] = ScreenSelection.Continuation(
                start: rect.minX + rows[row].indent, endAbove: rect.minX + rows[row - 1].width)
        }
        return continuations
    }
}
