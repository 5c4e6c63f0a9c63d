"""The Lua scripts. Constants all of them: what varies travels as KEYS and ARGV (threats T21)."""

from hashlib import sha1
from importlib import resources

from msgspec import Struct


class Script(Struct, frozen=True):
    """One server-side script: run by its digest, sent in full only where the server doesn't know it."""

    text: str
    digest: str


def _script(*names: str) -> Script:
    folder = resources.files("persistence") / "lua"
    text = "\n".join((folder / f"{name}.lua").read_text("utf-8") for name in names)
    return Script(text, sha1(text.encode(), usedforsecurity=False).hexdigest())


COMMIT = _script("money", "places", "seen", "audit", "commit")
TRANSFER = _script("money", "seen", "audit", "transfer")
NOTED = _script("audit", "noted")
TAKEN = _script("money", "seen", "taken")
QUARANTINE = _script("places", "quarantine")
DELIVERED = _script("delivered")
CLAIM = _script("claim")
REPLACE = _script("replace")
RELIST = _script("relist")
FOLD = _script("fold")
REFOLD = _script("refold")
REWORD = _script("reword")
UNPURSE = _script("unpurse")
ROOM = _script("room")
CHECK = _script("check")
