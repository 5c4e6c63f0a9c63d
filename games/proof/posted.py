"""Hold what was posted of a game while it ran, and check whether a record belongs to that game."""

import re
from typing import Final

import msgspec
from msgspec import Struct

from games.kit.money import Stacks
from games.proof import fair
from games.proof.record import Committed, Mismatch
from games.proof.verifying import Replayed

WHOLE: Final = re.compile(r"[0-9a-f]{64}")
IN_BASE32: Final = re.compile(rf"[a-z2-7]{{{fair.BINDS},52}}")
IN_HEX: Final = re.compile(rf"[0-9a-f]{{{fair.BINDS_IN_HEX},64}}")
REPEATS: Final = re.compile(rf"[0-9a-f]{{{fair.SHOWN},64}}")


class Begun(Struct, frozen=True, tag="start"):
    """Hold what a start line says of stacks and texts, unchecked."""

    stacks: Stacks
    pairs: tuple[fair.Pair, ...]
    entropy: str


class Closing(Struct, frozen=True, tag="end"):
    """Hold what an end line says of its own hash."""

    sha256: str


_BEGUN: Final = msgspec.json.Decoder(Begun)
_CLOSING: Final = msgspec.json.Decoder(Closing)


def begun(content: bytes) -> Begun | None:
    """Return what the start line of a record says; None if the content is no record."""
    line, _, _ = content.partition(b"\n")[2].partition(b"\n")
    try:
        return _BEGUN.decode(line)
    except msgspec.MsgspecError:
        return None


class Posted(Struct, frozen=True):
    """Hold what somebody was shown of a game while it ran: whole hashes or their beginnings; empty: not given.

    Binding hashes (commitment, end, texts) need 26 base32 characters or 32 hex digits at least; the rest 12 hex digits.
    """

    commitment: str = ""
    entropy: str = ""
    end: str = ""
    texts: tuple[str, ...] = ()
    receipts: tuple[str, ...] = ()
    stamp: str = ""


def posted_of(content: bytes) -> Posted:
    """Return what a record says was posted of its game, unchecked. Raises ValueError for content that is no record."""
    first, *_, last = content.rstrip(b"\n").split(b"\n")
    start = begun(content)
    pairs = () if start is None else start.pairs
    commitment, end = msgspec.json.decode(first, type=Committed).commitment, _CLOSING.decode(last).sha256
    if not (WHOLE.fullmatch(commitment) and WHOLE.fullmatch(end)):
        raise ValueError("A hash has 64 hexadecimal digits.")
    return Posted(commitment, "" if start is None else start.entropy, end, stamp=fair.stamp_in(pairs))


def binds(given: str) -> bool:
    """Tell whether enough of a binding hash is given: 26 characters of base32, or 32 hex digits."""
    return bool(IN_BASE32.fullmatch(given) or IN_HEX.fullmatch(given))


def is_of(given: str, digest: str) -> bool:
    """Tell whether this is the beginning of a binding hash, in base32 or in hex."""
    return not given or (binds(given) and (fair.base32(digest).startswith(given) or digest.startswith(given)))


def check_posted(found: Replayed, posted: Posted) -> None:
    """Raise Mismatch if a record is not that of the game of which this was posted."""
    last = len(found.moments) + 2
    if not is_of(posted.commitment, found.committed.commitment):
        raise Mismatch(1, "this is another commitment than the one you were shown")
    if not found.entropy.startswith(posted.entropy):
        raise Mismatch(2, "this is another entropy than the one you were shown")
    if posted.stamp and found.stamp != posted.stamp:
        raise Mismatch(2, "this is another stamp than the one you were shown" if found.stamp else "there is no stamp")
    for one in posted.texts:
        if not any(is_of(one, digest) for digest in found.texts.values()):
            raise Mismatch(2, f"no seat gave a text of which {one} was told")
    if not is_of(posted.end, found.end):
        raise Mismatch(last, "this is another end than the one you were shown")
    for one in posted.receipts:
        if not any(receipt.startswith(one) for receipt in found.receipts):
            raise Mismatch(last, f"no deed has the receipt {one}")
