"""Closes guesses as a game begins, and settles them when it ends, by its verified record: each once."""

import asyncio
import contextlib
from collections import Counter
from collections.abc import Callable, Coroutine, Mapping, Sequence
from functools import partial
from typing import Final

import structlog

from bot.engine.repository import Repository
from bot.engine.sessions import GoneError
from bot.engine.taken import RepeatedError
from bot.people.finished_games import FinishedGame, FinishedGames
from bot.people.selves import Selves
from bot.ports.ids import PersonId
from bot.table.change import Change
from bot.table.document import Session
from bot.table.ending import number_of
from bot.table.hooks import Hooks
from bot.wings.guesses.guess_commands import HIGH, LOW
from bot.wings.guesses.guess_notes import Guess, Guesses, GuessNotes, Score
from games.kit.kept import keep_latest
from games.kit.telling import Listed, Say, say
from games.proof.record import Mismatch
from games.proof.verifying import Replayed, replayed
from persistence import Store, StoreTrouble, TableRef

MOST_KNOWN: Final = 4_096
NAMED: Final = 3
"""How many people of the board the line of a settled game names."""
MOST_COUNTED: Final = 6
"""How many players the line of counts names."""
log = structlog.get_logger()


class Settling:
    """Follows the tables."""

    def __init__(self, store: Store, repository: Repository, selves: Selves, notes: GuessNotes, hooks: Hooks) -> None:
        self._store, self._repository, self._selves, self._notes = store, repository, selves, notes
        self._games = FinishedGames(store)
        self._known: dict[str, None] = {}
        """Holds which games this process has seen begin and end."""
        self._at_work: set[asyncio.Task[None]] = set()
        hooks.turned.append(self._look)
        hooks.taken_up.append(self._look)
        hooks.undelivered.append(lambda ref: self._begin(ref, partial(self._look_again, ref)))
        hooks.settles.insert(0, self.settle)  # first, because its steps give the others work
        hooks.rests.append(self.stop)

    def _look(self, session: Session) -> None:
        """Begin to close the guesses on a game that is on, and to settle those on the game before it."""
        on = session.game_on
        if on is not None and self._is_new(f"{session.table} on {on.pledge.n}"):
            self._begin(session.ref, partial(self._close, session, on.pledge.n))
        if session.record and self._is_new(f"{session.table} {session.record}"):
            self._begin(session.ref, partial(self._settle, session, session.record))

    def _is_new(self, what: str) -> bool:
        if what in self._known:
            return False
        keep_latest(self._known, what, None, MOST_KNOWN)
        return True

    async def _look_again(self, ref: TableRef) -> None:
        self._look(await self._repository.get(ref, fresh=True))

    def _begin(self, ref: TableRef, doing: Callable[[], Coroutine[None, None, None]]) -> None:
        task = asyncio.get_running_loop().create_task(self._safely(ref, doing), name="guesses")
        self._at_work.add(task)
        task.add_done_callback(self._at_work.discard)

    async def _safely(self, ref: TableRef, doing: Callable[[], Coroutine[None, None, None]]) -> None:
        try:
            await doing()
        except (GoneError, RepeatedError):
            return
        except StoreTrouble as trouble:
            self._known.clear()  # whoever looks again does it: here after the table's next step
            self._repository.forget(ref)
            log.warning("guesses wait for the store", kind=trouble.kind)
        except Exception as error:  # noqa: BLE001 - guesses must not stop a table
            log.error("guesses broke", kind=type(error).__name__)  # noqa: TRY400 - frames hold names

    async def _close(self, session: Session, game: int) -> None:
        """Tell the counts of the guesses on a game that has begun."""
        guesses = await self._notes.on(session, game)
        if guesses.people:
            await self._tell(session, f"guesses {session.table} {game}", told_counts(session, guesses, game))

    async def _settle(self, session: Session, record: str) -> None:
        """Settle the guesses on a game that has ended. They are void, which is told, if it was called off or does not
        verify.
        """
        game = number_of(record)
        guesses = await self._notes.on(session, game)
        if not guesses.people:
            return
        found, told = await self._verified(session, record), say("guesses-void", game=game)
        if found is not None:
            scores = await self._scores(session, guesses, *found)
            board = await self._notes.score(session.venue, record, scores)
            told = told_right(game, scores, board.best(NAMED))
        with contextlib.suppress(GoneError, RepeatedError):
            await self._tell(session, f"guessed {session.table} {game}", told)
        await self._notes.drop(session, game)

    async def _verified(self, session: Session, record: str) -> tuple[FinishedGame, Replayed] | None:
        """Return a game and its record, replayed; None: it does not count, its record is wrong or gone."""
        content = await self._store.record(session.venue, record)
        found = await self._games.named(session.venue, [record])
        if content is None or not found or not found[0].counts:
            return None
        try:
            return found[0], await asyncio.to_thread(replayed, content.decode())
        except Mismatch:
            log.error("a record does not verify: the guesses on it are void", game=record)  # noqa: TRY400
            return None

    async def _scores(
        self, session: Session, guesses: Guesses, game: FinishedGame, whole: Replayed
    ) -> dict[PersonId, Score]:
        """Return what each person's guesses came to. Several selves of one person count once, and nobody's who played
        in the game, has sat down since or was taken off the table.
        """
        played = {await self._selves.person_of(one) for one in (*game.people, *(sat.player for sat in session.seats))}
        merged: dict[PersonId, Guess] = {}
        for one, guess in guesses.people.items():
            merged[await self._selves.person_of(one)] = guess
        won = {sat.player for sat in game.seats if sat.won}
        there = {sat.player for sat in game.seats}
        number = number_in(session, whole)
        found = dict[PersonId, Score]()
        for person, guess in merged.items():
            hits = [guess.winner in won] if guess.winner in there and won else []
            hits += [guess.number == number] if guess.number and number else []
            if hits and person not in played and not session.is_removed(frozenset((person,))):
                found[person] = Score(guess.name, sum(hits), len(hits))
        return found

    async def _tell(self, session: Session, mark: str, told: Say) -> None:
        """Tell the table something, once: a repeat has the same mark."""
        act: Callable[[Change], None] = lambda change: change.tell(told)  # noqa: E731
        await self._repository.changed(session.ref, (mark,), act)

    async def settle(self) -> None:
        """Wait until nothing is being closed or settled."""
        while self._at_work:
            await asyncio.gather(*self._at_work, return_exceptions=True)

    async def stop(self) -> None:
        """Stop; what was not told yet is told after the next start."""
        for task in tuple(self._at_work):
            task.cancel()
        await asyncio.gather(*self._at_work, return_exceptions=True)


def number_in(session: Session, whole: Replayed) -> str:
    """Return whether the first number that a game uncovered is high or low; empty: it uncovered none."""
    rules = session.rules
    for moment in whole.moments if rules.high_from else ():
        if number := rules.uncovered(moment.state):
            return HIGH if number >= rules.high_from else LOW
    return ""


def told_counts(session: Session, guesses: Guesses, game: int) -> Say:
    """Return the sentence with the counts of the guesses on a game that has begun."""
    names = {one.player: name for one, name in zip(session.seats, session.called, strict=True)}
    counts = Counter(one.winner for one in guesses.people.values() if one.winner in names).most_common(MOST_COUNTED)
    numbers = Counter(one.number for one in guesses.people.values() if one.number)
    listed = [say("guess-count", who=names[one], count=count) for one, count in counts]
    listed += [say("guess-count-number", what=what, count=numbers[what]) for what in (HIGH, LOW) if numbers]
    return say("guesses-closed", game=game, counts=Listed(tuple(listed)), any=len(listed))


def told_right(game: int, scores: Mapping[PersonId, Score], best: Sequence[tuple[PersonId, Score]]) -> Say:
    """Return the sentence with what the guesses on a game came to, and the first people of tonight's board.

    It holds their ids, so that the log of the table is known to speak of them when they are forgotten (threats T27).
    """
    right, count = sum(one.right for one in scores.values()), sum(one.all for one in scores.values())
    told = [say("guess-score", who=one.name, right=one.right, all=one.all, person=person) for person, one in best]
    return say("guesses-right", game=game, right=right, all=count, best=Listed(tuple(told)), any=len(best))
