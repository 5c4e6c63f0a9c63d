"""Test that `simulate` accepts a sound game, and finds the fault of every spoilt one."""

# ruff: noqa: ARG002 - a spoilt game takes what the contract gives it

from collections.abc import Mapping
from itertools import count
from typing import Any

import highdie
import pytest
from msgspec.structs import asdict, replace
from playing import GAMES

from games.catalogue import AnyGame
from games.halflings import Halflings
from games.halflings.events import Unstaked
from games.halflings.moves import Roll
from games.halflings.options import HalflingsOptions
from games.halflings.state import State
from games.kit.contract import Ask, Illegal, Result, Step
from games.kit.dice import Dice
from games.kit.money import Stacks, Suckers
from games.kit.moves import LegalMove, Move
from games.kit.seats import SPECTATOR, Seat, Viewer
from games.kit.secret import Secret
from games.kit.telling import say
from games.lab import simulation
from games.lab.simulation import Report, simulate

Legal = tuple[LegalMove, ...] | None

SOUND: tuple[tuple[str, int | None, int, dict[str, str]], ...] = (
    ("halflings", None, 30, {}),
    ("halflings", None, 20, {"mode": "duel"}),
    ("halflings", 20, 4, {"mode": "crowd"}),
    ("halflings", 1, 3, {"mode": "crowd"}),
    ("halflings", 5, 12, {"mode": "crowd", "giant": "player", "split": "exact", "max_splits": "3"}),
    ("halflings", None, 20, {"sixes": "split", "snake_in_split": "plain", "snake_beats_kick": "yes"}),
    ("halflings", None, 20, {"mode": "duel", "split": "exact", "push": "refund", "pay": "banker"}),
    ("halflings", 2, 20, {"mode": "duel", "stack": "20", "pay": "rulebook", "max_bet": "7"}),
    ("halflings", None, 20, {"split": "off", "stack": "1"}),
    ("highdie", None, 15, {}),
    ("highdie", 2, 20, {"ante": "9"}),
)


def run(game: AnyGame, *, seats: int | None = None, games: int = 40, seed: bytes = b"7", **options: Any) -> Report:
    return simulate(game, seats=seats, games=games, seed=seed, options=options)


@pytest.mark.parametrize(("name", "seats", "games", "options"), SOUND, ids=str)
def test_nothing_is_wrong_with_a_sound_game(
    name: str, seats: int | None, games: int, options: Mapping[str, str]
) -> None:
    report = simulate(GAMES[name], seats=seats, games=games, seed=b"sound", options=options)
    assert (report.violations, report.first) == (0, ())
    assert report.games == report.finished == games
    assert report.moves > 0


@pytest.mark.parametrize(
    ("level", "games"), [(1, 1), (2, 1), *(pytest.param(level, 20, marks=pytest.mark.soak) for level in (1, 2, 3))]
)
@pytest.mark.parametrize("name", GAMES)
def test_nothing_is_wrong_with_better_house_bots(name: str, level: int, games: int) -> None:
    """The best think longest, so `GameContract` has only the first few of their games."""
    game = GAMES[name]
    report = simulate(game, seats=game.seats(game.options_from({}))[0], games=games, seed=b"", options={}, level=level)
    assert report.violations == 0


def test_the_same_seed_gives_the_same_report_and_another_seed_another() -> None:
    first, second, other = (run(GAMES["highdie"], seed=seed) for seed in (b"\x01", b"\x01", b"\x02"))
    assert first == second
    assert first != other


def test_all_2_what_one_seat_wins_another_loses_where_there_is_no_bank() -> None:
    for report in (run(GAMES["highdie"], games=30), run(GAMES["halflings"], games=30, mode="duel")):
        assert sum(result.net for result in report.results) == 0
        assert any(result.net for result in report.results)
        assert any(result.wins for result in report.results)


def test_seats_and_options_that_do_not_fit_are_refused() -> None:
    with pytest.raises(ValueError, match="1 to 1 seats"):
        run(GAMES["halflings"], seats=2)
    with pytest.raises(ValueError, match="500"):
        run(GAMES["halflings"], seats=501, mode="crowd")
    with pytest.raises(ValueError, match="mode"):
        run(GAMES["halflings"], mode="poker")


def test_a_series_goes_on_with_the_stacks_and_the_carry_of_the_game_before() -> None:
    """HG-15: the Giant's seat passes on, and won stacks are used in the next game."""
    giants, even = set(), set()

    class Watched(Halflings):
        def start(self, options: HalflingsOptions, stacks: Stacks, dice: Dice, carry: Any) -> Step[State]:
            step = super().start(options, stacks, dice, carry)
            giants.add(step.state.giant)
            even.add(len(set(stacks)) == 1)
            return step

    run(Watched(), seats=3, mode="crowd", giant="player")
    assert giants == {Seat(0), Seat(1), Seat(2)}
    assert even == {True, False}


# Spoilt games: each check can fail


class ShowsToAll(highdie.HighDie):
    """The spectator sees the first seat's die."""

    def view(self, state: highdie.State, viewer: Viewer) -> highdie.HighDieView:
        shown = super().view(state, Seat(0) if viewer is SPECTATOR else viewer)
        return replace(shown, viewer=viewer)


class ShowsTheNext(highdie.HighDie):
    """A seat's pot shows its neighbour's die."""

    def view(self, state: highdie.State, viewer: Viewer) -> highdie.HighDieView:
        shown = super().view(state, viewer)
        if viewer is SPECTATOR or not state.waiting:
            return shown
        return replace(shown, bank=state.dice[viewer - 1].reveal())


class OpenCup(highdie.HighDieView, frozen=True):
    cup: tuple[Secret[int], ...] = ()


class ShowsACup(highdie.HighDie):
    """A view type that could hold a secret, though it never does."""

    def view(self, state: highdie.State, viewer: Viewer) -> OpenCup:
        return OpenCup(**asdict(super().view(state, viewer)))


class RefusesWithASecret(highdie.HighDie):
    def refusal(self, state: highdie.State, seat: Seat, move: Move, legal: tuple[LegalMove, ...]) -> Illegal:
        other = state.dice[seat - 1].reveal() if state.dice else 0
        return Illegal(say("not-now", verb=other), rule="spoilt")


class OffersBySecret(highdie.HighDie):
    """Rolling again is offered only against a neighbour's high die."""

    def legal_moves(self, state: highdie.State, seat: Seat) -> tuple[LegalMove, ...]:
        legal = super().legal_moves(state, seat)
        return legal if not state.dice or state.dice[seat - 1].reveal() > 3 else legal[:1]


class MakesMoney(Halflings):
    def played(self, state: State, seat: Seat, move: Move, dice: Dice) -> Step[State]:
        step = super().played(state, seat, move, dice)
        return Step(
            replace(step.state, stacks=(Suckers(step.state.stacks[0] + 1), *step.state.stacks[1:])), step.events
        )


class Overdraws(Halflings):
    """The sum is right, but a stack is not."""

    def played(self, state: State, seat: Seat, move: Move, dice: Dice) -> Step[State]:
        step = super().played(state, seat, move, dice)
        stacks = (Suckers(-1), *step.state.stacks[1:])
        return Step(replace(step.state, stacks=stacks, bank=step.state.bank + step.state.stacks[0] + 1), step.events)


class TakesAnything(Halflings):
    def play(self, state: State, seat: Seat, move: Move, dice: Dice, legal: Legal = None) -> Step[State]:
        try:
            return super().play(state, seat, move, dice, legal)
        except Illegal:
            return Step(state, ())


class TakesTrueForOne(Halflings):
    """Takes `True` for the number 1, which used to happen, as `bool` is an `int`."""

    def play(self, state: State, seat: Seat, move: Move, dice: Dice, legal: Legal = None) -> Step[State]:
        if getattr(move, "amount", None) is True:
            move = replace(move, amount=1)
        return super().play(state, seat, move, dice, legal)


class Stumbles(Halflings):
    def play(self, state: State, seat: Seat, move: Move, dice: Dice, legal: Legal = None) -> Step[State]:
        if not any(offer.covers(move) for offer in self.legal_moves(state, seat)):
            raise KeyError(move)
        return super().play(state, seat, move, dice, legal)


class DrawsBeforeItLooks(Halflings):
    def play(self, state: State, seat: Seat, move: Move, dice: Dice, legal: Legal = None) -> Step[State]:
        dice.draw("roll", seat)
        return super().play(state, seat, move, dice, legal)


class RefusesWhatItOffers(Halflings):
    def played(self, state: State, seat: Seat, move: Move, dice: Dice) -> Step[State]:
        if isinstance(move, Roll):
            raise Illegal(say("not-now", verb="roll"), rule="spoilt")
        return super().played(state, seat, move, dice)


class OffersHalf(Halflings):
    """An offer without one of the fields accepts every value of it."""

    def legal_moves(self, state: State, seat: Seat) -> tuple[LegalMove, ...]:
        legal = super().legal_moves(state, seat)
        return tuple(LegalMove(one.move, {k: v for k, v in one.fields.items() if k != "auto"}) for one in legal)


class Forgets(Halflings):
    """A state that changes when stored: a list instead of a tuple."""

    def start(self, options: HalflingsOptions, stacks: Stacks, dice: Dice, carry: Any) -> Step[State]:
        step = super().start(options, stacks, dice, carry)
        return Step(replace(step.state, stacks=list(stacks)), step.events)


class FallsDifferently(Halflings):
    """News that depend on the number of calls, not on the dice."""

    asked = count()

    def played(self, state: State, seat: Seat, move: Move, dice: Dice) -> Step[State]:
        step = super().played(state, seat, move, dice)
        return Step(step.state, (*step.events, Unstaked())) if next(self.asked) % 3 else step


class AsksTheDeaf(Halflings):
    def asks(self, state: State) -> Ask | None:
        ask = super().asks(state)
        return ask and replace(ask, seats=(Seat(0), Seat(1)))


class AsksWhoLeft(highdie.HighDie):
    def leave(self, state: highdie.State, seat: Seat, dice: Dice) -> Step[highdie.State]:
        return Step(state, ())


class CrownsTheLoser(Halflings):
    def result(self, state: State) -> Result | None:
        found = super().result(state)
        return found and replace(found, winners=(Seat(0),))


class HasAnEventTooMany(Halflings):
    events = tuple(event for event in Halflings.events if event.__name__ != "Staked")  # type: ignore[assignment]


SPOILT: tuple[tuple[type[AnyGame], str], ...] = (
    (ShowsToAll, "secrets: dealt again"),
    (ShowsTheNext, "secrets: dealt again"),
    (ShowsACup, "secrets: the view"),
    (RefusesWithASecret, "secrets: dealt again"),
    (OffersBySecret, "secrets: dealt again"),
    (MakesMoney, "money:"),
    (Overdraws, "money: below zero"),
    (TakesAnything, "is not offered, yet played"),
    (TakesTrueForOne, "is not offered, yet played"),
    (Stumbles, "not Illegal"),
    (DrawsBeforeItLooks, "dice were drawn for it"),
    (RefusesWhatItOffers, "legal moves:"),
    (OffersHalf, "not each of its fields"),
    (Forgets, "comes back as"),
    (FallsDifferently, "replay: line"),
    (AsksTheDeaf, "has no legal move"),
    (AsksWhoLeft, "left, yet are awaited"),
    (CrownsTheLoser, "result:"),
    (HasAnEventTooMany, "not among the game's events"),
)


MOST_GAMES = 120
"""A spoilt game is found within this many games."""


@pytest.mark.parametrize(("spoilt", "found"), SPOILT, ids=lambda part: getattr(part, "__name__", ""))
def test_a_spoilt_game_is_caught(spoilt: type[AnyGame], found: str) -> None:
    game = spoilt()
    options: dict[str, Any] = {"mode": "duel"} if isinstance(game, Halflings) else {}
    told = (one for number in range(MOST_GAMES) for one in run(game, games=1, seed=b"%d" % number, **options).first)
    assert any(found in violation for violation in told)


def test_a_game_that_never_ends_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    class Waits(Halflings):
        def choose(self, *_: Any, **__: Any) -> Move | None:
            return None

        def time_up(self, state: State, seats: tuple[Seat, ...], dice: Dice) -> Step[State]:
            return Step(state, ())

        def leave(self, state: State, seat: Seat, dice: Dice) -> Step[State]:
            return Step(state, ())

    monkeypatch.setattr(simulation, "MOST_DEEDS", 100)
    monkeypatch.setattr(simulation, "LEAVING", 0)
    report = run(Waits(), games=1)
    assert report.finished == 0
    assert any("never ends" in violation for violation in report.first)


def test_a_game_that_breaks_is_told_and_the_next_is_played() -> None:
    class Breaks(Halflings):
        broken = False

        def time_up(self, state: State, seats: tuple[Seat, ...], dice: Dice) -> Step[State]:
            raise ZeroDivisionError

    report = run(Breaks(), games=60)
    assert 0 < report.violations < 60
    assert report.finished == 60 - report.violations
    assert all("ZeroDivisionError" in violation for violation in report.first)
