internal import CCurl

/// A `CURL *` with setters that are typed: the one place where options are passed to libcurl.
///
/// Only the thread that owns the multi handle uses it. A setter answers libcurl's code; `CURLE_UNKNOWN_OPTION` and
/// `CURLE_NOT_BUILT_IN` mean that the installed library lacks the option.
struct EasyHandle {
    let functions: UnsafePointer<ccurl_functions>
    let pointer: UnsafeMutableRawPointer

    init?(_ functions: UnsafePointer<ccurl_functions>) {
        guard let pointer = functions.pointee.easy_init() else { return nil }
        self.functions = functions
        self.pointer = pointer
    }

    func reset() { functions.pointee.easy_reset(pointer) }
    func cleanup() { functions.pointee.easy_cleanup(pointer) }
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
    @discardableResult
    func set(_ option: CURLoption, blob: [UInt8]) -> CURLcode {
        blob.withUnsafeBytes { ccurl_set_blob(functions, pointer, option, $0.baseAddress, $0.count) }
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
