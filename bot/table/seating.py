"""Sitting down and standing up, house bots, passing on the host's job, and closing a table."""

from itertools import count as counted
from itertools import islice
from typing import Final

from msgspec.structs import replace

from bot.ports.ids import NOBODY, PersonId
from bot.ports.messages import Person
from bot.table.change import Change, Refused, UnknownTable, refuse_removed
from bot.table.commitments import open_all, reveal_seats, tell_texts
from bot.table.document import IDLE, OfTournament, Session
from bot.table.hosting import refuse_in_tournament
from bot.table.options import refuse_level
from bot.table.pausing import asker_leaves
from bot.table.phases import Between, Closed, Hosting, Lobby, Playing
from bot.table.queueing import holds, refuse_full, stake_line, take, takes_stakes
from bot.table.seats import BOT, Seated
from bot.table.stacks import break_up, buy_in, pay_back, pay_out, see_off
from bot.text.safe_text import safe_name, safe_text
from games.kit.seats import Seat, all_seats
from games.kit.telling import Listed, say
from games.kit.temper import drawn
from games.proof.fair import LONGEST_TEXT

MOST_BOTS: Final = 20
LEFT_ALONE: Final = 15 * 60
"""Seconds after which an idle table makes room for another."""
UNTOLD: Final = "untold"
"""A placeholder until a text's commitment is told."""


def sit(change: Change, person: Person, text: str = "", *, makes_way: bool = False) -> Seat:
    """Sit down between games, and tell the table. `makes_way`: take no seat that is kept for others. Raises Refused."""
    seat = take_seat(change, person, text, makes_way=makes_way)
    if change.purse_table:
        change.say("sat-down-with", who=change.called[seat], stack=change.session.seats[seat].stack)
    else:
        change.say("sat-down", who=change.called[seat])
    tell_texts(change)
    return in_turn(change, person, seat)


def take_seat(change: Change, person: Person, text: str = "", *, makes_way: bool = False) -> Seat:
    """Buy in and take the next seat, without telling the table. Raises Refused if the person may not sit down now."""
    session = change.session
    if session.seat_of(person.id) is not None:
        raise Refused("you-sit-already", code=session.code)
    refuse_removed(session, person)
    if isinstance(session.phase, Closed):
        raise UnknownTable("no-such-table", code=session.code)
    if session.newcomer(person.id) is not None:
        raise Refused("you-wait", code=session.code)
    if isinstance(session.phase, Playing) and session.gathers is not None and takes_stakes(session):
        raise Refused("round-is-on", code=session.code, line=stake_line(session))
    if isinstance(session.phase, Playing):
        raise Refused("game-is-on", code=session.code)
    refuse_in_tournament(session)
    most = session.seats_allowed[-1]
    refuse_full(session)
    free = take(change, person, most - len(session.seats))
    if not holds(session, person):
        take_kept_seat(change, free, makes_way=makes_way)
    stack = buy_in(change, f"purse:{person.id}", person.id)
    seated = with_text(Seated(person.id, safe_name(person.name), stack, face=person.face), text)
    change.set(seats=(*session.seats, seated))
    change.touched()
    return Seat(len(session.seats))


def in_turn(change: Change, person: Person, last: Seat) -> Seat:
    """Return the seat of the person who sat down last; if they left owing a turn, first move them to its place."""
    session = change.session
    turns = min((one.turns for one in session.owing if one.player in person.ids), default=None)
    if session.carry is None or turns is None:
        return last
    place = session.rules.place_in_turn(session.carry, last, turns)
    before = all_seats(last)
    change.reseat((*before[:place], last, *before[place:]))
    change.set(owing=tuple(one for one in session.owing if one.player not in person.ids))
    change.say("turn-owed", who=change.called[place], turns=min(turns, max(0, last - 1)))
    return place


def take_kept_seat(change: Change, free: int, *, makes_way: bool) -> None:
    """Let somebody take one of the free seats, some of which may be kept for raiders. Raises Refused.

    People who were here before make way. All others count as raiders, since nobody can tell.
    """
    kept = change.session.kept_seats
    if kept is None or kept.until <= change.table_time:
        return
    if not makes_way:
        change.set(kept_seats=replace(kept, seats=kept.seats - 1) if kept.seats > 1 else None)
    elif free <= kept.seats:
        seconds = -(-(kept.until - change.table_time) // 1000)
        raise Refused("seats-are-kept", code=change.session.code, free=free, seconds=seconds)


def set_text(change: Change, seat: Seat, text: str) -> None:
    """Change a person's text for the dice of the next game; they must sit here, since each seat has one text."""
    if isinstance(change.session.phase, Playing | Closed):
        raise Refused("game-is-on", code=change.session.code)
    change.session = change.session.with_seat(seat, with_text(change.session.seats[seat], text))
    tell_texts(change)
    change.touched()


def with_text(seated: Seated, text: str) -> Seated:
    """Return the seat with a new text for the dice, whose commitment is not told yet. Raises Refused."""
    shown = dice_text(text)
    return replace(seated, text=shown, bound=UNTOLD if shown else "")


def dice_text(text: str) -> str:
    """Return a player's text for the dice as it will be shown. Raises Refused if too long (`docs/fairness.md`)."""
    shown = safe_text(text, len(text))
    if len(shown) > LONGEST_TEXT:
        raise Refused("text-too-long", most=LONGEST_TEXT)
    return shown


def stand_up(change: Change, seat: Seat) -> None:
    """Leave between games; in a game, `playing.leave` plays the leaver's part first. A series ends with its last."""
    if change.session.people == (change.session.seats[seat],) and change.session.tournament is None:
        break_up(change)
    change.say("stood-up", who=change.called[seat])
    leaver = change.session.seats[seat].player
    asker_leaves(change, leaver)
    see_off(change, (seat,))
    hand(change, leaver)


def hand(change: Change, leaver: str) -> None:
    """Pass the host's job to the next person. A table without people closes, unless it is a tournament's."""
    if isinstance(change.session.tournament, OfTournament):
        return
    if not change.session.people:
        close(change)
    elif change.session.host == leaver:
        heir = change.session.people[0]
        change.set(host=heir.player, hosted_at=change.now, votes=None)
        change.say("host-is-now", who=change.called[change.session.seats.index(heir)])


def add_bots(change: Change, count: int, names: tuple[str, ...], *, allowed: bool, generous: bool) -> None:
    """Seat house bots. Raises Refused.

    `allowed`: the owner lets them play from the bank. `generous`: the venue lets people win from them.
    """
    session = change.session
    if isinstance(session.phase, Playing | Closed):
        raise Refused("game-is-on", code=session.code)
    refuse_in_tournament(session)
    if change.purse_table and not allowed:
        raise Refused("no-bots-here")
    if change.purse_table and not generous:
        raise Refused("bots-would-lose")
    most = session.seats_allowed[-1]
    count = min(count, most - len(session.seats) - len(session.queue), MOST_BOTS)
    if count < 1:
        raise Refused("table-full", code=session.code, seats=most)
    refuse_level(session, len(session.seats) + count)
    fresh = free_names(frozenset(seated.name for seated in session.seats), names, count)
    luck, before = bytes.fromhex(session.pledge.commitment), sum(seated.is_bot for seated in session.seats)
    seats = [
        Seated(PersonId(f"{BOT}{name}"), name, buy_in(change, "bank", NOBODY), manner=manner)
        for name, manner in zip(fresh, drawn(luck, count, before), strict=True)
    ]
    change.set(seats=(*session.seats, *seats))
    who = Listed(tuple(say("house-bot", name=seated.name, manner=seated.manner.value) for seated in seats))
    change.say("bots-sat-down", who=who, count=len(fresh))
    change.touched()


def free_names(taken: frozenset[str], names: tuple[str, ...], count: int) -> tuple[str, ...]:
    """Return names that nobody at the table has; with numbers if there are more bots than names."""
    numbered = (f"{name} {turn}" if turn > 1 else name for turn in counted(1) for name in names)
    return tuple(islice((name for name in numbered if name not in taken), count))


def is_left_alone(session: Session, now: int) -> bool:
    """Tell whether a table has been idle for a quarter of an hour, with nothing on and nothing to begin by itself.

    It then makes room for another, where there can't be more tables. `now` in ms.
    """
    rests = isinstance(session.phase, Lobby | Between) and session.phase.starts_at is None
    waits = session.tournament is None and session.paused is None and session.motion is None
    return rests and waits and now >= session.idle_at - (IDLE - LEFT_ALONE) * 1000


def make_room(change: Change) -> None:
    """Close an idle table, and tell why. Do nothing if somebody has come back meanwhile."""
    if is_left_alone(change.session, change.now):
        change.say("table-makes-room", code=change.session.code, minutes=LEFT_ALONE // 60)
        close(change)


def close(change: Change) -> None:
    """Pay everybody back and end the session; the seed of the game that was never played is revealed, too."""
    session = change.session
    break_up(change)
    for seated in change.session.seats:
        pay_back(change, seated)
    for newcomer in change.session.newcomers:
        pay_out(change, newcomer.player, newcomer.stack)
    ranked = session.phase.ranked if isinstance(session.phase, Hosting) and session.phase.over else ()
    if isinstance(session.phase, Hosting) and not ranked:
        reveal_seats(change, session.phase)
    seed = change.fairness.seed(session.pledge).hex()
    closed = Closed(ranked)
    change.set(phase=closed, seats=(), newcomers=(), untold=None, idle_at=change.now, paused=None, motion=None)
    change.say("table-closed", code=session.code)
    open_all(change)
    change.say("fair-unused", number=session.pledge.n, seed=seed)
