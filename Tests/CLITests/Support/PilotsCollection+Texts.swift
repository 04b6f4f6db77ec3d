/// Collections that programs write as texts: request files, commands, recordings, and files of programs for the terminal.
extension PilotsCollection {
    static let http = PilotsCollection(
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

    static let hurl = PilotsCollection(
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

    static let har = PilotsCollection(
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

    static let curl = PilotsCollection(
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

    static let powerShell = PilotsCollection(
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

    static let posting = PilotsCollection(
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

    static let slumber = PilotsCollection(
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

    static let atac = PilotsCollection(
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
