"""A game of a table: begin it, perform deeds, end it, call it off; and the series that games make."""

from collections.abc import Sequence
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from bot.table import crowd, hosting, seating
from bot.table.change import HOUSE, Change, Refused, no_game, people
from bot.table.document import OfTournament, Session, TournamentRules
from bot.table.opening import gather, wait_for_cooldown
from bot.table.pausing import keep_clock, refuse_while_paused
from bot.table.phases import AskClock, Between, BotDue, Hosting, Lobby, Playing, Pledge, PrivateTold
from bot.table.seats import Seated
from bot.table.thinking import chosen_or_rest
from bot.text.safe_text import told_apart
from games.kit.codec import codec
from games.kit.contract import Ask, Event, PrivateEvent, Result
from games.kit.money import Stacks, Suckers
from games.kit.moves import LegalMove, Move, verb
from games.kit.notation import PLAIN, read
from games.kit.seats import Seat, all_seats
from games.kit.telling import Listed, say
from games.proof.fair import Pair
from games.proof.record import Deed, Left, Returned, TakenOver, TimedOut, moved_by, perform

MOST_NAMED: Final = 10
BEFORE_THE_END: Final = 1000
"""A house bot acts so long (ms) before a deadline at the latest, whatever its pace."""


LAST_WARNING: Final = 5000
"""What silence would cost is told so long (ms) before the end."""
TO_BUY_IN: Final = 30
"""So many seconds those have who must buy in again for the next game of a series."""


class GathersForTournament(Refused):
    """Here nothing but a tournament begins."""


class HeldUp(Refused):
    """With the stacks of those who sit no game can be played."""


def begin(change: Change, stamp: str) -> None:
    """Start the next game: texts are frozen, the platform's stamp mixed in, the next game's seed pledged.

    Raises what `check_begin` raises, before anything is changed.
    """
    session, phase = change.session, check_begin(change)
    pairs = entropy_pairs(session, stamp)
    dice = change.fairness.dice(session.pledge, pairs, {})
    stacks = tuple(Suckers(seated.stack) for seated in session.seats)
    last = session.carry
    step = session.rules.start(session.game_options, stacks, dice, last)
    change.set(
        phase=Playing(
            pledge=session.pledge,
            pairs=pairs,
            stamp=stamp,
            state=msgspec.Raw(codec(session.rules).encode(step.state)),
            draws=dict(dice.counts),
            before=stacks,
            carry=phase.carry,
            log_start=session.log_length + len(change.batches),
            told=private_of(session, step.events),
            clock=AskClock("", 0, None),
        ),
        pledge=change.next_pledge,
        loaded=change.fairness.loaded,
        tournament=arrived(session.tournament),
    )
    hosting.voted(change)
    change.pledges_used += 1
    tell_begin(change, session)
    change.happened(session.pledge.n, None, step.events)
    change.fairness.thrown(dice)
    after_step(change, stamp)
    play_openings(change, stamp)
    tell_next(change)


def check_begin(change: Change) -> Lobby | Between:
    """Return the phase in which the next game may begin now. Raises Refused, and HeldUp where stacks are too small."""
    session = change.session
    if not isinstance(session.phase, Lobby | Between):
        raise Refused("game-is-on", code=session.code)
    refuse_gathering(session)
    refuse_while_paused(change)
    check_seats(session)
    return session.phase


def refuse_gathering(session: Session) -> None:
    if isinstance(session.tournament, TournamentRules):
        raise GathersForTournament("tournament-starts-so")


def begin_or_gather(change: Change, stamp: str) -> None:
    """Begin the next game; a crowd that has not staked yet gathers first, as after a first stake."""
    session = change.session
    seconds = session.gathers
    staked = any(seated.opening for seated in session.seats)
    if seconds is None or staked or not isinstance(session.phase, Lobby | Between):
        begin(change, stamp)
        return
    refuse_while_paused(change)
    check_seats(session)
    if session.phase.starts_at is not None:
        raise no_game(session, change.table_time)
    hosting.voted(change)
    gather(change, seconds)


def arrived(tournament: TournamentRules | OfTournament | None) -> TournamentRules | OfTournament | None:
    """Whoever came to this table plays now: nobody need be called here any more."""
    return replace(tournament, came={}) if isinstance(tournament, OfTournament) else tournament


def check_seats(session: Session) -> None:
    """Raises Refused where too few sit, or nobody can pay; a tournament's table has rules of its own."""
    if isinstance(session.tournament, OfTournament):
        stacks = tuple(Suckers(seated.stack) for seated in session.seats)
        if not may_play_on(session, session.tournament, session.carry, stacks):
            raise Refused("tournament-table-waits", code=session.code)
        return
    fewest = fewest_seats(session)
    if len(session.seats) < fewest:
        raise Refused("too-few-seats", seats=fewest, sitting=len(session.seats), prefix="!")
    broke = session.people and all(seated.stack == 0 for seated in session.people)
    if broke and not plays_without_suckers(session) and session.rules.stack(session.game_options) > 0:
        again = session.rules.least(session.game_options) is not None
        raise Refused("stack-empty", prefix="!") if again else Refused("nobody-can-play", prefix="!")
    refuse_held_up(session)


def refuse_held_up(session: Session) -> None:
    """Raises HeldUp where the rules could play no game with these stacks, and says who has too little."""
    seats = held_up(session)
    if not seats:
        return
    called = told_apart(tuple(seated.name for seated in session.seats), HOUSE)
    who, more = people(called[seat] for seat in seats[:MOST_NAMED]), max(0, len(seats) - MOST_NAMED)
    least = session.rules.least(session.game_options)
    how = "purse" if session.options.money == "purse" else "leave" if least is None else "rebuy"
    raise HeldUp("seats-held-up", who=who, count=len(seats), more=more, least=least or 0, how=how)


def held_up(session: Session) -> tuple[Seat, ...]:
    """Return who has too little for a game to be played here; nobody, where one can be. A leaver brings nothing."""
    stacks = tuple(Suckers(0 if seated.gone else seated.stack) for seated in session.seats)
    return session.rules.held_up_by(session.game_options, session.carry, stacks)


def fewest_seats(session: Session) -> int:
    """How many must sit for the next game: in the middle of some series one who is left."""
    fewest = session.seats_allowed[0]
    return min(fewest, 1) if plays_without_suckers(session) else fewest


def plays_without_suckers(session: Session) -> bool:
    """Whether a series is on whose next game is for what lies on the table, though nobody may have a sucker left."""
    return session.rules.last_one_plays and session.series_is_on


def entropy_pairs(session: Session, stamp: str) -> tuple[Pair, ...]:
    """Each seat's number and text, in seat order; the stamp last where the platform gave one (`docs/fairness.md`)."""
    texts = tuple((str(seat), seated.text) for seat, seated in enumerate(session.seats))
    return (*texts, ("stamp", stamp)) if stamp else texts


def tell_begin(change: Change, session: Session) -> None:
    if not any(seated.opening for seated in session.seats):
        playing = who_plays(session, change.called)
        named = playing[:MOST_NAMED]
        change.say("game-begins", who=people(named), count=len(playing), more=len(playing) - len(named))
    if change.fairness.loaded and not session.loaded:
        change.say("dice-loaded")


def who_plays(session: Session, called: Sequence[str]) -> list[str]:
    """What those are called who are still in the series, or in a new one: all."""
    stacks = tuple(Suckers(seated.stack) for seated in session.seats)
    still = session.rules.plays_on(session.game_options, session.carry, stacks)
    return [name for name, on in zip(called, still, strict=True) if on] or list(called)


def tell_next(change: Change) -> None:
    """The commitment to the next game, before anybody can start it (`docs/fairness.md`)."""
    pledge, rules = change.next_pledge, change.session.rules
    change.say("fair-next", number=pledge.n, commitment=pledge.commitment, rules=rules.version, key=pledge.key)


def private_of(session: Session, events: tuple[Event, ...]) -> tuple[PrivateTold, ...]:
    return tuple(
        PrivateTold(event.to, msgspec.Raw(codec(session.rules).encode(event)))
        for event in events
        if isinstance(event, PrivateEvent)
    )


def play_openings(change: Change, stamp: str) -> None:
    """Opening moves given when sitting down are played now, in seat order; one that is not legal is passed over.

    Of a crowd that staked in its lobby nobody else is waited for.
    """
    kept = [seat for seat in all_seats(len(change.session.seats)) if change.session.seats[seat].opening]
    question = change.session.phase.clock.ask if isinstance(change.session.phase, Playing) else ""
    passed = [seat for seat in kept if not play_opening(change, seat, stamp)]
    tell_passed_over(change, passed)
    if kept and change.session.gathers is not None:
        close_stakes(change, question, stamp)


def play_opening(change: Change, seat: Seat, stamp: str) -> bool:
    """Whether the opening move that is kept with this seat could be played; also where the game was over before."""
    seated = change.session.seats[seat]
    change.session = change.session.with_seat(seat, replace(seated, opening=""))
    if not isinstance(change.session.phase, Playing):
        return True
    move = read(seated.opening, change.session.rules.moves, PLAIN)
    if not any(offer.covers(move) for offer in legal(change.session, seat)):
        return False
    change.session = change.session.with_seat(seat, replace(change.session.seats[seat], opened_at=change.now))
    do(change, moved_by(seat, move), stamp)
    return True


def tell_passed_over(change: Change, seats: Sequence[Seat]) -> None:
    """To each of them; of a crowd to all in one line, as not everybody there can be told anything alone."""
    opening = change.session.rules.opening
    if not seats or opening is None:
        return
    if change.session.gathers is None:
        for seat in seats:
            change.say("opening-passed-over", to=seat, verb=verb(opening))
        return
    who = crowd.some_of(change.session, tuple(change.session.seats[seat].player for seat in seats))
    change.say("openings-passed-over", who=who, count=len(seats))


def close_stakes(change: Change, question: str, stamp: str) -> None:
    """The lobby was the time for staking: house bots stake now, and whoever has not watches this round."""
    for seat in all_seats(len(change.session.seats)):
        phase = change.session.phase
        if not isinstance(phase, Playing) or phase.clock.ask != question:
            return
        if change.session.seats[seat].played_by_house and legal(change.session, seat):
            house_acts(change, seat, stamp)
    phase = change.session.phase
    if isinstance(phase, Playing) and phase.clock.ask == question and not awaited(change.session):
        do(change, TimedOut(()), stamp)


def house_acts(change: Change, seat: Seat, stamp: str) -> None:
    """A house bot moves at once, if it wants to."""
    playing = change.playing
    dice = change.fairness.dice_of(playing)
    move = chosen_or_rest(change.session, seat, dice)
    change.set(phase=replace(playing, draws=dict(dice.counts)))
    if move is not None:
        do(change, moved_by(seat, move), stamp)


def awaited(session: Session) -> tuple[Seat, ...]:
    ask = session.ask
    return () if ask is None else ask.seats


def legal(session: Session, seat: Seat) -> tuple[LegalMove, ...]:
    return session.legal_moves(seat)


def play(change: Change, seat: Seat, move: Move, stamp: str) -> None:
    """A person's move. Raises Illegal, and Refused where no game is on."""
    if type(move) is change.session.rules.opening and any(one.covers(move) for one in legal(change.session, seat)):
        wait_for_cooldown(change, seat)
    do(change, moved_by(seat, move), stamp)


def do(change: Change, deed: Deed, stamp: str = "") -> None:
    """Perform a deed of the running game and all that follows from it."""
    playing, rules = change.playing, change.session.rules
    dice = change.fairness.dice_of(playing)
    step = perform(rules, change.session.state, deed, dice)
    change.set(
        phase=replace(
            playing,
            state=msgspec.Raw(codec(rules).encode(step.state)),
            draws=dict(dice.counts),
            told=(*playing.told, *private_of(change.session, step.events)),
        )
    )
    change.happened(playing.pledge.n, deed, step.events)
    change.fairness.thrown(dice)
    after_step(change, stamp, told=bool(step.events))


def after_step(change: Change, stamp: str, *, told: bool = True) -> None:
    state = change.session.state
    result = change.session.rules.result(state)
    if result is None:
        rearm(change, told=told)
    else:
        finish(change, result, stamp)
    keep_clock(change)


# The clock of an Ask


def rearm(change: Change, *, told: bool = False) -> None:
    """While the Ask's id stays, its deadline stays (never nearer than `extend_to`); a new id or call sets a new one.

    `told`: something was told, so that there is something to answer: the deadline moves away, and house bots that
    chose to wait think again. Nobody waits for those who left for good.
    """
    session, playing = change.session, change.playing
    ask = session.ask
    if ask is None:
        raise AssertionError("a game that is not over asks somebody, or the clock")
    clock, name = playing.clock, f"{playing.pledge.n}-{ask.id}"
    if (name, ask.call) != (clock.ask, clock.call):
        clock = fresh_clock(name, ask, change.table_time, bool(human_awaited(session, ask)))
        if ask.seats and all(session.seats[seat].gone for seat in ask.seats):
            clock = replace(clock, ends_at=change.table_time, warn_at=None)
    elif told:
        clock = replace(clock, ends_at=max(clock.ends_at, change.table_time + ask.extend_to * 1000), resting=())
    bots = bots_due(change, clock, ask)
    change.set(phase=replace(change.playing, clock=replace(clock, bots=bots)))


def fresh_clock(name: str, ask: Ask, now: int, warns: bool) -> AskClock:
    """A warning comes when a quarter of the time is left, 5 seconds at least; what an Ask itself warns of, then.

    `name`: the game's number and the Ask's id, so that a button of an earlier game is stale too (threats T14).
    """
    ends_at = now + ask.seconds * 1000
    warn_at = ends_at - (max(LAST_WARNING, ask.seconds * 250) if ask.warning is None else LAST_WARNING)
    return AskClock(name, ends_at, warn_at if warns and warn_at > now else None, call=ask.call)


def human_awaited(session: Session, ask: Ask) -> tuple[Seat, ...]:
    return tuple(seat for seat in ask.seats if not session.seats[seat].played_by_house and not session.seats[seat].gone)


def bots_due(change: Change, clock: AskClock, ask: Ask) -> tuple[BotDue, ...]:
    """House bots act on stored deadlines, at a human pace."""
    session, state = change.session, change.session.state
    kept = {due.seat: due for due in clock.bots}
    return tuple(
        kept.get(seat) or BotDue(seat, acts_at(change, seat, clock, ask))
        for seat in all_seats(len(session.seats))
        if session.seats[seat].played_by_house
        and not session.seats[seat].gone
        and seat not in clock.resting
        and session.rules.legal_moves(state, seat)
    )


def acts_at(change: Change, seat: Seat, clock: AskClock, ask: Ask) -> int:
    """When a house bot answers. Where people have a head start, it is a draw that says how much later than that."""
    now, wait = change.table_time, change.session.options.pace * 1000
    if ask.head_start:
        dice = change.fairness.dice_of(change.playing)
        later = dice.draw("bot", seat).below(ask.head_start * 1000 + 1)
        wait = max(wait, ask.head_start * 1000 + later)
        change.set(phase=replace(change.playing, draws=dict(dice.counts)))
    return min(now + wait, max(now, clock.ends_at - BEFORE_THE_END))


# Ends


def finish(change: Change, result: Result, stamp: str) -> None:
    """A whole game: stacks are carried on, the House is paid or pays, the seed is revealed."""
    session, playing = change.session, change.playing
    settle_bank(change, result.bank)
    seats = tuple(
        replace(seated, stack=int(stack), text="", opening="")
        for seated, stack in zip(session.seats, result.stacks or playing.before, strict=True)
    )
    carry = session.rules.carried(session.state)
    waits = result.next_after if session.gathers is None and goes_on_by_itself(session, carry, result) else None
    starts_at = None if waits is None else change.table_time + waits * 1000
    change.ended = playing
    change.set(
        seats=seats,
        record=record_name(playing),
        phase=Between(
            state=playing.state,
            carry=msgspec.Raw(codec(session.rules).encode(carry)),
            stamp=stamp,
            starts_at=starts_at,
            cast=change.cast(all_seats(len(seats))),
        ),
    )
    reveal(change, playing.pledge)
    if starts_at is not None and result.next_after is not None:
        call_next(change, result.next_after)
    elif session.enough and result.next_after is not None:
        tell_richest(change)
    elif result.next_after is not None and session.tournament is None and session.gathers is None:
        change.say("series-waits")
    clear_gone(change)
    if isinstance(change.session.phase, Between):
        crowd.go_on(change)


def call_next(change: Change, seconds: int) -> None:
    """Say when the next game begins by itself; before all who must buy in for it, and what happens otherwise."""
    seating.house_bots_buy_in(change)
    short = seating.must_buy_in(change.session)
    if short:
        seconds, enough = max(seconds, TO_BUY_IN), "no" if held_up(change.session) else "yes"
        who = people(change.called[seat] for seat in short)
        change.say("buy-in-called", who=who, count=len(short), seconds=seconds, enough=enough)
        starts_next(change, change.table_time + seconds * 1000)
    elif held_up(change.session):
        too_few(change)
    else:
        change.say("next-at", seconds=seconds)


def starts_next(change: Change, at: int | None) -> None:
    if isinstance(change.session.phase, Between):
        change.set(phase=replace(change.session.phase, starts_at=at))


def too_few(change: Change) -> None:
    """End a series for which too few can pay."""
    starts_next(change, None)
    change.say("too-few-can-pay")
    tell_richest(change)


def goes_on_by_itself(session: Session, carry: Any, result: Result) -> bool:
    """Not after the host's `enough`, nor among house bots alone; a tournament has rules of its own."""
    if isinstance(session.tournament, OfTournament):
        return may_play_on(session, session.tournament, carry, result.stacks)
    return not session.enough and not all(seated.away for seated in session.people)


def may_play_on(session: Session, of: OfTournament, carry: Any, stacks: Stacks) -> bool:
    """Whether a tournament's table may begin a game: where two are still in, at the final table even one."""
    still = sum(session.rules.plays_on(session.game_options, carry, stacks))
    return not of.waits and bool(stacks) and (of.final or still > 1)


def settle_bank(change: Change, bank: int) -> None:
    if change.purse_table:
        change.move_money(change.stake_account, "bank", bank, "house-won")
        change.move_money("bank", change.stake_account, -bank, "house-paid")


def reveal(change: Change, pledge: Pledge) -> None:
    seed = change.fairness.seed(pledge).hex()
    change.say("fair-revealed", number=pledge.n, seed=seed)


def record_name(playing: Playing) -> str:
    return playing.pledge.game_id.replace("/", "-").replace(":", "-") + ".potluck.jsonl"


def clear_gone(change: Change) -> None:
    """Who left in the game is paid back and cleared from the table now; who waited for its end sits down."""
    gone = [seated for seated in change.session.seats if seated.gone]
    for seated in gone:
        seating.pay_back(change, seated)
    if gone:
        change.reseat(tuple(Seat(seat) for seat, one in enumerate(change.session.seats) if not one.gone))
    crowd.sit_down(change)
    if gone:
        seating.hand(change, next((one.player for one in gone if one.player == change.session.host), ""))


def void(change: Change, why: str, *, recorded: bool = True) -> None:
    """Call the running game off: every stake goes back, and the seed is revealed at once (`docs/fairness.md`).

    `recorded`: false where its state can't be read, so that no record of it can be made (threats F23).
    """
    session, playing = change.session, change.playing
    change.void, change.ended = why, playing if recorded else None
    record = record_name(playing) if recorded else session.record
    change.set(seats=given_back(session, playing), phase=Lobby(carry=playing.carry), record=record)
    keep_clock(change)
    change.say("game-void", why=why)
    reveal(change, playing.pledge)
    clear_gone(change)


def given_back(session: Session, playing: Playing) -> tuple[Seated, ...]:
    """Everybody as before the game that is called off; texts counted for it alone."""
    return tuple(
        replace(one, stack=stack, text="", opening="") for one, stack in zip(session.seats, playing.before, strict=True)
    )


def enough(change: Change) -> None:
    """The host ends the match: no further game starts by itself."""
    phase = change.session.phase
    last_is_over = isinstance(phase, Between) and phase.starts_at is not None
    change.set(enough=True)
    if isinstance(change.session.phase, Lobby | Between):
        change.set(phase=replace(change.session.phase, starts_at=None))
    change.say("enough-said")
    if last_is_over:
        tell_richest(change)


def tell_richest(change: Change) -> None:
    """How a series ended that its host brought to an end."""
    seats = change.session.seats
    most = max((seated.stack for seated in seats), default=0)
    if len(seats) > 1:
        richest = [seat for seat in all_seats(len(seats)) if seats[seat].stack == most]
        named = people(change.called[seat] for seat in richest[:MOST_NAMED]).says
        more = len(richest) - MOST_NAMED
        who = Listed((*named, say("so-many-more", count=more)) if more > 0 else named)
        change.say("series-over", who=who, stack=most)


def freeze(change: Change) -> None:
    """The key of the pledged seed is lost: refund, say so, and pledge anew; never a silent new seed (threats F27)."""
    session = change.session
    if isinstance(session.phase, Playing):
        change.set(seats=given_back(session, session.phase), phase=Lobby(carry=session.phase.carry))
        change.say("game-frozen")
    elif isinstance(session.phase, Hosting):
        change.set(phase=replace(session.phase, pledge=change.next_pledge, draws={}))
        change.say("seats-unproven")
    else:
        change.say("key-lost")
    keep_clock(change)
    change.set(pledge=change.next_pledge)
    change.pledges_used += 1
    tell_next(change)
    clear_gone(change)


# Away, back, gone


def leave(change: Change, seat: Seat, stamp: str) -> None:
    """Leave for good: between games at once; in a game the rules say what becomes of the seat.

    Where only house bots are left, they play the game out: a void would be the way out of a lost round.
    """
    session = change.session
    change.touched()
    if not isinstance(session.phase, Playing):
        if isinstance(session.tournament, OfTournament) and session.tournament.waits:
            raise Refused("tournament-table-waits", code=session.code)  # who is being seated can't stand up meanwhile
        seating.stand_up(change, seat)
        return
    crowd.drop(change, seat)
    seated = change.session.seats[seat]
    change.session = change.session.with_seat(seat, replace(seated, gone=True, away=False))
    change.say("stood-up", who=change.called[seat])
    do(change, Left(seat), stamp)
    still_on = isinstance(change.session.phase, Playing) and change.session.people
    if still_on and change.session.host == seated.player:
        seating.hand(change, seated.player)


def come_back(change: Change, seat: Seat) -> None:
    """Any word of the player's takes the seat back from the house bot (ruling ALL-3); the host hosts with it."""
    seated: Seated = change.session.seats[seat]
    if seated.player == change.session.host:
        hosting.heard(change)
    if not seated.away and not seated.missed:
        return
    change.session = change.session.with_seat(seat, replace(seated, away=False, missed=0))
    if seated.away:
        change.say("returned", who=change.called[seat])
        if isinstance(change.session.phase, Playing):
            change.happened(change.playing.pledge.n, Returned(seat), ())
            clock = change.playing.clock
            bots = tuple(due for due in clock.bots if due.seat != seat)
            change.set(phase=replace(change.playing, clock=replace(clock, bots=bots)))


def take_over(change: Change, seat: Seat) -> None:
    seated = change.session.seats[seat]
    change.session = change.session.with_seat(seat, replace(seated, away=True))
    change.say("taken-over", who=change.called[seat])
    change.happened(change.playing.pledge.n, TakenOver(seat), ())
