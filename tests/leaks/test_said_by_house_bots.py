"""Test that what house bots say follows from what everybody was told: the leak gate over their chatter.

That a manner tells no more than a level is tested for every game by existing: `potluck/testing/secrets.py`, TEMPERS.
"""

from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from bench.series import Evening
from bot.table import playing
from games.catalogue import AnyGame, catalogue
from games.kit.contract import Event, PrivateEvent, Result, Step
from games.kit.seats import Seat

SEATS = {"halflings": 2, "poohead": 4, "headache": 5, "rogues": 4, "cones": 3}
ROUNDS = 6


class Overheard(Evening):
    """An evening whose steps are compared with what everybody heard of them."""

    def happened(self, step: Step[Any]) -> Any:
        heard = [event for event in step.events if not isinstance(event, PrivateEvent)]
        result = self.game.result(step.state)
        self.occasions = getattr(self, "occasions", 0)
        for said in playing.occasions(step.events, result):
            self.occasions += 1
            assert said in list(playing.occasions(heard, result))
        return super().happened(step)


def played(game: AnyGame) -> Overheard:
    options = {"mode": "duel"} if game.name == "halflings" else {}
    evening = Overheard(game, options, [2] * SEATS[game.name], "overheard", manners=True)
    evening.play(ROUNDS)
    return evening


@pytest.mark.parametrize("name", SEATS)
def test_whoever_speaks_does_so_about_what_all_were_told(name: str) -> None:
    assert played(catalogue()[name]).occasions > 0, "nothing was compared"


def of_what_one_was_told(events: Sequence[Event], _result: Result | None) -> Iterator[tuple[Seat, str]]:
    """Yield the leak: a house bot that is glad about what it alone was told."""
    yield from ((event.to, "glad") for event in events if isinstance(event, PrivateEvent))


@pytest.mark.parametrize("name", ["poohead", "headache", "rogues"])
def test_a_house_bot_that_speaks_of_its_own_hand_is_found(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playing, "occasions", of_what_one_was_told)
    with pytest.raises(AssertionError, match=r"^assert .+ in \["):
        played(catalogue()[name])
