"""Test games whose hands stay hidden to the end of their series: when seeds open, and what is told before."""

from typing import Any

import pytest
from msgspec.structs import replace
from one_change import DICE, DUEL, between, change_of, ids, playing, practice, said, table

from bot.table import commitments
from bot.table.change import Change
from bot.table.document import Session
from bot.table.phases import EndedGame, Lobby, Playing
from games.kit.contract import Result
from games.kit.money import Suckers
from games.proof import chain, fair

GOES_ON = Result("over", (), (Suckers(1), Suckers(1)), next_after=20)
LAST = Result("over", (), (Suckers(1), Suckers(1)))
ROUND = playing("ann", "ben", game="rogues")
OPEN = playing("ann", "ben", given=DUEL)


def on(session: Session) -> Playing:
    assert isinstance(session.phase, Playing)
    return session.phase


def end_of(session: Session) -> str:
    """Return the end hash of the game on the table as it is now."""
    game = on(session)
    return chain.closing(
        session.rules, bytes.fromhex(game.head), DICE.seed(game.pledge), game.draws, session.state
    ).sha256


def tells_seed(change: Change) -> bool:
    seed = DICE.seed(on(ROUND).pledge).hex()
    return any(seed in map(str, note.say.args.values()) for batch in change.batches for note in batch.notes)


@pytest.mark.parametrize(
    ("session", "how", "hidden"),
    [(ROUND, GOES_ON, True), (ROUND, LAST, False), (OPEN, GOES_ON, False), (OPEN, LAST, False)],
)
def test_a_game_stays_hidden_where_its_rules_hide_hands_and_another_round_follows(
    session: Session, how: Result, hidden: bool
) -> None:
    assert commitments.stays_hidden(session, how) is hidden


def matched(**how: Any) -> Change:
    """Return a change in which a round of a match ends."""
    change = change_of(ROUND.changed(**how))
    commitments.keep_hidden(change, on(ROUND), GOES_ON, ROUND.seats)
    return change


def test_a_round_that_is_over_is_kept_for_the_next_one_and_nothing_is_told() -> None:
    change = matched()
    assert (change.session.match, ids(change), change.ended) == (
        EndedGame(replace(on(ROUND), results=(GOES_ON,)), ROUND.seats, ("ann", "ben")),
        [],
        (),
    )


def test_the_end_of_a_match_that_goes_on_with_others_is_told_and_its_record_waits() -> None:
    """No other record can replace it before it opens."""
    change = matched(withheld=("one before",))
    commitments.close_match(change)
    end, name = end_of(ROUND), on(ROUND).record
    assert ids(change) == ["fair-closed"]
    assert said(change, "fair-closed") == {"number": 1, "end": fair.binding(end), "whole": end}
    assert not tells_seed(change)
    assert (change.session.match, change.session.withheld, change.session.record) == (None, ("one before", name), name)
    assert [one.playing.pledge for one in change.ended] == [on(ROUND).pledge]


def test_the_last_game_of_a_series_opens_all_before_it() -> None:
    change = change_of(ROUND.changed(withheld=("a", "b")))
    commitments.open_match(change, on(ROUND))
    assert ids(change) == ["fair-over", "fair-opened"]
    assert said(change, "fair-opened") == {"count": 2}
    assert change.session.withheld == ()
    assert tells_seed(change)


def test_a_match_that_is_broken_off_between_two_rounds_opens_at_once() -> None:
    change = matched()
    commitments.open_all(change)
    assert ids(change) == ["fair-over"]
    assert said(change, "fair-over")["whole"] == end_of(ROUND)
    assert change.session.match is None
    assert len(change.ended) == 1
    assert tells_seed(change)


def test_nothing_is_told_where_nothing_was_withheld() -> None:
    change = change_of(table("ann"))
    commitments.open_all(change)
    commitments.close_match(change)
    assert ids(change) == []
    commitments.open_all(alone := change_of(table("ann", withheld=("a",))))
    assert said(alone, "fair-opened") == {"count": 1}


def test_the_next_round_is_proved_with_the_earlier_ones_only_at_the_table_that_waits_for_it() -> None:
    """Not in a practice, which has no consequences, nor in a lobby, where others may have sat down."""
    match = matched().session
    waiting = between(match, match.rules.carried(match.state))
    waiting = waiting.changed(phase=replace(waiting.phase, state=on(ROUND).state))
    assert commitments.match_goes_on(waiting)
    for other in (waiting.changed(practice=practice("ann", "ben")), waiting.changed(phase=Lobby())):
        assert not commitments.match_goes_on(other)
