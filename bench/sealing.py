"""What sealing adds to a commit: a session's document, a line of its log, and the line that was typed (threats T32)."""

import json
import time
from collections.abc import Sequence
from os import urandom
from typing import Final

from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from bench.figures import Row, Scale
from persistence import Seals, TableRef

SIZES: Final = {"2 KB": 2_000, "8 KB": 8_000}
LINE: Final = 300
ROUNDS: Final = 50_000


def microseconds(seals: Seals, refs: Sequence[TableRef], document: bytes, rounds: int) -> float:
    """Return what one commit's sealing takes, of tables whose keys are at hand."""
    line = document[:LINE]
    for ref in refs:
        seals.seal(ref, b"document", b"1", document)
    began = time.process_time_ns()
    for number in range(rounds):
        ref = refs[number % len(refs)]
        seals.seal(ref, b"document", b"1", document)
        seals.seal(ref, b"line", b"1", line)
        seals.seal(ref, b"typed", b"", line)
    return (time.process_time_ns() - began) / rounds / 1000


def bare(document: bytes, rounds: int) -> float:
    cipher = AESGCM(urandom(32))
    began = time.process_time_ns()
    for _ in range(rounds):
        cipher.encrypt(urandom(12), document, b"")
    return (time.process_time_ns() - began) / rounds / 1000


def sealing(scale: Scale) -> Sequence[Row]:
    rounds = max(500, int(ROUNDS * scale.seconds))
    seals, refs = Seals({1: bytes(32)}), [TableRef("bench", str(number)) for number in range(100)]
    rows = []
    for name, size in SIZES.items():
        document = json.dumps({"state": urandom(size // 2).hex()}).encode()
        peer = f"AES-GCM of the document alone: {bare(document, rounds):.1f} µs"
        rows.append(
            Row(f"a document of {name} and two lines", f"{microseconds(seals, refs, document, rounds):.1f} µs", peer)
        )
    return rows
