"""A finished game for the archive: its record, with which everybody can check it, and its entry for lists."""

from collections import Counter
from typing import Any, Final

import msgspec
import structlog
from msgspec.structs import replace

from bot.people.finished_games import FinishedGame, Sat, listing
from bot.table.change import Change
from bot.table.document import Session, state_after
from bot.table.ending import places_after, places_of
from bot.table.log import Batch
from bot.table.options import all_typed
from bot.table.phases import Between, EndedGame, Playing
from bot.table.stacks import brought
from games.catalogue import AnyGame
from games.kit.codec import codec
from games.kit.contract import Options, PublicEvent, Result
from games.kit.feats import Feat
from games.kit.owed import Owed
from games.kit.seats import Seat
from games.proof import chain, record
from persistence import Record

MOVES_KEPT: Final = 6
"""How many different moves of each seat are counted, the most frequent ones."""
log = structlog.get_logger()


def record_file(change: Change, game: EndedGame, batches: list[Batch]) -> bytes:
    """Return the record of a game (`games/proof/chain.py`) from its batches; the first of them is its start."""
    rules, ended = change.session.rules, game.playing
    lines: list[bytes] = []
    for batch in batches:
        lines += batch.begun.encode().splitlines()
        if batch.deed is not None:
            lines.append(chain.written(chain.DeedLine(batch.deed, batch.draws, batch.events)))
    head, seed = bytes.fromhex(ended.head), change.fairness.seed(ended.pledge)
    state = state_after(change.session, ended)
    lines.append(chain.written(chain.closing(rules, head, seed, ended.draws, state)))
    return chain.whole(lines)


def archived(change: Change, game: EndedGame, batches: list[Batch], kept: int) -> Record:
    """Return a game for the archive. `kept`: for how many ms; `batches`: the table's, from the game's start on.

    The table tells its feats until the next game.
    """
    played = [batch for batch in batches if batch.game == game.playing.pledge.n]
    finished, phase = finished_game(change, game, played), change.session.phase
    if isinstance(phase, Between) and change.session.record == finished.record:
        seats = enumerate(finished.seats)
        feats = tuple([Feat(Seat(at), feat) for at, sat in seats if not sat.house for feat in sat.feats])
        if feats:
            change.set(phase=replace(phase, feats=feats))
    return Record(finished.record, record_file(change, game, played), listing(finished), finished.people, kept)


def finished_game(change: Change, game: EndedGame, batches: list[Batch]) -> FinishedGame:
    """Return the list entry of a game with these batches. If it was called off, what was already decided counts.

    If its record is withheld, moves that were not public are not counted (threats T3).
    """
    session, playing = change.session, game.playing
    before, broken_off = playing.staked or playing.before, is_broken_off(playing)
    state = state_after(session, playing)
    result = None if game.void else session.rules.result(state)
    owed = session.rules.owed(state, brought(session.rules, playing))
    after = tuple(one.stack for one in game.seats) if broken_off else stacks_after(result, owed) or before
    winners = winners_of(result, before, after, broken_off=broken_off)
    withheld = playing.record in session.withheld
    counted = [batch for batch in batches if batch.is_for_all] if withheld else batches
    options = played_by(session, batches[0])
    feats, moves = feats_done(change, playing, options, batches, result), moves_made(counted)
    places = places_in(session.rules, game, state, winners, before, after, broken_off=broken_off)
    seats = seats_told(game, before, after, winners, places, feats, moves)
    return FinishedGame(
        record=playing.record,
        game=session.game,
        code=session.code,
        table=session.table,
        place=session.places[0],
        number=playing.pledge.n,
        began=batches[0].at,
        ended=change.now,
        seats=seats,
        deeds=sum(batch.deed is not None for batch in counted),
        how="" if result is None else result.ended,
        void=game.void,
        purse=change.purse_table,
        bank=sum(one.bank for one in earlier(playing)) + int(owed.house if result is None else result.bank),
        options=given_for(session, options),
        loaded=session.loaded,
        rates=session.rules.rates(options),
        withheld=withheld,
        stamp_link=playing.stamp_link,
        unsealed=playing.unsealed,
    )


def seats_told(
    game: EndedGame,
    before: tuple[int, ...],
    after: tuple[int, ...],
    winners: frozenset[Seat],
    places: tuple[int, ...],
    feats: tuple[Feat, ...],
    moves: dict[int, Counter[str]],
) -> tuple[Sat, ...]:
    """Return who sat there, with what they had before and after, and what they did."""
    return tuple(
        Sat(
            one.player,
            name,
            before[seat],
            after[seat],
            seat in winners,
            one.is_bot,
            one.gone,
            tuple(feat.name for feat in feats if feat.seat == seat and not one.played_by_house),
            dict(moves[seat].most_common(MOVES_KEPT)) if seat in moves and not one.is_bot else {},
            place=places[seat],
        )
        for seat, (one, name) in enumerate(zip(game.seats, game.called, strict=True))
    )


def stacks_after(result: Result | None, owed: Owed) -> tuple[int, ...]:
    """Return everybody's stack at the end of a game; empty if it has no stacks."""
    return tuple(map(int, owed.seats if result is None else result.stacks))


def played_by(session: Session, first: Batch) -> Options:
    """Return the options with which a game was played, since its table may have others by now. `first`: its start.

    If the log has lost the line of the start, these are the table's options.
    """
    if not first.begun:
        return session.game_options
    start = msgspec.json.decode(first.begun.splitlines()[1], type=chain.StartLine)
    options: Options = session.rules.options.model_validate_json(bytes(start.options))
    return options


def given_for(session: Session, options: Options) -> dict[str, str]:
    """Return the options that differ from the usual ones, as a host would type them."""
    if options == session.game_options:
        return session.given
    usual = all_typed(session.rules.options_from({}))
    return {key: value for key, value in all_typed(options).items() if value != usual[key]}


def winners_of(
    result: Result | None, before: tuple[int, ...], after: tuple[int, ...], *, broken_off: bool
) -> frozenset[Seat]:
    """Return the winners; of a match that was broken off between rounds, everybody who left with more than before."""
    if result is None:
        return frozenset()
    if not broken_off:
        return frozenset(result.winners)
    return frozenset(Seat(seat) for seat, had in enumerate(before) if after[seat] > had)


def places_in(
    rules: AnyGame,
    game: EndedGame,
    state: Any,
    winners: frozenset[Seat],
    before: tuple[int, ...],
    after: tuple[int, ...],
    *,
    broken_off: bool,
) -> tuple[int, ...]:
    """Return everybody's place, by seat; 0: none. A match that was broken off has those of its gains."""
    if game.void:
        return (0,) * len(before)
    gains = [now - had for had, now in zip(before, after, strict=True)] if any(before) or any(after) else None
    won = [seat in winners for seat in range(len(before))]
    if broken_off:
        return places_of(won, gains)
    return tuple(place or 0 for place in places_after(rules, state, won, gains))


def is_broken_off(playing: Playing) -> bool:
    """Tell whether a match was ended between two of its rounds."""
    return len(playing.results) == playing.round


def earlier(playing: Playing) -> tuple[Result, ...]:
    """Return the results of a match's rounds before the last one."""
    return playing.results[: playing.round - 1]


def rounds_of(batches: list[Batch]) -> list[list[Batch]]:
    """Return the batches of a game, grouped by round."""
    found: list[list[Batch]] = []
    for batch in batches:
        if batch.begun:
            found.append([])
        found[-1].append(batch)
    return found


def moves_made(batches: list[Batch]) -> dict[int, Counter[str]]:
    """Return how often each seat made each move, by the move's verb."""
    made: dict[int, Counter[str]] = {}
    for batch in batches:
        if isinstance(batch.deed, record.Moved):
            made.setdefault(batch.deed.seat, Counter())[batch.deed.move.partition(" ")[0]] += 1
    return made


def feats_done(
    change: Change, playing: Playing, options: Options, batches: list[Batch], result: Result | None
) -> tuple[Feat, ...]:
    """Return the feats of a finished game with honest dice, found in each round separately.

    An error in a game's own code for feats is logged, and stops no table.
    """
    rules = change.session.rules
    if result is None or not rules.feats or change.session.loaded:
        return ()
    found: list[Feat] = []
    try:
        read = codec(rules).event
        for played, how in zip(rounds_of(batches), (*earlier(playing), result), strict=True):
            told = [read(bytes(event)) for batch in played for event in batch.events]
            public = [event for event in told if isinstance(event, PublicEvent)]
            found += rules.feats_in(options, len(playing.before), public, how)
        return tuple(dict.fromkeys(found))
    except Exception as error:  # noqa: BLE001 - an error in feats must not stop a game
        log.error("feats could not be told", game=rules.name, kind=type(error).__name__)  # noqa: TRY400 - as above
        return ()
