internal import CCurl
internal import HTTP

/// A transfer under way: its easy handle, set up for it, and what has been seen of it so far.
///
/// Used by the engine's driver alone; libcurl's callbacks run there too and get this as their argument.
final class ActiveTransfer {
    let transfer: Transfer
    let easy: EasyHandle
    /// Accesses need no check at run time: they are the driver's, and no part of it calls anybody.
    @exclusivity(unchecked) var progress: TransferProgress
    /// Whether it waits in the engine's list of those whose readers have something new to see.
    var isTouched = false
    /// Whether its end was reported: nothing more is to be said of it.
    var hasEnded = false

    /// Whether an answer was stopped that libcurl must not go on with.
    var isRefused = false
    /// Whether libcurl would take a first header line that continues another for a part of the transfer before (`CurlVersion.keepsLastHeader`).
    let watchesFirstField: Bool

    /// Whether `connect` will be called.
    private(set) var tellsOfConnection = true
    let board: TransferBoard
    private let library: CurlLibrary

    /// Takes a transfer on, with a handle that is set up for it: a used one of the same shape, or a new one.
    ///
    /// - Throws: `invalidRequest` where the installed library lacks an option, `unknown` where it is out of memory.
    init(_ transfer: Transfer, library: CurlLibrary, board: TransferBoard, isOneOfMany: Bool) throws(HTTPError) {
        let used = transfer.plan.handleShape.flatMap { board.handles.take($0) }
        guard let easy = used ?? EasyHandle(library.functions) else {
            throw HTTPError(.unknown, request: transfer.plan.request, message: "libcurl is out of memory.")
        }
        self.transfer = transfer
        self.easy = easy
        self.library = library
        self.board = board
        watchesFirstField = used != nil && library.version.keepsLastHeader
        progress = TransferProgress(headerLimit: transfer.plan.responseLimits.headerByteCount)
        easy.setArgument(self)
        easy.set(CURLOPT_URL, transfer.plan.url)
        easy.set(CURLOPT_BUFFERSIZE, isOneOfMany ? Transfer.sharedReadSize : Transfer.readSize)
        if used == nil { try setUp() } else { easy.forgetError() }
    }

    /// Notes that the reader, or the engine, has something new to see.
    func markTouched() {
        guard !isTouched else { return }
        isTouched = true
        board.touched.append(self)
    }

    /// Leaves the handle to the next transfer, where this one ended well.
    func leaveHandle() {
        guard tellsOfConnection, let shape = transfer.plan.handleShape else { return }
        setVerbose(false)
        board.handles.put(easy, shape)
    }

    /// Switches the debug callback, which is where the header bytes as sent and the TLS parameters come from.
    ///
    /// It makes libcurl put every remark into words, which costs an eighth of a short transfer: so it is on while TLS or a proxy is set up and
    /// until the header has gone out, and off before and after, where libcurl tells when that begins.
    func setVerbose(_ isVerbose: Bool) { easy.set(CURLOPT_VERBOSE, isVerbose) }

    // MARK: Setting up

    private func setUp() throws(HTTPError) {
        setBasics()
        setUp(transfer.plan)
        for setting in transfer.plan.settings { try apply(setting, of: transfer.plan.request) }
    }

    private func setBasics() {
        tellsOfConnection = easy.setCallbacks()
        setVerbose(!tellsOfConnection || transfer.plan.isEncrypted || transfer.plan.mayUseProxy)
        easy.set(CURLOPT_NOSIGNAL, true)
        easy.set(CURLOPT_PATH_AS_IS, true)
        easy.set(CURLOPT_CONNECTTIMEOUT_MS, Self.connectLimit)
        // Without it, ending a transfer waits for its name look-up, and with it every other transfer.
        easy.set(CCURL_QUICK_EXIT, true)
        easy.set(CURLOPT_ACCEPT_ENCODING, library.version.acceptedCodings)
    }

    private static let connectLimit = HTTPTimeouts().connect.map(TransferSettings.milliseconds) ?? 0

    private func setUp(_ plan: TransferPlan) {
        easy.set(CURLOPT_HTTP_VERSION, plan.isEncrypted ? CURL_HTTP_VERSION_2TLS : CURL_HTTP_VERSION_1_1)
        // Over TLS the first connection tells whether HTTP/2 is spoken: the others wait for that instead of opening their own.
        if plan.isEncrypted { easy.set(CURLOPT_PIPEWAIT, true) }
        if plan.isEncrypted || plan.mayUseProxy { setTLS() }
        easy.set(CURLOPT_HTTPHEADER, lines: plan.headerLines)
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
        easy.set(CURLOPT_PROXYHEADER, lines: ["Proxy-Connection:"])
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
                easy.set(CURLOPT_COPYPOSTFIELDS, pointer: bytes.isEmpty ? UnsafeRawPointer(easy.pointer) : $0.baseAddress)
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
            case .lines(let lines): easy.set(setting.option, lines: lines)
            }
        guard code == CURLE_OK else {
            let reason = easy.functions.pointee.easy_strerror(code).map { String(cString: $0) } ?? "error \(code.rawValue)"
            throw TransferSettings.refusal(
                request, "The installed libcurl \(library.version.text) does not take the option \(setting.name) (\(reason)).")
        }
    }
}
