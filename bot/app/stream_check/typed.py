"""Typed answers during set-up: turned into settings, or refused with a sentence."""

import ipaddress
import re
from typing import Final
from urllib.parse import urlsplit

CREDENTIAL: Final = re.compile(r"[A-Za-z0-9]{10,100}")
"""A client id or secret: Twitch's have 30 letters and digits. Twitch itself judges other lengths."""
LOGIN: Final = re.compile(r"[a-z0-9_]{2,25}")
HOST: Final = re.compile(r"[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?")
NONE: Final = frozenset({"", "-", "none", "no"})


class TypoError(Exception):
    """What was typed can't be right; the sentence says why, without repeating it."""


def client_id(typed: str) -> str:
    """Return a client id. Raises TypoError."""
    bare = typed.strip().strip("'\"")
    if not CREDENTIAL.fullmatch(bare):
        raise TypoError("A client id is 30 letters and digits and nothing else. It stands on your application's page.")
    return bare


def secret_beside(known: str, typed: str) -> str:
    """Return the client secret that belongs to the known id. Raises TypoError."""
    bare = typed.strip().strip("'\"")
    if bare == known:
        raise TypoError("That is the client id again. The secret is shown once you press New Secret.")
    if not CREDENTIAL.fullmatch(bare):
        raise TypoError("A client secret is 30 letters and digits. Press New Secret, then copy it whole.")
    return bare


def public_address(typed: str, port: int) -> str:
    """Return the address of the pages, with a slash at its end; nothing typed: that of this machine.

    Raises TypoError.
    """
    bare = typed.strip()
    if bare.lower() in NONE:
        return f"http://localhost:{port}/"
    if "://" not in bare:
        bare = f"https://{bare}"
    try:
        parts = urlsplit(bare)
        host, given = (parts.hostname or "").lower(), parts.port
    except ValueError:
        raise TypoError("That is no address. It looks like https://potluck.example") from None
    if not HOST.fullmatch(host) or len(bare.split()) != 1 or parts.username is not None:
        raise TypoError("That is no address. It looks like https://potluck.example")
    local = host == "localhost"
    if parts.path not in {"", "/"} or parts.query or parts.fragment:
        raise TypoError("The pages need a name of their own, without a path behind it: https://potluck.example")
    if not local and "." not in host:
        raise TypoError("Phones elsewhere don't know that name. It looks like https://potluck.example")
    if parts.scheme not in {"https", "http"} or (parts.scheme == "http" and not local):
        raise TypoError("Twitch sends people back to https addresses only (http is for localhost alone).")
    if is_number(host):
        raise TypoError("Twitch takes a name, not the number of a machine; and a certificate needs a name, too.")
    return f"{parts.scheme}://{host}{'' if given is None else f':{given}'}/"


def is_number(host: str) -> bool:
    """Tell whether a host is an IP address."""
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True


def channels(typed: str) -> str:
    """Return the logins of channels, separated by commas; empty for none. Raises TypoError."""
    if typed.strip().lower() in NONE:
        return ""
    found = []
    for word in typed.replace(",", " ").split():
        login = word.lower().rstrip("/").rpartition("/")[2].lstrip("#@")
        if not LOGIN.fullmatch(login):
            raise TypoError("A channel is named as in its address: of twitch.tv/ann it is ann.")
        found.append(login)
    return ",".join(dict.fromkeys(found))
