"""People who wait for a seat: in the queue of a full table, or on their way to it, as somebody there said.

A seat that comes free is held for whoever waits first, until they sit down or their time is out. Here stands also how
people without a seat get in: the line that sits them down or, in a crowd, the stake that brings them in.
"""

from collections.abc import Collection
from typing import Final

from msgspec.structs import replace

from bot.ports.ids import PersonId
from bot.ports.messages import Person
from bot.table.change import Change, Refused, UnknownTable, people, refuse_removed
from bot.table.crowd import has_room_after
from bot.table.document import OfTournament, Session
from bot.table.hosting import refuse_in_practice
from bot.table.opening import start_with
from bot.table.options import opening_example
from bot.table.phases import Between, Closed, Hosting, Lobby, Playing
from bot.table.seats import Queued
from bot.table.stacks import stack_of_a_seat
from bot.text.safe_text import safe_name, skeleton
from games.kit.money import Suckers
from games.kit.notation import PLAIN, read, write
from games.kit.seats import Seat
from games.kit.telling import Say

HELD: Final = 60_000
"""ms for which a seat is held for somebody from the queue."""
WAITS: Final = 120_000
"""ms for which the start waits for somebody who is on their way."""
AFTER_ALL: Final = 10_000
"""ms that are left at least until a game that was put off begins, once those it waited for sit there."""
TURNS: Final = 2
"""How often a seat is held for somebody before a game that begins without them takes them out of the queue."""
MOST: Final = 100
"""How many may wait in a table's queue."""


def in_line(session: Session) -> tuple[Queued, ...]:
    """Return those in the queue whose turn has not come."""
    return tuple([one for one in session.queue if not one.until]) if session.queue else ()


def place_of(session: Session, ids: Collection[PersonId]) -> int:
    """Return somebody's place in the queue, from 1; 0: they are not in it, or a seat is held for them."""
    return next((at for at, one in enumerate(in_line(session), 1) if one.player in ids), 0)


def holds(session: Session, person: Person) -> bool:
    """Tell whether a seat is held for somebody."""
    looks = skeleton(safe_name(person.name))
    return any(one.until and one.is_of(person.ids, looks) for one in session.queue)


def is_full(session: Session) -> bool:
    """Tell whether nobody else can sit down: all seats are taken, or held for others."""
    return len(session.seats) + len(session.queue) >= session.seats_allowed[-1]


def may_queue(session: Session) -> bool:
    """Tell whether people may queue at a table: it is full, or a game is on there that lets nobody in."""
    if session.tournament is not None or session.practice is not None:
        return False
    if isinstance(session.phase, Playing):
        return not (seats_left(session) if session.gathers is not None else way_in(session))
    return isinstance(session.phase, Lobby | Between) and is_full(session)


def refuse_full(session: Session) -> None:
    """Raise Refused if all seats of a table are taken; whoever wanted one may queue there, unless it has no queue."""
    most = session.seats_allowed[-1]
    if len(session.seats) >= most and may_queue(session):
        raise Refused("all-seats-taken", code=session.code, seats=most)
    if len(session.seats) >= most:
        raise Refused("table-full", code=session.code, seats=most)


def enter(change: Change, person: Person) -> int:
    """Put somebody at the end of the queue, unless they are in it; return their place. Raises Refused."""
    session = change.session
    if isinstance(session.phase, Closed):
        raise UnknownTable("no-such-table", code=session.code)
    if session.has(person.id):
        raise Refused("you-sit-already", code=session.code)
    refuse_removed(session, person)
    if session.tournament is not None or session.practice is not None:
        raise Refused("queue-not-there", code=session.code)
    waits = any(one.player in person.ids for one in session.queue)
    if not waits and not may_queue(session):
        raise Refused("queue-seat-free", code=session.code, line=way_in(session) or JOIN)
    if not waits and len(session.queue) >= MOST:
        raise Refused("queue-is-long", code=session.code, most=MOST)
    if not waits:
        change.set(queue=(*session.queue, Queued(person.id, safe_name(person.name))))
    return place_of(change.session, person.ids)


def drop(change: Change, ids: Collection[PersonId]) -> bool:
    """Take somebody out of the queue, with the seat that is held for them; return whether they were in it."""
    gone = [one for one in change.session.queue if one.player in ids]
    change.set(queue=tuple(one for one in change.session.queue if one not in gone))
    for one in gone:
        put_off_no_more(change, one)
    return bool(gone)


def take(change: Change, person: Person, free: int) -> int:
    """Let somebody take one of the free seats; return how many are left for people with none held.

    Raises Refused if all of them are held for others.
    """
    session = change.session
    mine = [one for one in session.queue if one.is_of(person.ids, skeleton(safe_name(person.name)))]
    others = [one for one in session.queue if one.until and one not in mine]
    if free <= len(others):
        first = min(others, key=lambda one: one.until)
        seconds = max(1, -((change.table_time - first.until) // 1000))
        raise Refused("seat-is-held", code=session.code, name=first.name, seconds=seconds)
    change.set(queue=tuple(one for one in session.queue if one not in mine))
    for one in mine:
        put_off_no_more(change, one)
    return free if any(one.until for one in mine) else free - len(others)


def advance(change: Change) -> None:
    """Hold the seats that came free for those who wait first. It is told once it is known that they may sit down."""
    session = change.session
    if not isinstance(session.phase, Lobby | Between):
        return
    free = session.seats_allowed[-1] - len(session.seats) - sum(1 for one in session.queue if one.until)
    called = in_line(session)[: max(0, free)]
    if not called:
        return
    until = change.table_time + HELD
    begins = put_off(change, until)
    queue = (replace(one, until=until, begins=begins) if one in called else one for one in session.queue)
    change.set(queue=tuple(queue))


def tell_held(change: Change, held: Queued) -> int:
    """Tell the table for whom a seat is held; return for how many seconds: until a game begins at the latest. 0: it is
    not held any more.
    """
    if held not in change.session.queue:
        return 0
    starts_at = getattr(change.session.phase, "starts_at", None) or held.until
    seconds = (min(held.until, starts_at) - change.table_time) // 1000
    if seconds > 0:
        change.say("seat-held", who=held.name, code=change.session.code, seconds=seconds)
    return max(0, seconds)


def lapse(change: Change) -> bool:
    """Free the seats that were held until now, and tell the table; return whether there were any."""
    late = [one for one in change.session.queue if one.until and one.until <= change.now]
    if late:
        change.set(queue=tuple(one for one in change.session.queue if one not in late))
        change.say("seat-held-no-more", who=people(one.name for one in late), count=len(late))
    return bool(late)


def at_begin(session: Session) -> tuple[Queued, ...]:
    """Return the queue as a game begins: who had not come yet is first in it again, the first time."""
    turns = (replace(one, until=0, begins=0, turns=one.turns + (one.until > 0)) for one in session.queue if not one.by)
    return tuple(one for one in turns if one.turns < TURNS)


# Somebody is on their way


def wait_for(change: Change, seat: Seat, player: PersonId, name: str) -> None:
    """Hold a seat for somebody who is on their way, and put the start off, once a game. Raises Refused.

    `player`: empty for somebody who is known by their name alone.
    """
    session = change.session
    if not isinstance(session.phase, Lobby | Between):
        raise Refused("game-is-on", code=session.code)
    if session.tournament is not None:
        raise Refused("wait-not-there", code=session.code)
    refuse_in_practice(session)
    looks, asker = skeleton(name), session.seats[seat]
    if player == asker.player or looks == skeleton(asker.name):
        raise Refused("wait-for-oneself")
    if session.has(player) or any(looks == skeleton(one.name) for one in session.seats):
        raise Refused("wait-sits-already", name=name, code=session.code)
    if session.waited == session.pledge.n:
        raise Refused("wait-once", code=session.code)
    if any(one.player == player for one in session.queue if player):
        raise Refused("wait-queues", name=name, code=session.code)
    if is_full(session):
        raise Refused("table-full", code=session.code, seats=session.seats_allowed[-1])
    until = change.table_time + WAITS
    begins = put_off(change, until)
    change.set(
        queue=(*session.queue, Queued(player, name, until, asker.player, begins)), waited=change.session.pledge.n
    )
    change.say("waits-for", who=change.called[seat], name=name, code=session.code, seconds=WAITS // 1000)
    change.touched()


def wait_no_more(change: Change, person: PersonId, moderator: str = "") -> None:
    """End the wait for whoever is on their way. Raises Refused for all but the host, whoever asked to wait, and a
    moderator of this name.
    """
    awaited = [one for one in change.session.queue if one.by]
    if not awaited:
        raise Refused("wait-for-nobody", code=change.session.code)
    if not (moderator or ends_wait(change.session, person)):
        raise Refused("wait-not-yours")
    change.set(queue=tuple(one for one in change.session.queue if not one.by))
    for one in awaited:
        put_off_no_more(change, one)
    names, count = people(one.name for one in awaited), len(awaited)
    if moderator:
        change.say("staff-waits-no-more", by=moderator, who=names)
    else:
        change.say("waits-no-more", who=names, count=count)


def ends_wait(session: Session, person: PersonId) -> bool:
    """Tell whether somebody may end a wait without being a moderator."""
    return person == session.host or any(one.by == person for one in session.queue if one.by)


def refuse_waiting(change: Change) -> None:
    """Raise Refused while the start waits for somebody who is on their way."""
    one = awaited(change)
    if one is not None:
        seconds = -((change.table_time - one.until) // 1000)
        raise Refused("start-waits", name=one.name, code=change.session.code, seconds=seconds)


def awaited(change: Change) -> Queued | None:
    """Return who is on their way, and may still come; None: nobody is."""
    return next((one for one in change.session.queue if one.by and one.until > change.table_time), None)


# The start that is put off


def put_off(change: Change, until: int) -> int:
    """Put a start by clock off until then, once a game; return when it was, 0 if it stays as it is."""
    session, phase = change.session, change.session.phase
    if not isinstance(phase, Lobby | Between) or phase.starts_at is None or session.waited == session.pledge.n:
        return 0
    if phase.starts_at >= until:
        return 0
    change.set(phase=replace(phase, starts_at=until), waited=session.pledge.n)
    return phase.starts_at


def put_off_no_more(change: Change, gone: Queued) -> None:
    """Let a game begin when it would have, unless others are still waited for, or it was put off by something else."""
    phase = change.session.phase
    if not isinstance(phase, Lobby | Between) or not gone.begins or phase.starts_at != gone.until:
        return
    if any(one.until for one in change.session.queue):
        return
    soonest = max(gone.begins, change.table_time + AFTER_ALL)
    change.set(phase=replace(phase, starts_at=min(phase.starts_at, soonest)))


# The ways in

JOIN: Final = "join"


def stake_line(session: Session) -> str:
    """Return the line that brings somebody into a crowd: the game's name with a stake that is allowed there."""
    return f"{session.rules.name} {example_taken(session)}".strip()


def example_taken(session: Session) -> str:
    """Return the words for an opening move, as an example that this table's options allow."""
    example, opening, count = opening_example(session.rules), session.rules.opening, max(2, session.seats_allowed[0])
    if opening is None or not example or count not in session.seats_allowed:
        return example
    stacks = (Suckers(stack_of_a_seat(session)),) * count
    legal = start_with(session, stacks, Seat(count - 1), None).opening_moves(session)
    if not legal or any(one.covers(read(opening.examples[0], session.rules.moves, PLAIN)) for one in legal):
        return example
    words = [write(one).split()[1:] for one in legal[0].examples()]
    fewest = min(map(len, words))
    return " ".join([one for one in words if len(one) == fewest][-1])


def takes_stakes(session: Session) -> bool:
    """Tell whether a stake alone brings people in; at a table for purses only if they can lose no more than it."""
    return besides_stake(session) is None


def besides_stake(session: Session) -> Say | None:
    """Return what people could lose from a purse besides a stake, as half a sentence of the game's; else None."""
    return session.rules.besides_stake(session.game_options) if session.options.from_purses else None


def way_in(session: Session) -> str:
    """Return what people without a seat type to get in, now or from the next round on; empty if nobody can."""
    if isinstance(session.tournament, OfTournament):
        return ""
    if session.gathers is not None and takes_stakes(session):
        waits = isinstance(session.phase, Lobby | Between | Playing) and has_room_after(session)
        return stake_line(session) if waits and session.paused is None else ""
    waits = isinstance(session.phase, Lobby | Between) and len(session.seats) < session.seats_allowed[-1]
    return JOIN if waits else ""


def seats_left(session: Session) -> int:
    """Return how many more people can sit down when the next game begins; a tournament that is on lets nobody in."""
    if isinstance(session.tournament, OfTournament) or isinstance(session.phase, Hosting):
        return 0
    staying = sum([not one.gone for one in session.seats]) + len(session.newcomers) + len(session.queue)
    return max(0, session.seats_allowed[-1] - staying)
