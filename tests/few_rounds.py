"""Hash the words of tests in few rounds: passwords cost a twentieth of a second each.

`tests/bot/test_slow_hashes.py` checks how many rounds the program asks for. This must be loaded before any test runs.
"""

import hashlib
from typing import Any, Final

ASKED: Final = hashlib.scrypt
FEW: Final = 2


def in_few_rounds(word: bytes, **how: Any) -> bytes:
    return ASKED(word, **how | {"n": FEW})


hashlib.scrypt = in_few_rounds
