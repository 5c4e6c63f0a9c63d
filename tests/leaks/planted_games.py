"""Plant leaks of every kind in games. `docs/what-is-guarded.md` lists them, and what finds each.

Coins has a coin under each cup and a bid in each fist. A mutant that can't see the state at its leak (a scene is made
from a view) remembers the last state it saw.
"""

# ruff: noqa: ARG002 - a mutant takes what the contract gives it, and its name says what it leaks

from typing import Any

from coins import SECONDS, Bid, Coins, CoinsView, HasBid, State
from highdie import Again, HighDie, Keep
from highdie import State as HighState
from msgspec.structs import asdict, replace

from games.kit.board import Board, Look, Piece, PieceKind
from games.kit.contract import Ask, Illegal, Odds, PrivateEvent, PublicEvent, Result, Scene, Step
from games.kit.dice import Dice
from games.kit.moves import LegalMove, Move
from games.kit.seats import SPECTATOR, Seat, Viewer
from games.kit.telling import Say, say
from games.kit.temper import Temper


def heads(state: State, seat: int = 0) -> bool:
    return state.coins[seat].reveal()


def bid_of(move: Move) -> int:
    return move.amount if isinstance(move, Bid) else 0


# In the news of a move


class Told(Coins):
    """Tells a bid in other words while somebody is awaited."""

    def played(self, state: State, seat: Seat, move: Move, dice: Dice) -> Step[State]:
        step = super().played(state, seat, move, dice)
        return self.told(step, seat, move) if step.state.waiting else step

    def told(self, step: Step[State], seat: Seat, move: Move) -> Step[State]:
        raise NotImplementedError


class EventByACoin(Told):
    def told(self, step: Step[State], seat: Seat, move: Move) -> Step[State]:
        named = Seat(0) if heads(step.state) else Seat(1)
        return Step(step.state, (HasBid(named), *step.events[1:]))


class EventOrder(Told):
    def told(self, step: Step[State], seat: Seat, move: Move) -> Step[State]:
        both = (HasBid(seat), HasBid(Seat(0)))
        return Step(step.state, both if heads(step.state) else both[::-1])


class EventCount(Told):
    def told(self, step: Step[State], seat: Seat, move: Move) -> Step[State]:
        return Step(step.state, step.events * (2 if heads(step.state) else 1))


class NewLine(HasBid, frozen=True, tag="has-bid-on-a-line"):
    @property
    def opens_line(self) -> bool:
        return True


class Fading(HasBid, frozen=True, tag="has-bid-fading"):
    seconds: int = 5

    @property
    def fades(self) -> int | None:
        return self.seconds


class InPlace(HasBid, frozen=True, tag="has-bid-in-place"):
    @property
    def replaces(self) -> bool:
        return True


class LineSplitting(Told):
    events = (*Coins.events, NewLine)

    def told(self, step: Step[State], seat: Seat, move: Move) -> Step[State]:
        return Step(step.state, ((NewLine if heads(step.state) else HasBid)(seat),))


class FadingSeconds(Told):
    events = (*Coins.events, Fading)

    def told(self, step: Step[State], seat: Seat, move: Move) -> Step[State]:
        return Step(step.state, (Fading(seat, 5 + heads(step.state)),))


class LineInPlace(Told):
    events = (*Coins.events, InPlace)

    def told(self, step: Step[State], seat: Seat, move: Move) -> Step[State]:
        return Step(step.state, ((InPlace if heads(step.state) else HasBid)(seat),))


class HasBidSo(PublicEvent, frozen=True):
    seat: Seat
    amount: int


class SealedAmount(Told):
    events = (*Coins.events, HasBidSo)

    def told(self, step: Step[State], seat: Seat, move: Move) -> Step[State]:
        return Step(step.state, (HasBidSo(seat, bid_of(move)),))


class MessageLength(Told):
    """The line is as wide as the bid."""

    events = (*Coins.events, HasBidSo)

    def told(self, step: Step[State], seat: Seat, move: Move) -> Step[State]:
        return Step(step.state, (HasBidSo(seat, len(str(bid_of(move)))),))


class Whispered(PrivateEvent, frozen=True):
    amount: int


class TheNeighbourIsTold(Told):
    events = (*Coins.events, Whispered)

    def told(self, step: Step[State], seat: Seat, move: Move) -> Step[State]:
        neighbour = Seat((seat + 1) % len(step.state.coins))
        return Step(step.state, (*step.events, Whispered(neighbour, bid_of(move))))


class StackAtOnce(Told):
    """The bid leaves the stack when it is made."""

    def view(self, state: State, viewer: Viewer) -> CoinsView:
        shown = super().view(state, viewer)
        sealed = [sum(fist.reveal() for fist in fists) for fists in state.fists] if state.waiting else []
        stacks = tuple(stack - bid for stack, bid in zip(shown.stacks, sealed, strict=False)) or shown.stacks
        return replace(shown, stacks=stacks, pot=shown.pot + sum(sealed))

    def told(self, step: Step[State], seat: Seat, move: Move) -> Step[State]:
        return step


class BidInTheOpen(Coins):
    """The move seals a choice, but is typed where all can read it."""

    class OpenBid(Bid, frozen=True, tag="bid"):
        secret = False

    moves = (OpenBid,)

    def legal_moves(self, state: State, seat: Seat) -> tuple[LegalMove, ...]:
        return tuple(replace(legal, move=self.OpenBid) for legal in super().legal_moves(state, seat))


# In an Ask


class AskId(Coins):
    def asks(self, state: State) -> Ask | None:
        ask = super().asks(state)
        return replace(ask, id=f"bid-{heads(state)}") if ask else None


class AskSeats(Coins):
    """Asks those with heads first."""

    def asks(self, state: State) -> Ask | None:
        ask = super().asks(state)
        first = tuple(seat for seat in state.waiting if heads(state, seat))
        return replace(ask, seats=first or ask.seats) if ask else None


class MoreTimeForHeads(Coins):
    def asks(self, state: State) -> Ask | None:
        ask = super().asks(state)
        return replace(ask, seconds=SECONDS + 10 * heads(state)) if ask else None


class LongerWithALargeBid(Coins):
    def asks(self, state: State) -> Ask | None:
        ask = super().asks(state)
        large = any(fist.reveal() > 50 for fists in state.fists for fist in fists)
        return replace(ask, extend_to=20 if large else 0) if ask else None


class CallByACoin(Coins):
    def asks(self, state: State) -> Ask | None:
        ask = super().asks(state)
        return replace(ask, call=int(heads(state))) if ask else None


# In what a viewer sees


class MarkedView(CoinsView, frozen=True):
    mark: bool = False


class ViewField(Coins):
    def view(self, state: State, viewer: Viewer) -> CoinsView:
        return MarkedView(**asdict(super().view(state, viewer)), mark=heads(state))


class SpectatorSees(Coins):
    """The spectator sees the hand of the first seat."""

    def view(self, state: State, viewer: Viewer) -> CoinsView:
        return super().view(state, Seat(0) if viewer is SPECTATOR else viewer)


class Remembers(Coins):
    """Its scene knows more than its view."""

    last: State

    def view(self, state: State, viewer: Viewer) -> CoinsView:
        self.last = state
        return super().view(state, viewer)

    @property
    def first_is_heads(self) -> bool:
        return bool(self.last.waiting) and heads(self.last)


class SceneLine(Remembers):
    def scene(self, view: CoinsView) -> Scene:
        scene = super().scene(view)
        return replace(scene, table=(*scene.table, *scene.table[: int(self.first_is_heads)]))


class OnTheBoard(Remembers):
    """Two cups on a board, with a detail that depends on the coin."""

    def scene(self, view: CoinsView) -> Scene:
        return replace(super().scene(view), board=self.drawn(self.first_is_heads))

    def drawn(self, heads: bool) -> Board:
        raise NotImplementedError


CUP = Piece(PieceKind.CUP, "down", 8, 8, 40, 40, say("scene-over"), seat=Seat(0))
OTHER_CUP = replace(CUP, left=60, seat=Seat(1))


def of_cups(*cups: Piece) -> Board:
    return Board.of(56, cups, say("scene-over"))


class BoardWidth(OnTheBoard):
    def drawn(self, heads: bool) -> Board:
        return of_cups(replace(CUP, width=41 if heads else 40), OTHER_CUP)


class BoardSentence(OnTheBoard):
    def drawn(self, heads: bool) -> Board:
        return replace(of_cups(CUP), says=say("scene-coin", heads="yes" if heads else "no"))


class BoardLook(OnTheBoard):
    def drawn(self, heads: bool) -> Board:
        return of_cups(replace(CUP, looks=(Look.LIT,) if heads else ()), OTHER_CUP)


class BoardKey(OnTheBoard):
    """With it, a page could follow the coin through every swap of the cups."""

    def drawn(self, heads: bool) -> Board:
        return of_cups(replace(CUP, key="a" if heads else "b"), replace(OTHER_CUP, key="b" if heads else "a"))


class BoardOrder(OnTheBoard):
    def drawn(self, heads: bool) -> Board:
        return of_cups(CUP, OTHER_CUP) if heads else of_cups(OTHER_CUP, CUP)


# In offers and refusals


class RefusalText(Coins):
    def refusal(self, state: State, seat: Seat, move: Move, legal: tuple[LegalMove, ...]) -> Illegal:
        other = state.coins[seat - 1].reveal()
        return Illegal(Say("not-now" if other else "not-your-turn", {"verb": "bid"}), rule="coins", legal=legal)


class ErrorField(Coins):
    """The sentence is the same, but a field of the error, which a page may get, differs."""

    def refusal(self, state: State, seat: Seat, move: Move, legal: tuple[LegalMove, ...]) -> Illegal:
        refused = super().refusal(state, seat, move, legal)
        return Illegal(refused.reason, rule=f"coins-{state.coins[seat - 1].reveal()}", legal=legal)


class OrderOfMoves(HighDie):
    """Orders the moves by the neighbour's die."""

    def legal_moves(self, state: HighState, seat: Seat) -> tuple[LegalMove, ...]:
        legal = super().legal_moves(state, seat)
        return legal[::-1] if state.dice and state.dice[seat - 1].reveal() > 3 else legal


class ButtonForSome(HighDie):
    """A public button that only people with a low die have."""

    class OpenAgain(Again, frozen=True, tag="again"):
        offered_openly = True

    moves = (Keep, OpenAgain)

    def legal_moves(self, state: HighState, seat: Seat) -> tuple[LegalMove, ...]:
        legal = super().legal_moves(state, seat)
        low = bool(legal) and state.dice[seat].reveal() <= 3
        return tuple(
            LegalMove(self.OpenAgain) if one.move is Again else one for one in legal if low or one.move is Keep
        )


class OddsOfTheTruth(HighDie):
    """Odds that know the hidden dice."""

    last: HighState

    def view(self, state: HighState, viewer: Viewer) -> Any:
        self.last = state
        return super().view(state, viewer)

    def odds(self, view: Any, told: Any, resample: Any, dice: Dice) -> Odds | None:
        others = max(die.reveal() for seat, die in enumerate(self.last.dice) if seat != view.viewer)
        return Odds((say("odds-speak", keep="sure" if view.die > others else "no", again="no"),)) if view.die else None


class BotOfTheTruth(OddsOfTheTruth):
    """A house bot that knows the hidden dice."""

    def odds(self, view: Any, told: Any, resample: Any, dice: Dice) -> Odds | None:
        return None

    def choose(self, view: Any, told: Any, legal: Any, resample: Any, temper: Temper, dice: Dice) -> Move | None:
        others = max(die.reveal() for seat, die in enumerate(self.last.dice) if seat != view.viewer)
        return Keep() if view.die > others or LegalMove(Again) not in legal else Again()


# In silence, leaving and the end


class SilenceByADie(HighDie):
    """A low die is rolled again."""

    def time_up(self, state: HighState, seats: tuple[Seat, ...], dice: Dice) -> Step[HighState]:
        steps = [Step(state, ())]
        for seat in seats:
            now = steps[-1].state
            again = now.dice[seat].reveal() <= 3 and LegalMove(Again) in self.legal_moves(now, seat)
            steps.append(self.played(now, seat, Again() if again else Keep(), dice))
        return Step(steps[-1].state, tuple(event for step in steps for event in step.events))


class SilenceSealsByACoin(Coins):
    """A silent person with heads bids one; nobody sees it before the end."""

    def time_up(self, state: State, seats: tuple[Seat, ...], dice: Dice) -> Step[State]:
        steps = [Step(state, ())]
        for seat in seats:
            now = steps[-1].state
            amount = min(now.stacks[seat], int(heads(now, seat)))
            steps.append(self.played(now, seat, Bid(amount), dice))  # type: ignore[arg-type]  # suckers all the same
        return Step(steps[-1].state, tuple(event for step in steps for event in step.events))


class LeftWithACoin(PublicEvent, frozen=True):
    seat: Seat
    heads: bool


class LeavingShowsTheCoin(Coins):
    events = (*Coins.events, LeftWithACoin)

    def leave(self, state: State, seat: Seat, dice: Dice) -> Step[State]:
        step = super().leave(state, seat, dice)
        return Step(step.state, (LeftWithACoin(seat, heads(state, seat)), *step.events))


class EndsEarly(Coins):
    """Shows at once that the first seat has heads and has bid everything."""

    def result(self, state: State) -> Result | None:
        first = state.fists[0]
        if state.waiting and first and heads(state):
            return Result("opened", (), state.stacks)
        return super().result(state)


class RevealsUndeclared(HighDie):
    """What the rules reveal, in an event that does not say so."""

    class Seen(PublicEvent, frozen=True, tag="shown"):
        seat: Seat
        die: int

    events = (*HighDie.events[:3], Seen, HighDie.events[4])

    def played(self, state: HighState, seat: Seat, move: Move, dice: Dice) -> Step[HighState]:
        step = super().played(state, seat, move, dice)
        told = (self.Seen(one.seat, one.die) if type(one).__name__ == "Shown" else one for one in step.events)
        return Step(step.state, tuple(told))


class NoWords(Told):
    """The line about it was never written."""

    events = (*Coins.events, HasBidSo)

    def told(self, step: Step[State], seat: Seat, move: Move) -> Step[State]:
        return Step(step.state, (HasBidSo(seat, 0), *step.events[1:]))


for _mutant in (
    *Told.__subclasses__(),
    *Remembers.__subclasses__(),
    *OnTheBoard.__subclasses__(),
    *Coins.__subclasses__(),
):
    _mutant.__module__ = "coins"
for _mutant in (*HighDie.__subclasses__(), *OddsOfTheTruth.__subclasses__()):
    _mutant.__module__ = "highdie"
"""Each has the words of the game that it is planted in."""
