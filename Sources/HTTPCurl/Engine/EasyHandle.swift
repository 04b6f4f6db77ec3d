internal import CCurl

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

    init?(_ functions: UnsafePointer<ccurl_functions>) {
        guard let pointer = functions.pointee.easy_init() else { return nil }
        self.functions = functions
        self.pointer = pointer
        errorBuffer[0] = 0
        set(CURLOPT_ERRORBUFFER, pointer: errorBuffer)
    }

    deinit {
        functions.pointee.easy_cleanup(pointer)
        for list in lists { functions.pointee.slist_free_all(list) }
        errorBuffer.deallocate()
    }

    /// libcurl's description of the failure; may be empty.
    var errorDetail: String { String(cString: errorBuffer) }

    /// Clears the description of a failure of the transfer before.
    func forgetError() { errorBuffer[0] = 0 }

    func pause(_ directions: Int32) -> CURLcode { functions.pointee.easy_pause(pointer, directions) }

    @discardableResult
    func set(_ option: CURLoption, _ value: Int) -> CURLcode { ccurl_set_long(functions, pointer, option, value) }
    @discardableResult
    func set(_ option: CURLoption, _ value: Bool) -> CURLcode { ccurl_set_long(functions, pointer, option, value ? 1 : 0) }
    /// libcurl copies the text. (Passing a `String` for a C string directly would copy it once more.)
    @discardableResult
    func set(_ option: CURLoption, _ value: String?) -> CURLcode {
        guard let value else { return ccurl_set_string(functions, pointer, option, nil) }
        return value.withCString { ccurl_set_string(functions, pointer, option, $0) }
    }
    @discardableResult
    func set(_ option: CURLoption, offset: Int64) -> CURLcode { ccurl_set_offset(functions, pointer, option, curl_off_t(offset)) }
    @discardableResult
    func set(_ option: CURLoption, pointer value: UnsafeRawPointer?) -> CURLcode { ccurl_set_pointer(functions, pointer, option, value) }
    /// The lines live as long as the handle: libcurl does not copy them.
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
    func offset(_ info: CURLINFO) -> Int64 {
        var value: curl_off_t = 0
        _ = ccurl_get_offset(functions, pointer, info, &value)
        return Int64(value)
    }
    func string(_ info: CURLINFO) -> String? {
        var value: UnsafePointer<CChar>?
        _ = ccurl_get_string(functions, pointer, info, &value)
        return value.map { String(cString: $0) }
    }
}
