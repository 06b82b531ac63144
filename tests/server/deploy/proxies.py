"""nginx and Caddy on this machine, with the files of `deploy/`: only ports, certificates and folders are others."""

import os
import shlex
import socket
import ssl
import subprocess
import sys
from pathlib import Path
from typing import Any

import httpx2 as httpx
from websockets.sync.client import connect

from tests.server.services import Service, program
from tests.server.serving import LONG, OPEN, Client, Server

DEPLOY = Path(__file__).parents[3] / "deploy"
NAME = "club.example"
"""The host that the files of `deploy/` are written for."""
UPSTREAM = "127.0.0.1:8370"


def replaced(text: str, **found: str) -> str:
    """The text with something else in place of each piece, which must be there."""
    for old, new in found.items():
        assert old in text, f"{old!r} is not in the file any more"
        text = text.replace(old, new)
    return text


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


def trusting() -> ssl.SSLContext:
    """Any certificate will do."""
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    return context


class Proxy(Service):
    """A proxy with TLS in front of a server."""

    def __init__(self, server: Server) -> None:
        self.server, self.program = server, program(self.name(), "usr/sbin")
        super().__init__()
        self.port = free_port()
        self.configure()
        self.start()

    @classmethod
    def name(cls) -> str:
        return cls.__name__.lower()

    def configure(self) -> None:
        """Write its files."""
        raise NotImplementedError

    @property
    def host(self) -> str:
        """As in the Host header."""
        return f"{NAME}:{self.port}"

    def web(self, address: str = "127.0.0.1") -> httpx.Client:
        """Requests through the proxy, from an address of this machine."""
        transport = httpx.HTTPTransport(verify=trusting(), local_address=address)
        found = httpx.Client(transport=transport, base_url=f"https://127.0.0.1:{self.port}", timeout=LONG)
        found.headers["Host"] = self.host
        return OPEN.enter_context(found)

    def get(self, path: str, **more: Any) -> httpx.Response:
        return self.web().get(path, extensions={"sni_hostname": NAME}, **more)

    def post(self, path: str, body: Any, address: str = "127.0.0.1", **headers: str) -> httpx.Response:
        asking = self.web(address)
        return asking.post(path, json=body, headers=headers, extensions={"sni_hostname": NAME})

    def socket(self, **more: Any) -> Any:
        """A WebSocket through the proxy."""
        wire = socket.create_connection(("127.0.0.1", self.port))
        address = f"wss://{self.host}/millefiori/ws"
        return OPEN.enter_context(connect(address, sock=wire, ssl=trusting(), **more))

    def check(self) -> object:
        self.get("/millefiori/health").raise_for_status()
        return True


class Nginx(Proxy):
    """nginx with `deploy/nginx.conf`."""

    MAIN = """
        daemon off;
        pid {folder}/pid;
        error_log {folder}/error.log;
        {user}
        events {{ worker_connections 512; }}
        http {{
            access_log {folder}/access.log;
            client_body_temp_path {folder}/body;
            proxy_temp_path {folder}/proxy;
            fastcgi_temp_path {folder}/fastcgi;
            uwsgi_temp_path {folder}/uwsgi;
            scgi_temp_path {folder}/scgi;
            include {folder}/site.conf;
        }}
    """

    def configure(self) -> None:
        certificate, key = self.folder / "certificate.pem", self.folder / "key.pem"
        make = f"openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN={NAME} -out {certificate} -keyout {key}"
        subprocess.run(shlex.split(make), check=True, capture_output=True)
        site = replaced(
            (DEPLOY / "nginx.conf").read_text(encoding="utf-8"),
            **{
                UPSTREAM: f"127.0.0.1:{self.server.port}",
                "listen 443": f"listen 127.0.0.1:{self.port}",
                f"/etc/letsencrypt/live/{NAME}/fullchain.pem": str(certificate),
                f"/etc/letsencrypt/live/{NAME}/privkey.pem": str(key),
            },
        )
        (self.folder / "site.conf").write_text(site, encoding="utf-8")
        user = "user root;" if os.getuid() == 0 else ""
        (self.folder / "main.conf").write_text(self.MAIN.format(folder=self.folder, user=user), encoding="utf-8")

    def command(self) -> list[str]:
        return [self.program, "-e", str(self.folder / "error.log"), "-c", str(self.folder / "main.conf")]


class Caddy(Proxy):
    """Caddy with `deploy/Caddyfile`."""

    GLOBAL = "{\n\tadmin off\n\tskip_install_trust\n\tlocal_certs\n\tauto_https disable_redirects\n}\n"

    def configure(self) -> None:
        site = replaced(
            (DEPLOY / "Caddyfile").read_text(encoding="utf-8"),
            **{
                UPSTREAM: f"127.0.0.1:{self.server.port}",
                f"\n{NAME} {{": f"\nhttps://{self.host} {{\n\tbind 127.0.0.1",
            },
        )
        (self.folder / "Caddyfile").write_text(self.GLOBAL + site, encoding="utf-8")

    def options(self) -> dict[str, Any]:
        return {"env": {**os.environ, "HOME": str(self.folder), "XDG_DATA_HOME": str(self.folder)}}

    def command(self) -> list[str]:
        return [self.program, "run", "--adapter", "caddyfile", "--config", str(self.folder / "Caddyfile")]


class Visitor(Client):
    """A player outside, behind the proxy."""

    def __init__(self, proxy: Proxy, key: str) -> None:
        self.proxy = proxy
        super().__init__(proxy.server, key)

    def connect(self) -> Any:
        self.waits = False
        self.socket = self.proxy.socket(origin=f"https://{self.proxy.host}")
        self.send(type="hello", key=self.key, seen=self.n)
        return self.socket


def unit_command() -> list[str]:
    """What `deploy/millefiori.service` starts, as words."""
    text = (DEPLOY / "millefiori.service").read_text(encoding="utf-8").replace("\\\n", " ")
    line = next(line for line in text.splitlines() if line.startswith("ExecStart="))
    return shlex.split(line.removeprefix("ExecStart="))


class Deployed(Server):
    """What the unit starts, with the databases of a test."""

    def __init__(self, database: str, broker: str) -> None:
        self.place = ("--database", database, "--broker", broker)
        super().__init__(Path())

    def command(self) -> list[str]:
        words = unit_command()
        words[words.index("--settings") + 1] = str(DEPLOY / "settings.toml")
        more = [*self.place, "--port", str(self.port), "--pace", "0", "--thinkers", "1"]
        return [sys.executable, "-m", "millefiori", *words[1:], *more]
