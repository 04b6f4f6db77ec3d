internal import CCurl

extension EasyHandle {
    /// Sets the argument of all callbacks to this transfer, which outlives the time in which the handle is part of the multi handle.
    func setArgument(_ running: ActiveTransfer) {
        let argument = UnsafeRawPointer(Unmanaged.passUnretained(running).toOpaque())
        set(CURLOPT_WRITEDATA, pointer: argument)
        set(CURLOPT_HEADERDATA, pointer: argument)
        set(CURLOPT_DEBUGDATA, pointer: argument)
        set(CURLOPT_PREREQDATA, pointer: argument)
        set(CURLOPT_OPENSOCKETDATA, pointer: argument)
        set(CURLOPT_PRIVATE, pointer: argument)
    }

    /// Sets the callbacks. libcurl calls them during `multi_socket_action` and `pause` only, so on the driver's thread.
    ///
    /// - Returns: true if libcurl reports a connection before it sends anything over it (7.80).
    func setCallbacks() -> Bool {
        _ = ccurl_set_write(functions, pointer, CURLOPT_WRITEFUNCTION) { bytes, size, count, argument in
            let running = ActiveTransfer.from(argument)
            return running.receiveBody(UnsafeRawBufferPointer(start: bytes, count: size * count))
        }
        _ = ccurl_set_write(functions, pointer, CURLOPT_HEADERFUNCTION) { bytes, size, count, argument in
            let running = ActiveTransfer.from(argument)
            return running.receiveHeader(UnsafeRawBufferPointer(start: bytes, count: size * count)) ? size * count : 0
        }
        _ = ccurl_set_debug(functions, pointer) { _, kind, bytes, count, argument in
            ActiveTransfer.from(argument).trace(kind, UnsafeRawBufferPointer(start: bytes, count: count))
            return 0
        }
        _ = ccurl_set_open_socket(functions, pointer) { argument, _, address in
            guard let address = address?.pointee else { return CURL_SOCKET_BAD }
            return ActiveTransfer.from(argument).openSocket(address)
        }
        let code = ccurl_set_prerequest(functions, pointer) { argument, remote, local, remotePort, localPort in
            guard let remote, let local else { return CURL_PREREQFUNC_OK }
            ActiveTransfer.from(argument).connect(
                remote: String(cString: remote), remotePort: Int(remotePort), local: String(cString: local), localPort: Int(localPort))
            return CURL_PREREQFUNC_OK
        }
        return code == CURLE_OK
    }

    /// Sets the callbacks with which libcurl asks the transfer for the bytes of its body.
    func setUploadCallbacks(for running: ActiveTransfer) {
        let argument = UnsafeRawPointer(Unmanaged.passUnretained(running).toOpaque())
        set(CURLOPT_READDATA, pointer: argument)
        set(CURLOPT_SEEKDATA, pointer: argument)
        _ = ccurl_set_read(functions, pointer) { bytes, size, count, argument in
            ActiveTransfer.from(argument).fillUpload(UnsafeMutableRawBufferPointer(start: bytes, count: size * count))
        }
        _ = ccurl_set_seek(functions, pointer) { argument, offset, origin in
            ActiveTransfer.from(argument).rewindUpload(to: Int64(offset), from: origin)
        }
    }
}

extension ActiveTransfer {
    /// The transfer that `setArgument` passed to libcurl.
    static func from(_ argument: UnsafeMutableRawPointer?) -> ActiveTransfer {
        // The argument is the pointer set above, alive as long as its handle is.
        Unmanaged<ActiveTransfer>.fromOpaque(argument!).takeUnretainedValue()
    }
}
