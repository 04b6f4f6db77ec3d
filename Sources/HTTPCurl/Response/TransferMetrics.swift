internal import CCurl
internal import HTTP

/// Collects libcurl's measurements of a transfer that has ended.
enum TransferMetrics {
    static func read(from easy: EasyHandle, _ progress: TransferProgress) -> HTTPMetrics {
        var metrics = HTTPMetrics()
        metrics.timings = timings(easy, progress)
        metrics.byteCounts = byteCounts(easy, progress)
        metrics.connection = progress.connection
        metrics.connection?.version = version(easy.long(CURLINFO_HTTP_VERSION))
        metrics.requestHeaderBytes = progress.sentHeader
        metrics.responseHeaderBytes = progress.head.bytes
        return metrics
    }

    private static func timings(_ easy: EasyHandle, _ progress: TransferProgress) -> HTTPTimings {
        var timings = HTTPTimings()
        if progress.connection?.isReused != true {
            timings.nameLookup = duration(easy, CURLINFO_NAMELOOKUP_TIME_T)
            timings.connection = duration(easy, CURLINFO_CONNECT_TIME_T)
            timings.tls = duration(easy, CURLINFO_APPCONNECT_TIME_T)
        }
        timings.requestSent = progress.lastSent.map { max($0 - progress.start, .zero) }
        timings.firstByte = duration(easy, CURLINFO_STARTTRANSFER_TIME_T)
        timings.lastByte = duration(easy, CURLINFO_TOTAL_TIME_T)
        return timings
    }

    /// A duration; nil if libcurl reports zero, which means that it did not happen.
    private static func duration(_ easy: EasyHandle, _ info: CURLINFO) -> Duration? {
        let microseconds = easy.offset(info)
        return microseconds > 0 ? .microseconds(microseconds) : nil
    }

    private static func byteCounts(_ easy: EasyHandle, _ progress: TransferProgress) -> HTTPByteCounts {
        var counts = HTTPByteCounts()
        counts.sentHeader = Int64(progress.sentHeader.count)
        counts.sentBody = easy.offset(CURLINFO_SIZE_UPLOAD_T)
        counts.receivedHeader = Int64(progress.head.bytes.count)
        counts.receivedBody = easy.offset(CURLINFO_SIZE_DOWNLOAD_T)
        counts.decodedBody = progress.decodedByteCount
        return counts
    }

    private static func version(_ number: Int) -> HTTPVersion? {
        switch Int32(number) {
        case Int32(CURL_HTTP_VERSION_1_0): HTTPVersion.http10
        case Int32(CURL_HTTP_VERSION_1_1): HTTPVersion.http11
        case Int32(CURL_HTTP_VERSION_2_0): HTTPVersion.http2
        case Int32(CURL_HTTP_VERSION_3): HTTPVersion.http3
        default: nil
        }
    }
}
