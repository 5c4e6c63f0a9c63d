"""What a match of the rules before these has stored is played on by them, and read."""

import json
from pathlib import Path

import msgspec
import pytest
from playing import GAMES
from rogues_table import Table, next_round

from games.kit.codec import codec
from games.kit.dice import LoadedDice
from games.kit.money import Suckers
from games.kit.notation import read
from games.kit.seats import Seat
from games.proof.record import FORM, Committed, Mismatch, game_of
from games.proof.seeded_dice import SeededDice
from games.rogues import GAME
from games.rogues.events import (
    FinalBegins,
    Fled,
    NextToBet,
)

OLD = json.loads((Path(__file__).parent / "samples" / "rogues-1.json").read_text(encoding="utf-8"))
"""A round of rogues/1, the seventeenth of its match, and what it began with; and a last duel that waits for a wager."""


def old(what: str) -> bytes:
    return msgspec.json.encode(OLD[what])


def test_a_round_that_began_under_the_older_rules_is_played_to_its_end() -> None:
    """The second has drawn and was to bet, with fleeing offered: nothing is bet, so now it is not."""
    state = codec(GAME).state(old("state"))
    dice = LoadedDice([], SeededDice(b"s", "g", b""))
    assert [offer.verb for offer in GAME.legal_moves(state, Seat(1))] == ["check", "bet", "allin"]
    for seat, line in ((1, "check"), (0, "check")):
        state = GAME.play(state, Seat(seat), read(line, GAME.moves), dice).state
    result = GAME.result(state)
    assert result is not None
    assert (result.ended, result.winners, result.stacks) == ("won", (2,), (190, 190, 257))
    assert (GAME.carried(state).number, GAME.carried(state).antes) == (17, 1)


def test_the_ante_of_a_match_that_began_under_the_older_rules_rises_only_from_now_on_fr_30() -> None:
    """And not at once to what it would be in the seventeenth round."""
    before = codec(GAME).carry(old("carry"))
    table = Table((7, 4, 4, 4, 4, 3, 4, 3, 4, 3, 4), (200, 200, 200), before)
    units = []
    for _ in range(4):
        units.append(table.view().unit)
        table = next_round(table.turns("flee", "flee", "flee"), "3 4", "3 4", "3 4")
    assert (units, table.view().number) == ([5, 5, 5, 10], 21)


def test_a_wager_for_which_the_older_rules_asked_may_still_be_made_fr_35() -> None:
    state = codec(GAME).state(old("wagering"))
    assert [offer.verb for offer in GAME.legal_moves(state, Seat(0))] == ["stake"]
    ended = GAME.result(GAME.time_up(state, (Seat(0),), LoadedDice([], SeededDice(b"s", "g", b""))).state)
    assert ended is not None
    assert (ended.ended, ended.stacks) == ("no-final", (100, 50))


def test_what_the_older_rules_told_can_still_be_read() -> None:
    """Lines of the log, and what hands have been told."""
    told = b'{"type":"final-begins","seat":0,"stake":0,"most":100,"taken":7}'
    assert codec(GAME).event(told) == FinalBegins(Seat(0), Suckers(0), Suckers(100))
    out = b'{"type":"fled","seat":1,"then":[{"type":"next-to-bet","seat":0,"owes":0}]}'
    assert codec(GAME).event(out) == Fled(Seat(1), (NextToBet(Seat(0), Suckers(0)),))


def test_a_record_of_the_older_rules_is_refused_by_name() -> None:
    """They are not installed any more: what they said is checked by the release that had them."""
    committed = Committed("potluck/1", FORM, "rogues", "rogues/1", "g", 1, "00")
    with pytest.raises(Mismatch, match="the rules 'rogues/1' are not installed here"):
        game_of(committed, GAMES)
