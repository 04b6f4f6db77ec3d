internal import CCurl

extension EasyHandle {
    /// Makes libcurl call the transfer: during `perform` and `pause` only, so on the engine's thread. The transfer outlives its handle.
    ///
    /// - Returns: whether it tells when the connection is there, before anything is sent (7.80).
    func setCallbacks(for running: ActiveTransfer) -> Bool {
        let argument = UnsafeRawPointer(Unmanaged.passUnretained(running).toOpaque())
        for option in [
            CURLOPT_WRITEDATA, CURLOPT_HEADERDATA, CURLOPT_DEBUGDATA, CURLOPT_PREREQDATA, CURLOPT_PRIVATE,
        ] {
            set(option, pointer: argument)
        }
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
        _ = ccurl_set_open_socket(functions, pointer) { _, _, address in
            guard let address = address?.pointee else { return CURL_SOCKET_BAD }
            return PrivateSocket.open(family: address.family, type: address.socktype, protocolNumber: address.`protocol`)
        }
        let code = ccurl_set_prerequest(functions, pointer) { argument, remote, local, remotePort, localPort in
            guard let remote, let local else { return CURL_PREREQFUNC_OK }
            ActiveTransfer.from(argument).connect(
                remote: String(cString: remote), remotePort: Int(remotePort), local: String(cString: local), localPort: Int(localPort))
            return CURL_PREREQFUNC_OK
        }
        return code == CURLE_OK
    }

    /// Makes libcurl ask the transfer for the bytes of its body.
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
    /// The transfer that `setCallbacks` gave libcurl; it is never nil there.
    static func from(_ argument: UnsafeMutableRawPointer?) -> ActiveTransfer {
        // The argument is the pointer set above, alive as long as its handle is.
        Unmanaged<ActiveTransfer>.fromOpaque(argument!).takeUnretainedValue()
    }
}
