"""What the settings file says about notices."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

PUSH_HOSTS = ("fcm.googleapis.com", "updates.push.services.mozilla.com", "web.push.apple.com", "*.notify.windows.com")


class Mail(Struct, frozen=True, forbid_unknown_fields=True):
    """The mail server that sends our letters."""

    host: str
    sender: Annotated[str, Meta(pattern=r"^[^\s@<>]+@[^\s@<>]+$")]  # the address that they come from
    port: int = 587
    security: Literal["starttls", "tls", "none"] = "starttls"
    user: str = ""
    password: str = ""


class Push(Struct, frozen=True, forbid_unknown_fields=True):
    """Web Push: browsers' own services deliver what only the browser can read."""

    contact: Annotated[str, Meta(pattern="^(mailto:|https://)")]  # for the owners of these services
    key: str = "push-key.pem"  # a file with our private key; made if it is not there
    hosts: tuple[str, ...] = PUSH_HOSTS  # the only ones that we send to; *. stands for any name below


class Notices(Struct, frozen=True, forbid_unknown_fields=True):
    """Both need the address at which people reach the server."""

    address: Annotated[str, Meta(pattern="^https?://")]  # like https://club.example/
    mail: Mail | None = None
    push: Push | None = None
