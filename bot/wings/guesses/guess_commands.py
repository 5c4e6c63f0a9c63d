"""Guesses of people who look on: `guess pete`, `guess high`."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bot.commands.command import Command, Group, Parameter
from bot.engine.directory import Directory
from bot.engine.taken import heard_of
from bot.people.languages import WordsOf
from bot.ports.ids import platform_of
from bot.ports.messages import Answer, Choosable, PrivateAnswer, Reply
from bot.ports.platforms import Platforms
from bot.ports.said import Said
from bot.render.panel import names
from bot.table.change import Refused, refuse_removed
from bot.table.document import Session
from bot.table.phases import Closed, Hosting
from bot.text.reader import ChatReader
from bot.text.safe_text import bare, safe_name
from bot.wings.guesses.guess_notes import Guess, GuessNotes
from games.kit.notation import Unreadable
from games.kit.seats import Seat

HIGH: Final = "high"
LOW: Final = "low"
FIRST: Final = 5
"""How many people of the board are named."""
MOST_WAYS: Final = 8


@dataclass(eq=False)
class GuessCommands:
    """Take guesses, and tell tonight's board."""

    directory: Directory
    words: WordsOf
    notes: GuessNotes
    platforms: Platforms

    @Command(
        "guess",
        Group.PLAY,
        parameters=(Parameter("answer", "slash-guess"),),
        apart=True,
        of_many=True,
        of_lookers=True,
    )
    async def guess(self, said: Said) -> Reply:
        """Note a guess on the next game; without one, tell the board and what can be guessed.

        A game is guessed before its dice are drawn, so nobody can know the answer yet. The table is read after the line
        was said: if its next game has not begun then, the line is older than the game. Raises Refused, StoreTrouble.
        """
        session = await self.directory.meant(said)
        if session.practice is not None or isinstance(session.phase, Closed | Hosting):
            raise Refused("guess-not-here", code=session.code)
        if not said.rest:
            return await self._board(said, session)
        message, words = said.message, self.words(said.message)
        if any(map(session.has, {message.sender.id, *message.sender.ids})):
            raise Refused("guess-you-sit", code=session.code)
        refuse_removed(session, message.sender)
        called = names(session, words)
        guess = guessed(session, said, called)
        await self.notes.guess(session, message.sender.id, guess, heard_of(message))
        if platform_of(message.place) in self.platforms.broadcasts and not message.page:
            return Answer()  # a chat is told the counts alone
        what, seat = guess.number or "winner", session.seat_of(guess.winner)
        who = "" if seat is None else bare(called[seat])
        return PrivateAnswer(words.text("guess-noted", what=what, who=who, code=session.code, game=session.pledge.n))

    async def _board(self, said: Said, session: Session) -> Reply:
        words = self.words(said.message)
        best = (await self.notes.board(session.venue)).best(FIRST)
        told = [words.text("guess-score", who=bare(one.name), right=one.right, all=one.all) for _, one in best]
        called = staying(session, names(session, words))
        ways = [Choosable(f"guess {as_typed(name)}", name) for name in called[:MOST_WAYS]]
        if session.rules.high_from:
            ways.append(Choosable(f"guess {HIGH}", words.text("guess-high")))
            ways.append(Choosable(f"guess {LOW}", words.text("guess-low")))
        text = words.text(
            "guess-board",
            best=", ".join(told),
            any=len(told),
            code=session.code,
            game=session.pledge.n,
            who=somebody(called),
            high=session.rules.high_from,
        )
        return Answer(text, ways=tuple(ways), for_all=True)


def guessed(session: Session, said: Said, called: Sequence[str]) -> Guess:
    """Return what a line guesses. `called`: the name of each seat. Raises Refused and Unreadable."""
    name = safe_name(said.message.sender.name)
    typed = " ".join(said.rest)
    if typed.lower() in {HIGH, LOW}:
        if not session.rules.high_from:
            raise Refused("guess-no-number", game=session.game)
        return Guess(name, number=typed.lower())
    seat = whom(called, (said.rest[0].removeprefix("@"), *said.rest[1:]))
    if seat is None or session.seats[seat].gone:
        some, high = somebody(staying(session, called)), session.rules.high_from
        raise Refused("guess-how", word=bare(typed[:20]), who=some, high=high, code=session.code)
    return Guess(name, winner=session.seats[seat].player)


def whom(called: Sequence[str], typed: Sequence[str]) -> Seat | None:
    """Return the seat that these words name, as the table shows it; None: nobody's. Raises Unreadable for several."""
    try:
        seat, taken = ChatReader(called, 0).seat(typed)
    except Unreadable as wrong:
        if wrong.reason.id == "which-seat":
            raise
        return None
    return seat if taken == len(typed) else None


def staying(session: Session, called: Sequence[str]) -> list[str]:
    """Return the names of those who have not left for good."""
    return [bare(name) for name, one in zip(called, session.seats, strict=True) if not one.gone]


def somebody(called: Sequence[str]) -> str:
    """Return the name of the first player, as an example."""
    return as_typed(called[0]) if called else "none"


def as_typed(name: str) -> str:
    """Return a name as it is read as one, even if it is the word for a number."""
    return f"@{name}" if name.lower() in {HIGH, LOW} else name
