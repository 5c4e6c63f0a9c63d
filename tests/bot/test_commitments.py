"""Test what is told of seeds: the commitment before use, the mixed-in text at the start, and the seed afterwards."""

import pytest
from msgspec.structs import replace
from one_change import DICE, DUEL, change_of, hosting, ids, playing, pledge, said, table, told

from bot.table import commitments
from bot.table.change import Change
from bot.table.document import Session
from bot.table.phases import Playing, Pledge
from bot.table.seating import with_text
from games.kit.seats import Seat
from games.proof import chain, fair

HALFLINGS = table(given=DUEL).rules.version


def on(session: Session) -> Playing:
    assert isinstance(session.phase, Playing)
    return session.phase


def sealed(of: Pledge) -> dict[str, object]:
    """Return everything a pledge must tell, so that nobody can exchange the seed, the rules or the key later."""
    seal = fair.binding(of.commitment)
    return {
        "number": of.n,
        "seal": seal,
        "commitment": of.commitment,
        "protocol": fair.PROTOCOL,
        "rules": HALFLINGS,
        "key": of.key,
    }


def test_the_commitment_to_a_tables_first_game_is_told_and_then_that_to_the_next() -> None:
    change = change_of(table(given=DUEL))
    commitments.tell_commitment(change)
    assert [(one.id, one.args) for one in told(change)] == [("fair-sealed", sealed(pledge(1)))]
    commitments.tell_next(change)
    assert [(one.id, one.args) for one in told(change)][1:] == [("fair-sealed", sealed(pledge(2)))]


def test_a_table_knows_which_line_told_the_seal_of_its_next_game() -> None:
    """A stamp counts only if that line was shown before."""
    for tell in (
        commitments.tell_commitment,
        commitments.tell_next,
        lambda change: commitments.tell_begun(change, on(playing("ann", "ben", given=DUEL)), pledge(2)),
    ):
        change = change_of(table("ann", "ben", given=DUEL, log_length=5))
        tell(change)
        assert change.session.sealed_in == change.last_line == 5


def test_12_digits_stand_where_there_is_no_room_for_all() -> None:
    """Only in repetitions of something that was told in full."""
    assert commitments.shown("0123456789abcdef") == "0123456789ab"


@pytest.mark.parametrize("stamp", ["", "1234"])
def test_what_is_mixed_in_is_told_with_the_start_and_the_commitment_to_the_next_game(stamp: str) -> None:
    begun = on(playing("ann", "ben", given=DUEL, stamp=stamp))
    change = change_of(table("ann", "ben", given=DUEL))
    commitments.tell_begun(change, begun, pledge(2))
    after = sealed(pledge(2))
    assert said(change, "fair-begun") == {
        "number": 1,
        "commitment": begun.pledge.commitment,
        "mixed": begun.entropy[:12],
        "entropy": begun.entropy,
        "stamp": stamp or "none",
        "next": 2,
        "next_seal": after["seal"],
        "next_commitment": after["commitment"],
        "protocol": fair.PROTOCOL,
        "rules": HALFLINGS,
        "key": 1,
        "standing": "none",
        "standing_number": 0,
        "standing_commitment": "",
    }
    assert ids(change) == ["fair-begun"]


def test_what_stands_for_the_next_game_of_the_place_is_told_with_the_start() -> None:
    change = change_of(table("ann", "ben", given=DUEL))
    commitments.tell_begun(change, on(playing("ann", "ben", given=DUEL)), pledge(2), pledge(3))
    told_so = said(change, "fair-begun")
    assert told_so["standing"] == fair.binding(pledge(3).commitment)
    assert (told_so["standing_number"], told_so["standing_commitment"]) == (3, pledge(3).commitment)


def test_a_text_is_told_by_what_binds_it_to_its_game_and_seat_and_again_when_either_is_another() -> None:
    sitting = table("ann", "ben", given=DUEL)
    first = fair.text_told(sitting.pledge.game_id, "1", "lucky me")
    change = change_of(sitting.with_seat(Seat(1), with_text(sitting.seats[1], "lucky me")))
    commitments.tell_texts(change)
    commitments.tell_texts(change)
    assert [(one.id, one.args) for one in told(change)] == [
        ("fair-text", {"who": "ben", "bound": fair.binding(first), "whole": first})
    ]
    assert change.session.seats[1].bound == first
    change.reseat((Seat(1),))
    commitments.tell_texts(change)
    moved = fair.text_told(sitting.pledge.game_id, "0", "lucky me")
    assert [one.args["whole"] for one in told(change)] == [first, moved]
    assert change.session.seats[0].bound == moved


def revealed(game: Playing, *, recorded: bool | None = None) -> Change:
    change = change_of(table("ann", "ben", given=DUEL))
    if recorded is None:
        commitments.reveal(change, game)
    else:
        commitments.reveal(change, game, recorded=recorded)
    return change


def test_the_seed_is_told_with_the_end_that_no_other_record_has() -> None:
    game = on(playing("ann", "ben", given=DUEL))
    seed = DICE.seed(game.pledge).hex()
    session = playing("ann", "ben", given=DUEL)
    head, draws = bytes.fromhex(game.head), game.draws
    end = chain.closing(session.rules, head, bytes.fromhex(seed), draws, session.state).sha256
    assert [(one.id, one.args) for one in told(revealed(game))] == [
        ("fair-over", {"number": 1, "seed": seed, "end": fair.binding(end), "whole": end})
    ]
    assert fair.commitment(game.pledge.game_id, bytes.fromhex(seed)) == game.pledge.commitment


def test_of_a_game_without_a_record_no_end_is_told() -> None:
    game = on(playing("ann", "ben", given=DUEL))
    seed = DICE.seed(game.pledge).hex()
    change = revealed(game, recorded=False)
    assert [(one.id, one.args) for one in told(change)] == [("fair-unrecorded", {"number": 1, "seed": seed})]


def test_the_seed_of_a_tournaments_seats_is_told() -> None:
    change = change_of(table(game="rogues"))
    of = hosting()
    commitments.reveal_seats(change, replace(of, pledge=pledge(5)))
    seed = DICE.seed(pledge(5)).hex()
    assert [(one.id, one.args) for one in told(change)] == [("seats-revealed", {"number": 5, "seed": seed})]
