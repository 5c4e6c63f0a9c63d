"""Answer `fair`: what was posted about a game, and one's own receipts in it. A repeated line gets its receipt from
here.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from bot.commands.command import Command, Group
from bot.engine.directory import Directory
from bot.engine.repository import Repository
from bot.people.finished_games import FinishedGames
from bot.people.languages import WordsOf
from bot.people.venues import OFF
from bot.ports.ids import NO_PLACE, PersonId, PlaceId, VenueId, platform_of
from bot.ports.messages import Answer, Message, PrivateAnswer, Reply, Unreachable
from bot.ports.platforms import Platforms
from bot.ports.said import Said
from bot.render.panel import names
from bot.render.posted import hashes, level_line, posted_lines
from bot.table.change import Refused
from bot.table.commitments import shown
from bot.table.document import Session
from bot.table.ending import number_of
from bot.table.log import Batch
from bot.table.phases import Between, Playing
from bot.text import Words
from games.kit.kinds import keeps_secrets
from games.kit.seats import Seat
from games.proof.fair import STAMP, binding, text_told
from games.proof.record import Moved
from persistence import Store

MOST_LISTED: Final = 60
MOST_READ: Final = 1000
"""How many batches of the log are read."""
HERE: Final = "here"
MENTION: Final = ("<#", ">")
"""The signs before and after the id of a channel that is mentioned."""


@dataclass(eq=False)
class FairPlay:
    """Answer `fair`, and find the first receipt of a repeated move."""

    store: Store
    repository: Repository
    directory: Directory
    words: WordsOf
    finished: FinishedGames

    @Command("fair", Group.TABLE, aliases=("receipts",))
    async def fair(self, said: Said) -> Reply:
        """Return what was posted about the game that is on, or the last one, and the sender's receipts in it.

        Raises Refused and StoreTrouble.
        """
        session, words = await self.directory.meant(said), self.words(said.message)
        seat, number = seat_then(session, said.message.sender.id), number_now(session)
        moves = await self._moves(session, number, seat)
        lines = [*await self._posted(session, words), *own_receipts(moves, words)]
        heads = (*head_seen(session), *(one.receipt.digits for one in moves if one.receipt is not None))
        answer = Answer("\n".join(lines), heads=heads)
        return PrivateAnswer.instead(answer) if seat is not None and keeps_secrets(session.rules) else answer

    async def _posted(self, session: Session, words: Words) -> list[str]:
        lines = [words.text("dice-loaded")] if session.loaded else []
        on = session.game_on
        if on is not None:
            lines += of_running(on, head_now(session, on), words)
        elif session.record:
            lines += await self._of_the_last(session, words)
        next_one = session.pledge
        seal, whole = binding(next_one.commitment), next_one.commitment
        lines += texts_bound(session, words)
        return [*lines, words.text("fair-play-next", number=next_one.n, seal=seal, commitment=whole)]

    async def _of_the_last(self, session: Session, words: Words) -> list[str]:
        """Return what was posted about the last game; nothing if its record is no longer kept."""
        venue = VenueId(session.venue)
        content = await self.store.record(venue, session.record)
        if content is None:
            return []
        found = await self.finished.named(venue, [session.record])
        link, unsealed = (found[0].stamp_link, found[0].unsealed) if found else ("", False)
        return list(posted_lines(content, number_of(session.record), link, words, unsealed=unsealed))

    async def _moves(self, session: Session, number: int, seat: Seat | None) -> list[Batch]:
        """Return the moves that a seat made in a game, each with its receipt."""
        if seat is None or not number:
            return []
        on = session.game_on
        begun = 0 if on is None else on.record_start
        batches = await self.repository.batches(session, max(begun, session.log_length - MOST_READ))
        return [
            one
            for one in batches
            if one.game == number and one.receipt and isinstance(one.deed, Moved) and one.deed.seat == seat
        ]

    async def first_receipt(self, message: Message) -> str:
        """Return the receipt of the move that this message made; empty if no such move is known.

        Raises StoreTrouble.
        """
        person = message.sender.id
        for session in await self.directory.of(person):
            moves = await self._moves(session, number_now(session), seat_then(session, person))
            for one in reversed(moves):
                if one.receipt is not None and one.receipt.message == message.id:
                    return one.receipt.digits
        return ""


def head_now(session: Session, playing: Playing) -> str:
    """Return the current head for the public; where moves are secret, the head after the last public deed."""
    return playing.seen_head if keeps_secrets(session.rules) else playing.head


def of_running(playing: Playing, head: str, words: Words) -> Iterator[str]:
    """Yield what everybody was told of the game that is on. The head shown never includes a secret move."""
    named = hashes(playing.pledge.commitment, playing.entropy)
    yield words.text("fair-play-on", number=playing.pledge.n, head=shown(head), whole=head, **named)
    yield level_line(playing.stamp, playing.stamp_link, words, unsealed=playing.unsealed)


def texts_bound(session: Session, words: Words) -> Iterator[str]:
    """Yield what was announced of the texts of those who sit here, for the game that is on, or else the next one."""
    bound = zip(names(session, words), bound_texts(session), strict=True)
    told = [f"{name} {binding(one)}" for name, one in bound if one]
    if told:
        yield words.text("fair-play-texts", texts=", ".join(told))


def bound_texts(session: Session) -> Iterator[str]:
    """Yield the announced hash of each seat's text (T, hex); empty for none, and in a crowd, where none is needed."""
    if not isinstance(session.phase, Playing) or session.gathers is not None:
        yield from (one.bound for one in session.seats)
        return
    game, pairs = session.phase.pledge.game_id, session.phase.pairs
    yield from (text_told(game, seat, text) if text else "" for seat, text in pairs if seat != STAMP)


def head_seen(session: Session) -> tuple[str, ...]:
    """Return the head of the running game that everybody sees; nothing if no game is on."""
    on = session.game_on
    return () if on is None else (shown(head_now(session, on)),)


def own_receipts(moves: list[Batch], words: Words) -> Iterator[str]:
    """Yield the receipts of one seat in a game, only the last ones if there are many."""
    told = [
        f"{one.deed.move.split()[0]} {one.receipt.digits}"
        for one in moves[-MOST_LISTED:]
        if one.receipt is not None and isinstance(one.deed, Moved)
    ]
    if told:
        yield words.text("fair-play-receipts", number=moves[-1].game, receipts=", ".join(told))


def number_now(session: Session) -> int:
    """Return the number of the game that is on, or else of the last one; 0 if there was none."""
    on = session.game_on
    if on is not None:
        return on.pledge.n
    return number_of(session.record) if session.record else 0


def seat_then(session: Session, person: PersonId) -> Seat | None:
    """Return somebody's seat in the game that is on, or in the last one."""
    if isinstance(session.phase, Between) and session.phase.cast:
        return next((one.seat for one in session.phase.cast if one.player == person), None)
    return session.seat_of(person)


async def fair_place(platforms: Platforms, word: str, message: Message, words: Words) -> PlaceId:
    """Return the place for `here`, `off` or a channel of the sender's venue. Raises Refused."""
    if word == OFF:
        return NO_PLACE
    place = message.place if word == HERE else await named_place(platforms, word, message)
    lacks = await platforms.lacks(place, words)
    if lacks is not None and lacks.card:
        raise Refused("cannot-show", why=lacks.card)
    return place


async def named_place(platforms: Platforms, word: str, message: Message) -> PlaceId:
    """Return the place of this venue with this id or mention. Raises Refused."""
    adapter = platforms.adapters.get(platform_of(message.venue))
    name = word.removeprefix(MENTION[0]).removesuffix(MENTION[1])
    try:
        door = None if adapter is None else await adapter.door(name)
    except Unreachable:
        door = None
    if door is None or door.venue != message.venue:
        raise Refused("fair-where")
    return door.place
