import Engine
import HTTP
import Screen
import Widgets
import Workspace

/// A request in flight: it waits for its secrets, or it was sent and has not ended.
struct InFlightRequest: Sendable, Equatable, Identifiable {
    /// The exchange's id.
    let id: Exchange.ID
    /// The tab that it was sent for.
    let owner: TabID
    /// The method's token.
    let method: String
    /// The absolute URL with secrets masked.
    let url: String
    /// The exchange that it replays; nil for none.
    var repeats: Exchange.ID?
    /// True if the screen shows the request as in flight: at once if there is no earlier response, else after a moment.
    var isSeen = false
    /// The phase, and the bytes sent and received so far.
    var progress = SendingProgress()
    /// True while it waits for a secret; nothing has been sent.
    private(set) var isResolving = false
    /// True if it contains a typed secret, which the next request will use too.
    var hasTypedSecrets = false
    /// The problems of its body that did not prevent sending it, in two words each.
    var faults: [String] = []
    /// The displayed waiting time in tenths of a second: 3, 10, and then each full second.
    private(set) var tenths = 0

    /// Creates a request that has just been sent.
    init(id: Exchange.ID, owner: TabID, method: String, url: String) {
        self.id = id
        self.owner = owner
        self.method = method
        self.url = url
    }

    /// Creates a request that waits for a secret before it is sent.
    init(_ id: Exchange.ID, waitingFor entry: SecretEntry, of job: SendJob) {
        self.init(id: id, owner: job.owner, method: job.draft.method, url: job.draft.withoutSecrets().url)
        isResolving = true
        progress.phase = .other(entry.waitingText)
    }

    /// The displayed waiting time; nil while it is too short to notice.
    var waited: String? {
        let seconds = tenths / 10
        if seconds == 0 { return tenths == 0 ? nil : "0.\(tenths) s" }
        return seconds < 60 ? "\(seconds) s" : "\(seconds / 60) min \(seconds % 60) s"
    }

    /// The time until the next displayed value, in tenths of a second.
    var tenthsToCount: Int { tenths == 0 ? 3 : tenths < 10 ? 10 - tenths : 10 }

    /// Advances the displayed waiting time.
    mutating func count() { tenths += tenthsToCount }

    /// Continues the waiting time after a wait for secrets.
    mutating func count(from waiting: InFlightRequest?) { tenths = waiting?.tenths ?? 0 }

    /// The progress line: the received share if it is known, else an activity line.
    var progressLine: ProgressLine? {
        guard tenths > 0 else { return nil }
        if let all = progress.expectedByteCount, all > 0, progress.receivedByteCount > 0 {
            return ProgressLine(fraction: Double(progress.receivedByteCount) / Double(all))
        }
        return ProgressLine(ticks: tenths)
    }
}

extension SecretEntry {
    /// The text shown while a secret is being entered or read.
    var waitingText: String { "waiting for the secret \(name)" + (source.program.map { " (from: \($0))" } ?? "") }
}

struct ResponseHead: Sendable, Equatable {
    let status: HTTPStatus
    /// The reason phrase.
    let reason: String
    /// The HTTP version of the response.
    let version: HTTPVersion?
    /// Every header in order.
    let headers: HTTPHeaders
}

/// A step of a request in flight, passed on to the responses that show it.
indirect enum FlightStep: Sendable, Equatable {
    /// The request waits for a secret; the earlier response is kept.
    case resolving(InFlightRequest)
    /// The wait for secrets has ended.
    case resolved(Exchange.ID)
    /// The request was not sent, for these reasons; the earlier response is kept.
    case refused(String)
    case began(InFlightRequest)
    /// The waiting time or the progress changed, or the screen shows the request from now on.
    case changed(InFlightRequest)
    case responded(Exchange.ID, ResponseHead)
    /// The body takes longer than the head: all that is known of the exchange until then.
    case arriving(Exchange)
    case grew(BodyHandle)
    case ended(Exchange)
    /// Captures and assertions were run on the response.
    case checked(Exchange.ID, CheckReport)
}

/// Draws a request in flight: its phase, the time, the bytes sent and received, and how to cancel it.
enum InFlightView {
    static func draw(_ sending: InFlightRequest, _ context: ResponseContext, in rect: Rect, on canvas: inout Canvas) {
        let all = lines(sending, context)
        let buttons = (hasHiddenLogin(sending, context) ? [all.count - 3] : []) + [all.count - 1]
        for (index, line) in all.prefix(rect.height).enumerated() {
            if buttons.contains(index) {
                Button(line).draw(in: button(fromEnd: all.count - index, sending, context, in: rect), isFocused: false, on: &canvas)
                continue
            }
            let style = CellStyle(index == 1 ? .information : .textMuted)
            canvas.write(line, at: Point(x: rect.minX + 1, y: rect.minY + index), style: style, columns: rect.width - 1)
        }
    }

    /// The cells of the button that names the key to cancel.
    static func cancel(_ sending: InFlightRequest, _ context: ResponseContext, in rect: Rect) -> Rect {
        button(fromEnd: 1, sending, context, in: rect)
    }

    /// The cells of the button that names the key for the pending login; empty if there is none.
    static func login(_ sending: InFlightRequest, _ context: ResponseContext, in rect: Rect) -> Rect {
        hasHiddenLogin(sending, context) ? button(fromEnd: 3, sending, context, in: rect) : .empty
    }

    private static func button(fromEnd end: Int, _ sending: InFlightRequest, _ context: ResponseContext, in rect: Rect) -> Rect {
        let all = lines(sending, context)
        let width = Button(all[all.count - end]).columns
        return Rect(x: rect.minX + 1, y: rect.minY + all.count - end, width: width, height: 1).intersection(rect)
    }

    /// True if the login window of the request was closed without an answer.
    private static func hasHiddenLogin(_ sending: InFlightRequest, _ context: ResponseContext) -> Bool {
        context.hiddenLogins.contains(sending.id)
    }

    private static func count(_ count: Int64, of all: Int64?) -> String {
        ByteText.count(count) + (all.map { " of \(ByteText.count($0))" } ?? "")
    }

    private static func lines(_ sending: InFlightRequest, _ context: ResponseContext) -> [String] {
        let progress = sending.progress
        let phase = progress.phase.text.prefix(1).uppercased() + progress.phase.text.dropFirst()
        var lines = ["\(sending.method) \(sending.url)", "\(phase)…" + (sending.waited.map { "  \($0)" } ?? "")]
        if progress.sentByteCount > 0 { lines.append("sent " + count(progress.sentByteCount, of: progress.byteCountToSend)) }
        if progress.receivedByteCount > 0 { lines.append("received " + count(progress.receivedByteCount, of: progress.expectedByteCount)) }
        if hasHiddenLogin(sending, context) { lines += ["", "\(context.keys.shown("login.show") ?? "A click") shows the login"] }
        return lines + ["", "Cancel" + (context.keys.shown("application.cancel").map { " (\($0))" } ?? "")]
    }
}
