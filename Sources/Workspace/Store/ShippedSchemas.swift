// Written by scripts/shipped-schemas from schemas/; do not edit.

public import JSON

/// The schemas of the files of a workspace and of the user's own files, as `schemas/` holds them.
public enum ShippedSchemas {
    /// The schema in the file of that name; nil if there is none.
    public static func document(_ fileName: String) -> JSONValue? {
        texts[fileName].flatMap { try? JSONValue(parsing: $0) }
    }

    private static let texts: [String: String] = [
        "collection.schema.json": #"""
        {"$schema":"https://json-schema.org/draft/2020-12/schema","title":"A collection","description":
        "`collection.json`: settings for everything in the collection.","type":"object","properties":{"$schema":{"type":"string"},
        "name":{"description":"The name in the tree.","type":"string"},"order":{"$ref":"common.schema.json#/$defs/order"},
        "headers":{"description":"Sent with every request that does not set them.","$ref":"common.schema.json#/$defs/rows"},
        "variables":{"description":"Values by name.","$ref":"common.schema.json#/$defs/rows"},"auth":{"$ref":
        "common.schema.json#/$defs/auth"},"options":{"$ref":"common.schema.json#/$defs/options"},"scripts":{"$ref":
        "common.schema.json#/$defs/scripts"},"tags":{"$ref":"common.schema.json#/$defs/tags"},"openapi":{"description":
        "The path of an OpenAPI document in the workspace. Responses are compared with it.","type":"string"},"docs":{
        "description":"Documentation in Markdown.","$ref":"common.schema.json#/$defs/lines"}},"patternProperties":{"^x-":true},
        "additionalProperties":false}
        """#,
        "common.schema.json": #"""
        {"$schema":"https://json-schema.org/draft/2020-12/schema","title":"Definitions for the files of a workspace","$defs":{
        "lines":{"description":
        "Long text as an array of lines, so that a changed line is one changed line in the file. A single string is also allowed.",
        "anyOf":[{"type":"array","items":{"type":"string","pattern":"^[^\\n]*$"}},{"type":"string"}]},"row":{"description":
        "A name with a value.","type":"object","properties":{"name":{"description":"The name; may contain variables.","type":
        "string"},"value":{"description":"The value; may contain variables.","type":"string"},"enabled":{"description":
        "False disables the row. Default: true.","type":"boolean"},"bare":{"description":
        "In a query or a form: true writes a name without a value as name, false as name=. Default: false.","type":"boolean"},
        "comment":{"description":"A comment.","type":"string"}},"patternProperties":{"^x-":true},"additionalProperties":false},
        "rows":{"description":"Rows in order; names may repeat.","type":"array","items":{"$ref":"#/$defs/row"}},"part":{
        "description":"A part of a multipart body.","type":"object","properties":{"name":{"description":"The field's name.",
        "type":"string"},"type":{"description":"The kind of value: the text itself, or the path of a file. Default: “text”.",
        "enum":["text","file"]},"value":{"description":"The text, or the path of the file relative to the workspace.","type":
        "string"},"contentType":{"description":"The part's media type. Default: from the content.","type":"string"},"fileName":{
        "description":"The file name to send. Default: the last part of the path.","type":"string"},"headers":{"description":
        "More headers of the part, a line for each: “Name: value”.","type":"string"},"enabled":{"description":
        "False leaves the part out. Default: true.","type":"boolean"},"comment":{"description":"A comment.","type":"string"}},
        "patternProperties":{"^x-":true},"additionalProperties":false},"auth":{"description":"The authentication of a request.",
        "type":"object","required":["type"],"oneOf":[{"description":"The authentication of the folder or the collection.",
        "type":"object","required":["type"],"properties":{"type":{"const":"inherit"}},"patternProperties":{"^x-":true},
        "additionalProperties":false},{"description":"No authentication, even if the folder has one.","type":"object",
        "required":["type"],"properties":{"type":{"const":"none"}},"patternProperties":{"^x-":true},"additionalProperties":false},
        {"description":"Basic authentication (RFC 7617).","type":"object","required":["type"],"properties":{"type":{"const":
        "basic"},"username":{"description":"The user name.","type":"string"},"password":{"description":
        "The password, as a variable with a secret; never write the secret itself here.","type":"string"}},"patternProperties":{
        "^x-":true},"additionalProperties":false},{"description":"Digest authentication (RFC 7616).","type":"object","required":
        ["type"],"properties":{"type":{"const":"digest"},"username":{"description":"The user name.","type":"string"},"password":
        {"description":"The password, as a variable with a secret; never write the secret itself here.","type":"string"}},
        "patternProperties":{"^x-":true},"additionalProperties":false},{"description":"NTLM, as implemented by libcurl.","type":
        "object","required":["type"],"properties":{"type":{"const":"ntlm"},"username":{"description":"The user name.","type":
        "string"},"password":{"description":"The password, as a variable with a secret; never write the secret itself here.",
        "type":"string"},"domain":{"description":"The Windows domain.","type":"string"}},"patternProperties":{"^x-":true},
        "additionalProperties":false},{"description":"Kerberos through SPNEGO, with the ticket of the current user.","type":
        "object","required":["type"],"properties":{"type":{"const":"negotiate"}},"patternProperties":{"^x-":true},
        "additionalProperties":false},{"description":"A bearer token (RFC 6750).","type":"object","required":["type"],
        "properties":{"type":{"const":"bearer"},"token":{"description":
        "The token, as a variable with a secret; never write the secret itself here.","type":"string"},"prefix":{"description":
        "The word before the token. Default: “Bearer”.","type":"string"}},"patternProperties":{"^x-":true},
        "additionalProperties":false},{"description":"A key in a header or in the query.","type":"object","required":["type"],
        "properties":{"type":{"const":"apiKey"},"key":{"description":"The name of the header or the query item.","type":"string"},
        "value":{"description":"The key, as a variable with a secret; never write the secret itself here.","type":"string"},
        "in":{"description":"The place of the key. Default: “header”.","enum":["header","query"]}},"patternProperties":{"^x-":
        true},"additionalProperties":false},{"description":"AWS Signature Version 4.","type":"object","required":["type"],
        "properties":{"type":{"const":"awsSignature"},"accessKey":{"description":"The access key's id.","type":"string"},
        "secretKey":{"description":"The secret access key, as a variable with a secret; never write the secret itself here.",
        "type":"string"},"sessionToken":{"description":
        "The token of a temporary session, as a variable with a secret; never write the secret itself here.","type":"string"},
        "region":{"description":"The region, such as “eu-central-1”.","type":"string"},"service":{"description":
        "The service, such as “execute-api”.","type":"string"}},"patternProperties":{"^x-":true},"additionalProperties":false},{
        "description":"OAuth 2.0 (RFC 6749).","type":"object","required":["type"],"properties":{"type":{"const":"oauth2"},
        "grant":{"description":"The grant: the way to get the token.","anyOf":[{"enum":["authorization_code",
        "client_credentials","password","device_code"]},{"$ref":"#/$defs/template"}]},"issuer":{"description":
        "The authorization server. Its metadata (RFC 8414) provides the URLs that are not set here.","type":"string"},
        "authorizationURL":{"description":"The login page.","type":"string"},"tokenURL":{"description":
        "The endpoint that issues tokens.","type":"string"},"deviceURL":{"description":"The endpoint that issues device codes.",
        "type":"string"},"clientID":{"description":"The client id.","type":"string"},"clientSecret":{"description":
        "The client secret, as a variable with a secret; never write the secret itself here.","type":"string"},
        "clientAuthentication":{"description":"The place of the client secret. Default: “header”.","anyOf":[{"enum":["header",
        "body"]},{"$ref":"#/$defs/template"}]},"scope":{"description":"The scopes, separated by spaces.","type":"string"},
        "audience":{"description":"The API that the token is for.","type":"string"},"parameters":{"description":
        "More parameters of the login and of token requests: “name=value”, with “&” between them, encoded as in a query.",
        "type":"string"},"redirectURL":{"description":
        "The URL to which the login redirects. Apus listens on a local URL; without a port, on any free one.","type":"string"},
        "username":{"description":"The user name for the grant “password”.","type":"string"},"password":{"description":
        "The password for the grant “password”, as a variable with a secret; never write the secret itself here.","type":
        "string"}},"patternProperties":{"^x-":true},"additionalProperties":false}]},"body":{"description":
        "The body of a request.","type":"object","required":["type"],"oneOf":[{"description":"No body.","type":"object",
        "required":["type"],"properties":{"type":{"const":"none"}},"patternProperties":{"^x-":true},"additionalProperties":false},
        {"description":"Text of any media type.","type":"object","required":["type"],"properties":{"type":{"const":"text"},
        "contentType":{"description":"The media type. Default: “text/plain”; “none” sends no Content-Type.","type":"string"},
        "text":{"$ref":"#/$defs/lines"}},"patternProperties":{"^x-":true},"additionalProperties":false},{"description":"JSON.",
        "type":"object","required":["type"],"properties":{"type":{"const":"json"},"text":{"$ref":"#/$defs/lines"}},
        "patternProperties":{"^x-":true},"additionalProperties":false},{"description":"XML.","type":"object","required":["type"],
        "properties":{"type":{"const":"xml"},"text":{"$ref":"#/$defs/lines"}},"patternProperties":{"^x-":true},
        "additionalProperties":false},{"description":"A GraphQL operation.","type":"object","required":["type"],"properties":{
        "type":{"const":"graphql"},"query":{"$ref":"#/$defs/lines"},"variables":{"description":"A JSON object as text.","$ref":
        "#/$defs/lines"},"operation":{"description":"The name of the operation to run.","type":"string"}},"patternProperties":{
        "^x-":true},"additionalProperties":false},{"description":"URL-encoded rows.","type":"object","required":["type"],
        "properties":{"type":{"const":"form"},"rows":{"$ref":"#/$defs/rows"}},"patternProperties":{"^x-":true},
        "additionalProperties":false},{"description":"multipart/form-data (RFC 7578).","type":"object","required":["type"],
        "properties":{"type":{"const":"multipart"},"rows":{"type":"array","items":{"$ref":"#/$defs/part"}}},"patternProperties":
        {"^x-":true},"additionalProperties":false},{"description":"The content of a file.","type":"object","required":["type"],
        "properties":{"type":{"const":"file"},"path":{"description":"Relative to the workspace.","type":"string"},"contentType":
        {"description":"The media type. Default: from the file's name; “none” sends no Content-Type.","type":"string"},
        "lineBreaks":{"description":"“keep” sends the file unchanged; “omit” removes its line breaks. Default: “keep”.","anyOf":
        [{"enum":["keep","omit"]},{"$ref":"#/$defs/template"}]}},"patternProperties":{"^x-":true},"additionalProperties":false}]},
        "template":{"description":"A text with variables, which are replaced when the request is sent.","type":"string",
        "pattern":"\\{\\{"},"options":{"description":"The options of requests. Missing ones are inherited.","type":"object",
        "properties":{"timeout":{"description":"Seconds for the whole request.","anyOf":[{"type":"number","minimum":0,"maximum":
        1000000},{"$ref":"#/$defs/template"}]},"connectTimeout":{"description":"Seconds until the connection is established.",
        "anyOf":[{"type":"number","minimum":0,"maximum":1000000},{"$ref":"#/$defs/template"}]},"idleTimeout":{"description":
        "Seconds without any transfer.","anyOf":[{"type":"number","minimum":0,"maximum":1000000},{"$ref":"#/$defs/template"}]},
        "redirects":{"description":"Redirects.","type":"object","properties":{"follow":{"description":"True follows redirects.",
        "anyOf":[{"type":"boolean"},{"$ref":"#/$defs/template"}]},"limit":{"description":"The maximum number of redirects.",
        "anyOf":[{"type":"integer","minimum":0},{"$ref":"#/$defs/template"}]},"keepMethod":{"description":
        "The statuses after which the method and the body stay. The flag of older files means 301 and 302.","anyOf":[{"type":
        "array","items":{"enum":[301,302,303]}},{"type":"boolean"},{"$ref":"#/$defs/template"}]},"allowDowngrade":{
        "description":"True follows redirects from https to http.","anyOf":[{"type":"boolean"},{"$ref":"#/$defs/template"}]}},
        "patternProperties":{"^x-":true},"additionalProperties":false},"retry":{"description":"Retries.","type":"object",
        "properties":{"attempts":{"description":"The maximum number of attempts, including the first.","anyOf":[{"type":
        "integer","minimum":1},{"$ref":"#/$defs/template"}]},"backoff":{"description":"The delay between attempts.","anyOf":[{
        "enum":["immediate","constant","exponential"]},{"$ref":"#/$defs/template"}]},"delay":{"description":
        "Seconds before the second attempt.","anyOf":[{"type":"number","minimum":0,"maximum":1000000},{"$ref":"#/$defs/template"}]},
        "factor":{"description":"The number by which each further exponential delay is multiplied.","anyOf":[{"type":"integer",
        "minimum":1,"maximum":100},{"$ref":"#/$defs/template"}]},"maxDelay":{"description":
        "The limit of exponential delays in seconds.","anyOf":[{"type":"number","minimum":0,"maximum":1000000},{"$ref":
        "#/$defs/template"}]},"jitter":{"description":"The random share of each delay in percent.","anyOf":[{"type":"integer",
        "minimum":0,"maximum":100},{"$ref":"#/$defs/template"}]},"statuses":{"description":"The statuses to retry.","anyOf":[{
        "type":"array","items":{"type":"integer","minimum":100,"maximum":999}},{"$ref":"#/$defs/template"}]},"anyMethod":{
        "description":"True repeats requests of any method, false POST and PATCH only if the server did not act on them.",
        "anyOf":[{"type":"boolean"},{"$ref":"#/$defs/template"}]}},"patternProperties":{"^x-":true},"additionalProperties":false},
        "throttle":{"description":"True waits in the queue if the number of concurrent requests is limited.","anyOf":[{"type":
        "boolean"},{"$ref":"#/$defs/template"}]},"deduplicate":{"description":
        "True shares the response of an identical request in flight.","anyOf":[{"type":"boolean"},{"$ref":"#/$defs/template"}]},
        "tls":{"description":"TLS.","type":"object","properties":{"verify":{"description":
        "False accepts any server certificate.","anyOf":[{"type":"boolean"},{"$ref":"#/$defs/template"}]},"minimum":{
        "description":"The minimum version.","anyOf":[{"enum":["1.0","1.1","1.2","1.3"]},{"$ref":"#/$defs/template"}]},
        "authorities":{"description":"The path of the CA bundle, a PEM file.","type":"string"},"pinnedKeys":{"description":
        "Public keys as sha256// and Base64; the server must have one of them.","type":"array","items":{"type":"string"}},
        "certificate":{"description":"The path of the client's certificate, PEM or PKCS#12.","type":"string"},"key":{
        "description":"The path of its key, if it is in another file.","type":"string"},"passphrase":{"description":
        "The passphrase of the client key, as a variable with a secret; never write the secret itself here.","type":"string"}},
        "patternProperties":{"^x-":true},"additionalProperties":false},"proxy":{"description":"The proxy's URL; empty for none.",
        "type":"string"},"noProxy":{"description":"Hosts to connect to without the proxy.","type":"array","items":{"type":
        "string"}},"proxyTunnel":{"description":"True uses a CONNECT tunnel for http too.","anyOf":[{"type":"boolean"},{"$ref":
        "#/$defs/template"}]},"httpVersion":{"description":"The HTTP version.","anyOf":[{"enum":["automatic","1.0","1.1","2",
        "2-prior-knowledge","3"]},{"$ref":"#/$defs/template"}]},"network":{"description":"Connections.","type":"object",
        "properties":{"resolve":{"description":"Fixed addresses in place of DNS: host:port:address,address.","type":"array",
        "items":{"type":"string"}},"connectTo":{"description":"Other hosts and ports to connect to: host:port:host:port.",
        "type":"array","items":{"type":"string"}},"unixSocket":{"description":"The path of the Unix socket to connect to.",
        "type":"string"},"interface":{"description":"The local interface, address or host name to connect from.","type":"string"},
        "addressFamily":{"description":"The address family for connections.","anyOf":[{"enum":["any","ipv4","ipv6"]},{"$ref":
        "#/$defs/template"}]}},"patternProperties":{"^x-":true},"additionalProperties":false},"limits":{"description":
        "Limits on speed and size.","type":"object","properties":{"sentBytesPerSecond":{"description":
        "The maximum upload rate of the body.","anyOf":[{"type":"integer","minimum":1},{"$ref":"#/$defs/template"}]},
        "receivedBytesPerSecond":{"description":"The maximum download rate.","anyOf":[{"type":"integer","minimum":1},{"$ref":
        "#/$defs/template"}]},"headerByteCount":{"description":"The maximum size of the response header in bytes.","anyOf":[{
        "type":"integer","minimum":1},{"$ref":"#/$defs/template"}]},"bodyByteCount":{"description":
        "The maximum size of the response body in bytes, after decompression.","anyOf":[{"type":"integer","minimum":1},{"$ref":
        "#/$defs/template"}]}},"patternProperties":{"^x-":true},"additionalProperties":false},"parsing":{"description":
        "“strict” refuses a response with an invalid header, “lenient” shows it.","anyOf":[{"enum":["strict","lenient"]},{
        "$ref":"#/$defs/template"}]},"cookies":{"description":"True uses the cookie jar.","anyOf":[{"type":"boolean"},{"$ref":
        "#/$defs/template"}]},"cache":{"description":"The use of stored responses.","anyOf":[{"enum":["useProtocol","ignore",
        "reload","preferStored","onlyStored"]},{"$ref":"#/$defs/template"}]},"decompress":{"description":
        "True decompresses the response.","anyOf":[{"type":"boolean"},{"$ref":"#/$defs/template"}]},"codings":{"description":
        "The compressions to request and decompress.","type":"array","items":{"type":"string"}},"automaticHeaders":{
        "description":"True adds User-Agent and Accept to a request that does not set them.","anyOf":[{"type":"boolean"},{
        "$ref":"#/$defs/template"}]},"environment":{"description":
        "The name of the environment for this request, whichever is chosen.","type":"string"},"offline":{"description":
        "Stored responses in place of the network.","type":"object","properties":{"from":{"description":
        "The first source of the response; “no” for the network.","anyOf":[{"enum":["no","history","examples"]},{"$ref":
        "#/$defs/template"}]},"example":{"description":"The name of the example to return.","type":"string"},"delay":{
        "description":"Seconds before the stored response.","anyOf":[{"type":"number","minimum":0,"maximum":1000000},{"$ref":
        "#/$defs/template"}]},"faults":{"description":
        "Simulated faults in place of responses, with percentages: 503=20, reset=5, timeout.","type":"array","items":{"type":
        "string"}}},"patternProperties":{"^x-":true},"additionalProperties":false}},"patternProperties":{"^x-":true},
        "additionalProperties":false},"scripts":{"description":"Scripts; stored and exported, but not run.","type":"object",
        "properties":{"before":{"$ref":"#/$defs/lines"},"after":{"$ref":"#/$defs/lines"}},"patternProperties":{"^x-":true},
        "additionalProperties":false},"tags":{"description":"Tags.","type":"array","items":{"type":"string"}},"order":{
        "description":"File and folder names in display order, without `.request.json`. Missing ones follow, by name.","type":
        "array","items":{"type":"string"}},"secret":{"description":"The name of a secret and the source of its value.","type":
        "object","required":["name","from"],"oneOf":[{"description":"A variable of the process environment.","type":"object",
        "required":["variable"],"properties":{"name":{"type":"string"},"from":{"const":"environment"},"variable":{"description":
        "The variable's name.","type":"string"}},"patternProperties":{"^x-":true},"additionalProperties":false},{"description":
        "The output of a command.","type":"object","required":["command"],"properties":{"name":{"type":"string"},"from":{
        "const":"command"},"command":{"description":"The program and its arguments, run without a shell.","type":"array",
        "items":{"type":"string"},"minItems":1}},"patternProperties":{"^x-":true},"additionalProperties":false},{"description":
        "The desktop's secret service.","type":"object","required":["attributes"],"properties":{"name":{"type":"string"},"from":
        {"const":"secretService"},"attributes":{"$ref":"#/$defs/rows"}},"patternProperties":{"^x-":true},"additionalProperties":
        false},{"description":"Asked for at first use.","type":"object","properties":{"name":{"type":"string"},"from":{"const":
        "prompt"}},"patternProperties":{"^x-":true},"additionalProperties":false},{"description":
        "`<environment>.secrets.json` beside the environment.","type":"object","properties":{"name":{"type":"string"},"from":{
        "const":"file"}},"patternProperties":{"^x-":true},"additionalProperties":false}]},"command":{"description":
        "A program with its arguments: an array, or a string separated by spaces.","anyOf":[{"type":"string","minLength":1},{
        "type":"array","items":{"type":"string"},"minItems":1}]}}}
        """#,
        "config.schema.json": #"""
        {"$schema":"https://json-schema.org/draft/2020-12/schema","title":"Settings","description":
        "`$XDG_CONFIG_HOME/apus/config.json`","type":"object","properties":{"$schema":{"type":"string"},"theme":{"description":
        "The name of the theme.","type":"string"},"layout":{"description":
        "The arrangement of request and response; “automatic” depends on the terminal's size.","enum":["automatic","columns",
        "rows","single"]},"borders":{"description":"The characters of lines and signs. Default: by the terminal's abilities.",
        "enum":["unicode","ascii"]},"motion":{"description":"“reduced”: notifications stay until they are dismissed.","enum":[
        "full","reduced"]},"pictures":{"description":
        "The display of pictures. “auto” uses the Kitty protocol or sixels if the terminal supports them, else “blocks”: two pixels in a cell. “none” shows their bytes.",
        "enum":["auto","blocks","kitty","sixel","none"]},"editor":{"description":
        "The program that `F4` opens, with its arguments. Default: `$VISUAL` or `$EDITOR`.","$ref":
        "common.schema.json#/$defs/command"},"editorKeys":{"description":"The keys of text fields and editors.","enum":[
        "standard","vim","emacs"]},"closeBrackets":{"description":
        "“on” closes brackets and quotes in JSON and GraphQL while they are typed.","enum":["on","off"]},"pager":{"description":
        "The program that `F3` opens. Default: `$PAGER`.","$ref":"common.schema.json#/$defs/command"},"automaticHeaders":{
        "description":"“on” adds User-Agent and Accept to requests that do not set them.","enum":["off","on"]},"confirmQuit":{
        "description":"“on” asks before quitting. Unsaved requests are restored at the next start in either case.","enum":["off",
        "on"]},"cache":{"description":"“on” caches responses for the session and reuses them as HTTP allows (RFC 9111).","enum":
        ["off","on"]},"limits":{"description":"Limits on response size and concurrent requests.","type":"object","properties":{
        "responseByteCount":{"description":"The maximum size of a response body in bytes.","type":"integer","minimum":0},
        "requestsAtOnce":{"description":
        "The maximum number of requests in flight. Others wait, unless their option `throttle` is false.","type":"integer",
        "minimum":1,"maximum":10000}},"patternProperties":{"^x-":true},"additionalProperties":false},"history":{"description":
        "Limits of the history. Pinned entries are never deleted.","type":"object","properties":{"count":{"description":
        "The maximum number of entries; null for no limit.","type":["integer","null"],"minimum":0},"days":{"description":
        "The maximum age of an entry in days; null for no limit.","type":["number","null"],"minimum":0,"maximum":100000},
        "byteCount":{"description":"The maximum size in bytes; null for no limit.","type":["integer","null"],"minimum":0}},
        "patternProperties":{"^x-":true},"additionalProperties":false}},"patternProperties":{"^x-":true},"additionalProperties":
        false}
        """#,
        "environment.schema.json": #"""
        {"$schema":"https://json-schema.org/draft/2020-12/schema","title":"An environment","description":
        "`environments/<environment>.json`: a server with its variables and secrets.","type":"object","properties":{"$schema":{
        "type":"string"},"name":{"description":"The name in the list.","type":"string"},"scheme":{"description":
        "The scheme. Default: “https”.","type":"string"},"host":{"description":
        "A host name or address; empty for an environment with variables only.","type":"string"},"port":{"description":
        "The port, as a string if it is a variable. Default: the scheme's port.","anyOf":[{"type":"integer","minimum":1,
        "maximum":65535},{"type":"string"}]},"pathPrefix":{"description":"The prefix of relative paths.","type":"string"},
        "headers":{"description":"Sent with every request that does not set them.","$ref":"common.schema.json#/$defs/rows"},
        "query":{"description":"Sent with every request that does not set them.","$ref":"common.schema.json#/$defs/rows"},
        "variables":{"description":"Values by name.","$ref":"common.schema.json#/$defs/rows"},"secrets":{"description":
        "The sources of secret values, never the values themselves.","type":"array","items":{"$ref":
        "common.schema.json#/$defs/secret"}},"protected":{"description":
        "True asks for a confirmation before methods other than GET, HEAD, OPTIONS and TRACE.","type":"boolean"},"docs":{
        "description":"Documentation in Markdown.","$ref":"common.schema.json#/$defs/lines"}},"patternProperties":{"^x-":true},
        "additionalProperties":false}
        """#,
        "examples.schema.json": #"""
        {"$schema":"https://json-schema.org/draft/2020-12/schema","title":"Saved responses","description":
        "`<request>.examples.json`, beside the request.","type":"object","properties":{"$schema":{"type":"string"},"examples":{
        "type":"array","items":{"type":"object","properties":{"name":{"description":"The name in the list.","type":"string"},
        "request":{"description":"The request of this response, if it differs from the request beside the file.","$ref":
        "request.schema.json"},"status":{"description":"The status code. Default: 200.","type":"integer","minimum":100,
        "maximum":999},"reason":{"description":"The reason phrase.","type":"string"},"headers":{"description":
        "The headers, in order.","$ref":"common.schema.json#/$defs/rows"},"body":{"description":"The body as text.","$ref":
        "common.schema.json#/$defs/lines"},"bodyBase64":{"description":"A body that is not text, in Base64 (RFC 4648).","type":
        "string","pattern":"^[A-Za-z0-9+/]*={0,2}$"}},"patternProperties":{"^x-":true},"additionalProperties":false}}},
        "patternProperties":{"^x-":true},"additionalProperties":false}
        """#,
        "folder.schema.json": #"""
        {"$schema":"https://json-schema.org/draft/2020-12/schema","title":"A folder","description":
        "`folder.json`: settings for everything in the folder.","type":"object","properties":{"$schema":{"type":"string"},
        "name":{"description":"The name in the tree.","type":"string"},"order":{"$ref":"common.schema.json#/$defs/order"},
        "headers":{"description":"Sent with every request that does not set them.","$ref":"common.schema.json#/$defs/rows"},
        "variables":{"description":"Values by name.","$ref":"common.schema.json#/$defs/rows"},"auth":{"$ref":
        "common.schema.json#/$defs/auth"},"options":{"$ref":"common.schema.json#/$defs/options"},"scripts":{"$ref":
        "common.schema.json#/$defs/scripts"},"tags":{"$ref":"common.schema.json#/$defs/tags"},"openapi":{"description":
        "The path of an OpenAPI document in the workspace. Responses are compared with it.","type":"string"},"docs":{
        "description":"Documentation in Markdown.","$ref":"common.schema.json#/$defs/lines"}},"patternProperties":{"^x-":true},
        "additionalProperties":false}
        """#,
        "keymap.schema.json": #"""
        {"$schema":"https://json-schema.org/draft/2020-12/schema","title":"Keys","description":
        "`$XDG_CONFIG_HOME/apus/keymap.json`: the keys of commands by id, in place of the default keys. `docs/keys.md` lists the ids.",
        "type":"object","properties":{"$schema":{"type":"string"}},"patternProperties":{"^[a-z][A-Za-z]*(\\.[a-z][A-Za-z]*)*$":{
        "anyOf":[{"$ref":"#/$defs/keys"},{"type":"array","items":{"$ref":"#/$defs/keys"}}]}},"additionalProperties":false,
        "$defs":{"keys":{"description":
        "Keys separated by spaces, each with its modifiers: `f5`, `ctrl+s`, `g g`, `alt+enter`; or in the notation of `docs/keys.md` (`^S`, `⇧F6`, `gg`).",
        "type":"string","pattern":"^\\S+( \\S+)*$"}}}
        """#,
        "request.schema.json": #"""
        {"$schema":"https://json-schema.org/draft/2020-12/schema","title":"A request","description":"`<request>.request.json`",
        "type":"object","properties":{"$schema":{"type":"string"},"name":{"description":"The name in the tree.","type":"string"},
        "method":{"description":"The method. Default: “GET”.","type":"string"},"url":{"description":
        "Absolute, relative to the environment, or beginning with a variable; without the query.","type":"string"},
        "pathParameters":{"description":"The values of `:name` in the path.","$ref":"common.schema.json#/$defs/rows"},"query":{
        "description":"The query, in order.","$ref":"common.schema.json#/$defs/rows"},"headers":{"description":
        "The headers, in order.","$ref":"common.schema.json#/$defs/rows"},"variables":{"description":
        "Values by name, which override those of the folder.","$ref":"common.schema.json#/$defs/rows"},"auth":{"$ref":
        "common.schema.json#/$defs/auth"},"body":{"$ref":"common.schema.json#/$defs/body"},"options":{"$ref":
        "common.schema.json#/$defs/options"},"captures":{"description":"Values to capture from the response for later requests.",
        "type":"array","items":{"type":"object","properties":{"variable":{"description":"The variable for the value.","type":
        "string"},"from":{"description":"The source of the value. Default: “body”.","enum":["status","header","cookie","body",
        "time","url","version"]},"query":{"description":"The name of a header or cookie, or a query on the body.","type":
        "string"},"secret":{"description":
        "True masks the value like a secret. Default: true for cookies and for names like those of tokens.","type":"boolean"},
        "enabled":{"type":"boolean"}},"patternProperties":{"^x-":true},"additionalProperties":false}},"assertions":{
        "description":"Conditions that the response must meet.","type":"array","items":{"type":"object","properties":{"subject":
        {"description":"The tested value: `status`, `header NAME`, `cookie NAME`, `body QUERY`, `time`, `url`, `version`.",
        "type":"string"},"predicate":{"description":"The comparison. Default: “equals”.","type":"string"},"value":{
        "description":"The expected value: any JSON value."},"enabled":{"type":"boolean"}},"patternProperties":{"^x-":true},
        "additionalProperties":false}},"comparison":{"description":"Differences between two responses to ignore.","type":
        "object","properties":{"ignore":{"description":
        "JSON Pointers, in which * matches one step and ** any number of steps, or names of members.","type":"array","items":{
        "type":"string"}},"ignoreIds":{"description":"Ignores members named id, _id, uuid or guid, and all UUIDs.","type":
        "boolean","default":false},"ignoreTimes":{"description":"Ignores times in the notation of RFC 3339.","type":"boolean",
        "default":false},"ignoreOrder":{"description":"Ignores the order of the elements of arrays.","type":"boolean","default":
        false}},"patternProperties":{"^x-":true},"additionalProperties":false},"scripts":{"$ref":
        "common.schema.json#/$defs/scripts"},"tags":{"$ref":"common.schema.json#/$defs/tags"},"docs":{"description":
        "Documentation in Markdown.","$ref":"common.schema.json#/$defs/lines"}},"patternProperties":{"^x-":true},
        "additionalProperties":false}
        """#,
        "secrets.schema.json": #"""
        {"$schema":"https://json-schema.org/draft/2020-12/schema","title":"Secrets","description":
        "`environments/<environment>.secrets.json`, mode 0600, never shared: the values of secrets by name.","type":"object",
        "properties":{"$schema":{"type":"string"}},"additionalProperties":{"type":"string"}}
        """#,
        "theme.schema.json": #"""
        {"$schema":"https://json-schema.org/draft/2020-12/schema","title":"A theme","description":
        "`themes/<theme>.json`: the style of each role on the screen.","type":"object","required":["name","appearance","styles"],
        "properties":{"$schema":{"type":"string"},"name":{"description":"The name in the list.","type":"string"},"appearance":{
        "description":"The kind of background of the theme.","enum":["dark","light"]},"palette":{"description":
        "Colours by name.","type":"object","additionalProperties":{"$ref":"#/$defs/color"}},"styles":{"description":
        "A style for each role. A missing role has the style of the theme `dark` or `light`; a missing colour of a style is that of `text`.",
        "type":"object","propertyNames":{"enum":["text","textMuted","textDisabled","textStrong","surfaceBase","surfaceRaised",
        "surfaceOverlay","titleBar","titleBarAccent","footer","footerKey","footerLayerNav","footerLayerEdit","paneBorder",
        "paneBorderFocused","paneTitle","paneTitleFocused","tab","tabSelected","tabSelectedFocused","tabCount","tabRule",
        "tabIndicator","scrollbar","scrollbarThumb","progress","progressTrack","cursorRow","cursorRowFocused","selection",
        "match","matchCurrent","tableHeader","fieldLabel","field","fieldLine","fieldFocused","fieldInvalid","placeholder",
        "button","buttonFocused","buttonDisabled","buttonDanger","checkOn","checkOff","suggestionSelected","suggestionMatch",
        "chip","chipSelected","modal","modalBorder","modalTitle","shadow","toast","toastWarning","toastError","success",
        "warning","error","information","link","unsaved","variable","variableUndefined","secret","control","environmentChipNone",
        "environmentChip","environmentChipProtected","urlDimmed","methodGet","methodPost","methodPut","methodPatch",
        "methodDelete","methodOther","methodChipGet","methodChipPost","methodChipPut","methodChipPatch","methodChipDelete",
        "methodChipOther","statusInformational","statusSuccess","statusRedirect","statusClientError","statusServerError",
        "statusChipInformational","statusChipSuccess","statusChipRedirect","statusChipClientError","statusChipServerError",
        "headerName","headerValue","codeKey","codeString","codeNumber","codeKeyword","codePunctuation","codeBracketMatch",
        "codeTag","codeAttribute","codeComment","codeError","codeFold","codeLineNumber","codeLineNumberCurrent",
        "codeIndentGuide","timingQueue","timingResolve","timingConnect","timingSecure","timingSend","timingWait","timingReceive",
        "differenceAdded","differenceRemoved","differenceChanged"]},"additionalProperties":{"$ref":"#/$defs/style"}}},
        "patternProperties":{"^x-":true},"additionalProperties":false,"$defs":{"color":{"description":
        "`default` for the terminal's own colour, `#rrggbb`, one of the terminal's sixteen colours (`red`, `bright red`, …), or a name from the palette.",
        "type":"string","pattern":"^(default|#[0-9A-Fa-f]{6}|[A-Za-z][A-Za-z0-9 -]*)$"},"style":{"type":"object","properties":{
        "foreground":{"$ref":"#/$defs/color"},"background":{"$ref":"#/$defs/color"},"bold":{"type":"boolean"},"dim":{"type":
        "boolean"},"italic":{"type":"boolean"},"underline":{"type":"boolean"},"reverse":{"type":"boolean"}},"patternProperties":
        {"^x-":true},"additionalProperties":false}}}
        """#,
        "workspace.schema.json": #"""
        {"$schema":"https://json-schema.org/draft/2020-12/schema","title":"A workspace","description":
        "`workspace.json`: settings for all collections.","type":"object","properties":{"$schema":{"type":"string"},"name":{
        "description":"The name in the tree.","type":"string"},"variables":{"description":"Values by name.","$ref":
        "common.schema.json#/$defs/rows"},"docs":{"description":"Documentation in Markdown.","$ref":
        "common.schema.json#/$defs/lines"}},"patternProperties":{"^x-":true},"additionalProperties":false}
        """#,
    ]
}
