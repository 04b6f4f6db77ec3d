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
