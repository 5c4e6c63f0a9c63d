"""Keep what people guess of the next game of a table, and tonight's board of a venue, both as notes in the store."""

import asyncio
from collections.abc import Callable, Mapping
from typing import Final
from weakref import WeakValueDictionary

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from bot.people.changed_notes import changed
from bot.ports.ids import NOBODY, PersonId, VenueId
from bot.table.change import Refused
from bot.table.document import Session
from bot.table.hooks import Hooks, NoteOfMany
from persistence import Heard, Store

GUESSED: Final = "guessed"
BOARD: Final = "guess-board"
KEPT: Final = 2 * 24 * 3600
MOST: Final = 1_000
"""People who guess on one game."""
BEGINS: Final = 12
"""The hour (UTC) at which the evening of a board begins."""
HOUR: Final = 3_600_000


class Guess(Struct, frozen=True, array_like=True):
    """Hold what somebody guesses. `winner`: a player; `number`: high or low; empty: nothing."""

    name: str
    winner: PersonId = NOBODY
    number: str = ""


class Guesses(Struct, frozen=True):
    """The guesses on one game."""

    people: Mapping[PersonId, Guess] = {}

    def with_guess(self, person: PersonId, guess: Guess) -> "Guesses":
        """Return them with a person's guess, which replaces the same one made before. Raises Refused."""
        before = self.people.get(person)
        if before is None and len(self.people) >= MOST:
            raise Refused("guess-too-many", most=MOST)
        if before is not None:
            guess = Guess(guess.name, guess.winner or before.winner, guess.number or before.number)
        return Guesses({**self.people, person: guess})


class Score(Struct, frozen=True, array_like=True):
    """How many of somebody's guesses were right, of how many."""

    name: str
    right: int
    all: int


class Board(Struct, frozen=True):
    """The scores of an evening. `settled`: the records of the games that are counted in them."""

    settled: tuple[str, ...] = ()
    people: Mapping[PersonId, Score] = {}

    def with_scores(self, record: str, scores: Mapping[PersonId, Score]) -> "Board":
        """Return it with the scores of a game, which count once."""
        if record in self.settled:
            return self
        after = dict(self.people)
        for person, one in scores.items():
            before = after.get(person, Score(one.name, 0, 0))
            after[person] = Score(one.name, before.right + one.right, before.all + one.all)
        return Board((*self.settled, record), after)

    def best(self, count: int) -> list[tuple[PersonId, Score]]:
        """Return the first people of the board: with most right, of those with as many the one who guessed less."""
        right = [(person, one) for person, one in self.people.items() if one.right]
        return sorted(right, key=lambda each: (-each[1].right, each[1].all, each[1].name))[:count]


_GUESSES: Final = msgspec.json.Decoder(Guesses)
_BOARD: Final = msgspec.json.Decoder(Board)


class GuessNotes:
    """Read and change guesses and boards. Each method raises StoreTrouble."""

    def __init__(self, store: Store, hooks: Hooks) -> None:
        self._store = store
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        hooks.notes_of_many[GUESSED] = NoteOfMany(guesses_without, own_guess)
        hooks.notes_of_many[BOARD] = NoteOfMany(board_without, own_score)

    async def guess(self, session: Session, person: PersonId, guess: Guess, by: Heard) -> None:
        """Note a guess on the next game of a table. Those of many people at once wait for each other here."""
        name = name_of(session, session.pledge.n)
        async with self._locks.setdefault(name, asyncio.Lock()):
            alter: Callable[[Guesses], Guesses] = lambda found: found.with_guess(person, guess)  # noqa: E731
            await changed(self._store, GUESSED, name, guesses_in, alter, by, seconds=KEPT)

    async def on(self, session: Session, game: int) -> Guesses:
        """Return the guesses on a game of a table."""
        return guesses_in(await self._store.note(GUESSED, name_of(session, game)))

    async def drop(self, session: Session, game: int) -> None:
        """Drop the guesses on a game, which are settled or void."""
        await self._store.drop_note(GUESSED, name_of(session, game))

    async def board(self, venue: VenueId) -> Board:
        """Return tonight's board."""
        return board_in(await self._store.note(BOARD, self._tonight(venue)))

    async def score(self, venue: VenueId, record: str, scores: Mapping[PersonId, Score]) -> Board:
        """Count a game's scores on tonight's board, once, and return it."""
        return await changed(
            self._store,
            BOARD,
            self._tonight(venue),
            board_in,
            lambda found: found.with_scores(record, scores),
            seconds=KEPT,
        )

    def _tonight(self, venue: VenueId) -> str:
        return f"{venue} {(self._store.clock.now() - BEGINS * HOUR) // (24 * HOUR)}"


def name_of(session: Session, game: int) -> str:
    return f"{session.table} {game}"


def guesses_in(content: bytes | None) -> Guesses:
    return Guesses() if content is None else _GUESSES.decode(content)


def board_in(content: bytes | None) -> Board:
    return Board() if content is None else _BOARD.decode(content)


# For whoever is forgotten, or asks for their own file


def guesses_without(content: bytes, person: PersonId) -> bytes:
    """Return a stored note without a person, neither as one who guesses nor as one who is to win."""
    others = {one: guess for one, guess in _GUESSES.decode(content).people.items() if one != person}
    left = {one: replace(guess, winner=NOBODY) if guess.winner == person else guess for one, guess in others.items()}
    return msgspec.json.encode(Guesses(left))


def own_guess(content: bytes, person: PersonId) -> bytes:
    """Return what a person guessed."""
    return msgspec.json.encode(_GUESSES.decode(content).people.get(person))


def board_without(content: bytes, person: PersonId) -> bytes:
    """Return a stored board without a person."""
    board = _BOARD.decode(content)
    others = {one: score for one, score in board.people.items() if one != person}
    return msgspec.json.encode(replace(board, people=others))


def own_score(content: bytes, person: PersonId) -> bytes:
    """Return a person's score."""
    return msgspec.json.encode(_BOARD.decode(content).people.get(person))
