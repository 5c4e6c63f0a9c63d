"""Provide a table of Fearless Rogues Hold 'Em with loaded dice: `dealt("3 4", "1 2", giant=5, party="2 6")`.

First the rolls of each seat from seat 0 on, "" for a seat that is out; Party cups from the left, `2 6 | 3 3`. All goes
through `GAME.start`, `GAME.play` and the like, and tests read only views, events and results.
"""

from collections.abc import Iterable
from typing import Any, TypeVar

import pytest

from games.kit.contract import Event, Illegal, PrivateEvent, Result, Step
from games.kit.dice import LoadedDice
from games.kit.money import Suckers
from games.kit.notation import read
from games.kit.seats import SPECTATOR, Seat, Viewer
from games.proof.seeded_dice import SeededDice
from games.rogues import GAME
from games.rogues.events import CarriesOver, Fate, HouseTakes, Paid, Revealed
from games.rogues.state import Carry, State
from games.rogues.view import RoguesView

E = TypeVar("E")

STACK = 200
ANTE = 10
"""Two dice at 5 suckers each: what everybody pays in the first round."""


def seats(*numbers: int) -> tuple[Seat, ...]:
    return tuple(map(Seat, numbers))


def faces(said: str) -> tuple[int, ...]:
    return tuple(map(int, said.replace("|", " ").split()))


class Table:
    """Takes a move: `say(0, "draw 4")`. In the last duel dice fall in it: `say(0, "roll", 3, 4)`."""

    def __init__(self, script: Iterable[int], stacks: tuple[int, ...], carry: Carry | None, **options: Any) -> None:
        self.events: tuple[Event, ...] = ()
        self.brought = sum(stacks) + (carry.pot if carry else 0)
        self.options = GAME.options_from({key: str(value) for key, value in options.items()})
        self.load(script)
        self.state: State = self.took(GAME.start(self.options, tuple(map(Suckers, stacks)), self.dice, carry))

    # Actions

    def say(self, seat: int, line: str, *fall: int) -> tuple[Event, ...]:
        self.load(fall)
        self.took(GAME.play(self.state, Seat(seat), read(line, GAME.moves), self.dice))
        return self.events

    def turns(self, *lines: str) -> "Table":
        """Let the awaited person say the first line, the next awaited person the second, and so on."""
        for line in lines:
            (seat,) = self.awaited
            self.say(seat, line)
        return self

    def silence(self, *fall: int) -> tuple[Event, ...]:
        self.load(fall)
        self.took(GAME.time_up(self.state, self.awaited, self.dice))
        return self.events

    def leave(self, seat: int, *fall: int) -> tuple[Event, ...]:
        self.load(fall)
        self.took(GAME.leave(self.state, Seat(seat), self.dice))
        return self.events

    def load(self, fall: Iterable[int]) -> None:
        self.dice = LoadedDice(list(map(str, fall)), SeededDice(b"s", "g", b""))

    def took(self, step: Step[State]) -> State:
        """Check that every given die has fallen, and that the money adds up (ALL-2); return the new state."""
        assert self.dice.left == ([], None)
        self.state, self.events = step
        view = self.view()
        assert sum(view.stacks) + view.pot + view.bank == self.brought
        assert min((*view.stacks, view.pot)) >= 0
        return self.state

    # Possible moves

    def offers(self, seat: int) -> list[str]:
        """Return the verbs, each once."""
        return list(dict.fromkeys(offer.verb for offer in GAME.legal_moves(self.state, Seat(seat))))

    def may(self, seat: int, line: str) -> bool:
        move = read(line, GAME.moves)
        return any(offer.covers(move) for offer in GAME.legal_moves(self.state, Seat(seat)))

    def refused(self, seat: int, line: str) -> Illegal:
        """Check that a line is refused without a change; return the refusal."""
        before = self.state
        with pytest.raises(Illegal) as caught:
            self.say(seat, line)
        assert self.state == before
        return caught.value

    @property
    def awaited(self) -> tuple[Seat, ...]:
        ask = GAME.asks(self.state)
        return () if ask is None else ask.seats

    @property
    def asked(self) -> str:
        ask = GAME.asks(self.state)
        return "" if ask is None else ask.id

    @property
    def seconds(self) -> int:
        ask = GAME.asks(self.state)
        assert ask is not None
        return ask.seconds

    # Reading

    def view(self, viewer: Viewer = SPECTATOR) -> RoguesView:
        return GAME.view(self.state, viewer)

    def hand(self, seat: int) -> tuple[int, ...]:
        """Return what this seat would play, as it sees it, the lower die first."""
        return tuple(sorted(self.view(Seat(seat)).hand))

    @property
    def shown(self) -> list[tuple[int, ...]]:
        """Return what the Party cups show, from the left."""
        return [cup.shown for cup in self.view().cups]

    @property
    def cups(self) -> tuple[int, ...]:
        """Return how many dice each seat has for good."""
        return tuple(one.cup for one in self.view().rogues)

    @property
    def plays(self) -> tuple[str, ...]:
        return tuple(one.plays for one in self.view().rogues)

    @property
    def stacks(self) -> tuple[int, ...]:
        return self.view().stacks

    @property
    def pot(self) -> int:
        return self.view().pot

    @property
    def bank(self) -> int:
        return self.view().bank

    # News

    def all_told(self, kind: type[E]) -> list[E]:
        """Return each event of this kind in the last step, and each phrase in its events, in order."""
        found: list[object] = []
        for event in self.events:
            found.append(event)
            for name in ("then", "antes", "party", "fates", "true", "outcomes"):
                found += getattr(event, name, ())
        return [one for one in found if isinstance(one, kind)]

    def told(self, kind: type[E]) -> E:
        found = self.all_told(kind)
        assert len(found) == 1, self.events
        return found[0]

    def told_to(self, seat: int) -> list[PrivateEvent]:
        return [event for event in self.events if isinstance(event, PrivateEvent) and event.to == seat]

    @property
    def fates(self) -> dict[int, str]:
        """Return the fate of each Trip, in the order of the reveal."""
        return {one.seat: one.fate for one in self.told(Revealed).fates}

    def fate(self, seat: int) -> Fate:
        (found,) = [one for one in self.told(Revealed).fates if one.seat == seat]
        return found

    @property
    def paid(self) -> dict[tuple[int, str], int]:
        """Return the payments by seat and pot, each with one line."""
        found = self.all_told(Paid)
        lines: dict[tuple[int, str], int] = {(one.seat, one.pot): int(one.amount) for one in found}
        assert len(lines) == len(found), found
        return lines

    def won(self, seat: int) -> int:
        """Return everything this seat got from any pot, except its own money."""
        return sum(amount for (who, pot), amount in self.paid.items() if who == seat and pot != "back")

    @property
    def house_took(self) -> int:
        return sum(one.amount for one in self.all_told(HouseTakes))

    @property
    def carries_over(self) -> int:
        return sum(one.amount for one in self.all_told(CarriesOver))

    # The end

    @property
    def result(self) -> Result:
        result = GAME.result(self.state)
        assert result is not None
        return result

    @property
    def ended(self) -> tuple[str, tuple[int, ...]]:
        """Return the reason and the winners."""
        return self.result.ended, self.result.winners

    @property
    def carried(self) -> Carry:
        assert self.result.ended
        return GAME.carried(self.state)


# Tables where a game begins


def dealt(
    *dice: str,
    giant: int = 7,
    party: str = "",
    first: int = 0,
    stacks: tuple[int, ...] = (),
    cups: tuple[int, ...] = (),
    carried: int = 0,
    winner: tuple[int, ...] = (),
    **options: Any,
) -> Table:
    """Begin a round with these dice for the Giant, the Party cups and each seat, in the order of play from `first` on.

    It is the first round of a match if everybody has two dice and nothing is carried. `cups`: how many dice each has,
    if that is not what it rolls. By default each Party cup holds two 4s.
    """
    count = len(dice)
    order = [seat % count for seat in range(first, first + count) if dice[seat % count]]
    fall = faces(party) or (4, 4) * ((len(order) + 1) // 2)
    had = cups or tuple(len(faces(one)) for one in dice)
    new = set(had) == {2} and not (first or carried or winner)
    carry = None if new else Carry(had, Suckers(carried), Seat(first), seats(*winner), 2)
    rolls = [face for seat in order for face in faces(dice[seat])]
    return Table((giant, *fall, *rolls), stacks or (STACK,) * count, carry, **options)


def next_round(table: Table, *dice: str, giant: int = 7, party: str = "") -> Table:
    """Begin the next round with the same people."""
    carry, count = table.carried, len(dice)
    order = [seat % count for seat in range(carry.first, carry.first + count) if dice[seat % count]]
    fall = faces(party) or (4, 4) * ((len(order) + 1) // 2)
    rolls = [face for seat in order for face in faces(dice[seat])]
    options = table.options.model_dump(mode="json")
    return Table((giant, *fall, *rolls), tuple(table.result.stacks), carry, **options)


def last_duel(
    *fall: int, cups: tuple[int, ...] = (2, 0), carried: int = 90, stacks: tuple[int, ...] = (100, 50), **options: Any
) -> Table:
    """Begin the last duel with one Halfling left; these dice fall at the start."""
    carry = Carry(cups, Suckers(carried), Seat(0), (), 9)
    return Table(fall, stacks, carry, **options)


def carry(*cups: int, pot: int = 0, first: int = 0, winner: tuple[int, ...] = ()) -> Carry:
    return Carry(cups, Suckers(pot), Seat(first), tuple(map(Seat, winner)), 4)
