"""Seals secrets for the store, with keys made from the operator's key file (threats T9)."""

import base64
from typing import Final

from cryptography.fernet import Fernet, InvalidToken, MultiFernet

from bot.table.fairness import Keys
from persistence.sealing import derived

LABEL: Final = b"potluck/vault/1"


class BrokenSealError(Exception):
    """It was sealed with a key that is not here, or not sealed by us."""


class Vault:
    """Seals with the newest key and opens with any, so that a new key needs no change of stored data."""

    def __init__(self, keys: Keys) -> None:
        numbers = sorted(keys.numbers, reverse=True)
        made = [base64.urlsafe_b64encode(derived(keys.key(number), LABEL)) for number in numbers]
        self._fernet = MultiFernet([Fernet(key) for key in made])

    def seal(self, content: bytes) -> bytes:
        return self._fernet.encrypt(content)

    def open(self, sealed: bytes) -> bytes:
        """Open what was sealed. Raises BrokenSealError."""
        try:
            return self._fernet.decrypt(sealed)
        except InvalidToken:
            raise BrokenSealError from None
