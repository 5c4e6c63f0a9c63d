"""Test that every leak in `docs/what-is-guarded.md` is found by the test that the page names (T31).

A name that begins with `test_` is a test that every game inherits (`potluck.testing`), or one of the host's in this
folder. Any other name is a check of `games/lab/invariants.py`, which `potluck simulate` makes; here it runs alone.
"""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import planted_games as games_
import planted_host as host
import planted_in_the_games as real
import pytest
import test_canaries
import test_outputs as outputs
import test_told_to_others as pairs
from hypothesis import Phase, given, is_hypothesis_test, settings
from hypothesis import strategies as st

from bot.text import lacking
from games.catalogue import AnyGame
from games.lab import invariants, simulation
from persistence import EmbeddedServer
from potluck.testing import GameContract
from potluck.testing.positions import thoroughly

PAGE = Path(__file__).parents[2] / "docs" / "what-is-guarded.md"
ROWS = re.findall(r"^\| `([\w-]+)` \| .* \| `(\w+)` \|$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
FEWEST = 20
LEAKED = r"^assert \[.+\] == \[\]"
"""Matches what a test in this folder says that has found leaks. It might fail for other reasons, which find nothing."""
GAMES = 25
"""A leak shows within this many games."""

IN_GAMES: dict[str, type[AnyGame]] = {
    "event-by-a-coin": games_.EventByACoin,
    "event-order": games_.EventOrder,
    "event-count": games_.EventCount,
    "sealed-amount": games_.SealedAmount,
    "message-length": games_.MessageLength,
    "line-splitting": games_.LineSplitting,
    "fading-seconds": games_.FadingSeconds,
    "line-in-place": games_.LineInPlace,
    "neighbour-is-told": games_.TheNeighbourIsTold,
    "stack-at-once": games_.StackAtOnce,
    "bid-in-the-open": games_.BidInTheOpen,
    "ask-id": games_.AskId,
    "ask-seats": games_.AskSeats,
    "ask-seconds": games_.MoreTimeForHeads,
    "ask-extended": games_.LongerWithALargeBid,
    "ask-call": games_.CallByACoin,
    "view-field": games_.ViewField,
    "spectator-sees": games_.SpectatorSees,
    "scene-line": games_.SceneLine,
    "board-width": games_.BoardWidth,
    "board-sentence": games_.BoardSentence,
    "board-look": games_.BoardLook,
    "board-key": games_.BoardKey,
    "board-order": games_.BoardOrder,
    "refusal-text": games_.RefusalText,
    "error-field": games_.ErrorField,
    "order-of-moves": games_.OrderOfMoves,
    "button-for-some": games_.ButtonForSome,
    "odds": games_.OddsOfTheTruth,
    "bots-choice": games_.BotOfTheTruth,
    "silence-by-a-die": games_.SilenceByADie,
    "silence-seals": games_.SilenceSealsByACoin,
    "leaving": games_.LeavingShowsTheCoin,
    "early-end": games_.EndsEarly,
    "undeclared": games_.RevealsUndeclared,
    "no-words": games_.NoWords,
    "headache-bid-aloud": real.BidsAloud,
    "poohead-swap": real.SwapsInTheOpen,
    "rogues-double": real.NamesWhoHasADouble,
}
PATCHED: dict[str, Callable[[pytest.MonkeyPatch], AnyGame]] = {
    "rogues-button": real.a_double_as_a_button,
    "poohead-buttons": real.a_hand_as_buttons,
    "headache-undeclared": real.bids_that_say_nothing_of_it,
}
IN_THE_HOST: dict[str, Callable[[pytest.MonkeyPatch], None]] = {
    "all-as-buttons": host.all_as_buttons,
    "custom-id": host.buttons_named_by_the_state,
    "place-as-a-seat": host.the_place_as_a_seat,
    "page-reload": host.history_of_all,
    "delivered-count": host.counted_with_arrangements,
    "line-numbers": host.lines_numbered_with_private_ones,
    "line-width": host.lines_as_wide_as_private_ones,
    "shown-at-every-step": host.shown_at_every_step,
    "deadline": host.a_deadline_by_a_coin,
    "bots-pace": host.a_pace_by_a_coin,
    "answer": host.an_answer_that_knows,
    "ping": host.pinged_by_a_coin,
    "log-number": host.a_move_in_the_log,
    "log-sentence": host.a_sentence_in_the_log,
    "key-name": host.a_line_in_a_key,
    "answer-to-all": host.an_answer_to_all,
}


def test_the_page_lists_what_is_planted() -> None:
    assert [name for name, _ in ROWS] == [*IN_GAMES, *PATCHED, *IN_THE_HOST]
    assert len(ROWS) >= FEWEST


def finders_of(planted: dict[str, Any]) -> list[tuple[str, str]]:
    return [(name, finder) for name, finder in ROWS if name in planted]


def is_found(game: AnyGame, finder: str, patch: pytest.MonkeyPatch) -> bool:
    if finder.startswith("test_"):
        inherits = type("TestPlanted", (GameContract,), {"game": game})()
        with pytest.raises(AssertionError):
            at_once(getattr(GameContract, finder))(inherits)
        return True
    patch.setattr(simulation, "EVERY_MOVE", (getattr(invariants, finder),))
    for number in range(GAMES):
        report = simulation.simulate(game, seats=None, games=1, seed=b"%d" % number, options={}, lacks=lacking)
        if report.violations:
            return not any(f"{finder}: raised" in found for found in report.first)
    return False


def at_once(test: Callable[..., None]) -> Callable[..., None]:
    """Return an inherited test that stops at its first failure without making the example smaller."""
    if not is_hypothesis_test(test):
        return test
    return settings(thoroughly, phases=[Phase.generate])(given(data=st.data())(test.hypothesis.inner_test))


@pytest.mark.parametrize(("name", "finder"), finders_of(IN_GAMES | PATCHED))
def test_a_leak_planted_in_a_game_is_found(name: str, finder: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = IN_GAMES[name]() if name in IN_GAMES else PATCHED[name](monkeypatch)
    assert is_found(game, finder, monkeypatch)


@pytest.mark.parametrize("game", [games_.Coins(), games_.HighDie()], ids=lambda game: game.name)
def test_where_nothing_is_planted_nothing_is_found(game: AnyGame, monkeypatch: pytest.MonkeyPatch) -> None:
    for finder in {finder for name, finder in finders_of(IN_GAMES) if not finder.startswith("test_")}:
        assert not is_found(game, finder, monkeypatch)


@pytest.mark.usefixtures("nothing_breaks", "rates_lifted")
@pytest.mark.parametrize(("name", "finder"), finders_of(IN_THE_HOST))
async def test_a_leak_planted_in_the_host_is_found(
    name: str,
    finder: str,
    monkeypatch: pytest.MonkeyPatch,
    redis: EmbeddedServer,
    capsys: pytest.CaptureFixture[str],
) -> None:
    IN_THE_HOST[name](monkeypatch)
    with pytest.raises(AssertionError, match=LEAKED):
        await HOSTS[finder](redis, capsys)


HOSTS: dict[str, Callable[[EmbeddedServer, pytest.CaptureFixture[str]], Any]] = {
    "test_a_coin_and_a_bid_are_told_to_nobody": lambda redis, _: pairs.test_a_coin_and_a_bid_are_told_to_nobody(
        redis, pairs.HEADS, 95
    ),
    "test_the_pace_of_a_house_bot_follows_from_nothing_that_it_holds": lambda redis, _: (
        pairs.test_the_pace_of_a_house_bot_follows_from_nothing_that_it_holds(redis)
    ),
    "test_two_evenings_that_readers_cannot_tell_apart_give_them_the_same": lambda redis, _: (
        outputs.test_two_evenings_that_readers_cannot_tell_apart_give_them_the_same(redis, "away", "outputs")
    ),
    "test_no_canary_sings": lambda redis, capsys: test_canaries.no_canary_sings(
        redis, capsys, f"{test_canaries.SHORT} memory=off", 5, 70
    ),
}
