"""End a game, whole, called off, or frozen, and go on with the series; tell everybody's place in it."""

from collections.abc import Sequence
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from bot.table import commitments, crowd, hosting, practising, seating, stacks
from bot.table.audit import KEY_LOST, Cause
from bot.table.change import Change, people
from bot.table.commitments import reveal, tell_next, tell_texts
from bot.table.document import OfTournament, Session
from bot.table.opening import MOST_NAMED, held_up, may_play_on
from bot.table.pausing import keep_clock
from bot.table.phases import RECORD, Between, Hosting, Lobby, Playing
from games.catalogue import AnyGame
from games.kit.codec import codec
from games.kit.contract import Places, Result
from games.kit.money import Suckers
from games.kit.seats import Seat, all_seats
from games.kit.telling import Listed, say
from games.proof.record import CalledOff

AT_ONCE: Final = 1
"""Seconds before a game that nobody has to be told of beforehand."""
TO_BUY_IN: Final = 30
"""Seconds for buying in again before the next game of a series."""


def finish(change: Change, result: Result, stamp: str) -> None:
    """End a whole game: stacks are carried on, the House is paid or pays, the seed is revealed; the series goes on."""
    if change.session.practice is not None:
        practising.finish(change, result, stamp)
        return
    session = change.session
    settle_bank(change, result.bank)
    if session.gathers is not None and not change.purse_table:
        change.say("for-fun")
    carry = session.rules.carried(session.state)
    waits = pause_after(session, carry, result)
    set_between(change, result, stamp, carry, waits)
    go_on_with_series(change, result, waits)
    hosting.asked_again(change)
    clear_gone(change)
    if session.gathers is not None and isinstance(change.session.phase, Between):
        crowd.go_on(change)


def set_between(change: Change, result: Result, stamp: str, carry: Any, waits: int | None) -> None:
    """Put the table between two games. `waits`: the seconds before the next one begins by itself."""
    session, playing = change.session, change.playing
    each = zip(session.seats, result.stacks or playing.before, strict=True)
    seats = tuple([replace(seated, stack=int(stack), opening="") for seated, stack in each])
    hidden, stamped = commitments.stays_hidden(session, result), change.stamp_of_next(stamp)
    if hidden:
        commitments.keep_hidden(change, playing, result, seats)
    else:
        change.end_game()
    change.set(
        seats=seats,
        owing=tuple([replace(one, turns=max(0, one.turns - 1)) for one in session.owing]),
        record=session.record if hidden else playing.record,
        phase=Between(
            state=playing.state,
            carry=msgspec.Raw(codec(session.rules).encode(carry)),
            stamp=stamped,
            starts_at=None if waits is None else change.table_time + waits * 1000,
            cast=change.cast(all_seats(len(seats))),
            stamp_link=change.stamp_link if stamped else "",
            in_time=change.in_time if stamped else None,
            texts_in_time=change.texts_in_time,
            before=playing.before if hidden else playing.staked or playing.before,
        ),
    )
    if not hidden:
        commitments.open_match(change, playing)


def go_on_with_series(change: Change, result: Result, waits: int | None) -> None:
    """Tell how the series goes on: by itself after so many seconds, at somebody's word, or not."""
    session = change.session
    if waits is not None:
        call_next(change, waits)
    elif session.enough and result.next_after is not None:
        stacks.break_up(change)
        tell_richest(change)
    elif session.is_solo:
        stacks.house_bots_buy_in(change)
    elif result.next_after is not None and session.tournament is None and session.gathers is None:
        change.say("series-waits", one=session.next_is)


def call_next(change: Change, seconds: int) -> None:
    """Tell when the next game begins by itself; and those who must buy in for it, what else happens."""
    stacks.house_bots_buy_in(change)
    short = stacks.must_buy_in(change.session)
    if short:
        seconds, enough = max(seconds, TO_BUY_IN), "no" if held_up(change.session) else "yes"
        who = people(change.called[seat] for seat in short)
        change.say("buy-in-called", who=who, count=len(short), seconds=seconds, enough=enough)
        starts_next(change, change.table_time + seconds * 1000)
    elif held_up(change.session):
        too_few(change)
    elif seconds > AT_ONCE:
        change.say("next-at", one=change.session.next_is, seconds=seconds)


def starts_next(change: Change, at: int | None) -> None:
    if isinstance(change.session.phase, Between):
        change.set(phase=replace(change.session.phase, starts_at=at))


def too_few(change: Change) -> None:
    """End a series for which too few can pay."""
    starts_next(change, None)
    change.say("too-few-can-pay")
    stacks.break_up(change)
    tell_richest(change)


def goes_on_by_itself(session: Session, carry: Any, result: Result) -> bool:
    """Tell whether the series goes on: not after `enough`, nor with house bots alone; tournaments differ."""
    if isinstance(session.tournament, OfTournament):
        return may_play_on(session, session.tournament, carry, result.stacks)
    return not session.enough and not all(seated.away for seated in session.people)


def pause_after(session: Session, carry: Any, result: Result) -> int | None:
    """Return after how many seconds the next game begins by itself: at once if no person plays in it (decision 0054).

    None: it waits for somebody, as it does for a person alone with house bots (decision 0055).
    """
    if session.gathers is not None or result.next_after is None or not goes_on_by_itself(session, carry, result):
        return None
    if session.is_solo:
        return None
    playing = session.rules.plays_on(session.game_options, carry, result.stacks or session.stacks)
    people = any(plays and not (one.is_bot or one.gone) for plays, one in zip(playing, session.seats, strict=True))
    return result.next_after if people or session.tournament is not None else min(AT_ONCE, result.next_after)


def settle_bank(change: Change, bank: int) -> None:
    if change.purse_table:
        change.move_money(change.stake_account, "bank", bank, "house-won")
        change.move_money("bank", change.stake_account, -bank, "house-paid")


def number_of(record: str) -> int:
    """Return the number of the game from the name of its record."""
    return int(record.removesuffix(RECORD).rpartition("-")[2])


def clear_gone(change: Change) -> None:
    """Pay back those who left in the game and clear their seats; then seat those who waited for its end."""
    gone = [seated for seated in change.session.seats if seated.gone]
    if gone:
        stacks.see_off(change, tuple(Seat(seat) for seat, one in enumerate(change.session.seats) if one.gone))
    if change.session.untold is not None or crowd.waiting(change.session):
        crowd.sit_down(change)
    if gone:
        seating.hand(change, next((one.player for one in gone if one.player == change.session.host), ""))


def void(change: Change, cause: Cause, *, recorded: bool = True) -> None:
    """Call the running game off: pay what is decided, return all other stakes, and reveal the seed
    (`docs/fairness.md`).

    Every void is made here or by `freeze`, and is counted in public with its cause (threats T30). `recorded`: False if
    its state can't be read, so that it can have no record (threats F23).
    """
    if change.session.practice is not None:
        practising.call_off(change, cause.why)
        keep_clock(change)
        return
    session, playing = change.session, change.playing
    change.void = cause.why
    change.note_void(cause, playing.pledge.n)
    if recorded:
        change.happened(CalledOff(cause.proof or cause.why))
        change.end_game()
        playing = change.playing
    record = playing.record if recorded else session.record
    decided = give_back(change, playing, readable=recorded)
    change.set(record=record)
    keep_clock(change)
    change.say("game-void", why=cause.why, decided=decided)
    reveal(change, playing, recorded=recorded)
    hosting.asked_again(change)
    clear_gone(change)


def give_back(change: Change, playing: Playing, *, readable: bool = True) -> str:
    """Pay everybody what is theirs by the rules in a game that is called off (threats T35).

    Return whether any of it was already decided (`yes`, `no`), or `none` where nobody has a stake. `readable`: if its
    state can't be read, return all stakes.
    """
    session, carry = change.session, playing.carry
    theirs = began = tuple(map(Suckers, playing.before))
    if readable:
        owed, began = stacks.owed(session), stacks.brought(session.rules, playing)
        theirs, handed_on = owed.seats, stacks.paid_carry(session)
        settle_bank(change, owed.house)
        carry = carry if handed_on is None else msgspec.Raw(codec(session.rules).encode(handed_on))
    each = zip(session.seats, theirs, strict=True)
    seats = tuple(replace(one, stack=int(stack), opening="") for one, stack in each)
    change.set(seats=seats, phase=Lobby(carry=carry))
    return "yes" if theirs != began else "no" if any(theirs) else "none"


def enough(change: Change) -> None:
    """End the match for the host: no further game starts by itself."""
    phase = change.session.phase
    last_is_over = isinstance(phase, Between) and phase.starts_at is not None
    change.set(enough=True)
    change.stop_countdown()
    change.say("enough-said")
    stacks.break_up(change)
    if last_is_over:
        tell_richest(change)


def tell_richest(change: Change) -> None:
    """Tell the result of a series that its host ended."""
    seats = change.session.seats
    if len(seats) < 2:
        return
    most = max(seated.stack for seated in seats)
    richest = [seat for seat in all_seats(len(seats)) if seats[seat].stack == most]
    named = people(change.called[seat] for seat in richest[:MOST_NAMED]).says
    more = len(richest) - MOST_NAMED
    who = Listed((*named, say("so-many-more", count=more)) if more > 0 else named)
    change.say("series-over", who=who, stack=most)


def freeze(change: Change) -> None:
    """Refund the game, as the key of its seed is lost; tell it, and pledge anew: no silent new seed (threats F27)."""
    session = change.session
    if isinstance(session.phase, Playing) and session.practice is not None:
        change.say("practice-frozen")
        practising.clear(change)
    elif isinstance(session.phase, Playing):
        change.note_void(Cause("dice key lost", KEY_LOST), session.phase.pledge.n)
        decided = give_back(change, session.phase)
        change.say("game-frozen", decided=decided)
    elif isinstance(session.phase, Hosting):
        change.set(phase=replace(session.phase, pledge=change.next_pledge, draws={}))
        change.say("seats-unproven")
    else:
        change.say("key-lost")
    if change.session.match is not None:
        change.note_void(Cause("dice key lost", KEY_LOST), change.session.match.playing.pledge.n)
        change.set(match=None)
    keep_clock(change)
    change.set(pledge=change.next_pledge)
    change.pledges_used += 1
    tell_next(change)
    tell_texts(change)
    clear_gone(change)


def places_after(rules: AnyGame, state: Any, won: Sequence[bool], gains: Sequence[int] | None) -> Places:
    """Return everybody's place at this end of a game. `gains`: None where there is no money."""
    found: Places | None = rules.places(state)
    return found or places_of(won, gains)


def places_of(won: Sequence[bool], gains: Sequence[int] | None) -> tuple[int, ...]:
    """Return everybody's place by gains: who won comes first, then who gained most; equals share a place.

    0: no place. So it is for all if nobody won, for losers where there is no money, and for several who are last
    together.
    """
    keys = [(not wins, -gain) for wins, gain in zip(won, gains or [0] * len(won), strict=True)]
    if not any(won):
        return (0,) * len(won)
    order, last = sorted(keys), max(keys)
    shared = gains is None or keys.count(last) > 1
    return tuple(0 if key[0] and key == last and shared else order.index(key) + 1 for key in keys)
