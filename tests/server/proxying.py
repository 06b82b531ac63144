"""A small reverse proxy, as a club would have one: it shows a server below a path, and passes everything else on."""

import re
import socket
import socketserver
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress


@contextmanager
def proxied(port: int, path: str, *, takes_path_away: bool = True, host: str = "") -> Iterator[str]:
    """Below `path`, the server at `port`; yields the address of the page.

    `host` stands for the header that the server gets instead of the browser's, as with nginx's defaults.
    """

    class Visitor(socketserver.BaseRequestHandler):
        def handle(self) -> None:
            head, rest = self.head()
            line, *headers = head.split("\r\n")
            if not re.match(rf"\w+ {path}/", line):
                self.request.sendall(b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
                return
            if takes_path_away:
                line = line.replace(f" {path}/", " /", 1)
            if host:
                headers = [f"Host: {host}" if header.lower().startswith("host:") else header for header in headers]
            headers = [header for header in headers if header.lower() != "connection: keep-alive"]
            if not any(header.lower().startswith("upgrade:") for header in headers):
                headers.append("Connection: close")  # one request for each connection
            with socket.create_connection(("127.0.0.1", port)) as server:
                server.sendall("\r\n".join([line, *headers, "", ""]).encode() + rest)
                there = threading.Thread(target=pump, args=(self.request, server), daemon=True)
                there.start()
                pump(server, self.request)

        def head(self) -> tuple[str, bytes]:
            seen = b""
            while b"\r\n\r\n" not in seen and (part := self.request.recv(65_536)):
                seen += part
            head, _, rest = seen.partition(b"\r\n\r\n")
            return head.decode(), rest

    class Proxy(socketserver.ThreadingTCPServer):
        allow_reuse_address = daemon_threads = True

    with Proxy(("127.0.0.1", 0), Visitor) as proxy:
        threading.Thread(target=proxy.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{proxy.server_address[1]}{path}/"
        proxy.shutdown()


def pump(source: socket.socket, target: socket.socket) -> None:
    """Pass on whatever comes, until it ends."""
    with suppress(OSError):
        while part := source.recv(65_536):
            target.sendall(part)
        target.shutdown(socket.SHUT_WR)
