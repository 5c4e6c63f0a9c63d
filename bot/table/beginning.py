"""Begin a game, at somebody's word or by itself, with the opening moves that were kept for it."""

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from bot.table import commitments, crowd, hosting, opening, practising, queueing
from bot.table.change import Change, Refused, no_game, people, private_of
from bot.table.commitments import tell_begun, tell_sealed, tell_texts
from bot.table.document import OfTournament, Session, TournamentRules
from bot.table.fairness import mixed_in
from bot.table.opening import MOST_NAMED, check_seats, gather, who_plays
from bot.table.options import ungenerous
from bot.table.pausing import refuse_while_paused
from bot.table.phases import AskClock, Between, Lobby, Playing
from bot.table.playing import after_step, awaited, do, legal
from bot.table.seals import TakenSeal
from bot.table.seats import Seated
from bot.table.stacks import deal_anew, has_open_pot
from bot.table.thinking import chosen_or_rest
from games.kit.codec import codec
from games.kit.dice import Drawn
from games.kit.money import Suckers
from games.kit.moves import verb
from games.kit.notation import PLAIN, read
from games.kit.seats import Seat, all_seats
from games.proof import chain
from games.proof.fair import Pair
from games.proof.record import TimedOut, moved_by, told_raw


class GathersForTournament(Refused):
    """This lobby gathers a tournament, so no other game can begin."""


def begin(change: Change, stamp: str) -> None:
    """Begin the next game: freeze the texts, mix in the platform's stamp, and pledge the seed of the game after it.

    Raises what `check_begin` raises, before anything is changed but the chips that are dealt anew (decision 0055).
    """
    deal_anew(change)
    check_begin(change)
    practising.take_seats(change)
    opening.carry_choices(change)
    phase = change.session.phase
    assert isinstance(phase, Lobby | Between)  # noqa: S101 - as was checked
    if commitments.match_goes_on(change.session):
        next_round(change, phase)
    else:
        commitments.close_match(change)
        new_game(change, phase, stamp)
    after_step(change, stamp)
    play_openings(change, stamp)


def new_game(change: Change, phase: Lobby | Between, stamp: str) -> None:
    """Begin a game with a seed and a record of its own."""
    session, stacks = change.session, change.session.stacks
    seal, pairs = change.take_seal(), entropy_pairs(change, stamp)
    mixed = mixed_in(session.rules.version, chain.options_written(session.game_options), stacks, phase.carry, pairs)
    dice = change.fairness.dice(seal.own, mixed, {})
    step = practising.first_step(session, stacks, dice)
    written, at = told_raw(session.rules, step.events), session.log_length
    playing = Playing(
        pledge=seal.own,
        pairs=pairs,
        stamp=stamp,
        state=msgspec.Raw(codec(session.rules).encode(step.state)),
        draws=dict(dice.counts),
        before=stacks,
        carry=phase.carry,
        log_start=at,
        record_start=at,
        told=private_of(step.events, written) if session.practice is None else session.practice.told,
        clock=AskClock("", 0, None),
        entropy=mixed.hex(),
        stamp_link=change.stamp_link if stamp else "",
        unsealed=not seal.sealed,
        in_time=change.in_time if stamp else None,
        terms=commitments.terms_of(session) if session.rules.keeps_hidden else "",
    )
    put_in_game(change, playing, pledge=seal.following, seats=texts_left(session, pairs), loaded=change.fairness.loaded)
    tell_begin(change, session, seal)
    change.began(step.events, written, begun(change, session, dice.drawn, written))
    change.fairness.thrown(dice)


def put_in_game(change: Change, playing: Playing, **fields: Any) -> None:
    """Put the table in its next game: nobody counts as newly come, no seat is kept, and no vote counts any more.

    `fields`: what else of the table changes with it.
    """
    session = change.session
    queue, tournament = queueing.at_begin(session), arrived(session.tournament)
    change.set(phase=playing, tournament=tournament, kept_seats=None, queue=queue, **fields)
    hosting.voted(change)


def next_round(change: Change, phase: Lobby | Between) -> None:
    """Begin the next round of a match that is proved as one game: with its seed, on its chain."""
    session, match = change.session, change.session.match
    if match is None:
        raise AssertionError("a round follows others of its match")
    stacks, before, dice = session.stacks, match.playing, change.fairness.dice_of(match.playing)
    step = practising.first_step(session, stacks, dice)
    written = told_raw(session.rules, step.events)
    brought = [int(now) - then.stack for now, then in zip(stacks, match.seats, strict=True)]
    playing = replace(
        before,
        state=msgspec.Raw(codec(session.rules).encode(step.state)),
        draws=dict(dice.counts),
        before=stacks,
        carry=phase.carry,
        log_start=session.log_length,
        told=private_of(step.events, written),
        clock=AskClock("", 0, None),
        answered=(),
        round=before.round + 1,
        staked=tuple(had + more for had, more in zip(before.staked or before.before, brought, strict=True)),
    )
    put_in_game(change, playing, match=None)
    change.began(step.events, written, round_begun(change, session, dice.drawn, written))
    change.fairness.thrown(dice)


def round_begun(change: Change, before: Session, drawn: tuple[Drawn, ...], events: tuple[msgspec.Raw, ...]) -> str:
    """Add the beginning of a later round to the chain of its match, and return its line of the record."""
    playing, (house, away) = change.playing, played_for(before)
    stacks = tuple(map(Suckers, playing.before))
    line = chain.written(chain.RoundLine(stacks, playing.carry, house, away, drawn, events))
    head = change.fairness.chained(playing, line)
    change.set(phase=replace(playing, head=head, seen_head=head, deeds=playing.deeds + 1))
    return line.decode()


def played_for(session: Session) -> tuple[tuple[Seat, ...], tuple[Seat, ...]]:
    """Return the seats of house bots, and the seats that they play for people who are away."""
    seats = [(Seat(seat), seated) for seat, seated in enumerate(session.seats)]
    return (
        tuple(seat for seat, seated in seats if seated.is_bot),
        tuple(seat for seat, seated in seats if seated.away and not seated.is_bot),
    )


def begun(change: Change, before: Session, drawn: tuple[Drawn, ...], events: tuple[msgspec.Raw, ...]) -> str:
    """Begin the chain of deeds, and return the first two lines of the record."""
    playing, rules = change.playing, before.rules
    committed = chain.committed_to(rules, playing.pledge.game_id, playing.pledge.key, playing.pledge.commitment)
    house, away = played_for(before)
    started = chain.StartLine(
        options=chain.options_written(before.game_options),
        stacks=tuple(map(Suckers, playing.before)),
        carry=playing.carry,
        pairs=playing.pairs,
        entropy=playing.entropy,
        told=playing.in_time,
        house=house,
        away=away,
        draws=drawn,
        events=events,
    )
    lines = chain.written(committed), chain.written(started)
    head = change.fairness.chain_begun(playing.pledge, *lines)
    change.set(phase=replace(playing, head=head, seen_head=head))
    return b"\n".join(lines).decode()


def check_begin(change: Change) -> Lobby | Between:
    """Return the current phase if the next game may begin in it. Raises Refused."""
    session = change.session
    if not isinstance(session.phase, Lobby | Between):
        raise Refused("game-is-on", code=session.code)
    refuse_gathering(session)
    refuse_while_paused(change)
    queueing.refuse_waiting(change)
    check_seats(session)
    if not change.generous and (refused := ungenerous(session)) is not None:
        raise refused
    if change.full is not None and not goes_on_anyway(session):
        raise change.full
    return session.phase


def goes_on_anyway(session: Session) -> bool:
    """Tell whether games at a table belong to something greater, which goes on where the venue is full: a tournament,
    a match that is proved as one game, or a series with a pot that nobody has won yet.
    """
    return isinstance(session.tournament, OfTournament) or commitments.match_goes_on(session) or has_open_pot(session)


def refuse_gathering(session: Session) -> None:
    if isinstance(session.tournament, TournamentRules):
        raise GathersForTournament("tournament-starts-so")


def begin_or_gather(change: Change, stamp: str) -> None:
    """Begin the next game; if nobody in a crowd has staked yet, first start the clock for stakes."""
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
    """Return a table's part in a tournament as its game begins: nobody counts as newly come any more."""
    return replace(tournament, came={}) if isinstance(tournament, OfTournament) else tournament


def entropy_pairs(change: Change, stamp: str) -> tuple[Pair, ...]:
    """Return each seat's number and text, in seat order; then the platform's stamp, if any (`docs/fairness.md`)."""
    texts = tuple(
        (str(seat), change.text_of(seat, stamped=bool(stamp))) for seat in all_seats(len(change.session.seats))
    )
    return (*texts, ("stamp", stamp)) if stamp else texts


def texts_left(session: Session, pairs: Sequence[Pair]) -> tuple[Seated, ...]:
    """Return the seats without the texts that are mixed in now; all other texts stay for the next game."""
    each = zip(session.seats, pairs, strict=False)
    return tuple(replace(one, text="", bound="") if one.text == text else one for one, (_, text) in each)


def tell_begin(change: Change, session: Session, seal: TakenSeal) -> None:
    """Tell that a game begins, and the seals and texts that it begins with. `session`: the table just before it."""
    if not any(seated.opening for seated in session.seats):
        playing = who_plays(session, change.called)
        named = playing[:MOST_NAMED]
        change.say("game-begins", who=people(named), count=len(playing), more=len(playing) - len(named))
    if change.fairness.loaded and not session.loaded:
        change.say("dice-loaded")
    if not seal.sealed:
        tell_sealed(change, seal.own)
    tell_begun(change, change.playing, seal.following, seal.standing)
    tell_texts(change)


def play_openings(change: Change, stamp: str) -> None:
    """Play the opening moves that were kept, in seat order; illegal ones are skipped.

    If a crowd has staked in its lobby, nobody else is waited for.
    """
    kept = [seat for seat in all_seats(len(change.session.seats)) if change.session.seats[seat].opening]
    question = change.session.phase.clock.ask if isinstance(change.session.phase, Playing) else ""
    passed = [seat for seat in kept if not play_opening(change, seat, stamp)]
    tell_passed_over(change, passed)
    if kept and change.session.gathers is not None:
        close_stakes(change, question, stamp)


def play_opening(change: Change, seat: Seat, stamp: str) -> bool:
    """Play the opening move kept for this seat; return whether it was possible, or the game was already over."""
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
    """Tell these people that their opening was skipped; a crowd in one line, for not everybody has private messages."""
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
    """End the time for staking, which was the lobby: house bots stake now, and whoever has not watches this round."""
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
    """Let a house bot move at once, if it wants to."""
    playing = change.playing
    dice = change.fairness.dice_of(playing)
    move = chosen_or_rest(change.session, seat, dice)
    change.set(phase=playing.having_drawn(dice))
    if move is not None:
        do(change, moved_by(seat, move), stamp)
