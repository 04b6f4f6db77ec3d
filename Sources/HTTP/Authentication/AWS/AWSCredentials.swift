/// An access key, and what it is for.
public struct AWSCredentials: Hashable, Sendable {
    /// Public.
    public var accessKeyID: String
    /// Signs.
    public var secretAccessKey: HTTPSecret
    /// For temporary keys.
    public var sessionToken: HTTPSecret?
    /// Such as `us-east-1`.
    public var region: String
    /// Such as `s3` or `execute-api`.
    public var service: String

    /// A key and its scope.
    public init(accessKeyID: String, secretAccessKey: HTTPSecret, sessionToken: HTTPSecret? = nil, region: String, service: String) {
        self.accessKeyID = accessKeyID
        self.secretAccessKey = secretAccessKey
        self.sessionToken = sessionToken
        self.region = region
        self.service = service
    }
}

private enum AWSCredentialsOption: HTTPRequestOption {
    static let defaultOptionValue: AWSCredentials? = nil
}

extension HTTPRequest {
    /// What ``AWSSignature`` signs this request with; without it such a request fails.
    public var awsCredentials: AWSCredentials? {
        get { self[option: AWSCredentialsOption.self] }
        set { self[option: AWSCredentialsOption.self] = newValue }
    }
}
