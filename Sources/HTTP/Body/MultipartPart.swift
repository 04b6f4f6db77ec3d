/// One part of a ``MultipartBody``: a body with a name, and for files a file name and a type.
public struct MultipartPart: Sendable {
    /// The form field's name.
    public let name: String
    /// Makes the part a file for the server; nil for a field.
    public let fileName: String?
    /// `Content-Type` of the part; nil takes the body's own, which for plain fields is none.
    public let contentType: String?
    /// More headers of the part, sent after `Content-Disposition` and `Content-Type`.
    public let additionalHeaders: HTTPHeaders
    /// What the part holds.
    public let body: any HTTPBody

    /// A part with any body.
    public init(
        name: String, fileName: String? = nil, contentType: String? = nil, additionalHeaders: HTTPHeaders = [:], body: any HTTPBody
    ) {
        self.name = name
        self.fileName = fileName
        self.contentType = contentType
        self.additionalHeaders = additionalHeaders
        self.body = body
    }

    /// A text field.
    public static func field(_ name: String, _ value: String, contentType: String? = nil) -> MultipartPart {
        MultipartPart(name: name, contentType: contentType, body: DataBody(Array(value.utf8)))
    }

    /// A file from disk, sent under its own name unless another is given.
    public static func file(_ name: String, path: String, fileName: String? = nil, contentType: String? = nil) -> MultipartPart {
        let ownName = path.split(separator: "/").last.map(String.init) ?? path
        return MultipartPart(
            name: name, fileName: fileName ?? ownName, contentType: contentType ?? "application/octet-stream", body: FileBody(path: path))
    }

    /// The lines before the part's bytes. Names are UTF-8 in quotes with `"`, CR and LF percent-encoded, as browsers write them and
    /// RFC 7578 section 4.2 and WHATWG HTML "multipart form data" ask; `filename*` of RFC 5987 must not be used there.
    var headers: HTTPHeaders {
        var disposition = "form-data; name=\"\(Self.escape(name))\""
        if let fileName { disposition += "; filename=\"\(Self.escape(fileName))\"" }
        var headers: HTTPHeaders = ["Content-Disposition": disposition]
        headers.merge(defaults: .contentType(contentType))
        headers.merge(defaults: body.additionalHeaders)
        headers.fields += additionalHeaders.fields
        return headers
    }

    /// True when a text or bytes at hand hold the text; nothing is encoded and no file is read for it.
    func contains(_ text: String) -> Bool {
        guard let data = body as? DataBody ?? (body as? TextBody)?.data else { return false }
        return String(decoding: data.bytes, as: UTF8.self).contains(text)
    }

    private static func escape(_ text: String) -> String {
        var output = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": output += "%22"
            case "\r": output += "%0D"
            case "\n": output += "%0A"
            default: output.unicodeScalars.append(scalar)
            }
        }
        return output
    }
}
