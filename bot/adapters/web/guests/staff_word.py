"""Handle the word that makes a guest a moderator: typed once, shown to nobody, compared in constant time."""

import hashlib
import hmac
from functools import lru_cache
from typing import Final

import structlog

from bot.adapters.web.guests.guest import Guest
from bot.adapters.web.guests.guests import Guests
from bot.adapters.web.limits.growing_delay import Delay, GrowingDelay

ORDER: Final = "staff"
DELAY: Final = Delay()
log = structlog.get_logger()


class StaffWord:
    """Knows the word and who said it. `word`: set by the operator; empty: nobody becomes a moderator here."""

    def __init__(self, guests: Guests, word: str) -> None:
        self._guests, self._word = guests, word
        self._delay = GrowingDelay(DELAY)

    def was_said_by(self, guest: Guest) -> bool:
        """Return whether this guest knew the current word: if the word changes, nobody is a moderator any more."""
        return bool(self._word) and hmac.compare_digest(guest.staff, mark(self._word, guest.id))

    async def answer(self, guest: Guest, address: str, word: str) -> tuple[str, bool]:
        """Return the id of the sentence that answers this try, and whether the word was right. It may take
        `Delay.patience`.

        Raises StoreTrouble.
        """
        if not self._word:
            return "web-staff-nobody", False
        if not await self._delay.wait(guest.id, address):
            return "web-staff-too-fast", False
        if not hmac.compare_digest(digest(word), digest(self._word)):
            log.warning("a wrong word for moderators", guest=guest.id)
            return "web-staff-wrong", False
        self._delay.end()
        await self._guests.make_staff(guest, mark(self._word, guest.id))
        log.info("a guest is a moderator now", guest=guest.id)
        return "web-staff-welcome", True


def digest(word: str) -> bytes:
    """Return a digest of fixed length, so that the time to compare reveals nothing of the word."""
    return hashlib.sha256(word.encode("utf-8", "replace")).digest()


@lru_cache(maxsize=1024)
def mark(word: str, guest: str) -> str:
    """Return what is stored for a guest who knew the word: slow to guess from, and different for each guest."""
    return hashlib.scrypt(word.encode("utf-8", "replace"), salt=guest.encode(), n=2**14, r=8, p=1).hex()


def staff_word_in(text: str) -> str:
    """Return the word in `staff WORD`; empty for every other line."""
    order, _, word = text.strip().partition(" ")
    return word.strip() if order.lower() == ORDER else ""
