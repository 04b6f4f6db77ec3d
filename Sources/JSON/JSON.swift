// JSON as it stands in the text: members keep their order and their duplicates, numbers keep their digits.
//
//   [UInt8] ──JSONParser──► JSONValue ──JSONPrinter──► text
//                │
//                └─────────► JSONSource ──edits──► the same text with only the changed values replaced
//
// The grammar is that of RFC 8259, strictly. What is wrong is a `JSONError` with line, column and what was expected.
