"""The stacks that people have before them: buying in, paying back, buying again, and sharing a pot at a series' end."""

from collections.abc import Mapping
from typing import Any, Final

from msgspec.structs import replace

from bot.ports.ids import NOBODY, PersonId
from bot.table.change import Change, Refused
from bot.table.commitments import open_all, tell_texts
from bot.table.document import OfTournament, Owing, Session
from bot.table.hosting import recount, refuse_in_tournament
from bot.table.phases import Lobby, Playing
from bot.table.seats import Seated
from games.catalogue import AnyGame
from games.kit.codec import codec
from games.kit.money import Stacks, Suckers
from games.kit.owed import Owed
from games.kit.seats import Seat, all_seats
from games.kit.telling import Listed, Say, say
from persistence import Transfer

START_OF_PURSE: Final = 1000
NEARLY_EMPTY: Final = 100
REFILL: Final = 200
DAY: Final = 24 * 3600 * 1000
MOST_OWING: Final = 500
"""Of how many people who left a series before their turn this is remembered; the oldest go first."""


def buy_in(change: Change, account: str, person: PersonId) -> int:
    """Return the stack of a new seat, taken from the purse if the table plays for purses."""
    stack = stack_of_a_seat(change.session)
    if change.purse_table:
        if account != "bank":
            change.transfers.append(welcome_gift(person))
        change.move_money(account, change.stake_account, stack, "buy-in")
    return stack


def stack_of_a_seat(session: Session) -> int:
    """Return what a new seat begins with."""
    return session.options.from_purses or int(session.rules.stack(session.game_options))


def once_a_person(cause: str, person: PersonId) -> str:
    """Return the key for what a venue's bank gives a person once."""
    return f"{cause}:{person}"


def once_a_day(cause: str, person: PersonId, day: int) -> str:
    """Return the key for what a venue's bank gives a person once a day; `day`: days since the epoch."""
    return f"{cause}:{person}:{day}"


def welcome_gift(person: PersonId) -> Transfer:
    return Transfer("bank", f"purse:{person}", START_OF_PURSE, "welcome", once=once_a_person("welcome", person))


def purse_too_small(session: Session, balance: int) -> Refused:
    """Return a refusal: a purse with this balance can't pay for a seat at this table."""
    low = "yes" if balance < NEARLY_EMPTY else "no"
    return Refused("purse-too-small", balance=balance, buyin=session.options.buyin, low=low)


def pay_back(change: Change, seated: Seated) -> None:
    """Pay the rest of a stack back to the person's purse; that of a house bot to the bank."""
    pay_out(change, NOBODY if seated.is_bot else seated.player, seated.stack)


def pay_out(change: Change, person: PersonId, stack: int) -> None:
    """Pay a stack to somebody's purse; if it is nobody's, to the bank."""
    if change.purse_table:
        change.move_money(change.stake_account, f"purse:{person}" if person else "bank", stack, "paid-back")


def rebuy(change: Change, seat: Seat) -> None:
    session, seated = change.session, change.session.seats[seat]
    refuse_in_tournament(session)
    if isinstance(session.phase, Playing):
        raise Refused("game-is-on", code=session.code)
    if change.purse_table:
        raise Refused("no-rebuy")
    if session.rules.least(session.game_options) is None:
        raise Refused("no-rebuy-here")
    if not buys_in(session, seat):
        raise Refused("stack-not-empty", stack=seated.stack)
    stack = session.rules.stack(session.game_options)
    change.session = session.with_seat(seat, replace(seated, stack=stack))
    change.say("rebought", who=change.called[seat], stack=stack)
    change.touched()


def must_buy_in(session: Session) -> tuple[Seat, ...]:
    """Return those who have too little for the next game of the series, and may buy new chips."""
    if session.options.money == "purse" or session.tournament is not None:
        return ()
    stacks = session.stacks
    short = session.rules.must_buy_in(session.game_options, session.carry, stacks)
    return tuple(seat for seat in short if not session.seats[seat].gone)


def house_bots_buy_in(change: Change) -> None:
    """Give new chips at once to house bots that must buy in again."""
    for seat in must_buy_in(change.session):
        if change.session.seats[seat].is_bot:
            rebuy(change, seat)


def buys_in(session: Session, seat: Seat) -> bool:
    """Tell whether the game lets this seat have new chips now."""
    if session.practice is not None:
        return False
    stacks = session.stacks
    return session.rules.buys_in(session.game_options, session.carry, stacks, seat)


# What a series carries on, and whose it is


def owed(session: Session) -> Owed:
    """Return who owns each sucker now, in a game or, between two, in a pot that is not paid out (threats T35)."""
    if isinstance(session.phase, Playing) and session.practice is None:
        return session.rules.owed(session.state, brought(session.rules, session.phase))
    stacks, carry = session.stacks, session.carry
    return Owed(stacks) if carry is None else session.rules.owed(carry, stacks)


def brought(rules: AnyGame, playing: Playing) -> Stacks:
    """Return what each seat owned when a game began."""
    stacks, carry = tuple(map(Suckers, playing.before)), handed_on(rules, playing)
    return stacks if carry is None else rules.owed(carry, stacks).seats


def handed_on(rules: AnyGame, playing: Playing) -> Any:
    """Return what a running game got from the one before; None if nothing."""
    content = bytes(playing.carry)
    return None if content == b"null" else codec(rules).carry(content)


def paid_carry(session: Session) -> Any:
    """Return what a series carries on when all are paid what is theirs and the game is void; None for nothing."""
    carry = handed_on(session.rules, session.phase) if isinstance(session.phase, Playing) else session.carry
    return None if carry is None else session.rules.paid(carry)


def if_it_ends(session: Session) -> Stacks:
    """Return what each seat would have if the series ended now and the current game were void.

    That is what is theirs, and their share of a pot that nobody has won; those who left in the game have no share.
    """
    theirs, carry = owed(session).seats, paid_carry(session)
    if carry is None:
        return theirs
    staying = [seat for seat in all_seats(len(theirs)) if not session.seats[seat].gone]
    places = {seat: Seat(place) for place, seat in enumerate(staying)}
    carry = session.rules.reseated(carry, tuple(places.get(seat) for seat in all_seats(len(theirs))))
    shares = session.rules.break_up(carry, tuple(theirs[seat] for seat in staying))
    each = dict(zip(staying, shares, strict=True))
    return tuple(each.get(Seat(seat), had) for seat, had in enumerate(theirs))


def see_off(change: Change, leaving: tuple[Seat, ...]) -> None:
    """Pay leavers back, with unpaid winnings, and seat the others anew (threats T35)."""
    theirs, was_on = owed(change.session).seats, match_is_on(change.session)
    note_turns_owed(change, leaving)
    change.set(seats=paid_out(change, {seat: theirs[seat] for seat in leaving}))
    for seat in leaving:
        pay_back(change, change.session.seats[seat])
    change.reseat(tuple(seat for seat in all_seats(len(change.session.seats)) if seat not in leaving))
    change.set(ready=tuple(one for one in change.session.ready if change.session.has(one)))
    recount(change)
    tell_texts(change)
    if was_on and not match_is_on(change.session) and not isinstance(change.session.tournament, OfTournament):
        end_match(change)


def note_turns_owed(change: Change, leaving: tuple[Seat, ...]) -> None:
    """Note who leaves before their turn at what each does in the series, and how many others come before them."""
    session = change.session
    if session.carry is None:
        return
    noted = {one.player: one for one in session.owing}
    for seat in leaving:
        turns = session.rules.turns_before(session.game_options, session.carry, len(session.seats), seat)
        if turns is not None:
            player = session.seats[seat].player
            noted[player] = Owing(player, turns)
    change.set(owing=tuple(noted.values())[-MOST_OWING:])


def match_is_on(session: Session) -> bool:
    """Tell whether by the rules another game of the same match follows."""
    return session.carry is not None and not session.rules.match_is_over(session.carry)


def has_open_pot(session: Session) -> bool:
    """Tell whether a pot goes on to the next game, of which those who sit here would have shares if there were none."""
    return session.carry is not None and if_it_ends(session) != owed(session).seats


def end_match(change: Change) -> None:
    """End a match that nobody who still sits here could win: the pot is shared, and no game begins by itself."""
    break_up(change)
    change.set(phase=Lobby())
    change.say("match-is-over")
    open_all(change)


def break_up(change: Change) -> None:
    """Share a pot of the series among those who sit here. They are then in a lobby, and the match is opened."""
    session = change.session
    if session.carry is None:
        return
    change.set(owing=(), ready=())
    seats = paid_out(change, dict(zip(all_seats(len(session.seats)), if_it_ends(session), strict=True)))
    if seats != session.seats:
        change.set(seats=seats, phase=Lobby())
    open_all(change)


def paid_out(change: Change, stacks: Mapping[Seat, int]) -> tuple[Seated, ...]:
    """Return the seats with these stacks; tell the table who gets what."""
    seats = list(change.session.seats)
    got: list[Say] = []
    shares: dict[PersonId, int] = {}
    for seat, stack in stacks.items():
        share = stack - seats[seat].stack
        if share > 0:
            got.append(say("pot-share", who=change.called[seat], amount=share))
            shares[seats[seat].player] = share
        seats[seat] = replace(seats[seat], stack=int(stack))
    match = change.session.match
    if match is not None:
        change.set(match=match.having_paid(shares))
    if got:
        change.say("pot-paid-out", shares=Listed(tuple(got)))
    return tuple(seats)


def deal_anew(change: Change) -> None:
    """Deal the first chips again to one person with house bots, unless they play for purses or a match goes on."""
    session = change.session
    if not session.is_solo or change.purse_table or match_is_on(session):
        return
    stack = session.rules.stack(session.game_options)
    change.set(seats=tuple(replace(one, stack=stack) for one in session.seats))
