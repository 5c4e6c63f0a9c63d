"""Test that no forged record passes for a person who was shown parts of the game, and few pass for anybody else."""

from collections import Counter

import pytest
from playing import GAMES, each_game
from tampering import FORGERS, forgeries, restless

from games.catalogue import AnyGame
from games.proof import fair
from games.proof.posted import Posted, check_posted
from games.proof.record import Mismatch
from games.proof.verifying import Replayed, replayed

ANOTHER_GAME = {
    "line_left_out",
    "line_moved",
    "lines_swapped",
    "line_doubled",
    "silence_moved",
    "deed_put_in",
    "somebody_else_did_it",
    "another_move",
    "called_off_sooner",
    "reason_changed",
    "played_anew",
    "byte_changed",
    "number_changed",
    "other_terms",
    "other_pairs",
    "other_commitment",
}
"""These forgeries may be games that could have been played, valid by the seed alone, but they are other games."""


def posted_of(found: Replayed) -> Posted:
    """Return what people were shown: the seal, the mixed-in text, a receipt for each deed, and the end."""
    receipts, end = tuple(one[:12] for one in found.receipts), fair.binding(found.end)
    return Posted(fair.binding(found.committed.commitment), found.entropy[:12], end, receipts=receipts)


def told_apart(record: str, game: AnyGame, attempts: int, seed: str) -> Counter[str]:
    """Return the forgeries of one record, by forger, that only the posted values tell from it."""
    true = replayed(record, GAMES)
    posted, passed = posted_of(true), Counter[str]()
    check_posted(true, posted)
    for name, text in forgeries(game, record, attempts, seed):
        try:
            found = replayed(text, GAMES)
        except Mismatch:
            continue
        passed[name] += 1
        with pytest.raises(Mismatch):
            check_posted(found, posted)
        with pytest.raises(Mismatch):
            check_posted(found, Posted(end=posted.end))
    return passed


@each_game
def test_of_100_altered_records_none_passes_for_the_one_that_was_played(game: AnyGame) -> None:
    """All their hashes are made again. Those that pass on their own are other games, with another end."""
    passed = Counter[str]()
    for number in range(4):
        passed += told_apart(restless(game, number, deeds=8), game, 25, str(number))
    assert set(passed) <= ANOTHER_GAME


def test_there_is_something_to_alter_for_each_forger() -> None:
    made = Counter(
        name for game in GAMES.values() for name, _ in forgeries(game, restless(game, 1, 8), len(FORGERS), "each")
    )
    assert set(made) == set(FORGERS)


@pytest.mark.soak
@each_game
def test_of_10_000_altered_records_none_passes_for_the_one_that_was_played(game: AnyGame) -> None:
    """Whole games, too."""
    passed = Counter[str]()
    for number in range(100):
        passed += told_apart(restless(game, number, deeds=8 if number % 2 else 10_000), game, 100, str(number))
    assert set(passed) <= ANOTHER_GAME
