internal import CCurl
internal import HTTP

/// A transfer under way: its easy handle, set up for it, and what has been seen of it so far.
///
/// Used by the engine's thread alone; libcurl's callbacks run there too and get this as their argument. Each transfer has a handle of
/// its own, which costs half a microsecond: libcurl 7.88 keeps a pointer to the last header of the transfer before in a handle that is used
/// again, and an answer that begins with a continuation line makes it write there.
final class ActiveTransfer {
    let transfer: Transfer
    let easy: EasyHandle
    let connections: ConnectionTable
    var progress: TransferProgress
    /// Whether it waits in the engine's list of those whose readers have something new to see.
    var isTouched = false
    /// Whether its end was reported: nothing more is to be said of it.
    var hasEnded = false

    /// Whether `connect` will be called.
    private(set) var tellsOfConnection = false

    private let library: CurlLibrary
    private let touch: (ActiveTransfer) -> Void
    private let errorBuffer = UnsafeMutablePointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))
    private var lists: [UnsafeMutablePointer<curl_slist>] = []

    /// Takes a transfer on and sets a handle up for it.
    ///
    /// - Parameter touch: called when the reader is to be woken after this round of libcurl's work.
    /// - Throws: `invalidRequest` where the installed library lacks an option, `unknown` where it is out of memory.
    init(_ transfer: Transfer, library: CurlLibrary, connections: ConnectionTable, touch: @escaping (ActiveTransfer) -> Void)
        throws(HTTPError)
    {
        guard let easy = EasyHandle(library.functions) else {
            throw HTTPError(.unknown, request: transfer.plan.request, message: "libcurl is out of memory.")
        }
        self.transfer = transfer
        self.easy = easy
        self.library = library
        self.connections = connections
        self.touch = touch
        progress = TransferProgress(headerLimit: transfer.plan.responseLimits.headerByteCount)
        errorBuffer[0] = 0
        setBasics()
        setUp(transfer.plan)
        for setting in transfer.plan.settings { try apply(setting, of: transfer.plan.request) }
    }

    deinit {
        easy.cleanup()
        for list in lists { easy.functions.pointee.slist_free_all(list) }
        errorBuffer.deallocate()
    }

    /// What libcurl says of the failure; may be empty.
    var errorDetail: String { String(cString: errorBuffer) }

    /// Notes that the reader has something new to see.
    func markTouched() {
        guard !isTouched else { return }
        isTouched = true
        touch(self)
    }

    /// Switches the debug callback, which is where the header bytes as sent and the TLS parameters come from.
    ///
    /// It makes libcurl put every remark into words, which costs an eighth of a short transfer: so it is on while TLS or a proxy is set up and
    /// until the header has gone out, and off before and after, where libcurl tells when that begins.
    func setVerbose(_ isVerbose: Bool) { easy.set(CURLOPT_VERBOSE, isVerbose) }

    // MARK: Setting up

    private func setBasics() {
        tellsOfConnection = easy.setCallbacks(for: self)
        setVerbose(!tellsOfConnection || transfer.plan.isEncrypted || transfer.plan.mayUseProxy)
        easy.set(CURLOPT_ERRORBUFFER, pointer: errorBuffer)
        easy.set(CURLOPT_NOSIGNAL, true)
        easy.set(CURLOPT_PATH_AS_IS, true)
        easy.set(CURLOPT_CONNECTTIMEOUT_MS, Self.connectLimit)
        easy.set(CURLOPT_BUFFERSIZE, Transfer.readSize)
        // Without it, ending a transfer waits for its name look-up, and with it every other transfer.
        easy.set(CCURL_QUICK_EXIT, true)
        easy.set(CURLOPT_ACCEPT_ENCODING, library.acceptedCodings)
    }

    private static let connectLimit = HTTPTimeouts().connect.map(TransferSettings.milliseconds) ?? 0

    private func setUp(_ plan: TransferPlan) {
        easy.set(CURLOPT_URL, plan.url)
        easy.set(CURLOPT_HTTP_VERSION, plan.isEncrypted ? CURL_HTTP_VERSION_2TLS : CURL_HTTP_VERSION_1_1)
        // Over TLS the first connection tells whether HTTP/2 is spoken: the others wait for that instead of opening their own.
        if plan.isEncrypted { easy.set(CURLOPT_PIPEWAIT, true) }
        if plan.isEncrypted || plan.mayUseProxy { setTLS() }
        set(CURLOPT_HTTPHEADER, lines: plan.headerLines)
        if plan.mayUseProxy { setProxyHeaders() }
        setMethod(of: plan)
        if let target = plan.target { easy.set(CURLOPT_REQUEST_TARGET, target) }
    }

    private func setTLS() {
        easy.set(CURLOPT_CERTINFO, true)
        easy.set(CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2))
    }

    private func setProxyHeaders() {
        // A field of libcurl's own.
        set(CURLOPT_PROXYHEADER, lines: ["Proxy-Connection:"])
        easy.set(CURLOPT_SUPPRESS_CONNECT_HEADERS, true)
    }

    private func setMethod(of plan: TransferPlan) {
        let method = plan.request.method
        if case .none = plan.content {} else { easy.set(CURLOPT_UPLOAD_BUFFERSIZE, UploadPipe.pieceSize) }
        switch plan.content {
        case .none where method == .head: easy.set(CURLOPT_NOBODY, true)
        case .none: if method != .get { easy.set(CURLOPT_CUSTOMREQUEST, method.rawValue) }
        case .bytes(let bytes):
            easy.set(CURLOPT_POST, true)
            easy.set(CURLOPT_POSTFIELDSIZE_LARGE, offset: Int64(bytes.count))
            // An empty array may have no address, and without one libcurl would read the body from standard input.
            _ = bytes.withUnsafeBytes {
                easy.set(CURLOPT_COPYPOSTFIELDS, pointer: bytes.isEmpty ? UnsafeRawPointer(errorBuffer) : $0.baseAddress)
            }
            if method != .post { easy.set(CURLOPT_CUSTOMREQUEST, method.rawValue) }
        case .stream(let length):
            easy.setUploadCallbacks(for: self)
            easy.set(CURLOPT_UPLOAD, true)
            easy.set(CURLOPT_INFILESIZE_LARGE, offset: length ?? -1)
            easy.set(CURLOPT_CUSTOMREQUEST, method.rawValue)
        }
    }

    private func apply(_ setting: EasySetting, of request: HTTPRequest) throws(HTTPError) {
        let code =
            switch setting.value {
            case .number(let number): easy.set(setting.option, number)
            case .offset(let offset): easy.set(setting.option, offset: offset)
            case .text(let text): easy.set(setting.option, text)
            case .null: easy.set(setting.option, nil)
            case .lines(let lines): set(setting.option, lines: lines)
            }
        guard code == CURLE_OK else {
            let reason = easy.functions.pointee.easy_strerror(code).map { String(cString: $0) } ?? "error \(code.rawValue)"
            throw TransferSettings.refusal(
                request, "The installed libcurl \(library.version.text) does not take the option \(setting.name) (\(reason)).")
        }
    }

    @discardableResult
    private func set(_ option: CURLoption, lines: [String]) -> CURLcode {
        var list: UnsafeMutablePointer<curl_slist>?
        for line in lines { list = line.withCString { easy.functions.pointee.slist_append(list, $0) } ?? list }
        if let list { lists.append(list) }
        return easy.set(option, pointer: list)
    }
}
