import Foundation
import HTTP

#if canImport(FoundationNetworking)
    public import FoundationNetworking
#endif

extension RequestConvertible {
    /// The request for `URLSession`. A body that streams is read into memory, as Foundation knows no other reader.
    /// - Throws: ``InvalidRequestURLError``, or what the body throws.
    public func toURLRequest() throws -> URLRequest {
        let request = try toHTTPRequest()
        guard let url = URL(string: request.url), url.scheme != nil, url.host != nil else { throw InvalidRequestURLError() }
        var urlRequest = URLRequest(url: url, cachePolicy: (cachePolicy ?? .useProtocol).urlRequestPolicy, timeoutInterval: timeoutInterval)
        urlRequest.httpMethod = request.method.rawValue
        for field in request.headers { urlRequest.addValue(field.value, forHTTPHeaderField: field.name) }
        if !request.body.isEmpty { urlRequest.httpBody = Data(try request.body.encode()) }
        return urlRequest
    }
}

extension HTTPCachePolicy {
    fileprivate var urlRequestPolicy: URLRequest.CachePolicy {
        switch self {
        case .useProtocol: .useProtocolCachePolicy
        case .ignore, .reload: .reloadIgnoringLocalCacheData
        case .preferStored: .returnCacheDataElseLoad
        case .onlyStored: .returnCacheDataDontLoad
        }
    }
}
