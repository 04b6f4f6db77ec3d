internal import CCurl

/// A `CURLM *`. Of its functions only `wakeUp` may be called from any thread (curl_multi_wakeup(3)); the rest belongs to the
/// thread of the engine, or to whoever holds the last reference.
///
/// The unchecked conformance is sound under that rule: the pointers never change.
struct MultiHandle: @unchecked Sendable {
    private let functions: UnsafePointer<ccurl_functions>
    private let pointer: UnsafeMutableRawPointer

    /// - Parameter maximumIdleConnections: Connections kept open between transfers; the oldest is closed above that.
    init(_ library: CurlLibrary, maximumIdleConnections: Int) throws(CurlUnavailable) {
        functions = library.functions
        guard let pointer = functions.pointee.multi_init() else {
            throw CurlUnavailable(reason: "libcurl is out of memory")
        }
        self.pointer = pointer
        _ = ccurl_multi_set_long(functions, pointer, CURLMOPT_MAXCONNECTS, maximumIdleConnections)
    }

    func wakeUp() { _ = functions.pointee.multi_wakeup(pointer) }
    func add(_ easy: EasyHandle) -> CURLMcode { functions.pointee.multi_add_handle(pointer, easy.pointer) }
    func remove(_ easy: EasyHandle) { _ = functions.pointee.multi_remove_handle(pointer, easy.pointer) }
    func cleanup() { _ = functions.pointee.multi_cleanup(pointer) }

    /// Moves every transfer as far as it goes without waiting.
    func perform() {
        var running: Int32 = 0
        _ = functions.pointee.multi_perform(pointer, &running)
    }

    /// Sleeps until a socket is ready, a timer of libcurl is due, `wakeUp` was called, or the time is over.
    func poll(milliseconds: Int32) {
        var ready: Int32 = 0
        _ = functions.pointee.multi_poll(pointer, nil, 0, milliseconds, &ready)
    }

    /// The next transfer that ended, with libcurl's verdict; nil when there is none.
    func nextFinished() -> (easy: UnsafeMutableRawPointer, result: CURLcode)? {
        var left: Int32 = 0
        while let message = functions.pointee.multi_info_read(pointer, &left) {
            guard message.pointee.msg == CURLMSG_DONE, let easy = message.pointee.easy_handle else { continue }
            return (easy, ccurl_message_result(message))
        }
        return nil
    }
}
