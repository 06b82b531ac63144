"""Sending: letters by SMTP, messages to browsers by Web Push. Both in a thread: the server waits for neither."""

import asyncio
import json
import smtplib
import ssl
from email.message import EmailMessage
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from millefiori.server.notices.settings import Mail, Push

PATIENCE = 20
"""Seconds that a mail server or a push service may take."""
LASTS = 24 * 3600
"""Seconds for which a push service keeps a message for a browser that is off."""


class NotSent(Exception):
    """It could not be sent now; `is_gone`: the address does not exist any more."""

    def __init__(self, message: str, *, is_gone: bool = False) -> None:
        super().__init__(message)
        self.is_gone = is_gone


# --- Letters


async def send_letter(settings: Mail, letter: EmailMessage) -> None:
    """Hand a letter to the mail server."""
    await asyncio.to_thread(_send_letter, settings, letter)


def _send_letter(settings: Mail, letter: EmailMessage) -> None:
    context = ssl.create_default_context()
    try:
        if settings.security == "tls":
            server: smtplib.SMTP = smtplib.SMTP_SSL(settings.host, settings.port, timeout=PATIENCE, context=context)
        else:
            server = smtplib.SMTP(settings.host, settings.port, timeout=PATIENCE)
        with server:
            if settings.security == "starttls":
                server.starttls(context=context)
            if settings.user:
                server.login(settings.user, settings.password)
            server.send_message(letter)
    except smtplib.SMTPRecipientsRefused as error:
        is_gone = all(500 <= code < 600 for code, _ in error.recipients.values())
        raise NotSent("the mail server refuses the address", is_gone=is_gone) from None
    except (smtplib.SMTPException, OSError) as error:
        raise NotSent(f"the mail server at {settings.host} failed: {type(error).__name__}") from None


# --- Web Push


class Pushing:
    """Our key, and the services that we send to."""

    def __init__(self, settings: Push) -> None:
        from py_vapid import Vapid

        self.settings = settings
        path = Path(settings.key)
        if path.exists():
            self.vapid = Vapid.from_file(str(path))
        else:
            self.vapid = Vapid()
            self.vapid.generate_keys()
            path.touch(mode=0o600)
            self.vapid.save_key(str(path))

    @property
    def public_key(self) -> str:
        """For the browser: the point of our key, in base64 for addresses."""
        from base64 import urlsafe_b64encode

        from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

        point = self.vapid.public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return urlsafe_b64encode(point).decode().rstrip("=")

    def knows(self, endpoint: str) -> bool:
        """Is it one of the services that the settings allow? Else clients could let us ask any address."""
        found = urlsplit(endpoint)
        hosts = self.settings.hosts
        is_listed = any(_is_host(found.hostname or "", host) for host in hosts)
        return is_listed and (found.scheme == "https" or found.hostname == "127.0.0.1") and "@" not in found.netloc

    async def send(self, address: str, message: dict[str, str]) -> None:
        """Send a message that only the browser can read."""
        await asyncio.to_thread(self._send, json.loads(address), message)

    def _send(self, address: dict[str, str], message: dict[str, str]) -> None:
        from pywebpush import WebPushException, webpush
        from requests import RequestException

        keys = {"p256dh": address["p256dh"], "auth": address["auth"]}
        claims: dict[str, Any] = {"sub": self.settings.contact}
        try:
            webpush(
                {"endpoint": address["endpoint"], "keys": keys},
                json.dumps(message),
                vapid_private_key=self.vapid,
                vapid_claims=claims,
                ttl=LASTS,
                timeout=PATIENCE,
                headers={"Topic": "turn", "Urgency": "normal"},
            )
        except WebPushException as error:
            status = getattr(error.response, "status_code", 0)
            raise NotSent(f"the push service answered {status}", is_gone=status in (404, 410)) from None
        except (RequestException, ValueError, OSError) as error:
            raise NotSent(f"the push service failed: {type(error).__name__}") from None


def _is_host(name: str, allowed: str) -> bool:
    return name.endswith(allowed[1:]) if allowed.startswith("*.") else name == allowed
