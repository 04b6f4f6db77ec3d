internal import CCurl
internal import HTTP

extension CurlFailure {
    /// Answers that are no valid HTTP, or end too soon.
    var answerVerdict: Verdict? {
        switch code {
        case CURLE_GOT_NOTHING:
            (.invalidResponse, "\(place) closed the connection without an answer: check that it speaks HTTP, and look into its log.")
        case CURLE_PARTIAL_FILE: (.invalidResponse, "The answer ended too soon: \(explanation)")
        case CURLE_BAD_CONTENT_ENCODING:
            (.invalidResponse, "The answer cannot be unpacked: \(explanation) Switch `decompression` off to see the bytes as they came.")
        case CURLE_WEIRD_SERVER_REPLY, CURLE_HTTP2, CURLE_HTTP2_STREAM, CURLE_HTTP3, CURLE_WRITE_ERROR, CURLE_RECV_ERROR:
            (.invalidResponse, "The answer is not valid HTTP: \(explanation)")
        case CURLE_QUIC_CONNECT_ERROR:
            (.cannotConnect, "\(place) does not answer over HTTP/3: choose another `versionPreference`. (\(explanation))")
        case CURLE_UNSUPPORTED_PROTOCOL where detail.contains("HTTP/0.9"):
            (.invalidResponse, "\(place) answered with something that is not HTTP: check the port, and whether it wants https://.")
        case CURLE_UNSUPPORTED_PROTOCOL where [.sending, .waiting, .receiving].contains(phase):
            (.invalidResponse, "The answer is not valid HTTP: \(explanation)")
        case CURLE_BAD_FUNCTION_ARGUMENT where phase == .receiving:
            (.invalidResponse, "The answer's header is not valid HTTP: \(explanation)")
        case CURLE_OUT_OF_MEMORY where phase == .receiving:
            (.responseTooLarge, "A header line or a paused body of the answer is larger than libcurl holds (100 KiB a line).")
        case CURLE_FILESIZE_EXCEEDED: (.responseTooLarge, "The answer is larger than allowed: \(explanation)")
        default: nil
        }
    }

    /// What the request asked for and cannot have.
    var requestVerdict: Verdict? {
        switch code {
        case CURLE_SEND_FAIL_REWIND:
            (
                .bodyNotReplayable,
                "The connection ended and the body, which can be read only once, would have to be sent again: send once more."
            )
        case CURLE_URL_MALFORMAT: (.invalidRequest, "The URL cannot be used: \(explanation)")
        case CURLE_UNSUPPORTED_PROTOCOL, CURLE_NOT_BUILT_IN, CURLE_BAD_FUNCTION_ARGUMENT, CURLE_UNKNOWN_OPTION:
            (.invalidRequest, "The installed libcurl cannot do this: \(explanation)")
        case CURLE_UPLOAD_FAILED:
            (.invalidRequest, "The body cannot be sent: \(explanation) HTTP/1.0 needs a body whose length is known.")
        default: nil
        }
    }
}
