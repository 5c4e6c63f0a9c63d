"""Provide a table of Headache with loaded dice: people are named, and faces are given.

Five sit there, as in the rulebook's example. Unless a test says otherwise, Andy is prime and Colin chairman, and the
dice are drawn in the order of their sides: Andy has the d4 in the left cup and the d20 in the right one, Bill the d6,
Pete the d8, Jack the d10, Colin the d12.
"""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, TypeVar

import pytest

from games.headache import GAME
from games.headache.events import ContestRolled
from games.headache.options import Rolls
from games.headache.phrases import Share
from games.headache.state import (
    BlindBids,
    Carry,
    ChoosingLot,
    Drawing,
    LotShown,
    Offer,
    OpenBids,
    PriceFalls,
    Question,
    RoundShown,
    State,
    Swapping,
    SwapShown,
    Voting,
    WithTable,
)
from games.headache.state import (
    Table as Board,
)
from games.headache.view import BiddingView, CupView
from games.kit.contract import Ask, Event, Illegal, PrivateEvent, Result, Step
from games.kit.dice import LoadedDice
from games.kit.money import Suckers
from games.kit.moves import Range, verb
from games.kit.notation import Reader, Unreadable, read
from games.kit.seats import SPECTATOR, Die, Seat, Spot, Viewer, all_seats
from games.kit.telling import say as reason
from games.proof.seeded_dice import SeededDice

E = TypeVar("E")

NAMES = ("andy", "bill", "pete", "jack", "colin", "dora", "emil", "fay", "gus", "hal")
ANDY, BILL, PETE, JACK, COLIN, DORA, EMIL, FAY, GUS, HAL = all_seats(len(NAMES))

FIVE = 5
STACK = 100
LEFT = STACK - 5
"""Everybody's stack after the entrance fee."""
EVERYBODY = all_seats(FIVE)
FIRST_ROLLS = (19, 15, 10, 8, 3, 14, 13, 12, 11, 9)
"""Andy rolls highest and Colin lowest, for any number of people."""
SIDES = (4, 6, 8, 10, 12, 20)
TWO_AND_TWO = "bill andy1, bill andy2, pete bill, pete pete"
"""Bill has the d4 and the d20, Pete the d6 and the d8."""
THREE = "bill andy2, pete colin, jack jack"
"""Bill has the d20, Pete the d12, Jack the d10; in this order they roll."""


class Names(Reader):
    """Names of players and cups: `pete` is Pete or his only cup, `pete2` his second cup from the left."""

    def seat(self, words: Sequence[str]) -> tuple[Seat, int]:
        if words[0] not in NAMES:
            raise Unreadable(reason("no-such-seat", word=words[0]))
        return Seat(NAMES.index(words[0])), 1

    def spot(self, words: Sequence[str]) -> tuple[Spot, int]:
        found = re.fullmatch(r"([a-z]+)([0-9]*)", words[0])
        if found is None:
            raise Unreadable(reason("not-a-spot", word=words[0]))
        return Spot(self.seat([found[1]])[0], int(found[2] or 1)), 1


def seat(name: str) -> Seat:
    return Names().seat([name])[0]


def cup(name: str) -> Spot:
    return Names().spot([name])[0]


def loaded(faces: Iterable[int]) -> LoadedDice:
    return LoadedDice(list(map(str, faces)), SeededDice(b"s", "g", b""))


def pairs(said: str) -> list[tuple[str, str]]:
    """Return `bill 4, andy 2` as `[("bill", "4"), ("andy", "2")]`."""
    return [(name, words) for name, _, words in (one.strip().partition(" ") for one in said.split(",") if one.strip())]


# Rules for every step


def each_die_is_in_one_place(state: State) -> None:
    """Check that each die is in one place: in the bag, under a cup, bought or discarded."""
    if not isinstance(state.phase, WithTable):
        return
    table = state.phase.table
    drawn = [one.die.reveal() for one in table.drawn]
    bag = state.phase.bag.reveal() if isinstance(state.phase, Drawing) else ()
    assert Counter([*drawn, *bag]) == Counter(state.options.dice(len(state.players)))
    assert sorted(one.die for one in table.cups) == list(range(len(drawn)))
    assert len({one.at for one in table.cups}) == len(drawn)
    assert len({one.cup for one in table.sold}) == len(table.sold)
    assert all(table.cup(one.cup).die == one.die for one in table.sold)
    bought = Counter(drawn[one.die] for one in table.sold if one.owner is not None)
    assert Counter(die for side in table.sides for die in side.dice) <= bought


class Table:
    """Takes a move and the faces that fall in it: `say(PETE, "reroll", 16)`. `stacks`: if they are not all 100."""

    def __init__(
        self, *faces: int, players: int = FIVE, stacks: tuple[int, ...] = (), carry: Carry | None = None, **options: Any
    ) -> None:
        chosen = GAME.options_from(options)
        brought = tuple(map(Suckers, stacks or (chosen.stack,) * players))
        self.total = sum(brought) + (carry.pot if carry else 0)
        self.events: tuple[Event, ...] = ()
        self.load(faces)
        self.state: State = self.took(GAME.start(chosen, brought, self.dice, carry))

    # Actions

    def say(self, who: Seat, line: str, *faces: int) -> tuple[Event, ...]:
        self.load(faces)
        self.took(GAME.play(self.state, who, read(line, GAME.moves, Names()), self.dice))
        return self.events

    def silence(self, *faces: int, of: Seat | None = None) -> tuple[Event, ...]:
        """Let the time of all awaited people, or only of this one, run out."""
        self.load(faces)
        self.took(GAME.time_up(self.state, self.ask.seats if of is None else (of,), self.dice))
        return self.events

    def leave(self, who: Seat, *faces: int) -> tuple[Event, ...]:
        self.load(faces)
        self.took(GAME.leave(self.state, who, self.dice))
        assert who not in (self.awaited or ())
        return self.events

    def load(self, faces: Iterable[int]) -> None:
        self.dice = loaded(faces)

    hurries = True
    """Whether to skip the moments in which a cup is only on sale, or a roll of the contest only lies there."""

    def took(self, step: Step[State]) -> State:
        """Take a step, and check that the money adds up (ALL-2) and that no die is lost."""
        self.hold(step)
        while self.hurries and self.is_shown:
            told = self.events
            self.hold(GAME.time_up(self.state, (), self.dice))
            self.events = (*told, *self.events)
        assert self.dice.left == ([], None), "every face that was named has fallen"
        return self.state

    @property
    def is_shown(self) -> bool:
        """Return whether something only lies there; a roll, if it is known what falls next."""
        known = self.state.options.rolls is Rolls.HAND or self.dice.left[0]
        return isinstance(self.state.phase, LotShown) or (isinstance(self.state.phase, RoundShown) and bool(known))

    def hold(self, step: Step[State]) -> None:
        self.state, self.events = step
        view = GAME.view(self.state, SPECTATOR)
        assert sum(view.stacks) + view.pot == self.total
        assert view.bank == 0
        each_die_is_in_one_place(self.state)

    # Actions of several people in turn; the faces fall with the last word

    def stay(self, *faces: int) -> None:
        """Let all who are asked stay with their rolls."""
        self.all_say([(NAMES[one], "") for one in self.ask.seats], "stay", faces)

    def votes(self, said: str, *faces: int) -> None:
        """Let people vote, as `pete 3 2, jack 0 1`. The others say nothing."""
        self.all_say(pairs(said), "vote", faces)

    def bids(self, said: str, *faces: int) -> None:
        """Let people bid, as `bill 4, andy 2`. The others say nothing."""
        self.all_say(pairs(said), "bid", faces)

    def all_say(self, said: list[tuple[str, str]], word: str, faces: Sequence[int]) -> None:
        silent = set(self.ask.seats) - {seat(name) for name, _ in said}
        for place, (name, words) in enumerate(said, start=1):
            last = place == len(said) and not silent
            self.say(seat(name), f"{word} {words}", *(faces if last else ()))
        if silent:
            self.silence(*faces)

    def decide(self, option: str, *faces: int) -> None:
        """Let one person decide with a vote of 0: the chairman, unless he has no vote (HA-26)."""
        voter = self.board.chairman if self.board.chairman in self.ask.seats else self.ask.seats[0]
        self.votes(f"{NAMES[voter]} 0 {option}", *faces)

    def sell(self, lot: str, said: str, *faces: int) -> None:
        """Let the chairman call this cup, and the people bid blind."""
        self.say(self.board.chairman, f"lot {lot}")
        self.bids(said, *faces)

    def sell_all(self, bought: str) -> None:
        """Sell cups for 1 sucker each, as `bill andy2`, a buyer and a cup. Nobody bids on the others."""
        buyers = {cup(lot): name for name, lot in pairs(bought)}
        while True:
            match self.state.phase:
                case ChoosingLot():
                    self.silence()
                case BlindBids(lot=lot):
                    self.bids(f"{buyers[lot]} 1" if lot in buyers else "")
                case _:
                    return

    # Reading

    @property
    def board(self) -> Board:
        assert isinstance(self.state.phase, WithTable), self.state.phase
        return self.state.phase.table

    @property
    def phase(self) -> str:
        return GAME.view(self.state, SPECTATOR).phase

    @property
    def ask(self) -> Ask:
        ask = GAME.asks(self.state)
        assert ask is not None
        return ask

    @property
    def awaited(self) -> tuple[Seat, ...] | None:
        ask = GAME.asks(self.state)
        return None if ask is None else ask.seats

    @property
    def pot(self) -> int:
        return self.state.pot

    @property
    def stacks(self) -> tuple[int, ...]:
        return self.state.stacks

    @property
    def result(self) -> Result:
        result = GAME.result(self.state)
        assert result is not None
        return result

    def offers(self, who: Seat) -> list[str]:
        return [verb(offer.move) for offer in GAME.legal_moves(self.state, who)]

    def under(self, name: str) -> Die:
        """Return the die under a cup, which the players can't see."""
        return self.board.drawn[self.board.cup(cup(name)).die].die.reveal()

    def told(self, kind: type[E]) -> E:
        """Return the only event of this kind in the last step."""
        found = self.told_all(kind)
        assert len(found) == 1, self.events
        return found[0]

    def told_all(self, kind: type[E]) -> list[E]:
        return [event for event in self.events if isinstance(event, kind)]

    def told_to(self, who: Seat) -> list[PrivateEvent]:
        """Return what only this seat was told in the last step."""
        return [event for event in self.events if isinstance(event, PrivateEvent) and event.to == who]

    def kinds(self) -> list[str]:
        return [type(event).__name__ for event in self.events]


# Tables at some point of a game


def at_the_rerolls(**options: Any) -> Table:
    return Table(*FIRST_ROLLS[: options.get("players", FIVE)], **options)


def at_the_draw(**options: Any) -> Table:
    """Return a table where the dice are chosen, before the first choice."""
    table = at_the_rerolls(draw="choose", **options)
    table.stay()
    return table


def at_the_votes(*drawn: int, **options: Any) -> Table:
    """Return a table where the dice are drawn, and the number of swaps is decided first."""
    table = at_the_rerolls(**options)
    table.stay(*(drawn or SIDES))
    return table


def at_the_swaps(rounds: int = 1, **options: Any) -> Table:
    table = at_the_votes(**options)
    if table.phase == "voting":
        table.decide(str(rounds))
    return table


def at_the_auction(kind: str = "blind", failed: str = "half", reveal: str = "hidden", **options: Any) -> Table:
    """Return a table where nobody has swapped, and the chairman is asked for the first lot."""
    table = at_the_swaps(**options)
    while isinstance(table.state.phase, Swapping | SwapShown):
        table.silence()
    wanted = {Question.AUCTION: kind, Question.FAILED: failed, Question.REVEAL: reveal}
    while isinstance(table.state.phase, Voting):
        table.decide(wanted[table.state.phase.question])
    return table


def at_a_lot(lot: str = "bill", kind: str = "blind", failed: str = "half", **options: Any) -> Table:
    """Return a table where this cup is on sale."""
    table = at_the_auction(kind, failed, **options)
    table.say(COLIN, f"lot {lot}")
    assert isinstance(table.state.phase, BlindBids | OpenBids | PriceFalls)
    return table


def cups_lifted(bought: str, **options: Any) -> Table:
    """Return a table where people have bought for 1 sucker each, such as `bill bill, pete andy2`."""
    table = at_the_auction(**options)
    table.sell_all(bought)
    return table


def at_the_method(bought: str, **options: Any) -> Table:
    """Return a table at the vote of phase 8, without earlier alliances."""
    table = cups_lifted(bought, **options)
    if table.phase == "allying":
        table.silence()
    return table


def playing(method: str, bought: str, *faces: int, **options: Any) -> Table:
    """Return a table after all rolls of the contest, or as many as are played at once."""
    table = at_the_method(bought, **options)
    table.decide(method, *faces)
    return table


# What a person sees of the bidding, and refusals


def offers(*bids: tuple[Seat, int]) -> tuple[Offer, ...]:
    return tuple(Offer(seat, Suckers(amount)) for seat, amount in bids)


def bidding(table: Table, viewer: Viewer = SPECTATOR) -> BiddingView:
    view = GAME.view(table.state, viewer).bidding
    assert view is not None
    return view


def seen(table: Table, viewer: Viewer, lot: str) -> CupView:
    view = GAME.view(table.state, viewer).table
    assert view is not None
    return next(one for one in view.cups if one.at == cup(lot))


def most(table: Table, who: Seat) -> int:
    """Return the highest bid offered to this seat."""
    amount = GAME.legal_moves(table.state, who)[0].fields["amount"]
    assert isinstance(amount, Range)
    return amount.high


def refused(table: Table, who: Seat, line: str) -> str:
    """Return the id of the refusal's sentence."""
    with pytest.raises(Illegal) as caught:
        table.say(who, line)
    return caught.value.reason.id


def dutch(**options: str) -> Table:
    return at_a_lot("bill", "dutch", auction_types="blind+dutch", **options)


def shares(*parts: tuple[Seat, int]) -> tuple[Share, ...]:
    return tuple(Share(seat, Suckers(amount)) for seat, amount in parts)


def allying(method: str = "add", bought: str = THREE, **options: str) -> Table:
    """Return a table where owners are asked about alliances a second time, after the method is known; there is none
    yet.
    """
    return playing(method, bought, alliances="on", **options)


def agreed(table: Table, who: Seat, line: str, *faces: int) -> None:
    """Agree to an alliance. The other people pass, and the dice roll."""
    events = table.say(who, line)
    table.silence(*faces)
    table.events = (*events, *table.events)


def playing_by_hand(method: str, bought: str, **options: Any) -> Table:
    """Return a table where the first rolls fall by silence, and then all is played by hand."""
    table = Table(rolls="hand", **options)
    table.silence(19, 15, 10, 8, 3)
    table.stay(4, 6, 8, 10, 12, 20)
    while table.phase != "choosing-lot":
        table.silence()
    table.sell_all(bought)
    if table.phase == "allying":
        table.silence()
    table.decide(method)
    if table.phase == "keeping":
        table.silence()
    return table


def scores(table: Table) -> list[dict[Seat, int]]:
    """Return each person's score, roll after roll."""
    return [{one.seat: one.score for one in rolled.rolls} for rolled in table.told_all(ContestRolled)]
