import CCurl

/// A `CURLM *` with the sockets and the timer that libcurl wants to wait for. Used by the engine's driver alone.
final class MultiHandle {
    private let functions: UnsafePointer<ccurl_functions>
    private let pointer: UnsafeMutableRawPointer
    // Accesses need no check at run time: only the driver makes them, and libcurl calls back between them.
    @exclusivity(unchecked) private var poller: SocketPoller
    private var ready: [SocketPoller.Event] = []
    /// The time at which libcurl wants to be called although no socket is ready.
    @exclusivity(unchecked) private var deadline: ContinuousClock.Instant?
    private var looksAgain = false
    private var isClosed = false
    private let watch: CallWatch
    /// True from the first transfer that may use HTTP/2 on. Calls are watched from then on.
    @exclusivity(unchecked) private var isWatched = false
    /// True if a server blocked the last ``work()``, which was interrupted.
    private(set) var wasKept = false

    /// The number of idle connections that are kept if there is no limit.
    private static let defaultIdleCount = 256

    /// - Parameter maximumConnections: the number of open connections, idle ones included. An idle one is closed if a new one needs its place.
    init(_ library: CurlLibrary, maximumConnections: Int?, wakeDescriptor: Int32, watch: CallWatch) throws(CurlUnavailableError) {
        functions = library.functions
        self.watch = watch
        guard let pointer = functions.pointee.multi_init() else {
            throw CurlUnavailableError(reason: "libcurl is out of memory")
        }
        self.pointer = pointer
        poller = SocketPoller(wakeDescriptor: wakeDescriptor)
        _ = ccurl_multi_set_long(functions, pointer, CURLMOPT_MAXCONNECTS, maximumConnections ?? Self.defaultIdleCount)
        // Not the limit for each host: in libcurl's own queue, one host can block another. `ConnectionQueue` enforces that limit.
        _ = ccurl_multi_set_long(functions, pointer, CURLMOPT_MAX_TOTAL_CONNECTIONS, maximumConnections ?? 0)
        setCallbacks()
    }

    deinit { close() }

    /// Closes every connection. Nothing else may be called after it.
    func close() {
        guard !isClosed else { return }
        isClosed = true
        _ = functions.pointee.multi_cleanup(pointer)
    }

    /// Sets the callbacks, which libcurl calls only while one of the functions below runs, so on the driver's thread. This object outlives the handle.
    private func setCallbacks() {
        let argument = Unmanaged.passUnretained(self).toOpaque()
        _ = ccurl_multi_set_socket_callback(functions, pointer, argument) { _, socket, what, argument, _ in
            let multi = MultiHandle.from(argument)
            multi.poller.update(socket, what)
            if multi.isWatched { multi.watch.recordSocket(socket, isOpen: what != CURL_POLL_REMOVE) }
            return 0
        }
        _ = ccurl_multi_set_timer_callback(functions, pointer, argument) { _, milliseconds, argument in
            MultiHandle.from(argument).deadline = milliseconds < 0 ? nil : .now + .milliseconds(milliseconds)
            return 0
        }
    }

    private static func from(_ argument: UnsafeMutableRawPointer?) -> MultiHandle {
        // The argument is the pointer set above.
        Unmanaged<MultiHandle>.fromOpaque(argument!).takeUnretainedValue()
    }

    /// Watches the calls from now on, because a transfer that begins may use HTTP/2: none may take longer than its shortest time limit. If no
    /// other transfer is running, earlier limits end.
    func watchCalls(limit: Duration?, isOnlyTransfer: Bool) {
        isWatched = true
        watch.noteLimit(limit, isOnlyTransfer: isOnlyTransfer)
    }

    func add(_ easy: EasyHandle) -> CURLMcode { functions.pointee.multi_add_handle(pointer, easy.pointer) }
    func remove(_ easy: EasyHandle) { _ = functions.pointee.multi_remove_handle(pointer, easy.pointer) }

    /// Advances every transfer whose socket is ready or whose timer has expired, without waiting.
    func work() {
        wasKept = false
        for event in ready { act(event.socket, event.directions) }
        ready.removeAll(keepingCapacity: true)
        while let due = deadline, due <= .now {
            deadline = nil
            act(CURL_SOCKET_BAD, 0)
        }
    }

    private func act(_ socket: Int32, _ directions: Int32) {
        guard isWatched else { return call(socket, directions) }
        if watch.watch({ call(socket, directions) }) { wasKept = true }
    }

    private func call(_ socket: Int32, _ directions: Int32) {
        var running: Int32 = 0
        _ = functions.pointee.multi_socket_action(pointer, socket, directions, &running)
    }

    /// Makes the next `sleep` return at once and the next `work` try every connection, even if its socket is not ready.
    func lookAgain() { looksAgain = true }

    /// Sleeps until there is work, the engine's pipe was written to, or the time is over.
    ///
    /// - Returns: true if the pipe was written to.
    func sleep(atMost limit: Duration?) -> Bool {
        if looksAgain {
            looksAgain = false
            return poller.wait(milliseconds: 0, into: &ready, countingAllReadable: true)
        }
        var longest = limit
        if let deadline { longest = min(max(deadline - .now, .zero), longest ?? .seconds(Int32.max)) }
        return poller.wait(milliseconds: longest.map { Int32(clamping: TransferSettings.milliseconds($0)) } ?? -1, into: &ready)
    }

    /// The next transfer that ended, with libcurl's result; nil if there is none.
    func nextFinished() -> (easy: UnsafeMutableRawPointer, result: CURLcode)? {
        var left: Int32 = 0
        while let message = functions.pointee.multi_info_read(pointer, &left) {
            guard message.pointee.msg == CURLMSG_DONE, let easy = message.pointee.easy_handle else { continue }
            return (easy, ccurl_message_result(message))
        }
        return nil
    }
}

/// A `CURL *` with typed setters: the one place where options are passed to libcurl.
///
/// A setter returns libcurl's code; `CURLE_UNKNOWN_OPTION` and `CURLE_NOT_BUILT_IN` mean that the installed library lacks the option.
///
/// Used by the engine's driver alone.
final class EasyHandle {
    let functions: UnsafePointer<ccurl_functions>
    let pointer: UnsafeMutableRawPointer
    private let errorBuffer = UnsafeMutablePointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))
    private var lists: [UnsafeMutablePointer<curl_slist>] = []
    /// The URL that is set; nil before the first.
    @exclusivity(unchecked) private var url: TransferURL?
    /// The same URL in libcurl's parts; nil before its second transfer.
    private var parsedURL: OpaquePointer?

    init?(_ functions: UnsafePointer<ccurl_functions>) {
        guard let pointer = functions.pointee.easy_init() else { return nil }
        self.functions = functions
        self.pointer = pointer
        errorBuffer[0] = 0
        set(CURLOPT_ERRORBUFFER, pointer: errorBuffer)
    }

    deinit {
        functions.pointee.easy_cleanup(pointer)
        functions.pointee.url_cleanup(parsedURL)
        for list in lists { functions.pointee.slist_free_all(list) }
        errorBuffer.deallocate()
    }

    /// libcurl's description of the failure; may be empty.
    var errorDetail: String { String(cString: errorBuffer) }

    /// Clears the error description of the previous transfer.
    func forgetError() { errorBuffer[0] = 0 }

    /// Sets the URL, unless the previous transfer had the same one.
    ///
    /// libcurl parses the text of a URL in each transfer and writes it again, which takes a tenth of the time of a short
    /// transfer. So a URL that is used a second time is parsed here, once, and kept in parts.
    func setURL(_ url: TransferURL) {
        if let old = self.url, old == url { return keepParts(of: url) }
        self.url = url
        if let parts = parsedURL.take() {
            set(CURLOPT_CURLU, pointer: nil)
            functions.pointee.url_cleanup(parts)
        }
        // libcurl copies it.
        _ = url.bytes.withUnsafeBytes { set(CURLOPT_URL, pointer: $0.baseAddress) }
    }

    private func keepParts(of url: TransferURL) {
        // A copy of the parts may lack the zone of an IPv6 address (before 7.88).
        guard parsedURL == nil, url.host.utf8.first != UInt8(ascii: "["), let parts = functions.pointee.url() else { return }
        // The flags with which libcurl parses `CURLOPT_URL` under `CURLOPT_PATH_AS_IS`.
        let flags = UInt32(CURLU_GUESS_SCHEME | CURLU_NON_SUPPORT_SCHEME | CURLU_PATH_AS_IS)
        let code = url.bytes.withUnsafeBytes { bytes in
            functions.pointee.url_set(parts, CURLUPART_URL, bytes.assumingMemoryBound(to: CChar.self).baseAddress, flags)
        }
        guard code == CURLUE_OK, set(CURLOPT_CURLU, pointer: UnsafeRawPointer(parts)) == CURLE_OK else {
            return functions.pointee.url_cleanup(parts)
        }
        parsedURL = parts
    }

    func pause(_ directions: Int32) -> CURLcode { functions.pointee.easy_pause(pointer, directions) }

    @discardableResult
    func set(_ option: CURLoption, _ value: Int) -> CURLcode { ccurl_set_long(functions, pointer, option, value) }
    @discardableResult
    func set(_ option: CURLoption, _ value: Bool) -> CURLcode { ccurl_set_long(functions, pointer, option, value ? 1 : 0) }
    /// Sets a text, which libcurl copies. (Passing a `String` for a C string directly would copy it once more.)
    @discardableResult
    func set(_ option: CURLoption, _ value: String?) -> CURLcode {
        guard let value else { return ccurl_set_string(functions, pointer, option, nil) }
        return value.withCString { ccurl_set_string(functions, pointer, option, $0) }
    }
    @discardableResult
    func set(_ option: CURLoption, offset: Int64) -> CURLcode { ccurl_set_offset(functions, pointer, option, curl_off_t(offset)) }
    @discardableResult
    func set(_ option: CURLoption, pointer value: UnsafeRawPointer?) -> CURLcode { ccurl_set_pointer(functions, pointer, option, value) }
    /// Sets a list of lines. It lives as long as the handle, because libcurl does not copy it.
    @discardableResult
    func set(_ option: CURLoption, lines: [String]) -> CURLcode {
        var list: UnsafeMutablePointer<curl_slist>?
        for line in lines { list = line.withCString { functions.pointee.slist_append(list, $0) } ?? list }
        if let list { lists.append(list) }
        return set(option, pointer: list)
    }

    func long(_ info: CURLINFO) -> Int {
        var value = 0
        _ = ccurl_get_long(functions, pointer, info, &value)
        return value
    }
    /// True if the transfer went through a proxy (`CURLINFO_USED_PROXY`); nil if the library is too old to tell (before 8.7).
    var usesProxy: Bool? {
        var value = 0
        let code = ccurl_get_long(functions, pointer, CURLINFO(rawValue: UInt32(CURLINFO_LONG) + 66), &value)
        return code == CURLE_OK ? value != 0 : nil
    }
    func offset(_ info: CURLINFO) -> Int64 {
        var value: curl_off_t = 0
        _ = ccurl_get_offset(functions, pointer, info, &value)
        return Int64(value)
    }
}
