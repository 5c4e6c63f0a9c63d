"""Test that a person who knows every digest of a running game finds no hidden deal, die, bid or vote by trying all.

A person who tries all possibilities also tries the true line, so it is enough that the true one can't be recognized.
"""

import hashlib
import hmac
import json
from collections.abc import Iterator
from itertools import product

from playing import GAMES, each_game
from tampering import restless

from games.catalogue import AnyGame
from games.proof import fair
from games.proof.verifying import Replayed, replayed


def known_keys(found: Replayed, before: bytes) -> tuple[bytes, ...]:
    """Return the salts that an observer could try: none, what was posted of the game, and the head before."""
    posted = (bytes.fromhex(one) for one in (found.committed.commitment, found.entropy))
    return (b"", bytes(32), before, *posted, found.committed.game_id.encode(), *(before[:length] for length in (6, 12)))


def tried(found: Replayed, before: bytes, line: bytes, first: bytes) -> Iterator[bytes]:
    """Yield all digests that an observer can make of a guessed line."""
    for salt in known_keys(found, before):
        yield fair.chained(before, salt, line)
        yield fair.chain_begun(salt, first, line)
        yield hashlib.sha256(salt + line).digest()
        yield hmac.digest(salt, line, "sha256")
        yield hashlib.sha256(fair.lp(fair.PROTOCOL, "deed", before, line)).digest()


@each_game
def test_a_line_that_is_guessed_right_is_recognized_by_no_digest_that_is_shown(game: AnyGame) -> None:
    record = restless(game, 5, deeds=8)
    found, lines = replayed(record, GAMES), [line.encode() for line in record.splitlines()]
    shown = {head[:12] for head in (*found.heads, found.committed.commitment, found.entropy, found.end)}
    befores = [bytes(32), *map(bytes.fromhex, found.heads)]
    assert len(shown) > 4
    for line, before in product(lines[1:-1], befores):
        assert shown.isdisjoint(one.hex()[:12] for one in tried(found, before, line, lines[0]))


@each_game
def test_with_the_seed_each_line_is_recognized(game: AnyGame) -> None:
    """Shows that the test above can fail."""
    record = restless(game, 5, deeds=8)
    found, lines = replayed(record, GAMES), [line.encode() for line in record.splitlines()]
    seed, name = bytes.fromhex(json.loads(lines[-1])["seed"]), found.committed.game_id
    head = fair.chain_begun(fair.line_salt(seed, name, 0), lines[0], lines[1])
    assert head.hex() == found.heads[0]
    for number, line in enumerate(lines[2:-1], start=1):
        head = fair.chained(head, fair.line_salt(seed, name, number), line)
        assert head.hex() == found.heads[number]
