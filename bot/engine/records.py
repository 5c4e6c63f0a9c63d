"""A finished game for the archive: its record, by which everybody can check it, and what lists show of it."""

from collections import Counter
from typing import Any, Final

import structlog

from bot.people.finished_games import FinishedGame, Sat, listing
from bot.table.change import Change, EndedGame
from bot.table.ending import record_name
from bot.table.log import Batch
from bot.table.phases import Between
from bot.table.stacks import brought
from games.kit.codec import codec
from games.kit.contract import PublicEvent, Result
from games.kit.feats import Feat
from games.proof import chain, record
from persistence import Record

MOVES_KEPT: Final = 6
"""Of each seat so many of the moves it made most often are counted."""
log = structlog.get_logger()


def record_file(change: Change, game: EndedGame, batches: list[Batch]) -> bytes:
    """Return the record of a game (`games/proof/chain.py`) from its batches; the first of them is its start."""
    session, ended = change.session, game.playing
    mine = [batch for batch in batches if batch.game == ended.pledge.n]
    lines = mine[0].begun.encode().split(b"\n")
    for batch in mine:
        if batch.deed is not None:
            lines.append(chain.written(chain.DeedLine(batch.deed, batch.draws, batch.events)))
    state = state_at_the_end(change, game)
    head = bytes.fromhex(ended.head)
    lines.append(chain.written(chain.closing(session.rules, head, change.revealed, ended.draws, state)))
    return chain.whole(lines)


def state_at_the_end(change: Change, game: EndedGame) -> Any:
    session = change.session
    return (
        session.state if isinstance(session.phase, Between) else codec(session.rules).state(bytes(game.playing.state))
    )


def archived(change: Change, game: EndedGame, batches: list[Batch], kept: int) -> Record:
    """Return a game for the archive, where it is kept for so many ms. `batches`: its own, the first its start."""
    finished = finished_game(change, game, batches)
    name = record_name(game.playing)
    return Record(name, record_file(change, game, batches), listing(finished), finished.people, kept)


def finished_game(change: Change, game: EndedGame, batches: list[Batch]) -> FinishedGame:
    """Return what lists show of a game. Of one that was called off, what was decided counts.

    In one that stays closed, no move is counted that was told to nobody (threats T3).
    """
    session, pledge, before = change.session, game.playing.pledge, game.playing.before
    state = codec(session.rules).state(bytes(game.playing.state))
    result = None if change.void else session.rules.result(state)
    owed = session.rules.owed(state, brought(session.rules, game.playing))
    after = tuple(map(int, owed.seats if result is None else result.stacks)) or before
    winners = frozenset(() if result is None else result.winners)
    mine = [batch for batch in batches if batch.game == pledge.n]
    withheld = record_name(game.playing) in session.withheld
    counted = [batch for batch in mine if batch.is_for_all or not withheld]
    feats, moves = feats_done(change, mine, result), moves_made(counted)
    seats = tuple(
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
        )
        for seat, (one, name) in enumerate(zip(game.seats, game.called, strict=True))
    )
    return FinishedGame(
        record=record_name(game.playing),
        game=session.game,
        code=session.code,
        table=session.table,
        place=session.places[0],
        number=pledge.n,
        began=mine[0].at,
        ended=change.now,
        seats=seats,
        deeds=sum(batch.deed is not None for batch in counted),
        how="" if result is None else result.ended,
        void=change.void,
        purse=change.purse_table,
        bank=int(owed.house if result is None else result.bank),
        options=session.given,
        loaded=session.loaded,
        rates=session.rules.rates(session.game_options),
        withheld=withheld,
        stamp_link=game.playing.stamp_link,
        unsealed=game.playing.unsealed,
    )


def moves_made(batches: list[Batch]) -> dict[int, Counter[str]]:
    """Return how often each seat made each move, by its verb."""
    made: dict[int, Counter[str]] = {}
    for batch in batches:
        if isinstance(batch.deed, record.Moved):
            made.setdefault(batch.deed.seat, Counter())[batch.deed.move.partition(" ")[0]] += 1
    return made


def feats_done(change: Change, batches: list[Batch], result: Result | None) -> tuple[Feat, ...]:
    """Return the feats of a whole game with honest dice; what a game does wrong in this stops no table."""
    rules, options = change.session.rules, change.session.game_options
    if result is None or not rules.feats or change.session.loaded:
        return ()
    told = (codec(rules).event(bytes(event)) for batch in batches for event in batch.events)
    public = [event for event in told if isinstance(event, PublicEvent)]
    try:
        return tuple(dict.fromkeys(rules.feats_in(options, len(change.session.seats), public, result)))
    except Exception as error:  # noqa: BLE001 - a game is more than its feats
        log.error("feats could not be told", game=rules.name, kind=type(error).__name__)  # noqa: TRY400 - as above
        return ()
