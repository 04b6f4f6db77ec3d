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
        "`collection.json`: what holds for everything in the collection.","type":"object","properties":{"$schema":{"type":
        "string"},"name":{"description":"What the tree shows.","type":"string"},"order":{"$ref":
        "common.schema.json#/$defs/order"},"headers":{"description":"Sent with every request that does not set them.","$ref":
        "common.schema.json#/$defs/rows"},"variables":{"description":"Values by name.","$ref":"common.schema.json#/$defs/rows"},
        "auth":{"$ref":"common.schema.json#/$defs/auth"},"options":{"$ref":"common.schema.json#/$defs/options"},"scripts":{
        "$ref":"common.schema.json#/$defs/scripts"},"tags":{"$ref":"common.schema.json#/$defs/tags"},"openapi":{"description":
        "The OpenAPI document, relative to the workspace, that responses are compared with.","type":"string"},"docs":{
        "description":"Markdown.","$ref":"common.schema.json#/$defs/lines"}},"patternProperties":{"^x-":true},
        "additionalProperties":false}
        """#,
        "common.schema.json": #"""
        {"$schema":"https://json-schema.org/draft/2020-12/schema","title":"What the files of a workspace share","$defs":{
        "lines":{"description":
        "Long text as an array of its lines, so that a change to one line is a change to one line of the file. A string is read as well.",
        "anyOf":[{"type":"array","items":{"type":"string","pattern":"^[^\\n]*$"}},{"type":"string"}]},"row":{"description":
        "A name with a value.","type":"object","properties":{"name":{"description":"The name, which may hold variables.","type":
        "string"},"value":{"description":"The value, which may hold variables.","type":"string"},"enabled":{"description":
        "Whether it counts; true unless said otherwise.","type":"boolean"},"bare":{"description":
        "In a query: whether a name without a value stands alone, ?name instead of ?name=; false unless said otherwise.","type":
        "boolean"},"comment":{"description":"A note.","type":"string"}},"patternProperties":{"^x-":true},"additionalProperties":
        false},"rows":{"description":"Rows in order; names may repeat.","type":"array","items":{"$ref":"#/$defs/row"}},"part":{
        "description":"A part of a multipart body.","type":"object","properties":{"name":{"description":"The field's name.",
        "type":"string"},"type":{"description":
        "Whether the value is the text itself or a file's path; “text” unless said otherwise.","enum":["text","file"]},"value":{
        "description":"The text, or the path relative to the workspace.","type":"string"},"contentType":{"description":
        "The part's media type; by content where nothing is said.","type":"string"},"fileName":{"description":
        "The file name that is sent; the path's last part where nothing is said.","type":"string"},"enabled":{"description":
        "Whether it is sent; true unless said otherwise.","type":"boolean"},"comment":{"description":"A note.","type":"string"}},
        "patternProperties":{"^x-":true},"additionalProperties":false},"auth":{"description":
        "How a request proves who sends it.","type":"object","required":["type"],"oneOf":[{"description":
        "What the folder or the collection says.","type":"object","required":["type"],"properties":{"type":{"const":"inherit"}},
        "patternProperties":{"^x-":true},"additionalProperties":false},{"description":"Nothing, whatever the folder says.",
        "type":"object","required":["type"],"properties":{"type":{"const":"none"}},"patternProperties":{"^x-":true},
        "additionalProperties":false},{"description":"RFC 7617.","type":"object","required":["type"],"properties":{"type":{
        "const":"basic"},"username":{"description":"The user's name.","type":"string"},"password":{"description":
        "The password. A variable that is a secret, never the secret itself.","type":"string"}},"patternProperties":{"^x-":true},
        "additionalProperties":false},{"description":"RFC 7616.","type":"object","required":["type"],"properties":{"type":{
        "const":"digest"},"username":{"description":"The user's name.","type":"string"},"password":{"description":
        "The password. A variable that is a secret, never the secret itself.","type":"string"}},"patternProperties":{"^x-":true},
        "additionalProperties":false},{"description":"NTLM, as libcurl does it.","type":"object","required":["type"],
        "properties":{"type":{"const":"ntlm"},"username":{"description":"The user's name.","type":"string"},"password":{
        "description":"The password. A variable that is a secret, never the secret itself.","type":"string"},"domain":{
        "description":"The Windows domain.","type":"string"}},"patternProperties":{"^x-":true},"additionalProperties":false},{
        "description":"Kerberos through SPNEGO, with the ticket of whoever runs the program.","type":"object","required":["type"],
        "properties":{"type":{"const":"negotiate"}},"patternProperties":{"^x-":true},"additionalProperties":false},{
        "description":"RFC 6750.","type":"object","required":["type"],"properties":{"type":{"const":"bearer"},"token":{
        "description":"The token. A variable that is a secret, never the secret itself.","type":"string"},"prefix":{
        "description":"Before the token; “Bearer” unless said otherwise.","type":"string"}},"patternProperties":{"^x-":true},
        "additionalProperties":false},{"description":"A key in a header or in the query.","type":"object","required":["type"],
        "properties":{"type":{"const":"apiKey"},"key":{"description":"The name of the header or the query item.","type":"string"},
        "value":{"description":"The key. A variable that is a secret, never the secret itself.","type":"string"},"in":{
        "description":"Where it goes; “header” unless said otherwise.","enum":["header","query"]}},"patternProperties":{"^x-":
        true},"additionalProperties":false},{"description":"AWS Signature Version 4.","type":"object","required":["type"],
        "properties":{"type":{"const":"awsSignature"},"accessKey":{"description":"The access key's id.","type":"string"},
        "secretKey":{"description":"The secret access key. A variable that is a secret, never the secret itself.","type":
        "string"},"sessionToken":{"description":
        "The token of a temporary session. A variable that is a secret, never the secret itself.","type":"string"},"region":{
        "description":"Such as “eu-central-1”.","type":"string"},"service":{"description":"Such as “execute-api”.","type":
        "string"}},"patternProperties":{"^x-":true},"additionalProperties":false},{"description":"RFC 6749.","type":"object",
        "required":["type"],"properties":{"type":{"const":"oauth2"},"grant":{"description":
        "“authorization_code”, “client_credentials”, “password” or “device_code”.","type":"string"},"issuer":{"description":
        "The authorization server, which says its own URLs where they are not given.","type":"string"},"authorizationURL":{
        "description":"Where the user logs in.","type":"string"},"tokenURL":{"description":"Where tokens come from.","type":
        "string"},"deviceURL":{"description":"Where device codes come from.","type":"string"},"clientID":{"description":
        "Which program asks.","type":"string"},"clientSecret":{"description":
        "The program's secret. A variable that is a secret, never the secret itself.","type":"string"},"clientAuthentication":{
        "description":"Where the program's secret goes: “header” or “body”.","type":"string"},"scope":{"description":
        "What is asked for, words with spaces between them.","type":"string"},"audience":{"description":"For which service.",
        "type":"string"},"redirectURL":{"description":
        "Where the login page sends the user back to. One on this machine is listened on; without a port, on any that is free.",
        "type":"string"},"username":{"description":"The user's name, for the grant “password”.","type":"string"},"password":{
        "description":"The password, for the grant “password”. A variable that is a secret, never the secret itself.","type":
        "string"}},"patternProperties":{"^x-":true},"additionalProperties":false}]},"body":{"description":
        "What is sent after the headers.","type":"object","required":["type"],"oneOf":[{"description":"No body.","type":"object",
        "required":["type"],"properties":{"type":{"const":"none"}},"patternProperties":{"^x-":true},"additionalProperties":false},
        {"description":"Text of any kind.","type":"object","required":["type"],"properties":{"type":{"const":"text"},
        "contentType":{"description":"The media type; “text/plain” where nothing is said, no header for “none”.","type":"string"},
        "text":{"$ref":"#/$defs/lines"}},"patternProperties":{"^x-":true},"additionalProperties":false},{"description":"JSON.",
        "type":"object","required":["type"],"properties":{"type":{"const":"json"},"text":{"$ref":"#/$defs/lines"}},
        "patternProperties":{"^x-":true},"additionalProperties":false},{"description":"XML.","type":"object","required":["type"],
        "properties":{"type":{"const":"xml"},"text":{"$ref":"#/$defs/lines"}},"patternProperties":{"^x-":true},
        "additionalProperties":false},{"description":"A GraphQL operation.","type":"object","required":["type"],"properties":{
        "type":{"const":"graphql"},"query":{"$ref":"#/$defs/lines"},"variables":{"description":"A JSON object as text.","$ref":
        "#/$defs/lines"},"operation":{"description":"Which operation of the document runs.","type":"string"}},
        "patternProperties":{"^x-":true},"additionalProperties":false},{"description":"URL-encoded rows.","type":"object",
        "required":["type"],"properties":{"type":{"const":"form"},"rows":{"$ref":"#/$defs/rows"}},"patternProperties":{"^x-":
        true},"additionalProperties":false},{"description":"multipart/form-data (RFC 7578).","type":"object","required":["type"],
        "properties":{"type":{"const":"multipart"},"rows":{"type":"array","items":{"$ref":"#/$defs/part"}}},"patternProperties":
        {"^x-":true},"additionalProperties":false},{"description":"The content of a file.","type":"object","required":["type"],
        "properties":{"type":{"const":"file"},"path":{"description":"Relative to the workspace.","type":"string"},"contentType":
        {"description":"The media type; by the file's name where nothing is said, no header for “none”.","type":"string"},
        "lineBreaks":{"description":"“keep” sends the file as it is, which is the default; “omit” leaves out its line breaks.",
        "type":"string"}},"patternProperties":{"^x-":true},"additionalProperties":false}]},"template":{"description":
        "A text with variables, which are replaced when the request is sent.","type":"string","pattern":"\\{\\{"},"options":{
        "description":"How requests are sent. What is not said is inherited.","type":"object","properties":{"timeout":{
        "description":"Seconds for the whole request.","anyOf":[{"type":"number","minimum":0,"maximum":1000000},{"$ref":
        "#/$defs/template"}]},"connectTimeout":{"description":"Seconds until the connection stands.","anyOf":[{"type":"number",
        "minimum":0,"maximum":1000000},{"$ref":"#/$defs/template"}]},"idleTimeout":{"description":
        "Seconds in which nothing moves.","anyOf":[{"type":"number","minimum":0,"maximum":1000000},{"$ref":"#/$defs/template"}]},
        "redirects":{"description":"Whether and how far redirects are followed.","type":"object","properties":{"follow":{
        "description":"Whether they are followed.","anyOf":[{"type":"boolean"},{"$ref":"#/$defs/template"}]},"limit":{
        "description":"The most hops.","anyOf":[{"type":"integer","minimum":0},{"$ref":"#/$defs/template"}]},"keepMethod":{
        "description":"Whether a POST stays one after 301 and 302.","anyOf":[{"type":"boolean"},{"$ref":"#/$defs/template"}]},
        "allowDowngrade":{"description":"Whether https may lead to http.","anyOf":[{"type":"boolean"},{"$ref":"#/$defs/template"}]}},
        "patternProperties":{"^x-":true},"additionalProperties":false},"retry":{"description":"When a request is sent again.",
        "type":"object","properties":{"attempts":{"description":"The most attempts, the first included.","anyOf":[{"type":
        "integer","minimum":1},{"$ref":"#/$defs/template"}]},"backoff":{"description":"How the wait grows.","anyOf":[{"enum":[
        "immediate","constant","exponential"]},{"$ref":"#/$defs/template"}]},"statuses":{"description":
        "The statuses that are tried again.","anyOf":[{"type":"array","items":{"type":"integer","minimum":100,"maximum":999}},{
        "$ref":"#/$defs/template"}]}},"patternProperties":{"^x-":true},"additionalProperties":false},"throttle":{"description":
        "Whether the request waits for its turn where the number of requests at once is limited.","anyOf":[{"type":"boolean"},{
        "$ref":"#/$defs/template"}]},"deduplicate":{"description":
        "Whether the request shares the answer of the same one that is on its way.","anyOf":[{"type":"boolean"},{"$ref":
        "#/$defs/template"}]},"tls":{"description":"How TLS is spoken.","type":"object","properties":{"verify":{"description":
        "Whether the server's certificate is checked.","anyOf":[{"type":"boolean"},{"$ref":"#/$defs/template"}]},"minimum":{
        "description":"The least version.","anyOf":[{"enum":["1.0","1.1","1.2","1.3"]},{"$ref":"#/$defs/template"}]},
        "authorities":{"description":"The path of the authorities' certificates.","type":"string"},"pinnedKeys":{"description":
        "Public keys of which one must be the server's, as sha256// and base64.","type":"array","items":{"type":"string"}},
        "certificate":{"description":"The path of the client's certificate, PEM or PKCS#12.","type":"string"},"key":{
        "description":"The path of its key, where it is not in the same file.","type":"string"},"passphrase":{"description":
        "The passphrase of the key. A variable that is a secret, never the secret itself.","type":"string"}},
        "patternProperties":{"^x-":true},"additionalProperties":false},"proxy":{"description":"The proxy's URL; empty for none.",
        "type":"string"},"noProxy":{"description":"Hosts that are reached without the proxy.","type":"array","items":{"type":
        "string"}},"proxyTunnel":{"description":"Whether CONNECT is used for http too.","anyOf":[{"type":"boolean"},{"$ref":
        "#/$defs/template"}]},"httpVersion":{"description":"The version of HTTP.","anyOf":[{"enum":["automatic","1.0","1.1","2",
        "2-prior-knowledge","3"]},{"$ref":"#/$defs/template"}]},"network":{"description":
        "Where connections go to and come from.","type":"object","properties":{"resolve":{"description":
        "Addresses instead of a look-up: host:port:address,address.","type":"array","items":{"type":"string"}},"connectTo":{
        "description":"Other places to connect to: host:port:host:port.","type":"array","items":{"type":"string"}},"unixSocket":
        {"description":"The path of the Unix socket to connect to.","type":"string"},"interface":{"description":
        "The interface, address or host name to send from.","type":"string"},"addressFamily":{"description":
        "Which addresses to connect to.","anyOf":[{"enum":["any","ipv4","ipv6"]},{"$ref":"#/$defs/template"}]}},
        "patternProperties":{"^x-":true},"additionalProperties":false},"limits":{"description":"How fast, and how much.","type":
        "object","properties":{"sentBytesPerSecond":{"description":"How fast the body goes out.","anyOf":[{"type":"integer",
        "minimum":1},{"$ref":"#/$defs/template"}]},"receivedBytesPerSecond":{"description":"How fast the answer comes in.",
        "anyOf":[{"type":"integer","minimum":1},{"$ref":"#/$defs/template"}]},"headerByteCount":{"description":
        "The most bytes of the answer's header lines.","anyOf":[{"type":"integer","minimum":1},{"$ref":"#/$defs/template"}]},
        "bodyByteCount":{"description":"The most bytes of the answer's body, unpacked.","anyOf":[{"type":"integer","minimum":1},
        {"$ref":"#/$defs/template"}]}},"patternProperties":{"^x-":true},"additionalProperties":false},"parsing":{"description":
        "What is done about an answer whose header is not sound.","anyOf":[{"enum":["strict","lenient"]},{"$ref":
        "#/$defs/template"}]},"cookies":{"description":"Whether the cookie jar is used.","anyOf":[{"type":"boolean"},{"$ref":
        "#/$defs/template"}]},"decompress":{"description":"Whether the answer is decompressed.","anyOf":[{"type":"boolean"},{
        "$ref":"#/$defs/template"}]},"automaticHeaders":{"description":"True adds User-Agent and Accept where nobody says them.",
        "anyOf":[{"type":"boolean"},{"$ref":"#/$defs/template"}]},"environment":{"description":
        "The environment that the request is always sent to, by name.","type":"string"},"offline":{"description":
        "Stored responses in place of the network.","type":"object","properties":{"from":{"description":
        "Where the response is taken from first; no for the network.","anyOf":[{"enum":["no","history","examples"]},{"$ref":
        "#/$defs/template"}]},"example":{"description":"The name of the example that is given.","type":"string"},"delay":{
        "description":"Seconds until the stored response is given.","anyOf":[{"type":"number","minimum":0,"maximum":1000000},{
        "$ref":"#/$defs/template"}]},"faults":{"description":
        "Faults in place of responses, each for a part of a hundred: 503=20, reset=5, timeout.","type":"array","items":{"type":
        "string"}}},"patternProperties":{"^x-":true},"additionalProperties":false}},"patternProperties":{"^x-":true},
        "additionalProperties":false},"scripts":{"description":"Scripts: kept and exported, not run.","type":"object",
        "properties":{"before":{"$ref":"#/$defs/lines"},"after":{"$ref":"#/$defs/lines"}},"patternProperties":{"^x-":true},
        "additionalProperties":false},"tags":{"description":"Words to find it by.","type":"array","items":{"type":"string"}},
        "order":{"description":
        "File and folder names in the order that they are shown in, `.request.json` left out. What is missing comes after, by name.",
        "type":"array","items":{"type":"string"}},"secret":{"description":"A secret's name, and where its value comes from.",
        "type":"object","required":["name","from"],"oneOf":[{"description":"A variable of the process environment.","type":
        "object","required":["variable"],"properties":{"name":{"type":"string"},"from":{"const":"environment"},"variable":{
        "description":"The variable's name.","type":"string"}},"patternProperties":{"^x-":true},"additionalProperties":false},{
        "description":"What a command prints.","type":"object","required":["command"],"properties":{"name":{"type":"string"},
        "from":{"const":"command"},"command":{"description":"The program and its arguments, run without a shell.","type":"array",
        "items":{"type":"string"},"minItems":1}},"patternProperties":{"^x-":true},"additionalProperties":false},{"description":
        "The desktop's secret service.","type":"object","required":["attributes"],"properties":{"name":{"type":"string"},"from":
        {"const":"secretService"},"attributes":{"$ref":"#/$defs/rows"}},"patternProperties":{"^x-":true},"additionalProperties":
        false},{"description":"Asked for when it is first needed.","type":"object","properties":{"name":{"type":"string"},
        "from":{"const":"prompt"}},"patternProperties":{"^x-":true},"additionalProperties":false},{"description":
        "`<environment>.secrets.json` beside the environment.","type":"object","properties":{"name":{"type":"string"},"from":{
        "const":"file"}},"patternProperties":{"^x-":true},"additionalProperties":false}]},"command":{"description":
        "A program with its arguments: in an array, or in one string with spaces between them.","anyOf":[{"type":"string",
        "minLength":1},{"type":"array","items":{"type":"string"},"minItems":1}]}}}
        """#,
        "config.schema.json": #"""
        {"$schema":"https://json-schema.org/draft/2020-12/schema","title":"Settings","description":
        "`$XDG_CONFIG_HOME/apus/config.json`","type":"object","properties":{"$schema":{"type":"string"},"theme":{"description":
        "A theme's name.","type":"string"},"layout":{"description":"How the panes lie; “automatic” by the terminal's size.",
        "enum":["automatic","columns","rows","single"]},"borders":{"description":
        "What lines and signs are drawn with; by the terminal where nothing is said.","enum":["unicode","ascii"]},"motion":{
        "description":"“reduced”: nothing goes by itself, messages stay until they are dismissed.","enum":["full","reduced"]},
        "pictures":{"description":
        "How pictures are shown: “auto” in points where the terminal can, by Kitty's protocol or as sixels, else as “blocks”, two points in a cell; “none” shows their bytes.",
        "enum":["auto","blocks","kitty","sixel","none"]},"editor":{"description":
        "The program that `F4` opens, with its arguments; `$VISUAL` or `$EDITOR` where nothing is said.","$ref":
        "common.schema.json#/$defs/command"},"editorKeys":{"description":"The keys of text fields and editors.","enum":[
        "standard","vim","emacs"]},"closeBrackets":{"description":
        "Whether brackets and quotes in JSON and GraphQL are closed while they are typed.","enum":["on","off"]},"pager":{
        "description":"The program that `F3` opens; `$PAGER` where nothing is said.","$ref":"common.schema.json#/$defs/command"},
        "automaticHeaders":{"description":"Whether User-Agent and Accept are added to requests that say nothing of them.",
        "enum":["off","on"]},"confirmQuit":{"description":
        "Whether the program asks before it ends. Unsaved requests are kept for the next start in any case.","enum":["off","on"]},
        "cache":{"description":"Whether answers are kept for the session and used again as HTTP allows (RFC 9111).","enum":[
        "off","on"]},"limits":{"description":"How much is taken from outside, and asked for at once.","type":"object",
        "properties":{"responseByteCount":{"description":"The most bytes of an answer's body.","type":"integer","minimum":0},
        "requestsAtOnce":{"description":
        "The most requests on their way; others wait for their turn, unless they say `\"throttle\": \"never\"`.","type":
        "integer","minimum":1,"maximum":10000}},"patternProperties":{"^x-":true},"additionalProperties":false},"history":{
        "description":"How much is kept. What is pinned stays.","type":"object","properties":{"count":{"description":
        "The most exchanges; null for no limit.","type":["integer","null"],"minimum":0},"days":{"description":
        "The oldest that is kept; null for no limit.","type":["number","null"],"minimum":0,"maximum":100000},"byteCount":{
        "description":"The most bytes; null for no limit.","type":["integer","null"],"minimum":0}},"patternProperties":{"^x-":
        true},"additionalProperties":false}},"patternProperties":{"^x-":true},"additionalProperties":false}
        """#,
        "environment.schema.json": #"""
        {"$schema":"https://json-schema.org/draft/2020-12/schema","title":"An environment","description":
        "`environments/<environment>.json`: a server, and the values that go with it.","type":"object","properties":{"$schema":{
        "type":"string"},"name":{"description":"What the list shows.","type":"string"},"scheme":{"description":
        "“https” where nothing is said.","type":"string"},"host":{"description":
        "A name or an address; nothing for an environment that only has variables.","type":"string"},"port":{"description":
        "The scheme's own where nothing is said; a string where it is a variable.","anyOf":[{"type":"integer","minimum":1,
        "maximum":65535},{"type":"string"}]},"pathPrefix":{"description":"Before paths that do not begin with `/`.","type":
        "string"},"headers":{"description":"Sent with every request that does not set them.","$ref":
        "common.schema.json#/$defs/rows"},"query":{"description":"Sent with every request that does not set them.","$ref":
        "common.schema.json#/$defs/rows"},"variables":{"description":"Values by name.","$ref":"common.schema.json#/$defs/rows"},
        "secrets":{"description":"Where secret values come from: never the values.","type":"array","items":{"$ref":
        "common.schema.json#/$defs/secret"}},"protected":{"description":"Whether anything but GET, HEAD and OPTIONS asks first.",
        "type":"boolean"},"docs":{"description":"Markdown.","$ref":"common.schema.json#/$defs/lines"}},"patternProperties":{
        "^x-":true},"additionalProperties":false}
        """#,
        "examples.schema.json": #"""
        {"$schema":"https://json-schema.org/draft/2020-12/schema","title":"Saved answers","description":
        "`<request>.examples.json`, beside the request.","type":"object","properties":{"$schema":{"type":"string"},"examples":{
        "type":"array","items":{"type":"object","properties":{"name":{"description":"What the list shows.","type":"string"},
        "request":{"description":"The request that was answered so, where it differs from the one saved beside it.","$ref":
        "request.schema.json"},"status":{"description":"200 where nothing is said.","type":"integer","minimum":100,"maximum":999},
        "reason":{"description":"The reason phrase.","type":"string"},"headers":{"description":"In order.","$ref":
        "common.schema.json#/$defs/rows"},"body":{"description":"Text.","$ref":"common.schema.json#/$defs/lines"},"bodyBase64":{
        "description":"Bytes that are no text, in Base64 (RFC 4648).","type":"string","pattern":"^[A-Za-z0-9+/]*={0,2}$"}},
        "patternProperties":{"^x-":true},"additionalProperties":false}}},"patternProperties":{"^x-":true},
        "additionalProperties":false}
        """#,
        "folder.schema.json": #"""
        {"$schema":"https://json-schema.org/draft/2020-12/schema","title":"A folder","description":
        "`folder.json`: what holds for everything in the folder.","type":"object","properties":{"$schema":{"type":"string"},
        "name":{"description":"What the tree shows.","type":"string"},"order":{"$ref":"common.schema.json#/$defs/order"},
        "headers":{"description":"Sent with every request that does not set them.","$ref":"common.schema.json#/$defs/rows"},
        "variables":{"description":"Values by name.","$ref":"common.schema.json#/$defs/rows"},"auth":{"$ref":
        "common.schema.json#/$defs/auth"},"options":{"$ref":"common.schema.json#/$defs/options"},"scripts":{"$ref":
        "common.schema.json#/$defs/scripts"},"tags":{"$ref":"common.schema.json#/$defs/tags"},"openapi":{"description":
        "The OpenAPI document, relative to the workspace, that responses are compared with.","type":"string"},"docs":{
        "description":"Markdown.","$ref":"common.schema.json#/$defs/lines"}},"patternProperties":{"^x-":true},
        "additionalProperties":false}
        """#,
        "keymap.schema.json": #"""
        {"$schema":"https://json-schema.org/draft/2020-12/schema","title":"Keys","description":
        "`$XDG_CONFIG_HOME/apus/keymap.json`: the keys of commands by their ids, in place of the commands' own. `docs/keys.md` lists the ids.",
        "type":"object","properties":{"$schema":{"type":"string"}},"patternProperties":{"^[a-z][A-Za-z]*(\\.[a-z][A-Za-z]*)*$":{
        "anyOf":[{"$ref":"#/$defs/keys"},{"type":"array","items":{"$ref":"#/$defs/keys"}}]}},"additionalProperties":false,
        "$defs":{"keys":{"description":
        "Keys with spaces between them, each with what is held down: `f5`, `ctrl+s`, `g g`, `alt+enter`; also as `docs/keys.md` shows them (`^S`, `⇧F6`, `gg`).",
        "type":"string","pattern":"^\\S+( \\S+)*$"}}}
        """#,
        "request.schema.json": #"""
        {"$schema":"https://json-schema.org/draft/2020-12/schema","title":"A request","description":"`<request>.request.json`",
        "type":"object","properties":{"$schema":{"type":"string"},"name":{"description":"What the tree shows.","type":"string"},
        "method":{"description":"A method token; “GET” where nothing is said.","type":"string"},"url":{"description":
        "Absolute, relative to the environment, or beginning with a variable; without the query.","type":"string"},
        "pathParameters":{"description":"The values of `:name` in the path.","$ref":"common.schema.json#/$defs/rows"},"query":{
        "description":"The query, in order.","$ref":"common.schema.json#/$defs/rows"},"headers":{"description":
        "The headers, in order.","$ref":"common.schema.json#/$defs/rows"},"variables":{"description":
        "Values by name, nearer than those of the folder.","$ref":"common.schema.json#/$defs/rows"},"auth":{"$ref":
        "common.schema.json#/$defs/auth"},"body":{"$ref":"common.schema.json#/$defs/body"},"options":{"$ref":
        "common.schema.json#/$defs/options"},"captures":{"description":
        "Values that are taken out of the answer for later requests.","type":"array","items":{"type":"object","properties":{
        "variable":{"description":"The variable that gets the value.","type":"string"},"from":{"description":
        "Where it is taken from; “body” unless said otherwise.","enum":["status","header","cookie","body","time","url"]},
        "query":{"description":"A header's or cookie's name, or a query into the body.","type":"string"},"secret":{
        "description":
        "Whether the value is masked like a secret. Where nothing is said, cookies and what is named like a token are.","type":
        "boolean"},"enabled":{"type":"boolean"}},"patternProperties":{"^x-":true},"additionalProperties":false}},"assertions":{
        "description":"What must hold of the answer.","type":"array","items":{"type":"object","properties":{"subject":{
        "description":"What is looked at: `status`, `header NAME`, `cookie NAME`, `body QUERY`, `time`, `size`.","type":"string"},
        "predicate":{"description":"How it is compared; “equals” unless said otherwise.","type":"string"},"value":{
        "description":"With what: any JSON value."},"enabled":{"type":"boolean"}},"patternProperties":{"^x-":true},
        "additionalProperties":false}},"comparison":{"description":"Differences between two responses that do not count.",
        "type":"object","properties":{"ignore":{"description":
        "JSON Pointers, with * for one step and ** for any number, or names of members.","type":"array","items":{"type":"string"}},
        "ignoreIds":{"description":"Ignores members named id, _id, uuid or guid, and all UUIDs.","type":"boolean","default":
        false},"ignoreTimes":{"description":"Ignores times in the notation of RFC 3339.","type":"boolean","default":false},
        "ignoreOrder":{"description":"Ignores the order of the elements of arrays.","type":"boolean","default":false}},
        "patternProperties":{"^x-":true},"additionalProperties":false},"scripts":{"$ref":"common.schema.json#/$defs/scripts"},
        "tags":{"$ref":"common.schema.json#/$defs/tags"},"docs":{"description":"Markdown.","$ref":
        "common.schema.json#/$defs/lines"}},"patternProperties":{"^x-":true},"additionalProperties":false}
        """#,
        "secrets.schema.json": #"""
        {"$schema":"https://json-schema.org/draft/2020-12/schema","title":"Secrets","description":
        "`environments/<environment>.secrets.json`, mode 0600, never shared: values by name.","type":"object","properties":{
        "$schema":{"type":"string"}},"additionalProperties":{"type":"string"}}
        """#,
        "theme.schema.json": #"""
        {"$schema":"https://json-schema.org/draft/2020-12/schema","title":"A theme","description":
        "`themes/<theme>.json`: what each role on the screen looks like.","type":"object","required":["name","appearance",
        "styles"],"properties":{"$schema":{"type":"string"},"name":{"description":"What the list shows.","type":"string"},
        "appearance":{"description":"The background that it is made for.","enum":["dark","light"]},"palette":{"description":
        "Colours by name.","type":"object","additionalProperties":{"$ref":"#/$defs/color"}},"styles":{"description":
        "A style for each role. A missing role has the style of the theme `dark` or `light`; a missing colour of a style is that of `text`.",
        "type":"object","propertyNames":{"enum":["text","textMuted","textDisabled","textStrong","surfaceBase","surfaceRaised",
        "surfaceOverlay","titleBar","titleBarAccent","footer","footerKey","footerLayerNav","footerLayerEdit","paneBorder",
        "paneBorderFocused","paneTitle","paneTitleFocused","tab","tabSelected","tabSelectedFocused","tabCount","tabRule",
        "tabIndicator","scrollbar","scrollbarThumb","progress","progressTrack","cursorRow","cursorRowFocused","selection",
        "match","matchCurrent","tableHeader","fieldLabel","field","fieldFocused","fieldInvalid","placeholder","button",
        "buttonFocused","buttonDisabled","buttonDanger","checkOn","checkOff","suggestionSelected","suggestionMatch","chip",
        "chipSelected","modal","modalBorder","modalTitle","shadow","toast","toastWarning","toastError","success","warning",
        "error","information","link","unsaved","variable","variableUndefined","secret","control","environmentChipNone",
        "environmentChip","environmentChipProtected","urlDimmed","methodGet","methodPost","methodPut","methodPatch",
        "methodDelete","methodOther","methodChipGet","methodChipPost","methodChipPut","methodChipPatch","methodChipDelete",
        "methodChipOther","statusInformational","statusSuccess","statusRedirect","statusClientError","statusServerError",
        "statusChipInformational","statusChipSuccess","statusChipRedirect","statusChipClientError","statusChipServerError",
        "headerName","headerValue","codeKey","codeString","codeNumber","codeKeyword","codePunctuation","codeBracketMatch",
        "codeTag","codeAttribute","codeComment","codeError","codeFold","codeLineNumber","codeLineNumberCurrent",
        "codeIndentGuide","timingQueue","timingResolve","timingConnect","timingSecure","timingSend","timingWait","timingReceive",
        "differenceAdded","differenceRemoved","differenceChanged"]},"additionalProperties":{"$ref":"#/$defs/style"}}},
        "patternProperties":{"^x-":true},"additionalProperties":false,"$defs":{"color":{"description":
        "`default` for the terminal's own, `#rrggbb`, one of the terminal's sixteen (`red`, `bright red`, …), or a name of the palette.",
        "type":"string","pattern":"^(default|#[0-9A-Fa-f]{6}|[A-Za-z][A-Za-z0-9 -]*)$"},"style":{"type":"object","properties":{
        "foreground":{"$ref":"#/$defs/color"},"background":{"$ref":"#/$defs/color"},"bold":{"type":"boolean"},"dim":{"type":
        "boolean"},"italic":{"type":"boolean"},"underline":{"type":"boolean"},"reverse":{"type":"boolean"}},"patternProperties":
        {"^x-":true},"additionalProperties":false}}}
        """#,
        "workspace.schema.json": #"""
        {"$schema":"https://json-schema.org/draft/2020-12/schema","title":"A workspace","description":
        "`workspace.json`: what holds for every collection.","type":"object","properties":{"$schema":{"type":"string"},"name":{
        "description":"What the tree shows.","type":"string"},"variables":{"description":"Values by name.","$ref":
        "common.schema.json#/$defs/rows"},"docs":{"description":"Markdown.","$ref":"common.schema.json#/$defs/lines"}},
        "patternProperties":{"^x-":true},"additionalProperties":false}
        """#,
    ]
}
