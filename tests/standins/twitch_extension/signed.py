"""Tokens as Twitch signs them for an extension's page, and as others would forge them."""

import base64
import hashlib
import hmac
import json
import time
from typing import Any

SECRET = base64.b64encode(b"made-up-secret-of-an-extension-0").decode()
OTHER_SECRET = base64.b64encode(b"another-secret-of-an-extension-1").decode()


def part(content: object) -> str:
    return base64.urlsafe_b64encode(json.dumps(content).encode()).decode().rstrip("=")


def signed(head: object, claims: object, secret: str = SECRET, how: str = "sha256") -> str:
    text = f"{part(head)}.{part(claims)}"
    made = hmac.new(base64.b64decode(secret), text.encode(), getattr(hashlib, how)).digest()
    return f"{text}.{base64.urlsafe_b64encode(made).decode().rstrip('=')}"


def claims_of(channel: str, user: str = "", **others: Any) -> dict[str, Any]:
    about: dict[str, Any] = {
        "exp": int(time.time()) + 3600,
        "opaque_user_id": f"U{user or '98765'}opaque",
        "role": "viewer",
        "pubsub_perms": {"listen": ["broadcast", "global"]},
        "channel_id": channel,
        "is_unlinked": not user,
    }
    return about | ({"user_id": user} if user else {}) | others


def token(channel: str, user: str = "", secret: str = SECRET, **others: Any) -> str:
    """A token for the viewer of a channel. `user`: their id, if they shared it."""
    return signed({"alg": "HS256", "typ": "JWT"}, claims_of(channel, user, **others), secret)
