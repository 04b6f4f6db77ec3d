/// One collection as programs write it: a list with a query and a header, a JSON body with a token, a form, and an upload of a file.
///
/// `BASE` in the files stands for a server's URL.
struct PilotsCollection: Sendable, CustomStringConvertible {
    /// The program.
    let program: String
    /// The files by path.
    let files: [String: String]
    /// The format in which the collection is exported again: the program's own, or else one that carries all of it.
    let format: String
    /// True if the format can name a file to upload.
    var hasUpload = true
    /// Words for `apus send`, such as variables in place of secrets.
    var words: [String] = []

    var description: String { program }

    /// The name of the uploaded file, beside the collection.
    static let uploadedFile = "pilot.txt"

    static let all: [PilotsCollection] = [
        postman, postman3, openAPI, insomnia, bruno, openCollection, http, hurl, har, curl, powerShell, posting, slumber, atac,
    ]

    private static let postman = PilotsCollection(
        program: "Postman",
        files: [
            "pilots.postman_collection.json": #"""
            {"info": {"_postman_id": "6b0a", "name": "Pilots", "schema": "https://schema.getpostman.com/json/collection/v2.1.0/collection.json"},
             "item": [
              {"name": "People", "item": [
                {"name": "List", "request": {"method": "GET", "header": [{"key": "X-Kind", "value": "real", "type": "text"}],
                  "url": {"raw": "{{base}}/anything/list?page=2&tag=a%20b", "host": ["{{base}}"], "path": ["anything", "list"],
                          "query": [{"key": "page", "value": "2"}, {"key": "tag", "value": "a%20b"}, {"key": "off", "value": "1", "disabled": true}]}}, "response": []},
                {"name": "Create", "request": {"auth": {"type": "bearer", "bearer": [{"key": "token", "value": "t0ken", "type": "string"}]},
                  "method": "POST", "header": [], "body": {"mode": "raw", "raw": "{\"name\": \"Lea\", \"n\": 1}", "options": {"raw": {"language": "json"}}},
                  "url": {"raw": "{{base}}/anything/create", "host": ["{{base}}"], "path": ["anything", "create"]}}, "response": []}]},
              {"name": "Form", "request": {"method": "POST", "header": [],
                "body": {"mode": "urlencoded", "urlencoded": [{"key": "name", "value": "Lea"}, {"key": "team", "value": "a b"}]},
                "url": "{{base}}/anything/form"}},
              {"name": "Upload", "request": {"method": "POST", "header": [],
                "body": {"mode": "formdata", "formdata": [{"key": "team", "value": "blue", "type": "text"}, {"key": "file", "type": "file", "src": "pilot.txt"}]},
                "url": "{{base}}/anything/upload"}}],
             "variable": [{"key": "base", "value": "BASE"}]}
            """#
        ], format: "postman")

    private static let postman3 = PilotsCollection(
        program: "Postman 3",
        files: [
            "Pilots/.resources/definition.yaml": "$kind: collection\nname: Pilots\nvariables:\n  base: BASE\n",
            "Pilots/List.request.yaml": """
            $kind: http-request
            name: List
            method: GET
            url: '{{base}}/anything/list?page=2&tag=a%20b'
            headers:
              X-Kind: real
            """,
            "Pilots/Create.request.yaml": """
            $kind: http-request
            name: Create
            method: POST
            url: '{{base}}/anything/create'
            auth:
              type: bearer
              credentials:
                token: t0ken
            body:
              type: json
              content: '{"name": "Lea", "n": 1}'
            """,
            "Pilots/Form.request.yaml": """
            $kind: http-request
            name: Form
            method: POST
            url: '{{base}}/anything/form'
            body:
              type: urlencoded
              content:
                - key: name
                  value: Lea
                - key: team
                  value: a b
            """,
        ], format: "postman", hasUpload: false)

    private static let openAPI = PilotsCollection(
        program: "OpenAPI",
        files: [
            "openapi.yaml": """
            openapi: 3.1.0
            info: {title: Pilots, version: 1.0.0}
            servers: [{url: BASE}]
            paths:
              /anything/list:
                get:
                  tags: [People]
                  operationId: list
                  parameters:
                    - {name: page, in: query, required: true, schema: {type: integer}, example: 2}
                    - {name: tag, in: query, required: true, schema: {type: string}, example: a b}
                    - {name: X-Kind, in: header, required: true, schema: {type: string}, example: real}
                  responses: {'200': {description: The list}}
              /anything/create:
                post:
                  tags: [People]
                  security: [{token: []}]
                  requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/Pilot'}}}}
                  responses: {'201': {description: Made}}
              /anything/form:
                post:
                  requestBody:
                    content:
                      application/x-www-form-urlencoded:
                        schema: {type: object, properties: {name: {type: string, example: Lea}, team: {type: string, example: a b}}}
                  responses: {'200': {description: Taken}}
            components:
              securitySchemes: {token: {type: http, scheme: bearer}}
              schemas: {Pilot: {type: object, properties: {name: {type: string, example: Lea}, n: {type: integer, example: 1}}}}
            """
        ], format: "openapi", hasUpload: false, words: ["-v", "bearerToken=t0ken"])

    private static let insomnia = PilotsCollection(
        program: "Insomnia",
        files: [
            "insomnia.yaml": """
            type: collection.insomnia.rest/5.0
            name: Pilots
            meta: {id: wrk_1, created: 1, modified: 1}
            collection:
              - name: People
                meta: {id: fld_1}
                children:
                  - url: "{{ _.base }}/anything/list"
                    name: List
                    meta: {id: req_1}
                    method: GET
                    parameters:
                      - {name: page, value: "2", disabled: false}
                      - {name: tag, value: a b, disabled: false}
                    headers:
                      - {name: X-Kind, value: real}
                  - url: "{{ _.base }}/anything/create"
                    name: Create
                    meta: {id: req_2}
                    method: POST
                    body: {mimeType: application/json, text: '{"name": "Lea", "n": 1}'}
                    headers:
                      - {name: Content-Type, value: application/json}
                    authentication: {type: bearer, token: t0ken}
              - url: "{{ _.base }}/anything/form"
                name: Form
                meta: {id: req_3}
                method: POST
                body:
                  mimeType: application/x-www-form-urlencoded
                  params:
                    - {name: name, value: Lea}
                    - {name: team, value: a b}
                headers:
                  - {name: Content-Type, value: application/x-www-form-urlencoded}
              - url: "{{ _.base }}/anything/upload"
                name: Upload
                meta: {id: req_4}
                method: POST
                body:
                  mimeType: multipart/form-data
                  params:
                    - {name: team, value: blue}
                    - {name: file, type: file, fileName: pilot.txt}
            environments:
              name: Base
              meta: {id: env_1}
              data: {base: BASE}
            """
        ], format: "postman")

    private static let bruno = PilotsCollection(
        program: "Bruno",
        files: [
            "bruno.json": #"{"version": "1", "name": "Pilots", "type": "collection"}"#,
            "environments/local.bru": "vars {\n  base: BASE\n}\n",
            "People/List.bru": """
            meta {
              name: List
              type: http
              seq: 1
            }

            get {
              url: {{base}}/anything/list?page=2&tag=a%20b
              body: none
              auth: none
            }

            params:query {
              page: 2
              tag: a%20b
            }

            headers {
              X-Kind: real
            }
            """,
            "People/Create.bru": """
            meta {
              name: Create
              type: http
              seq: 2
            }

            post {
              url: {{base}}/anything/create
              body: json
              auth: bearer
            }

            auth:bearer {
              token: t0ken
            }

            body:json {
              {
                "name": "Lea",
                "n": 1
              }
            }
            """,
            "Form.bru": """
            meta {
              name: Form
              type: http
              seq: 3
            }

            post {
              url: {{base}}/anything/form
              body: formUrlEncoded
              auth: none
            }

            body:form-urlencoded {
              name: Lea
              team: a b
            }
            """,
            "Upload.bru": """
            meta {
              name: Upload
              type: http
              seq: 4
            }

            post {
              url: {{base}}/anything/upload
              body: multipartForm
              auth: none
            }

            body:multipart-form {
              team: blue
              file: @file(pilot.txt)
            }
            """,
        ], format: "bruno")

    private static let openCollection = PilotsCollection(
        program: "OpenCollection",
        files: [
            "opencollection.yml": "opencollection: 1.0.0\ninfo:\n  name: Pilots\n",
            "environments/local.yml": "name: local\nvariables:\n  - name: base\n    value: BASE\n",
            "List.yml": """
            info: {name: List, type: http, seq: 1}
            http:
              method: GET
              url: "{{base}}/anything/list?page=2&tag=a%20b"
              params:
                - {name: page, value: "2", type: query}
                - {name: tag, value: a%20b, type: query}
              headers:
                - {name: X-Kind, value: real}
            """,
            "Create.yml": """
            info: {name: Create, type: http, seq: 2}
            http:
              method: POST
              url: "{{base}}/anything/create"
              body: {type: json, data: '{"name": "Lea", "n": 1}'}
              auth: {type: bearer, token: t0ken}
            """,
            "Form.yml": """
            info: {name: Form, type: http, seq: 3}
            http:
              method: POST
              url: "{{base}}/anything/form"
              body:
                type: form-urlencoded
                data:
                  - {name: name, value: Lea}
                  - {name: team, value: a b}
            """,
        ], format: "bruno", hasUpload: false)

    private static let http = PilotsCollection(
        program: ".http",
        files: [
            "http-client.env.json": #"{"local": {"base": "BASE"}}"#,
            "pilots.http": """
            ### List
            GET {{base}}/anything/list
                ?page=2
                &tag=a%20b
            X-Kind: real

            ### Create
            # @name create
            POST {{base}}/anything/create HTTP/1.1
            Content-Type: application/json
            Authorization: Bearer t0ken

            {"name": "Lea", "n": 1}

            > {% client.test("made", () => {}); %}

            ### Form
            POST {{base}}/anything/form
            Content-Type: application/x-www-form-urlencoded

            name=Lea&team=a+b

            ### Upload
            POST {{base}}/anything/upload
            Content-Type: multipart/form-data; boundary=b

            --b
            Content-Disposition: form-data; name="team"

            blue
            --b
            Content-Disposition: form-data; name="file"; filename="pilot.txt"

            < ./pilot.txt
            --b--
            """,
        ], format: "http")

    private static let hurl = PilotsCollection(
        program: "Hurl",
        files: [
            "pilots.hurl": """
            # The list
            GET BASE/anything/list
            X-Kind: real
            [Query]
            page: 2
            tag: a b
            HTTP 200
            [Asserts]
            jsonpath "$.method" == "GET"

            POST BASE/anything/create
            Authorization: Bearer t0ken
            {"name": "Lea", "n": 1}
            HTTP 200

            POST BASE/anything/form
            [Form]
            name: Lea
            team: a b
            HTTP *

            POST BASE/anything/upload
            [Multipart]
            team: blue
            file: file,pilot.txt;
            """
        ], format: "hurl")

    private static let har = PilotsCollection(
        program: "HAR",
        files: [
            "pilots.har": #"""
            {"log": {"version": "1.2", "creator": {"name": "Firefox", "version": "140"}, "pages": [{"id": "page_1", "title": "Pilots",
              "startedDateTime": "2026-01-01T00:00:00Z", "pageTimings": {}}], "entries": [
              {"pageref": "page_1", "startedDateTime": "2026-01-01T00:00:00Z", "time": 1, "cache": {}, "timings": {},
               "request": {"method": "GET", "url": "BASE/anything/list?page=2&tag=a%20b", "httpVersion": "HTTP/1.1", "cookies": [],
                "headers": [{"name": "Host", "value": "h"}, {"name": "X-Kind", "value": "real"}],
                "queryString": [{"name": "page", "value": "2"}, {"name": "tag", "value": "a b"}], "headersSize": -1, "bodySize": 0},
               "response": {"status": 200, "statusText": "OK", "headers": [], "content": {"mimeType": "text/plain", "text": "x"}}},
              {"request": {"method": "POST", "url": "BASE/anything/create",
                "headers": [{"name": "Content-Type", "value": "application/json"}, {"name": "Authorization", "value": "Bearer t0ken"}],
                "postData": {"mimeType": "application/json", "text": "{\"name\": \"Lea\", \"n\": 1}"}}, "response": {"status": 201}},
              {"request": {"method": "POST", "url": "BASE/anything/form",
                "headers": [{"name": "Content-Type", "value": "application/x-www-form-urlencoded"}],
                "postData": {"mimeType": "application/x-www-form-urlencoded", "text": "name=Lea&team=a+b",
                 "params": [{"name": "name", "value": "Lea"}, {"name": "team", "value": "a+b"}]}}, "response": {"status": 200}}]}}
            """#
        ], format: "har", hasUpload: false)

    private static let curl = PilotsCollection(
        program: "curl",
        files: [
            "pilots.sh": #"""
            #!/bin/sh
            # List
            curl 'BASE/anything/list?page=2&tag=a%20b' -H 'X-Kind: real'

            # Create
            curl -X POST BASE/anything/create \
              -H 'Content-Type: application/json' \
              -H "Authorization: Bearer t0ken" \
              -d '{"name": "Lea", "n": 1}'

            # Form
            curl BASE/anything/form -d name=Lea --data-urlencode 'team=a b'

            # Upload
            curl BASE/anything/upload -F team=blue -F 'file=@pilot.txt'
            """#
        ], format: "http")

    private static let powerShell = PilotsCollection(
        program: "PowerShell",
        files: [
            "pilots.ps1": #"""
            $headers = @{ "X-Kind" = "real" }
            Invoke-RestMethod -Uri "BASE/anything/list?page=2&tag=a%20b" -Headers $headers

            Invoke-RestMethod -Uri "BASE/anything/create" -Method Post -Headers @{ Authorization = "Bearer t0ken" } `
              -Body (@{ name = "Lea"; n = 1 } | ConvertTo-Json) -ContentType "application/json"

            Invoke-RestMethod -Uri BASE/anything/form -Method Post -Body @{ name = "Lea"; team = "a b" }
            """#
        ], format: "hurl", hasUpload: false)

    private static let posting = PilotsCollection(
        program: "posting",
        files: [
            "people/list.posting.yaml": """
            name: List
            url: BASE/anything/list
            params: [{name: page, value: '2'}, {name: tag, value: a b}]
            headers: [{name: X-Kind, value: real}]
            """,
            "people/create.posting.yaml": """
            name: Create
            method: POST
            url: BASE/anything/create
            body: {content: '{"name": "Lea", "n": 1}', content_type: application/json}
            auth: {type: bearer_token, bearer_token: {token: t0ken}}
            """,
            "form.posting.yaml": """
            name: Form
            method: POST
            url: BASE/anything/form
            body: {form_data: [{name: name, value: Lea}, {name: team, value: a b}]}
            """,
        ], format: "postman", hasUpload: false)

    private static let slumber = PilotsCollection(
        program: "slumber",
        files: [
            "slumber.yml": """
            profiles: {local: {name: Local, default: true, data: {host: BASE}}}
            requests:
              people:
                name: People
                requests:
                  list:
                    method: GET
                    url: "{{ host }}/anything/list"
                    query: {page: "2", tag: a b}
                    headers: {X-Kind: real}
                  create:
                    method: POST
                    url: "{{ host }}/anything/create"
                    authentication: {type: bearer, token: t0ken}
                    body: {type: json, data: {name: Lea, n: 1}}
              form:
                method: POST
                url: "{{ host }}/anything/form"
                body: {type: form_urlencoded, data: {name: Lea, team: a b}}
            """
        ], format: "bruno", hasUpload: false)

    private static let atac = PilotsCollection(
        program: "ATAC",
        files: [
            "pilots.json": #"""
            {"name": "Pilots", "last_position": 0, "requests": [
              {"name": "List", "url": "BASE/anything/list", "params": [{"enabled": true, "data": ["page", "2"]}, {"enabled": true, "data": ["tag", "a b"]}],
               "headers": [{"enabled": true, "data": ["X-Kind", "real"]}], "auth": "no_auth", "settings": {"use_config_proxy": true, "allow_redirects": true},
               "protocol": {"type": "http", "method": "GET", "body": "no_body"}},
              {"name": "Create", "url": "BASE/anything/create", "params": [], "headers": [], "auth": {"bearer_token": {"token": "t0ken"}},
               "protocol": {"type": "http", "method": "POST", "body": {"json": "{\"name\": \"Lea\", \"n\": 1}"}}},
              {"name": "Form", "url": "BASE/anything/form", "params": [], "headers": [], "auth": "no_auth",
               "protocol": {"type": "http", "method": "POST",
                "body": {"form": [{"enabled": true, "data": ["name", "Lea"]}, {"enabled": true, "data": ["team", "a b"]}]}}},
              {"name": "Upload", "url": "BASE/anything/upload", "params": [], "headers": [], "auth": "no_auth",
               "protocol": {"type": "http", "method": "POST",
                "body": {"multipart": [{"enabled": true, "data": ["team", "blue"]}, {"enabled": true, "data": ["file", "!!pilot.txt"]}]}}}]}
            """#
        ], format: "http")
}
