extension Capture {
    /// Whether nobody may see the value: as the capture says, else whether it comes from a cookie or from a header that carries
    /// credentials, or has the name of a token, a key, a password or a session.
    public var holdsSecret: Bool {
        if let isSecret { return isSecret }
        if from == CaptureSource.cookie.rawValue { return true }
        if from == CaptureSource.header.rawValue, Self.secretHeaders.contains(query.lowercased()) { return true }
        let named = [variable] + (from == CaptureSource.status.rawValue || from == CaptureSource.time.rawValue ? [] : [lastWord])
        return named.contains(where: SecretName.soundsSecret)
    }

    private static let secretHeaders: Set<String> = ["set-cookie", "authorization", "authentication-info", "www-authenticate"]

    /// What a query names at its end: `access_token` of `.data.access_token`.
    private var lastWord: String {
        let isPart: (Character) -> Bool = { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" }
        guard let end = query.lastIndex(where: isPart) else { return "" }
        return String(query[...end].reversed().prefix(while: isPart).reversed())
    }
}
