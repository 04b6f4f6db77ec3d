internal import CCurl

extension EasyHandle {
    /// Makes libcurl call this transfer: while the handle is part of the multi handle, which the transfer outlives.
    func setArgument(_ running: ActiveTransfer) {
        let argument = UnsafeRawPointer(Unmanaged.passUnretained(running).toOpaque())
        set(CURLOPT_WRITEDATA, pointer: argument)
        set(CURLOPT_HEADERDATA, pointer: argument)
        set(CURLOPT_DEBUGDATA, pointer: argument)
        set(CURLOPT_PREREQDATA, pointer: argument)
        set(CURLOPT_PRIVATE, pointer: argument)
    }

    /// Makes libcurl call the transfer of `setArgument`: during `multi_socket_action` and `pause` only, so in the driver's hands.
    ///
    /// - Returns: whether it tells when the connection is there, before anything is sent (7.80).
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
    /// The transfer that `setArgument` gave libcurl; it is never nil there.
    static func from(_ argument: UnsafeMutableRawPointer?) -> ActiveTransfer {
        // The argument is the pointer set above, alive as long as its handle is.
        Unmanaged<ActiveTransfer>.fromOpaque(argument!).takeUnretainedValue()
    }
}
