"""The Lua scripts. All are constants: whatever varies is sent as KEYS and ARGV (threats T21)."""

from hashlib import sha1
from importlib import resources

from msgspec import Struct


class Script(Struct, frozen=True):
    """A script on the server: run by its digest, and sent in full only if the server doesn't know it."""

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
CLOSE = _script("money", "close")
ROOM = _script("room")
SNAPSHOT = _script("snapshot")
CHECK = _script("check")
