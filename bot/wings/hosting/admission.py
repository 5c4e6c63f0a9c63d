"""Tell who may sit down at a table by invitation: those on its list, and those who know its password."""

import hashlib
import hmac
import re
from typing import Any, Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from bot.ports.ids import PersonId
from bot.ports.said import CODE
from bot.table.change import Refused

SALT: Final = 16
FEWEST, MOST = 4, 64
"""Letters of a password."""
OFF: Final = "off"
WORD: Final = re.compile(r"[^\s=]+")


class InvitedPerson(Struct, frozen=True):
    """Somebody on the list of a table: all ids that they had then, and their name."""

    ids: tuple[PersonId, ...]
    name: str


class PasswordHash(Struct, frozen=True):
    """Recognise a password by what it was salted with and what came of that. The word itself is kept nowhere."""

    salt: bytes
    came: bytes

    def fits(self, word: str) -> bool:
        """Tell whether this is the password. That takes long, so that nobody tries many."""
        return hmac.compare_digest(self.came, stretched(word, self.salt))


class Admission(Struct, frozen=True):
    """Those who may sit down at one table."""

    invited: tuple[InvitedPerson, ...] = ()
    password: PasswordHash | None = None

    def has(self, ids: frozenset[PersonId]) -> bool:
        """Tell whether a person with these ids is on the list."""
        return any(not ids.isdisjoint(one.ids) for one in self.invited)

    def with_person(self, one: InvitedPerson) -> "Admission":
        """Return the list with one more person; unchanged if they are on it."""
        return self if self.has(frozenset(one.ids)) else replace(self, invited=(*self.invited, one))

    def without(self, person: PersonId) -> "Admission":
        return replace(self, invited=tuple(one for one in self.invited if person not in one.ids))


_ADMISSION: Final = msgspec.json.Decoder(Admission)


def read(content: bytes | None) -> Admission:
    """Return a stored list; nobody is on the one of a table that has none."""
    return Admission() if content is None else _ADMISSION.decode(content)


def stretched(word: str, salt: bytes) -> bytes:
    """Return the slow hash of a password, to which capitals don't matter."""
    return hashlib.scrypt(word.casefold().encode(), salt=salt, n=2**14, r=8, p=1, dklen=32)


def checked(words: tuple[str, ...]) -> str:
    """Return the password that somebody wants to set. Raises Refused, without repeating it."""
    word = words[0] if len(words) == 1 else ""
    fits = WORD.fullmatch(word) and FEWEST <= len(word) <= MOST
    if not fits or CODE.fullmatch(word):
        raise Refused("password-rule", fewest=FEWEST, most=MOST)
    return word


def without_person(content: bytes, person: PersonId) -> bytes:
    """Return a stored list without one person."""
    return msgspec.json.encode(read(content).without(person))


def own_part(content: bytes, person: PersonId) -> bytes:
    """Return what a stored list says of one person."""
    mine: list[dict[str, Any]] = [{"name": one.name} for one in read(content).invited if person in one.ids]
    return msgspec.json.encode({"invited": mine})
