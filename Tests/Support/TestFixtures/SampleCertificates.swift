/// Certificates in PEM form, for tests that parse or show them. Their keys were deleted: no server can use them.
public enum SampleCertificates {
    /// EC P-256, of 2026, signed by a P-384 key, with alternative names of every kind that has a text.
    public static let ec = """
        -----BEGIN CERTIFICATE-----
        MIIB6DCCAW+gAwIBAgIDAaKzMAoGCCqGSM49BAMCMBkxFzAVBgNVBAMMDlRlc3Qg
        QXV0aG9yaXR5MB4XDTI2MDEwMTAwMDAwMFoXDTI3MDEwMTAwMDAwMFowFjEUMBIG
        A1UEAwwLYXBpLmV4YW1wbGUwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAATpf3zB
        FjWD7hanmaAXGzsDTwlaAjMhMh/R5qdf8jGuH95UtAse3DRgwftIsQ2SdTp6BvQ3
        Tb8i+kB2jBVx1oTZo4GoMIGlMGMGA1UdEQRcMFqCC2FwaS5leGFtcGxlgg0qLmFw
        aS5leGFtcGxlhwTAAAIHhxAgAQ24AAAAAAAAAAAAAAABgQ1hQGFwaS5leGFtcGxl
        hhVodHRwczovL2FwaS5leGFtcGxlL3gwHQYDVR0OBBYEFLvCfBOtrzGyXFMJEuN6
        vy4WMdpOMB8GA1UdIwQYMBaAFCj+eW/gL9foHyfzlfjqIfK96VVkMAoGCCqGSM49
        BAMCA2cAMGQCMDh+9ECoe1K3yqA7xfxnM+6marwUcTYeyNmYhopkF2VwquaZKoti
        2Jq3ZXyO/QsRVAIwfuYYSz4I5768900/GPIkPrXX1u8xSSRsikMHRbJtHMBehJy9
        8v906QQ8NqqZSVIf
        -----END CERTIFICATE-----
        """

    /// RSA with 2048 bits, from 2015 to 2051: the end is after the last year of the short time format.
    public static let rsa = """
        -----BEGIN CERTIFICATE-----
        MIICZzCCAe2gAwIBAgIDAaK0MAoGCCqGSM49BAMCMBkxFzAVBgNVBAMMDlRlc3Qg
        QXV0aG9yaXR5MCAXDTE1MDYwMTEyMDAwMFoYDzIwNTEwNjAxMTIwMDAwWjAWMRQw
        EgYDVQQDDAtvbGQuZXhhbXBsZTCCASIwDQYJKoZIhvcNAQEBBQADggEPADCCAQoC
        ggEBANif7bOzopXDzm79M0sSAt9Pew5kPzhp2FTeF1lJvegn/O3h6/2fj1K3Ogu2
        vilqHygx+Ym3ohBB2vbZoPpkz05ekllcJ/7Cj6VCw0m4qOjRYT7Oa3AYz6inJLke
        kyz7fE/skaMe83yhy5Lq0TWpoX7wy/uhDmNe54Ex+yre8DJOI0ZN7p2nNece3Tqg
        56emdF9bKT1vB/pwxHnEcApDE4hXd0C7AfjP45NxPzhvqyxwNjz/qqAF9fiXsgG/
        tUpgBqO/qxBs5K1jSmbdUp0I6gznEdOcFzuW8/QsPwV/GcPyI861f6L/r6lHQVgB
        0+e/D6w4KPO1t5TfyID4TiCQwYMCAwEAAaNaMFgwFgYDVR0RBA8wDYILb2xkLmV4
        YW1wbGUwHQYDVR0OBBYEFIBLJJ0OAqMmZBs3jRYTe4EFyBVZMB8GA1UdIwQYMBaA
        FCj+eW/gL9foHyfzlfjqIfK96VVkMAoGCCqGSM49BAMCA2gAMGUCMQCF3C/MUFWZ
        8nlXK06Lwfo4ZauZABawakVhXoOGZXEtZeqnp69hXWbpHBYogPFWtzkCMBHnITMj
        guDC4fw+Oqeou42RBvSuuq6pRfvbR2aiOzhedxCleXUdVniRmfXT5nSMWw==
        -----END CERTIFICATE-----
        """

    /// Ed25519, of January 1970.
    public static let ed25519 = """
        -----BEGIN CERTIFICATE-----
        MIIBaTCB76ADAgECAgMBorUwCgYIKoZIzj0EAwIwGTEXMBUGA1UEAwwOVGVzdCBB
        dXRob3JpdHkwHhcNNzAwMTAxMDAwMDAwWhcNNzAwMjAxMDAwMDAwWjAVMRMwEQYD
        VQQDDAplZC5leGFtcGxlMCowBQYDK2VwAyEASf7xpQjPFfrOBeUwBLf9a1kOpXij
        /iEqn4sPTpVEduSjWTBXMBUGA1UdEQQOMAyCCmVkLmV4YW1wbGUwHQYDVR0OBBYE
        FM9RlM9rBbEw1nDTN/mpI+vxMhbNMB8GA1UdIwQYMBaAFCj+eW/gL9foHyfzlfjq
        IfK96VVkMAoGCCqGSM49BAMCA2kAMGYCMQCo5yyAn982XVW7wLSZ4Bm3XlhPfzsD
        40f/OyuXHfmPXRx7hLgUZaMQaq9hoarNR2YCMQDtBIWY5QZVSZ8rM8RyvxVz0ZMr
        x2EKeuZDKNIfMosVIhWMOuUW2g8HevoF/u6GAIQ=
        -----END CERTIFICATE-----
        """
}
