import Document
import Engine
import Screen

/// One line on the state of the body: still arriving, broken off, or against the rules of its kind.
struct BodyRemark {
    let text: String
    let role: StyleRole
    /// Why nothing of a body is there, though one should be: it has the whole pane for it. Nil for every other remark.
    private(set) var missing: String?

    init?(_ response: ResponseState) {
        guard let document = response.viewer.body?.document else { return nil }
        if let sending = response.sending, document.ending == nil {
            text = Self.progress(sending.progress)
            role = .information
        } else if case .cutOff(let reason)? = document.ending {
            let count = document.bytes.count
            text = count == 0 ? "✗ No body: \(reason)" : "✗ Cut off after \(ByteText.count(Int64(count))): \(reason)"
            role = .error
            missing = count == 0 ? reason : nil
        } else if let problem = document.problem {
            let column = problem.column.map { ", character \($0)" } ?? ""
            text = "✗ Line \(problem.line)\(column): \(problem.message)"
            role = .error
        } else if !document.isIndexed {
            text = "looking at it: \(ByteText.count(Int64(document.indexedByteCount))) of \(ByteText.count(Int64(document.bytes.count)))"
            role = .information
        } else {
            return nil
        }
    }

    private static func progress(_ progress: SendingProgress) -> String {
        var text = "receiving: \(ByteText.count(progress.receivedByteCount))"
        if let all = progress.expectedByteCount { text += " of \(ByteText.count(all))" }
        if let rate = progress.bytesPerSecond { text += ", \(ByteText.count(Int64(rate)))/s" }
        return text + " — ^C stops and keeps what came"
    }
}
