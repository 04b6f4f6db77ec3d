import HTTP

extension Result where Failure == HTTPError {
    var failure: HTTPError? {
        if case .failure(let error) = self { error } else { nil }
    }
}
