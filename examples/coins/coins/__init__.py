"""Coins: a coin under each cup and a bid in each fist; of those with heads the highest bid takes the pot."""

from msgspec import Struct
from msgspec.structs import replace

from games.kit import (
    All,
    Ask,
    Dice,
    Draw,
    Game,
    LegalMove,
    Move,
    Nothing,
    Options,
    PrivateEvent,
    PublicEvent,
    Range,
    Result,
    Scene,
    Sealed,
    Seat,
    Secret,
    Stacks,
    Step,
    Suckers,
    View,
    Viewer,
    all_seats,
    moved,
    say,
    shared,
    yes,
)

NONE, ANTE, SECONDS = Suckers(0), Suckers(5), 30


class Bid(Move, frozen=True):
    """Take so many suckers into your fist."""

    examples = ("bid 7",)
    secret = True

    amount: Suckers


class Dealt(PrivateEvent, frozen=True):
    heads: bool


class Taken(PrivateEvent, frozen=True):
    amount: Suckers


class HasBid(PublicEvent, frozen=True):
    seat: Seat


class Opened(PublicEvent, frozen=True):
    """The rules turn up both at the end."""

    reveals = True

    seat: Seat
    heads: bool
    amount: Suckers


class PotWon(PublicEvent, frozen=True):
    winners: tuple[Seat, ...]
    pot: Suckers


class State(Struct, frozen=True):
    """`fists`: by seat what they hold, nothing before they have bid. `over`: all is open, and the pot is paid."""

    stacks: Stacks
    pot: Suckers
    coins: tuple[Secret[bool], ...]
    fists: tuple[tuple[Sealed[Suckers], ...], ...]
    winners: tuple[Seat, ...]

    @property
    def waiting(self) -> tuple[Seat, ...]:
        return tuple(Seat(seat) for seat, fist in enumerate(self.fists) if not fist)


class CoinsView(View, frozen=True):
    """`own`: the viewer's coin and bid, as words; nothing where there is none."""

    waiting: tuple[Seat, ...]
    coin: tuple[bool, ...]
    bid: tuple[Suckers, ...]


class Coins(Game[Options, State, Nothing]):
    name, version, options, state, carry = "coins", "coins/1", Options, State, Nothing
    moves, events = (Bid,), (Dealt, Taken, HasBid, Opened, PotWon)

    def seats(self, options: Options) -> range:
        return range(2, 7)

    def stack(self, options: Options) -> Suckers:
        return Suckers(100)

    def start(self, options: Options, stacks: Stacks, dice: Dice, carry: Nothing | None) -> Step[State]:
        seats = all_seats(len(stacks))
        antes = {seat: -min(ANTE, stacks[seat]) for seat in seats}
        coins = tuple(Secret(dice.draw("coin", seat).below(2) == 1) for seat in seats)
        state = State(moved(stacks, antes), Suckers(-sum(antes.values())), coins, ((),) * len(seats), ())
        return Step(state, tuple(Dealt(seat, coins[seat].reveal()) for seat in seats))

    def legal_moves(self, state: State, seat: Seat) -> tuple[LegalMove, ...]:
        return (LegalMove(Bid, {"amount": Range(0, state.stacks[seat])}),) if seat in state.waiting else ()

    def played(self, state: State, seat: Seat, move: Move, dice: Dice) -> Step[State]:
        assert isinstance(move, Bid)  # noqa: S101 - it has no other move
        fist = (Sealed(move.amount),)
        state = replace(state, fists=tuple(fist if at == seat else old for at, old in enumerate(state.fists)))
        told = (HasBid(seat), Taken(seat, move.amount))
        return Step(state, told) if state.waiting else self.opened(state, told)

    def opened(self, state: State, told: tuple[HasBid, Taken]) -> Step[State]:
        """All fists and cups at once; where no coin shows heads, the highest bid of all takes the pot."""
        bids = [fist[0].reveal() for fist in state.fists]
        heads = [seat for seat, coin in enumerate(state.coins) if coin.reveal()] or list(range(len(bids)))
        won = tuple(Seat(seat) for seat in heads if bids[seat] == max(bids[one] for one in heads))
        paid, pot = moved(state.stacks, {Seat(s): -bid for s, bid in enumerate(bids)}), Suckers(state.pot + sum(bids))
        shown = (Opened(Seat(s), coin.reveal(), bids[s]) for s, coin in enumerate(state.coins))
        after = replace(state, stacks=moved(paid, shared(pot, won)), pot=NONE, winners=won)
        return Step(after, (*told, *shown, PotWon(won, pot)))

    def asks(self, state: State) -> Ask | None:
        """All at once; the question stays while they bid."""
        return Ask("bid", state.waiting, SECONDS) if state.waiting else None

    def time_up(self, state: State, seats: tuple[Seat, ...], dice: Dice) -> Step[State]:
        """Silence bids nothing."""
        steps = [Step(state, ())]
        for seat in seats:
            steps.append(self.played(steps[-1].state, seat, Bid(NONE), dice))
        return Step(steps[-1].state, tuple(event for step in steps for event in step.events))

    def view(self, state: State, viewer: Viewer) -> CoinsView:
        coin: tuple[bool, ...] = ()
        bid: tuple[Suckers, ...] = ()
        if isinstance(viewer, int) and state.waiting:
            coin, bid = (state.coins[viewer].reveal(),), tuple(fist.reveal() for fist in state.fists[viewer])
        phase = "bidding" if state.waiting else "over"
        return CoinsView(phase, state.pot, state.stacks, 0, state.winners, state.waiting, coin, bid)

    def scene(self, view: CoinsView) -> Scene:
        own = (*(say("scene-coin", heads=yes(coin)) for coin in view.coin),)
        bid = (*(say("scene-bid", amount=amount) for amount in view.bid),)
        return Scene((say(f"scene-{view.phase}", pot=view.pot, waiting=All(view.waiting)),), own + bid)

    def resample(self, state: State, seat: Seat, dice: Dice) -> State:
        """Return the others' coins and bids anew: whatever they hold, a seat is told only that they have bid."""
        if not state.waiting:
            return state
        coins = tuple(
            coin if owner == seat else Secret(dice.draw("coin").below(2) == 1) for owner, coin in enumerate(state.coins)
        )
        fists = tuple(
            fist if owner == seat or not fist else (bid_anew(state.stacks[owner], dice.draw("fist")),)
            for owner, fist in enumerate(state.fists)
        )
        return replace(state, coins=coins, fists=fists)

    def result(self, state: State) -> Result | None:
        return None if state.waiting else Result("opened", state.winners, state.stacks)


def bid_anew(stack: Suckers, draw: Draw) -> Sealed[Suckers]:
    return Sealed(Suckers(draw.below(stack + 1)))


GAME = Coins()
