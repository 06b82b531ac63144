"""Those who receive: a mail server, and a push service with a browser that decrypts."""

import json
import socket
import threading
from base64 import urlsafe_b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from email import message_from_bytes, policy
from email.message import EmailMessage
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

import http_ece
from aiosmtpd.controller import Controller
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat


class Mailbox:
    """Everything that a real mail server on this machine has been given."""

    def __init__(self) -> None:
        self.letters: list[EmailMessage] = []
        self.refuses = False

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:
        if self.refuses:
            return "451 try again later"
        letter = message_from_bytes(envelope.content, policy=policy.default)
        self.letters.append(letter)
        return "250 OK"


@contextmanager
def mail_server() -> Iterator[tuple[Mailbox, int]]:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port = found.getsockname()[1]
    mailbox = Mailbox()
    controller = Controller(mailbox, hostname="127.0.0.1", port=port)
    controller.start()
    try:
        yield mailbox, port
    finally:
        controller.stop()


class Browser:
    """A browser's keys, and the service that delivers to it."""

    def __init__(self) -> None:
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.auth = b"0123456789abcdef"
        self.received: list[dict[str, str]] = []
        self.headers: list[dict[str, str]] = []
        self.answer = 201
        browser = self

        class Service(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                browser.headers.append({name.lower(): value for name, value in self.headers.items()})
                plain = http_ece.decrypt(body, private_key=browser.key, auth_secret=browser.auth, version="aes128gcm")
                browser.received.append(json.loads(plain))
                self.send_response(browser.answer)
                self.end_headers()

            def log_message(self, *arguments: Any) -> None:
                pass

        self.server = HTTPServer(("127.0.0.1", 0), Service)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def address(self) -> dict[str, str]:
        point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        encoded = [urlsafe_b64encode(part).decode().rstrip("=") for part in (point, self.auth)]
        endpoint = f"http://127.0.0.1:{self.server.server_port}/send/abc"
        return {"endpoint": endpoint, "p256dh": encoded[0], "auth": encoded[1]}

    def close(self) -> None:
        self.server.shutdown()
        self.server.server_close()
