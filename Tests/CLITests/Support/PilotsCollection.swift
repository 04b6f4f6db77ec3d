/// One collection as programs write it: a list with a query and a header, a JSON body with a token, a form, and an upload of a file.
///
/// `BASE` in the files is replaced by a server's URL.
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
}
