// curl's other words. They must be known, so that none takes the next word for a URL (curl(1) of 8.17).
extension CurlOption {
    /// Of the command line alone.
    static let silentWords = """
        silent show-error fail fail-with-body fail-early verbose include show-headers no-progress-meter progress-meter progress-bar \
        no-buffer buffer styled-output trace-time trace-ids suppress-connect-headers parallel parallel-immediate disable \
        path-as-is keepalive sessionid tcp-nodelay tcp-fastopen false-start clobber no-clobber disallow-username-in-url
        """

    /// Without a value.
    static let lostWords = """
        remote-name remote-name-all remote-time remote-header-name create-dirs retry-connrefused retry-all-errors netrc netrc- \
        optional anyauth next post303 append cert-status compressed-ssh crlf disable-eprt disable-epsv doh-cert-status doh-insecure \
        form-escape ftp-create-dirs ftp-pasv ftp-pret ftp-skip-pasv-ip ftp-ssl-ccc ftp-ssl-control haproxy-protocol http0.9 \
        http3-only ignore-content-length junk-session-cookies list-only mail-rcpt-allowfails manual metalink alpn no-alpn npn no-npn \
        ntlm-wb proxy-anyauth proxy-basic proxy-digest proxy-insecure proxy-negotiate proxy-ntlm proxy-ssl-allow-beast proxy-ssl- \
        auto-client-cert proxy-tlsv1 raw remove-on-error sasl-ir socks5-basic socks5-gssapi socks5-gssapi-nec ssl ssl-allow-beast \
        ssl-auto-client-cert ssl-no-revoke ssl-reqd ssl-revoke-best-effort sslv2 sslv3 tftp-no-options tlsv1 tr-encoding use-ascii \
        version xattr ca-native proxy-ca-native dump-ca-embed mptcp out-null proxy-http2 skip-existing tls-earlydata
        """

    /// With a value behind them.
    static let lostWordsWithValue = """
        output output-dir write-out dump-header trace trace-ascii trace-config stderr cookie-jar retry-delay retry-max-time proto \
        proto-default proto-redir ciphers tls13-ciphers curves sigalgs config cert-type key-type preproxy abstract-unix-socket alt- \
        svc capath continue-at create-file-mode crlfile delegation dns-interface dns-ipv4-addr dns-ipv6-addr dns-servers doh-url ech \
        egd-file engine etag-compare etag-save expect100-timeout ftp-account ftp-alternative-to-user ftp-method ftp-port ftp-ssl-ccc- \
        mode haproxy-clientip happy-eyeballs-timeout-ms help hostpubmd5 hostpubsha256 hsts ip-tos ipfs-gateway keepalive-cnt \
        keepalive-time knownhosts krb libcurl local-port login-options mail-auth mail-from mail-rcpt netrc-file parallel-max \
        parallel-max-host proxy-cacert proxy-capath proxy-cert proxy-cert-type proxy-ciphers proxy-crlfile proxy-header proxy-key \
        proxy-key-type proxy-pass proxy-pinnedpubkey proxy-service-name proxy-tls13-ciphers proxy-tlsauthtype proxy-tlspassword \
        proxy-tlsuser proxy1.0 pubkey quote random-file rate request-target sasl-authzid service-name socks5-gssapi-service ssl- \
        sessions telnet-option tftp-blksize time-cond tls-max tlsauthtype tlspassword tlsuser upload-flags variable vlan-priority
        """
}
