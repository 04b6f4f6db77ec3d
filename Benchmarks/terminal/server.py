"""Answers every request with 1 KB of JSON whose mark changes with each answer; prints its port."""
import json
import socketserver


class Answers(socketserver.BaseRequestHandler):
    count = 0

    def handle(self):
        received = b""
        while True:
            chunk = self.request.recv(65536)
            if not chunk:
                return
            received += chunk
            while b"\r\n\r\n" in received:
                received = received.split(b"\r\n\r\n", 1)[1]
                self.request.sendall(self.answer())

    def answer(self):
        Answers.count += 1
        mark = chr(ord("a") + Answers.count % 26) * 12
        body = json.dumps({"mark": mark, "items": [{"id": number, "name": f"item {number}"} for number in range(30)]}).encode()
        return f"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n".encode() + body


class Server(socketserver.ThreadingTCPServer):
    daemon_threads = True
    allow_reuse_address = True


with Server(("127.0.0.1", 0), Answers) as server:
    print(server.server_address[1], flush=True)
    server.serve_forever()
