import Testing

@testable import Engine

/// The rows of data files, and the places of their errors.
@Suite struct DataRowsTests {
    @Test(arguments: [
        ("a,b\n1,2\n", "x.csv", [["a": "1", "b": "2"]]), ("\u{FEFF}a\r\n1\r\n\r\n2", "x.csv", [["a": "1"], ["a": "2"]]),
        ("a,b\n\"x, y\",\"two\nlines \"\"q\"\"\"\n", "x.csv", [["a": "x, y", "b": "two\nlines \"q\""]]),
        ("a\n\"\"\n\nx\n", "x.csv", [["a": ""], ["a": "x"]]), ("a,b\r1,2\r3,4\r", "x.csv", [["a": "1", "b": "2"], ["a": "3", "b": "4"]]),
        ("a,,\n1,2,3\n", "x.csv", [["a": "1", "": "3"]]), ("a;b\n1,5;2\n", "x.csv", [["a": "1,5", "b": "2"]]),
        ("\u{FEFF}sep=\t\r\na\tb\r\n1\t2;3\r\n", "x.csv", [["a": "1", "b": "2;3"]]), ("a,b;c\n1,2\n", "x.csv", [["a": "1", "b;c": "2"]]),
        ("a\tb\r\n1,5\t2;3\r\n", "x.csv", [["a": "1,5", "b": "2;3"]]), ("a\t,b\n1,2\n", "x.csv", [["a\t": "1", "b": "2"]]),
        ("a, b\tc;d\n1,5\t2\n", "x.tsv", [["a, b": "1,5", "c;d": "2"]]), ("a,b\n1,2\n", "x.TSV", [["a,b": "1,2"]]),
        (#"[{"a": 1}, {"a": {"b": [null]}}]"#, "x.json", [["a": "1"], ["a": #"{"b":[null]}"#]]),
        ("{\"a\": \"x\"}\r\n\n{\"a\": true}", "x.jsonl", [["a": "x"], ["a": "true"]]),
        // The name of standard input, which may be a file.
        ("a;b\n1;2\n", "/dev/fd/99", [["a": "1", "b": "2"]]), ("{\"a\": 1}", "/dev/fd/99", [["a": "1"]]),
        ("{\"a\": 1}\r\n{\"a\": 2}\r\n", "x.JSONL", [["a": "1"], ["a": "2"]]), ("{\"a\": null}", "x.ndjson", [["a": "null"]]),
    ])
    func `a data file gives rows`(text: String, name: String, rows: [[String: String]]) throws {
        #expect(try DataRows(text, name: name).rows == rows)
    }

    @Test(arguments: [
        ("a,b\n1,2\n3\n", "x.csv", "x.csv: line 3: expected 2 values"), ("sep=;\na;b\n1\n", "x.csv", "x.csv: line 3: expected 2 values"),
        ("a\n\"1\n2", "x.csv", "x.csv: line 2: a quote"),
        ("a,b,a\n1,2,3", "x.csv", "x.csv: line 1: two columns are named “a”"), ("a\n", "x.csv", "no rows"), ("", "x.csv", "no rows"),
        ("{\"a\": 1}\n{\"a\":", "x.jsonl", "x.jsonl: line 2, column 6: expected a value, found the end"),
        ("{}\n3", "x.jsonl", "x.jsonl: line 2: expected an object"), ("[{},\n {\"a\":}]", "x.json", "x.json: line 2, column 7"),
        ("[{}, 2]", "x.json", "x.json: row 2: expected an object"), ("{}", "x.json", "an array of objects"), ("a\t1", "x.tab", ".jsonl"),
        ("a\tb\n1\n", "x.tsv", "x.tsv: line 2: expected 2 values"),
    ])
    func `an error names the file and the row`(text: String, name: String, sentence: String) {
        let error = #expect(throws: DataRows.ReadError.self) { try DataRows(text, name: name) }
        #expect(error?.message.contains(sentence) == true, "\(String(describing: error))")
    }
}
