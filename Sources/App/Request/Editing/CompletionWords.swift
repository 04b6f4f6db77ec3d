import Engine
import Widgets
import Workspace

/// The words that completion offers.
enum CompletionWords {
    /// Every variable, function and the two kinds that are looked up when sending.
    static func variables(_ state: RequestState, _ context: RequestContext) -> [CompletionItem] {
        let scope = context.variables
        let captured = scope.captured.sorted { $0.key < $1.key }
        let origin = VariableOrigin.captured(environment: scope.environment)
        let own = state.variables.draft.filter { $0.isEnabled && !$0.name.isEmpty }
        return captured.map { CompletionItem($0.key + "}}", detail: "\($0.value.shown)  \(origin)") }
            + own.map { CompletionItem($0.name + "}}", detail: $0.value) }
            + scope.inherited.map { CompletionItem($0.name + "}}", detail: "\($0.shownValue)  \($0.origin)") }
            + DynamicValues.names.map { CompletionItem("$\($0)}}", detail: "function") }
            + [CompletionItem("env:", detail: "process environment"), CompletionItem(VariableResolver.promptPrefix, detail: "asked for")]
    }

    static func words(for kind: CompletionPlace.Kind, _ state: RequestState, _ context: RequestContext) -> [CompletionItem] {
        switch kind {
        case .url: context.urls()
        case .headerName: HeaderWords.names.map { CompletionItem($0) }
        case .headerValue(let name): (HeaderWords.values[name.lowercased()] ?? []).map { CompletionItem($0) }
        case .contentType: (HeaderWords.values["content-type"] ?? []).map { CompletionItem($0) }
        case .captureSource: CaptureSource.allCases.map { CompletionItem($0.rawValue) }
        case .captureSecrecy: ["yes", "no"].map { CompletionItem($0) }
        case .assertionSubject: ["status", "header ", "cookie ", "body ", "time", "url"].map { CompletionItem($0) }
        case .assertionPredicate: AssertionPredicate.allCases.map { CompletionItem($0.rawValue) }
        case .path, .word, .other: []
        }
    }
}

/// Header fields that requests carry, by their registered names (iana.org/assignments/http-fields), and values that are usual for them.
enum HeaderWords {
    static let names = [
        "Accept", "Accept-Charset", "Accept-Encoding", "Accept-Language", "Authorization", "Cache-Control", "Connection",
        "Content-Disposition", "Content-Encoding", "Content-Language", "Content-Length", "Content-Type", "Cookie", "Date", "DNT", "Expect",
        "Forwarded", "From", "Host", "Idempotency-Key", "If-Match", "If-Modified-Since", "If-None-Match", "If-Range",
        "If-Unmodified-Since", "Link", "Max-Forwards", "Origin", "Pragma", "Prefer", "Priority", "Proxy-Authorization", "Range", "Referer",
        "Sec-Fetch-Mode", "TE", "Traceparent", "Tracestate", "Trailer", "Transfer-Encoding", "Upgrade", "User-Agent", "Via",
        "X-Api-Key", "X-Correlation-ID", "X-CSRF-Token", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto",
        "X-HTTP-Method-Override", "X-Request-ID", "X-Requested-With",
    ]

    static let values: [String: [String]] = [
        "accept": types + ["*/*", "image/*", "application/problem+json", "text/event-stream"],
        "accept-charset": ["utf-8"],
        "accept-encoding": ["gzip", "br", "zstd", "deflate", "identity", "gzip, deflate, br"],
        "accept-language": ["en", "en-US,en;q=0.9", "de", "fr", "*"],
        "authorization": ["Bearer {{token}}", "Basic "],
        "cache-control": ["no-cache", "no-store", "max-age=0", "only-if-cached", "no-transform"],
        "connection": ["keep-alive", "close"],
        "content-encoding": ["gzip", "br", "deflate", "zstd"],
        "content-type": types,
        "expect": ["100-continue"],
        "prefer": ["return=minimal", "return=representation", "respond-async"],
        "te": ["trailers"],
        "x-requested-with": ["XMLHttpRequest"],
    ]

    private static let types = [
        "application/json", "application/xml", "application/x-www-form-urlencoded", "application/octet-stream", "application/graphql",
        "application/ld+json", "application/merge-patch+json", "application/json-patch+json", "application/x-ndjson", "application/yaml",
        "application/pdf", "multipart/form-data", "text/plain", "text/plain; charset=utf-8", "text/html", "text/xml", "text/csv",
        "image/png", "image/jpeg",
    ]
}

/// A path in a word as a shell reads it without quotes.
enum ShellPath {
    /// The path that the word names.
    static func read(_ word: String) -> String {
        var path = ""
        var isQuoted = false
        for character in word {
            if character == "\\", !isQuoted {
                isQuoted = true
            } else {
                path.append(character)
                isQuoted = false
            }
        }
        return path
    }

    /// The word that names the path.
    static func write(_ path: String) -> String {
        path.map { " \\'\"$&;|<>()*?[]#`!{}".contains($0) ? "\\\($0)" : String($0) }.joined()
    }
}
