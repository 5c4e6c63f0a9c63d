"""Play phase 9, the contest for the pot: the lowest score goes, round after round, until one player remains."""

from collections.abc import Mapping, Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from games.headache.events import (
    ContestRolled,
    DieLost,
    Eliminated,
    HandRolled,
    PotCarried,
    PotWon,
    RollCalled,
    TiedLowest,
)
from games.headache.moves import Roll
from games.headache.options import Method, Rolls
from games.headache.phrases import Score, Share
from games.headache.state import (
    Contender,
    Contest,
    Playing,
    Question,
    RollOf,
    RoundShown,
    Side,
    State,
    Table,
    WithTable,
)
from games.headache.step import SHARED, HeadacheBuilder, clockwise, may_go_on
from games.kit.contract import Ask
from games.kit.money import Suckers
from games.kit.moves import LegalMove, Move
from games.kit.seats import Die, Seat

SHOWN_FOR: Final = 5
"""A roll lies on the table for so many seconds before the next one (HA-38)."""


def decided_already(step: HeadacheBuilder, table: Table) -> bool:
    """End the game if a single owner wins, or if nobody owns a die and the pot goes into the next game (HA-31)."""
    if not table.sides:
        nobody_wins(step)
    elif len(table.sides) == 1:
        win(step, table, table.sides[0])
    return len(table.sides) <= 1


def nobody_wins(step: HeadacheBuilder) -> None:
    """Carry the pot into the next game; if there is none, those who still sit share it (HA-31)."""
    if may_go_on(step.state):
        step.tell(PotCarried(step.state.pot))
        step.end("carried", (), step.state.first)
    else:
        step.share_out()
        step.end(SHARED, (), step.state.first)


def begin(step: HeadacheBuilder, table: Table) -> Table | None:
    """Begin the contest, the last phase."""
    lives = table.option(Question.METHOD) == Method.LIVES
    hands = [(side.members[0], dice) for side in table.sides for dice in (split(side) if lives else (side.dice,))]
    contenders = tuple(Contender(number, head, dice) for number, (head, dice) in enumerate(hands))
    round_begins(step, table, contenders, 1)
    return None


def split(side: Side) -> tuple[tuple[Die, ...], ...]:
    """Return one hand for each die: "Each die is treated as though it were a separate player"."""
    return tuple((die,) for die in side.dice)


# "In each round, all the players who are still playing roll their dice and work out their scores"


def round_begins(step: HeadacheBuilder, table: Table, contenders: tuple[Contender, ...], number: int) -> None:
    everybody = tuple(contender.number for contender in contenders)
    roll_for(step, Contest(table, contenders, number, everybody, ()))


def next_round(step: HeadacheBuilder, phase: Playing) -> None:
    round_begins(step, phase.table, phase.contenders, phase.round + 1)


def roll_for(step: HeadacheBuilder, phase: Contest) -> None:
    """Roll for these contenders, at once or when each player says so."""
    if step.options.rolls is Rolls.HAND:
        step.ask(phase)
        step.tell(RollCalled(waiting(phase)))
        return
    scored(step, replace(phase, rolls=tuple(rolled(step, phase, number) for number in phase.rolling)))


def rolled(step: HeadacheBuilder, phase: Contest, number: int) -> RollOf:
    contender = by_number(phase, number)
    draw = step.dice.draw("contest", contender.head)
    return RollOf(number, tuple(draw.die(die) for die in contender.dice))


def by_number(phase: Contest, number: int) -> Contender:
    return next(contender for contender in phase.contenders if contender.number == number)


def score(table: Table, faces: tuple[int, ...]) -> int:
    """Return a score: the highest of the own dice with Select Highest (HA-29), their sum with Add Together (HA-30)."""
    return sum(faces) if table.option(Question.METHOD) == Method.ADD else max(faces)


# "The player with the lowest score is eliminated from the game"


def scored(step: HeadacheBuilder, phase: Contest) -> None:
    scores = {roll.contender: score(phase.table, roll.faces) for roll in phase.rolls}
    step.tell(ContestRolled(phase.round, phase.again, told(phase, scores)))
    lowest = tuple(number for number in phase.rolling if scores[number] == min(scores.values()))
    if len(lowest) > 1:
        step.tell(TiedLowest(tuple(dict.fromkeys(by_number(phase, number).head for number in lowest))))
        step.ask(RoundShown(phase.table, phase.contenders, phase.round, lowest, phase.rolls, ()))
    else:
        eliminated(step, phase, lowest[0])


def told(phase: Contest, scores: dict[int, int]) -> tuple[Score, ...]:
    rolls = [(by_number(phase, roll.contender), roll) for roll in phase.rolls]
    return tuple(Score(one.head, one.dice, roll.faces, scores[one.number]) for one, roll in rolls)


def eliminated(step: HeadacheBuilder, phase: Contest, number: int) -> None:
    """Take out a contender; with Multiple Lives it is only a die, and its owner may have others (HA-28)."""
    out = by_number(phase, number)
    contenders = tuple(one for one in phase.contenders if one.number != number)
    lives = sum(one.head == out.head for one in contenders)
    if phase.table.option(Question.METHOD) == Method.LIVES:
        step.tell(DieLost(out.head, out.dice[0], lives))
    if not lives:
        step.tell(Eliminated(out.head))
        allies = next(side.members for side in phase.table.sides if out.head in side.members)
        step.state = replace(step.state, eliminated=(*step.state.eliminated, allies))
    shown = RoundShown(phase.table, contenders, phase.round, (), phase.rolls, (out,))
    if not decided(step, shown, shown):
        step.ask(shown)


def go_on(step: HeadacheBuilder, shown: RoundShown) -> None:
    """Roll on: those tied for lowest again, or a new round; "until only one player remains"."""
    if shown.again:
        roll_for(step, Contest(shown.table, shown.contenders, shown.round, shown.again, (), again=True))
    else:
        next_round(step, shown)


# "Rounds of dice rolling continue until only one player remains. That player wins the pot."


def decided(step: HeadacheBuilder, phase: Playing, last: RoundShown | None = None) -> bool:
    """End the contest if one player remains. `last`: the roll that took somebody out."""
    heads = {contender.head for contender in phase.contenders}
    if len(heads) > 1:
        return False
    win(step, phase.table, next(side for side in phase.table.sides if side.members[0] in heads), last)
    return True


def win(step: HeadacheBuilder, table: Table, side: Side, last: RoundShown | None = None) -> None:
    """Pay the pot; allies split it as agreed. The winner, of allies the next from the prime, rolls first in the next
    game.
    """
    pot = step.state.pot
    shares = tuple(Share(seat, amount) for seat, amount in split_pot(table, side, pot))
    step.pay_out([(share.seat, share.amount) for share in shares])
    step.tell(PotWon(shares, pot))
    step.end("won", side.members, clockwise(side.members, table.order[0])[0], last)


def split_pot(table: Table, side: Side, pot: Suckers) -> tuple[tuple[Seat, Suckers], ...]:
    """Return the shares by parts, rounded down; odd suckers go to whoever bought the die with more sides (HA-32)."""
    whole = sum(side.parts)
    each = [pot * part // whole for part in side.parts]
    by_sides = sorted(range(len(each)), key=lambda place: (-most_sides(table, side.members[place]), place))
    for place in by_sides[: pot - sum(each)]:
        each[place] += 1
    return tuple((seat, Suckers(amount)) for seat, amount in zip(side.members, each, strict=True))


def most_sides(table: Table, seat: Seat) -> int:
    return max((table.drawn[one.die].die.reveal() for one in table.sold if one.owner == seat), default=0)


def waiting(phase: Contest) -> tuple[Seat, ...]:
    have = {roll.contender for roll in phase.rolls}
    heads = [by_number(phase, number).head for number in phase.rolling if number not in have]
    return tuple(dict.fromkeys(heads))


def hand_rolls(step: HeadacheBuilder, phase: Contest, seats: Sequence[Seat]) -> None:
    """Roll all dice of these players, for a single word."""
    have = {roll.contender for roll in phase.rolls}
    due = [number for number in phase.rolling if number not in have and by_number(phase, number).head in seats]
    fresh = tuple(rolled(step, phase, number) for number in due)
    step.tell(*(HandRolled(by_number(phase, one.contender).head, score(phase.table, one.faces)) for one in fresh))
    phase = replace(phase, rolls=(*phase.rolls, *fresh))
    step.go_on(phase)
    if not waiting(phase):
        scored(step, phase)


def without(table: Table, seat: Seat) -> Table:
    """Return the table without a leaver's dice and offers (HA-37); their allies play on with what they have."""
    sides = []
    proposals = tuple(one for one in table.proposals if seat not in {one.seat, one.other})
    for side in table.sides:
        kept = [(one, part) for one, part in zip(side.members, side.parts, strict=True) if one != seat]
        if kept:
            parts = tuple(part for _, part in kept)  # who gave all of it to the leaver has it now
            sides.append(Side(tuple(one for one, _ in kept), parts if any(parts) else (1,) * len(kept), side.dice))
    return replace(table, sides=tuple(sides), proposals=proposals)


def dice_lost(phase: WithTable, seat: Seat) -> int:
    """Return how many dice leave the game with this seat: those it bought, or still plays with. Allies keep theirs."""
    table = phase.table
    if not table.sides:
        return sum(one.owner == seat for one in table.sold)
    if (seat,) not in [side.members for side in table.sides]:
        return 0
    if isinstance(phase, Contest | RoundShown):
        return sum(len(one.dice) for one in phase.contenders if one.head == seat)
    return sum(len(side.dice) for side in table.sides if side.members == (seat,))


def inherited(phase: Playing, table: Table, here: Sequence[Seat]) -> Playing:
    """Return the contest without the leaver; the next of their allies rolls instead.

    `here`: who has not left. A hand is out if nobody who owns it is here.
    """
    still_in = [side for side in phase.table.sides if any(member in here for member in side.members)]
    heirs = {old.members[0]: new.members[0] for old, new in zip(still_in, table.sides, strict=True)}
    still = passed_on(phase.contenders, heirs)
    out = passed_on(phase.out, heirs) if isinstance(phase, RoundShown) else ()
    numbers = {one.number for one in (*still, *out)}
    rolls = tuple(roll for roll in phase.rolls if roll.contender in numbers)
    if isinstance(phase, RoundShown):
        again = tuple(number for number in phase.again if number in numbers)
        # If all the others of the tied have left, one of them was the lowest: nobody else goes in this round.
        return RoundShown(table, still, phase.round, again if len(again) > 1 else (), rolls, out)
    rolling = tuple(number for number in phase.rolling if number in numbers)
    return replace(phase, table=table, contenders=still, rolling=rolling, rolls=rolls)


def passed_on(contenders: Sequence[Contender], heirs: Mapping[Seat, Seat]) -> tuple[Contender, ...]:
    return tuple(replace(one, head=heirs[one.head]) for one in contenders if one.head in heirs)


# Legal moves, moves, silence, leaving and asking


class ContestRules(Struct, frozen=True):
    phase: Playing

    def legal_moves(self, state: State, seat: Seat) -> tuple[LegalMove, ...]:  # noqa: ARG002
        return (LegalMove(Roll),) if isinstance(self.phase, Contest) and seat in waiting(self.phase) else ()

    def play(self, step: HeadacheBuilder, seat: Seat, move: Move) -> None:
        match move, self.phase:
            case Roll(), Contest() as phase:
                hand_rolls(step, phase, (seat,))
            case _:
                raise AssertionError(f"{move} is not offered in the contest")

    def silence(self, step: HeadacheBuilder, seats: Sequence[Seat]) -> None:
        match self.phase:
            case Contest() as phase:
                hand_rolls(step, phase, seats)
            case RoundShown() as phase:
                go_on(step, phase)

    def left(self, step: HeadacheBuilder) -> None:
        """Roll on if the leaving decides the round, or if nobody is awaited any more; a shown roll lies its time."""
        phase = self.phase
        if decided(step, phase) or isinstance(phase, RoundShown):
            return
        if phase.again and len(phase.rolling) <= 1:
            next_round(step, phase)  # the leaver was the lowest, so nobody else goes
        elif phase.rolls and not waiting(phase):
            scored(step, phase)
        elif not waiting(phase):
            next_round(step, phase)

    def asks(self, state: State, name: str) -> Ask:
        if isinstance(self.phase, RoundShown):
            return Ask(name, (), SHOWN_FOR)
        return Ask(name, waiting(self.phase), state.options.reroll_seconds)
