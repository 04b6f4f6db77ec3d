internal import CCurl
internal import HTTP

extension ActiveTransfer {
    /// Puts bytes of the request body into libcurl's buffer.
    ///
    /// - Returns: as libcurl's read callback wants it: how many, 0 at the end, "pause" or "abort".
    func fillUpload(_ buffer: UnsafeMutableRawBufferPointer) -> Int {
        guard let upload = transfer.upload else { return 0 }
        switch upload.read(into: buffer) {
        case .bytes(let count):
            progress.sentBodyByteCount += Int64(count)
            markTouched()
            return count
        case .starved: return CCURL_READFUNC_PAUSE
        case .end: return 0
        case .failed(let error):
            progress.failure = .bodyUnreadable(error)
            return CCURL_READFUNC_ABORT
        }
    }

    /// Lets libcurl go on in both directions; it asks again whether it has to wait.
    func resume() {
        noteActivity()
        _ = easy.pause(CURLPAUSE_CONT)
    }

    /// Goes back to the beginning of the request body: libcurl asks when it has to send it again.
    func rewindUpload(to offset: Int64, from origin: Int32) -> Int32 {
        guard offset == 0, origin == 0, let upload = transfer.upload, upload.rewind() else { return CURL_SEEKFUNC_CANTSEEK }
        progress.sentBodyByteCount = 0
        return CURL_SEEKFUNC_OK
    }
}
