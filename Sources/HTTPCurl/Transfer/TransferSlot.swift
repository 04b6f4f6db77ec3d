internal import CCurl
internal import HTTP

/// An easy handle and what is known of the transfer that it carries. It serves one transfer after the other.
///
/// Used by the engine's thread alone; libcurl's callbacks run there too and get the slot as their argument.
final class TransferSlot {
    let easy: EasyHandle
    private let library: CurlLibrary
    let connections: ConnectionTable
    /// Called when the reader is to be woken after this round of libcurl's work.
    private let touch: (TransferSlot) -> Void
    private let errorBuffer = UnsafeMutablePointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))
    private var lists: [UnsafeMutablePointer<curl_slist>] = []
    /// Keeps libcurl from adding a field of its own for proxies.
    private let proxyHeaders: UnsafeMutablePointer<curl_slist>?
    /// Whether options were set that the next transfer must not inherit.
    private var isDirty = false

    private(set) var transfer: Transfer?
    var progress = TransferProgress()
    var isTouched = false

    init?(_ library: CurlLibrary, connections: ConnectionTable, touch: @escaping (TransferSlot) -> Void) {
        guard let easy = EasyHandle(library.functions) else { return nil }
        self.easy = easy
        self.library = library
        self.connections = connections
        self.touch = touch
        errorBuffer.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
        proxyHeaders = library.functions.pointee.slist_append(nil, "Proxy-Connection:")
        setBasics()
    }

    deinit {
        easy.cleanup()
        freeLists()
        easy.functions.pointee.slist_free_all(proxyHeaders)
        errorBuffer.deallocate()
    }

    /// What libcurl says of the last failure; may be empty.
    var errorDetail: String { String(cString: errorBuffer) }

    /// Takes a transfer on and sets the handle up for it.
    ///
    /// - Throws: `invalidRequest` where the installed library lacks an option.
    func begin(_ transfer: Transfer) throws(HTTPError) {
        self.transfer = transfer
        progress = TransferProgress(headerLimit: transfer.plan.request.responseLimits.headerByteCount)
        errorBuffer[0] = 0
        setUp(transfer.plan)
        for setting in transfer.plan.settings { try apply(setting, of: transfer.plan.request) }
    }

    /// Lets the transfer go and makes the handle ready for another.
    func recycle() {
        transfer = nil
        if isDirty {
            easy.reset()
            setBasics()
            isDirty = false
        }
        freeLists()
    }

    /// Notes that the reader has something new to see.
    func markTouched() {
        guard !isTouched else { return }
        isTouched = true
        touch(self)
    }

    // MARK: Setting up

    private func setBasics() {
        easy.setCallbacks(for: self)
        easy.set(CURLOPT_ERRORBUFFER, pointer: errorBuffer)
        easy.set(CURLOPT_NOSIGNAL, true)
        // Needed for the debug callback, which is where the header bytes as sent and the TLS parameters come from.
        easy.set(CURLOPT_VERBOSE, true)
        easy.set(CURLOPT_CERTINFO, true)
        easy.set(CURLOPT_PATH_AS_IS, true)
        easy.set(CURLOPT_SUPPRESS_CONNECT_HEADERS, true)
        easy.set(CURLOPT_HEADEROPT, Int(CURLHEADER_SEPARATE))
        easy.set(CURLOPT_PROXYHEADER, pointer: proxyHeaders)
        easy.set(CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2))
        easy.set(CURLOPT_CONNECTTIMEOUT_MS, HTTPTimeouts().connect.map(TransferSettings.milliseconds) ?? 0)
        easy.set(CURLOPT_BUFFERSIZE, Transfer.highWaterMark)
        easy.set(CURLOPT_UPLOAD_BUFFERSIZE, UploadPipe.pieceSize)
        // Without it, ending a transfer waits for its name look-up, and with it every other transfer.
        easy.set(CCURL_QUICK_EXIT, true)
        easy.set(CURLOPT_ACCEPT_ENCODING, library.version.contentCodings.joined(separator: ", "))
    }

    private func setUp(_ plan: TransferPlan) {
        easy.set(CURLOPT_URL, plan.url)
        easy.set(CURLOPT_HTTP_VERSION, plan.isEncrypted ? CURL_HTTP_VERSION_2TLS : CURL_HTTP_VERSION_1_1)
        // Over TLS the first connection tells whether HTTP/2 is spoken: the others wait for that instead of opening their own.
        easy.set(CURLOPT_PIPEWAIT, plan.isEncrypted)
        set(CURLOPT_HTTPHEADER, lines: plan.headerLines)
        setMethod(of: plan)
        if let target = plan.target {
            isDirty = true
            easy.set(CURLOPT_REQUEST_TARGET, target)
        }
        if !plan.settings.isEmpty { isDirty = true }
    }

    private func setMethod(of plan: TransferPlan) {
        let method = plan.request.method
        switch plan.content {
        case .none:
            easy.set(CURLOPT_HTTPGET, true)
            easy.set(CURLOPT_CUSTOMREQUEST, method == .get || method == .head ? nil : method.rawValue)
        case .bytes(let bytes):
            easy.set(CURLOPT_POST, true)
            easy.set(CURLOPT_POSTFIELDSIZE_LARGE, offset: Int64(bytes.count))
            _ = bytes.withUnsafeBytes { easy.set(CURLOPT_COPYPOSTFIELDS, pointer: $0.baseAddress) }
            easy.set(CURLOPT_CUSTOMREQUEST, method == .post ? nil : method.rawValue)
        case .stream(let length):
            isDirty = true
            easy.set(CURLOPT_UPLOAD, true)
            easy.set(CURLOPT_INFILESIZE_LARGE, offset: length ?? -1)
            easy.set(CURLOPT_CUSTOMREQUEST, method.rawValue)
        }
        if case .stream = plan.content { return }
        if method == .head {
            isDirty = true
            easy.set(CURLOPT_NOBODY, true)
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
        for line in lines { list = easy.functions.pointee.slist_append(list, line) ?? list }
        if let list { lists.append(list) }
        return easy.set(option, pointer: list)
    }

    private func freeLists() {
        for list in lists { easy.functions.pointee.slist_free_all(list) }
        lists.removeAll(keepingCapacity: true)
    }
}
