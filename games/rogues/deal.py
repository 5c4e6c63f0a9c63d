"""Start a round: who antes up, the House's match, and what everybody rolls."""

from msgspec.structs import replace

from games.halflings.step import GIANT_SIDES, HALFLING_SIDES
from games.kit.dice import Dice, Draw
from games.kit.money import Stacks, Suckers, moved
from games.kit.seats import Seat, all_seats
from games.kit.secret import Sealed, Secret
from games.rogues.chances import nearest
from games.rogues.ending import most_suckers
from games.rogues.events import Anted, MatchEnds, MatchVoid, Next, PartyDie, RoundBegins, YourDice
from games.rogues.options import START_DICE, Match, RoguesOptions, payable_twice, price_of_two, unit_after
from games.rogues.state import Carry, Cup, Declaring, Over, Rogue, State
from games.rogues.step import (
    HAND,
    PARTY_DICE,
    PLAYERS_TO_A_CUP,
    RoguesBuilder,
    clockwise,
    maw,
    may_flee,
    order,
    paid_for,
)

NO_CARRY = Carry((), Suckers(0), Seat(0), (), 0)


def cups_of(carry: Carry, seats: int) -> tuple[int, ...]:
    """Return each seat's dice (rulebook: "Each player's cup starts at 2d6"). Whoever comes during a match waits for the
    next one, so that nobody who is out comes back by leaving (FR-33).
    """
    if carry.match_is_over:
        return (START_DICE,) * seats
    return (*carry.cups[:seats], *(0,) * (seats - len(carry.cups)))


def late_ones(carry: Carry, seats: int) -> tuple[Seat, ...]:
    """Return who sat down during the match: those noted before, and the seats that were empty in its last round."""
    if carry.match_is_over:
        return ()
    return (*carry.late, *all_seats(seats)[len(carry.cups) :])


def in_the_match(options: RoguesOptions, stacks: Stacks, carry: Carry) -> tuple[Seat, ...]:
    """Return who has dice and can pay for them. If only one has dice, that is the last Halfling, whatever they can pay
    (FR-33).
    """
    cups = cups_of(carry, len(stacks))
    having = tuple(seat for seat in all_seats(len(stacks)) if cups[seat])
    if len(having) == 1 and not carry.match_is_over:
        return having
    unit, stacks = unit_of(options, stacks, carry), with_held(stacks, carry)
    return tuple([seat for seat in having if paid_for(options, unit, cups[seat], stacks[seat])])


def unit_of(options: RoguesOptions, stacks: Stacks, carry: Carry) -> Suckers:
    """Return the ante of one die in the round that begins (FR-30, FR-33)."""
    return unit_after(
        options, carry.antes, carry.unit, payable_twice(cups_of(carry, len(stacks)), with_held(stacks, carry))
    )


def with_held(stacks: Stacks, carry: Carry) -> Stacks:
    """Return the stacks including what the last Halfling has won and not been paid (FR-35)."""
    if not carry.held:
        return stacks
    return moved(stacks, {held.seat: held.amount for held in carry.held})


def held_back(carry: Carry, seats: int) -> Carry:
    """Return the carry without what the last Halfling has won, if somebody has come to play: it is theirs, and not in
    the pot.
    """
    if sum(map(bool, cups_of(carry, seats))) == 1:
        return replace(carry, held=())
    return replace(carry, pot=Suckers(carry.pot - sum(held.amount for held in carry.held)))


def seated(options: RoguesOptions, stacks: Stacks, carry: Carry) -> State:
    """Return the state before the round, each seat with its dice. `playing`: who is in the match."""
    cups, unit = cups_of(carry, len(stacks)), unit_of(options, stacks, carry)
    playing = in_the_match(options, stacks, carry)
    carry = held_back(carry, len(stacks))
    first = clockwise(playing, carry.first)[0] if playing else carry.first
    return State(
        options=options,
        stacks=with_held(stacks, carry),
        bank=0,
        number=carry.number + 1,
        first=first,
        playing=playing,
        pot=carry.pot,
        den=Suckers(0),
        matched=Suckers(0),
        giant=Secret(0),
        cups=(),
        rogues=tuple(sitting(cup if seat in playing else 0) for seat, cup in enumerate(cups)),
        declared=(),
        propositions=(),
        snakes=(),
        tumbles=(),
        last_winner=carry.last_winner,
        gone=(),
        asked=0,
        phase=Declaring(first),
        unit=unit,
        late=late_ones(carry, len(stacks)),
        antes=carry.antes + 1,
    )


def sitting(cup: int) -> Rogue:
    """Return a Rogue with so many dice before anything is rolled."""
    return Rogue(cup, Secret(()), Sealed(()), (), "waits" if cup else "out", Suckers(0))


# Rulebook: "The buy-in is a fixed amount per Halfling die in your cup"


def begin(step: RoguesBuilder, had: tuple[int, ...], before: Suckers) -> None:
    """Begin a round of two or more. `had`: the dice of each seat before it paid for them. `before`: the ante of a die
    in the round before, 0 if there was none.
    """
    carried = step.state.pot
    antes = ante_up(step)
    matched = match_of_the_house(step, Suckers(sum(one.amount for one in antes)))
    roll(step)
    state = step.state
    step.ask(Declaring(state.first))
    step.tell(
        RoundBegins(
            number=state.number,
            antes=antes,
            matched=matched,
            carried=carried,
            pot=state.pot,
            cant_pay=tuple(seat for seat in all_seats(len(had)) if had[seat] and seat not in state.playing),
            maw=maw(state.options, len(state.playing)),
            party=tuple(PartyDie(at, *cup.shown) for at, cup in enumerate(state.cups, start=1)),
            then=(Next(state.first, may_flee(state, state.first)),),
            rises=state.unit if state.unit > before > 0 else Suckers(0),
        )
    )
    for seat in order(state):
        rogue = state.rogues[seat]
        step.tell(YourDice(seat, rogue.dice.reveal(), rogue.hand))


def ante_up(step: RoguesBuilder) -> tuple[Anted, ...]:
    """Take the antes, before every round including the first (FR-30). Unpaid dice are put away (FR-32)."""
    state, unit = step.state, step.state.unit
    rogues, antes = list(state.rogues), []
    for seat in order(state):
        cup = rogues[seat].cup
        dice = paid_for(step.options, unit, cup, state.stacks[seat])
        rogues[seat] = replace(rogues[seat], cup=dice)
        antes.append(Anted(seat, dice, Suckers(dice * unit), cup - dice))
    stacks = moved(state.stacks, {one.seat: -one.amount for one in antes})
    pot = Suckers(state.pot + sum([one.amount for one in antes]))
    step.state = replace(state, stacks=stacks, pot=pot, rogues=tuple(rogues))
    return tuple(antes)


def match_of_the_house(step: RoguesBuilder, antes: Suckers) -> Suckers:
    """Add what the House puts in, and return it (rulebook: "The House matches the buy-in", FR-31)."""
    one = price_of_two(step.state.unit)
    amount = {Match.FULL: antes, Match.ONE_PLAYER: one, Match.NONE: Suckers(0)}[step.options.match]
    state = step.state
    step.state = replace(state, matched=amount, pot=Suckers(state.pot + amount), bank=state.bank - amount)
    return amount


# Rulebook: "The house rolls the Giant and places it on the table, covered with a cup"


def roll(step: RoguesBuilder) -> None:
    """Roll the Giant, the Party, then each player's dice."""
    giant = step.dice.draw("giant").die(GIANT_SIDES)
    count = -(-len(step.state.playing) // PLAYERS_TO_A_CUP)
    cups = tuple([party_cup(step.dice.draw("party"), giant) for _ in range(count)])
    rogues = list(step.state.rogues)
    for seat in order(step.state):
        cup = rogues[seat].cup
        fallen = Secret(rolled(step.dice, seat, cup))
        rogues[seat] = replace(rogues[seat], dice=fallen, keeps=Sealed(tuple(range(min(HAND, cup)))))
    step.state = replace(step.state, giant=Secret(giant), cups=cups, rogues=tuple(rogues))


def party_cup(draw: Draw, giant: int) -> Cup:
    """Roll a Party cup, "presenting the die whose value is nearest the Giant" (FR-4)."""
    fallen = draw.roll(PARTY_DICE, HALFLING_SIDES)
    shown = nearest(giant, *fallen)
    left = list(fallen)
    left.remove(shown)
    return Cup((), (shown,), Secret(tuple(left)))


def rolled(dice: Dice, seat: Seat, count: int) -> tuple[int, ...]:
    return dice.draw("roll", seat).roll(count, HALFLING_SIDES)


# No round begins


def no_match(step: RoguesBuilder) -> None:
    """End the game if fewer than two can pay the first ante."""
    state = step.state
    lack = tuple(seat for seat in all_seats(len(state.rogues)) if seat not in state.playing)
    step.tell(MatchVoid((), step.options.first_ante, lack))
    step.ask(Over("broke", (), goes_on=False))


def nobody_can_pay(step: RoguesBuilder, carry: Carry) -> None:
    """End the match if nobody who has dice can pay any more: they share the pot, and the most suckers win (FR-33)."""
    cups = cups_of(carry, len(step.state.stacks))
    having = tuple(seat for seat in all_seats(len(cups)) if cups[seat])
    why = MatchEnds("money", step.state.unit)
    outcomes, winners = most_suckers(step, clockwise(having, carry.first), step.state.pot, why)
    step.state = replace(step.state, pot=Suckers(0))
    step.tell(MatchVoid(outcomes))
    step.ask(Over("most-suckers", winners, goes_on=False))
