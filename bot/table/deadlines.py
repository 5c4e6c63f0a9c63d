"""What a table's clock does: warnings, time-ups, moves of house bots, starts, and closing idle tables."""

from msgspec.structs import replace

from bot.table import (
    beginning,
    crowd,
    ending,
    hosting,
    offline,
    opening,
    playing,
    queueing,
    raid,
    seating,
    tournament,
)
from bot.table.audit import BROKEN, UNREACHABLE, Cause
from bot.table.change import Change, Refused, people
from bot.table.document import Session
from bot.table.pausing import LOST, STAFF, end_staffs_pause
from bot.table.phases import AskClock, Between, BotDue, Closed, Hosting, Lobby, Playing
from bot.table.thinking import thought
from games.kit.codec import codec
from games.kit.contract import PrivateEvent
from games.kit.seats import Seat
from games.proof.record import TimedOut, moved_by

SILENCES: int = 2
"""After so many silences in a row, a house bot takes the seat (ruling ALL-3)."""
VOTED: int = 10
"""Seconds that people have between a vote that nobody need press for any more and the game."""
LAST_RESORT: int = 30
"""Seconds that house bots get after a deadline, if they wait, too."""


def fire(change: Change) -> None:
    """Do the one thing that is due first, if any."""
    paused = change.session.paused
    if paused is not None:
        if offline.waits(change.session):
            offline.give_up(change)
        elif paused.why == STAFF:
            end_staffs_pause(change, paused)
        else:
            close_if_forgotten(change)
        return
    match change.session.phase:
        case Playing() as game:
            fire_in_game(change, game)
        case Lobby(starts_at=starts_at) | Between(starts_at=starts_at):
            fire_in_lobby(change, starts_at)
        case Hosting() as hosting:
            fire_in_tournament(change, hosting)
        case Closed():
            pass


def close_if_forgotten(change: Change) -> None:
    """Close a table that could be shown to nobody for hours, as any idle table; its game is void."""
    if change.session.idle_at > change.now:
        return
    if isinstance(change.session.phase, Playing):
        lost = change.session.paused is not None and change.session.paused.why == LOST
        ending.void(change, Cause("steps lost", BROKEN) if lost else Cause("unreachable", UNREACHABLE))
    if not isinstance(change.session.phase, Closed):
        seating.close(change)


def fire_in_lobby(change: Change, starts_at: int | None) -> None:
    silent_at = change.session.silent_at
    if queueing.lapse(change):
        return
    if starts_at is not None and starts_at <= change.now:
        start_by_itself(change)
    elif change.session.kept_seats is not None and change.session.kept_seats.until <= change.now:
        raid.free_seats(change)
    elif silent_at is not None and silent_at <= change.now:
        open_vote(change)
    elif change.session.idle_at <= change.now:
        seating.close(change)


def open_vote(change: Change) -> None:
    """Let people vote, since the host is silent. If enough are ready, and a game can begin, it soon does."""
    hosting.open_vote(change)
    if not hosting.has_votes(change.session):
        return
    try:
        phase = beginning.check_begin(change)
    except Refused:
        return
    if phase.starts_at is None:
        change.set(phase=replace(phase, starts_at=change.table_time + VOTED * 1000, by_vote=True))
        change.say("next-at", one=change.session.next_is, seconds=VOTED)


def fire_in_tournament(change: Change, hosting: Hosting) -> None:
    """Raise the stakes; or look at the tables, in case word of one that came to rest was lost."""
    if change.session.idle_at <= change.now:
        seating.close(change)
    elif hosting.over:
        return
    elif hosting.rises_at <= change.now:
        tournament.rise(change)
    elif hosting.look_at <= change.now:
        tournament.look_again(change)


def start_by_itself(change: Change) -> None:
    phase, late = change.session.phase, queueing.awaited(change)
    if late is not None and isinstance(phase, Lobby | Between):
        change.set(phase=replace(phase, starts_at=late.until))
        return
    stamp = ""
    if isinstance(phase, Between):
        stamp, change.stamp_link, change.in_time = phase.stamp, phase.stamp_link, phase.in_time
        change.lines_in_time = phase.texts_in_time
    if isinstance(phase, Lobby | Between):
        enough = change.session.enough and not phase.by_vote
        change.set(phase=replace(phase, starts_at=None, by_vote=False), enough=enough)
    before = change.session
    if before.gathers is not None and not any(seated.opening for seated in before.seats):
        change.say("nobody-staked")
        return
    try:
        beginning.check_begin(change)
    except Refused as refused:
        if opening.held_up(change.session):
            ending.too_few(change)
        else:
            change.tell(refused.reason)
    else:
        beginning.begin(change, stamp)


def fire_in_game(change: Change, game: Playing) -> None:
    clock = game.clock
    due = bot_due(change.session, change.now)
    untold = change.session.untold
    if untold is not None and untold.at <= change.now:
        crowd.tell(change)
    elif due is not None:
        bot_acts(change, due)
    elif clock.ends_at <= change.now:
        time_is_up(change)
    elif clock.warn_at is not None and clock.warn_at <= change.now:
        warn(change, game)


def bot_due(session: Session, now: int) -> BotDue | None:
    """Return the house bot that is due first; None if none is, or the table's clock stands still."""
    if session.paused is not None or not isinstance(session.phase, Playing):
        return None
    due = [bot for bot in session.phase.clock.bots if bot.at <= now]
    return min(due, key=lambda bot: (bot.at, bot.seat), default=None)


def warn(change: Change, game: Playing) -> None:
    ask = change.session.ask
    seats = () if ask is None else playing.human_awaited(change.session, ask)
    change.set(phase=replace(game, clock=replace(game.clock, warn_at=None)))
    if seats:
        who = people(change.called[seat] for seat in seats)
        change.say("time-nearly-up", who=who, seconds=-(-(game.clock.ends_at - change.now) // 1000))
        if ask is not None and ask.warning is not None:
            change.tell(ask.warning)


def time_is_up(change: Change) -> None:
    """Answer a first silence by the rules; after a second in a row, give the seat to a house bot (ruling ALL-3).

    It is long, because both may happen to different seats at once and must be one deed.
    """
    session = change.session
    ask = session.ask
    silent = () if ask is None else ask.seats
    humans = () if ask is None else playing.human_awaited(session, ask)
    for seat in humans:
        seated = session.seats[seat]
        change.session = change.session.with_seat(seat, replace(seated, missed=seated.missed + 1))
    second = tuple(seat for seat in humans if change.session.seats[seat].missed >= SILENCES)
    for seat in second:
        playing.take_over(change, seat)
    timed_out = tuple(seat for seat in silent if seat not in second)
    if second and not timed_out:
        wait_for_bots(change)
        return
    asked = change.playing.clock
    playing.do(change, TimedOut(timed_out))
    if second and isinstance(change.session.phase, Playing) and same_call(change.playing.clock, asked):
        wait_for_bots(change)


def same_call(one: AskClock, other: AskClock) -> bool:
    return (one.ask, one.call) == (other.ask, other.call)


def wait_for_bots(change: Change) -> None:
    """Wait for the House, which plays everybody awaited now; it acts in its own time."""
    clock = change.playing.clock
    ends_at = change.now + LAST_RESORT * 1000
    bots = tuple(bot for bot in clock.bots if bot.at > change.now)  # those due now had their pace cut by the deadline
    change.set(phase=replace(change.playing, clock=replace(clock, ends_at=ends_at, warn_at=None, bots=bots)))
    playing.rearm(change)


def bot_acts(change: Change, due: BotDue) -> None:
    """Make a house bot's move, from its own view; if it has none, it rests until the next Ask."""
    game, found = change.playing, change.thought
    if found is None or found.session is not change.session or found.seat != due.seat:
        found = thought(change.session, due.seat, change.fairness.dice_of(game))
    move = found.move
    clock = replace(game.clock, bots=tuple(bot for bot in game.clock.bots if bot.seat != due.seat))
    game = replace(game.having_drawn(found.dice), clock=clock)
    change.set(phase=game)
    if move is None:
        change.set(phase=replace(game, clock=replace(clock, resting=(*clock.resting, due.seat))))
        return
    playing.do(change, moved_by(due.seat, move))
    go_on_at_once(change, due.seat, clock)


def go_on_at_once(change: Change, seat: Seat, before: AskClock) -> None:
    """Let a house bot move again at once after a secret move, since a pause would tell others of it (threats T3)."""
    phase, last = change.session.phase, change.batches[-1]
    if not isinstance(phase, Playing) or not same_call(phase.clock, before):
        return
    if all(isinstance(codec(change.session.rules).event(bytes(raw)), PrivateEvent) for raw in last.events):
        bots = tuple(BotDue(bot.seat, change.now) if bot.seat == seat else bot for bot in phase.clock.bots)
        change.set(phase=replace(phase, clock=replace(phase.clock, bots=bots)))
