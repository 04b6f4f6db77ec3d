@testable import Interchange

extension FuzzTarget {
    /// Files of other programs: any of them is imported or refused.
    static let imports: [FuzzTarget] = [
        imported("Postman collection", seeds: [postman, postmanFirst], tokens: ["null", "[]", "{}", "\"raw\":", "\"item\": [", "1e9"]),
        imported(
            "OpenAPI document", seeds: [openAPI, swagger], tokens: ["$ref: ", "'#/", "allOf: [", "{", "}", "- ", "null", "*a", "&a "]),
        imported("Insomnia export", seeds: [insomnia, insomniaNested], tokens: ["{% ", " %}", "{{ _.", "null", "children: ", "parentId"]),
        imported(
            "Bruno file", seeds: [bru, openCollection], tokens: ["{\n", "}\n", "[\n", "'''", "@description(", "~", ": ", "example {\n"]),
        imported("HTTP archive", seeds: [har], tokens: ["null", "[]", "\"postData\": {", "\"params\": [", "base64"]),
        imported(
            "file of requests", seeds: [httpFile], tokens: ["###\n", "< {%", "%}", "> ", "@", "# @name ", "--b\n", "{{$", "HTTP/1.1"]),
        imported(
            "Hurl file", seeds: [hurl],
            tokens: ["[Asserts]\n", "[Options]\n", "HTTP 200\n", "```", "`", "base64,", ";", "{{", "jsonpath \"", "/", "#"]),
        imported(
            "file of commands", seeds: ["# a\ncurl -d 'b' h \\\n  -H \"A: c\"\n\n$ wget --header=a:b h\n"],
            tokens: ["\ncurl ", "'", "\"", "\\\n", "$(", "--next "]),
        imported(
            "file of a terminal program", seeds: [posting, slumber, atac], tokens: ["$ref: ", "{{ ", " }}", "${", "$$", "null", "[]"]),
        FuzzTarget(
            "file of variables", seeds: ["# a\nexport A=b # c\nB='d\\'e'\nC=\"f\\n$A\ng\"\n"],
            tokens: ["=", "'", "\"", "\\", "${", "\n", " #"]
        ) { _ = try? Importer().read(name: "dev.env", bytes: $0) },
        FuzzTarget(
            "settings with comments", seeds: [#"{ "b": "/* // */", /* c */ "d": [1,], } // e"#],
            tokens: ["/*", "*/", "//", "\"", "\\", ",]", "\n"]
        ) { _ = HTTPFileSettings.withoutComments($0) },
    ]

    private static func imported(_ name: String, seeds: [String], tokens: [String]) -> FuzzTarget {
        FuzzTarget(name, seeds: seeds, tokens: tokens) { bytes in
            _ = try? Importer().read(name: "file", bytes: bytes)
        }
    }

    private static let postman = """
        {"info": {"name": "c", "schema": "https://schema.getpostman.com/json/collection/v2.1.0/collection.json"}, "auth": {"type": "basic",
        "basic": [{"key": "username", "value": "u"}]}, "variable": [{"key": "a", "value": 1}], "item": [{"name": "f", "item": [{"name": "r",
        "event": [{"listen": "test", "script": {"exec": ["a"]}}], "request": {"method": "POST", "header": [{"key": "A", "value": "b"}],
        "url": {"raw": "h/:a?b=c", "host": ["h"], "path": [":a"], "query": [{"key": "b", "value": "c"}], "variable": [{"key": "a b"}]},
        "body": {"mode": "formdata", "formdata": [{"key": "f", "type": "file", "src": ["x"]}]}}, "response": [{"code": 200, "body": "x"}]}]}]}
        """
    private static let postmanFirst = """
        {"name": "c", "order": ["1"], "folders": [{"id": "f", "order": ["2"], "folders_order": ["f"]}], "requests": [{"id": "1",
        "url": "h", "headers": "A: b", "dataMode": "params", "data": [{"key": "a", "type": "file"}], "folder": "f"}, {"id": "2"}]}
        """
    private static let openAPI = """
        openapi: 3.0.0
        info: {title: A}
        servers: [{url: "https://{r}.h/v1", variables: {r: {default: a}}}]
        paths:
          /a/{b}.{c}:
            post:
              tags: [t]
              parameters: [{name: b, in: path}, {name: q, in: query, style: deepObject, example: {x: 1}}, {$ref: "#/components/parameters/p"}]
              requestBody: {content: {application/json: {schema: {$ref: "#/components/schemas/S"}}, application/xml: {}}}
              security: [{k: []}]
        components:
          parameters: {p: {name: p, in: cookie}}
          schemas: {S: {allOf: [{$ref: "#/components/schemas/S"}, {properties: {s: &a {type: array, items: {type: string}}, u: *a}}]}}
          securitySchemes: {k: {type: oauth2, flows: {clientCredentials: {tokenUrl: u, scopes: {a: b}}}}}
        """
    private static let swagger = """
        {"swagger": "2.0", "host": "h", "consumes": ["multipart/form-data"], "paths": {"/p": {"put": {"parameters": [{"in": "formData",
        "name": "f", "type": "file"}]}}}}
        """
    private static let insomnia = """
        {"__export_format": 4, "resources": [{"_id": "w", "_type": "workspace"}, {"_id": "f", "parentId": "w", "_type": "request_group"},
        {"_id": "r", "parentId": "f", "_type": "request", "url": "{{ _.a }}?x", "body": {"mimeType": "application/graphql", "text": "{}"},
        "authentication": {"type": "oauth2", "grantType": "implicit"}},
        {"_id": "e", "parentId": "w", "_type": "environment", "data": {"a": [1, {"b": 2}]}}]}
        """
    private static let insomniaNested = """
        type: collection.insomnia.rest/5.0
        collection: [{name: f, children: [{url: "{% uuid 'v4' %}", method: GET, scripts: {preRequest: a}}]}]
        environments: {data: {a: 1}, subEnvironments: [{name: s}]}
        """
    private static let bru = """
        meta {
          name: a
          tags: [
            t
          ]
        }

        post {
          url: h/:a?b=c
          body: multipartForm
          auth: basic
        }

        body:multipart-form {
          @description('''d''')
          ~f: @file(a|b) @contentType(x/y)
        }

        assert {
          res.body.a[0]: eq 1
        }

        example {
          response: {
            body: {
              content: '''
                x
              '''
            }
          }
        }
        """
    private static let openCollection = """
        opencollection: 1.0.0
        items: [{info: {type: folder}, items: [{http: {url: h, params: [{name: a, type: path}], body: {type: file, data: [{filePath: f}]}}}]}]
        """
    private static let har = """
        {"log": {"entries": [{"request": {"method": "POST", "url": "h?a=b", "queryString": [{"name": "c", "value": "d"}], "postData":
        {"mimeType": "multipart/form-data", "params": [{"name": "f", "fileName": "n"}]}}, "response": {"status": 200, "content":
        {"text": "eA==", "encoding": "base64"}}}]}}
        """
    private static let httpFile = """
        @a = b
        ### t
        # @name n
        < {% x %}
        POST h
            ?a={{n.response.body.$.x}}
        Content-Type: multipart/form-data; boundary=b

        --b
        Content-Disposition: form-data; name="f"

        < ./x
        --b--
        > {% y %}
        """
    private static let hurl = #"""
        POST h # c
        A: b\n
        [Multipart]
        f: file,x; a/b
        {"a": {{b}}}
        HTTP/1.1 200
        [Captures]
        a: jsonpath "$.x" regex /a(b)/ nth 0
        [Asserts]
        header "x" not contains "\u{41}"
        ```json
        {}
        ```
        """#
    private static let posting = """
        posting_version: 2.0
        url: https://$A/${B}$$
        auth: {type: basic, basic: {username: u}}
        body: {form_data: [{name: a}]}
        """
    private static let slumber = """
        profiles: {p: {data: {a: b}}}
        .x: {headers: {a: "{{ response('r') | jsonpath('$.a') }}"}}
        requests: {r: {$ref: "#/.x", url: "{{ a }}", body: {type: json, data: {b: 1}}}, f: {requests: {s: {url: h}}}}
        """
    private static let atac = """
        {"name": "a", "requests": [{"url": "h", "auth": {"bearer_token": {"token": "t"}}, "protocol": {"body": {"multipart":
        [{"data": ["f", "!!x"]}]}}}]}
        """
}
