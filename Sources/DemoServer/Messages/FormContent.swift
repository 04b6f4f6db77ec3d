/// How a body is to be read.
enum FormContent: Sendable {
    case urlEncoded([NameValue])
    case multipart([MultipartForm.Part])
}
