"""Games whose hands stay hidden to the end of their series: when their seeds open, and what is told till then."""

import pytest
from one_change import DICE, DUEL, change_of, ids, playing, said, table

from bot.table import withholding
from bot.table.change import Change
from bot.table.document import Session
from bot.table.phases import Playing
from games.kit.contract import Result
from games.kit.money import Suckers
from games.proof import chain, fair

GOES_ON = Result("over", (), (Suckers(1), Suckers(1)), next_after=20)
LAST = Result("over", (), (Suckers(1), Suckers(1)))
ROUND = playing("ann", "ben", game="rogues")
OPEN = playing("ann", "ben", given=DUEL)


def ended(session: Session, how: Result) -> Change:
    change = change_of(session)
    assert isinstance(session.phase, Playing)
    withholding.reveal_or_withhold(change, session.phase, how, "the record")
    assert change.revealed == DICE.seed(session.phase.pledge), "the archive has it in either case"
    return change


@pytest.mark.parametrize(
    ("session", "how", "hidden"),
    [(ROUND, GOES_ON, True), (ROUND, LAST, False), (OPEN, GOES_ON, False), (OPEN, LAST, False)],
)
def test_a_game_stays_hidden_where_its_rules_hide_hands_and_another_round_follows(
    session: Session, how: Result, hidden: bool
) -> None:
    assert withholding.stays_hidden(session, how) is hidden
    change = ended(session.changed(withheld=("one before",)), how)
    assert change.session.withheld == (("one before", "the record") if hidden else ())
    seed = change.revealed.hex()
    assert (
        any(seed in map(str, note.say.args.values()) for batch in change.batches for note in batch.notes) is not hidden
    )


def test_the_end_of_a_hidden_game_is_told_at_once() -> None:
    """No other record can be put in its place until it opens."""
    change = ended(ROUND, GOES_ON)
    assert isinstance(ROUND.phase, Playing)
    seed = change.fairness.seed(ROUND.phase.pledge)
    head, state = bytes.fromhex(ROUND.phase.head), ROUND.state
    end = chain.closing(ROUND.rules, head, seed, ROUND.phase.draws, state).sha256
    assert ids(change) == ["fair-closed"]
    assert said(change, "fair-closed") == {"number": 1, "end": fair.binding(end), "whole": end}


def test_the_last_game_of_a_series_opens_all_before_it() -> None:
    change = ended(ROUND.changed(withheld=("a", "b")), LAST)
    assert ids(change) == ["fair-over", "fair-opened"]
    assert said(change, "fair-opened") == {"count": 2}
    assert change.session.withheld == ()


def test_nothing_is_told_where_nothing_was_withheld() -> None:
    change = change_of(table("ann"))
    withholding.open_all(change)
    assert ids(change) == []
    withholding.open_all(alone := change_of(table("ann", withheld=("a",))))
    assert said(alone, "fair-opened") == {"count": 1}
