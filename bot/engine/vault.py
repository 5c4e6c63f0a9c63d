"""Secrets that must be stored and not be read: sealed with keys made from the operator's key file (threats T9)."""

import base64
from typing import Final

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from bot.table.fairness import KEY_BYTES, Keys

LABEL: Final = b"potluck/vault/1"


class BrokenSealError(Exception):
    """Sealed with a key that is not here, or not sealed by us."""


class Vault:
    """Seals with the newest key, opens with any: so a new key needs no change of what is stored."""

    def __init__(self, keys: Keys) -> None:
        numbers = sorted(keys.numbers, reverse=True)
        self._fernet = MultiFernet([Fernet(derived(keys.key(number))) for number in numbers])

    def seal(self, content: bytes) -> bytes:
        return self._fernet.encrypt(content)

    def open(self, sealed: bytes) -> bytes:
        """Raises BrokenSealError."""
        try:
            return self._fernet.decrypt(sealed)
        except InvalidToken:
            raise BrokenSealError from None


def derived(key: bytes) -> bytes:
    """Return a key of its own purpose: whoever knows it learns nothing of the dice."""
    made = HKDF(algorithm=SHA256(), length=KEY_BYTES, salt=None, info=LABEL).derive(key)
    return base64.urlsafe_b64encode(made)
