"""Provide an evening on which nights are planned: a platform that knows a posting again, and direct messages."""

from datetime import UTC, datetime

from evening import Evening, Witness

from bot.ports.ids import PersonId, PlaceId
from bot.ports.messages import Lacks, Posting, Reach, Unreachable
from bot.table.document import OfTournament
from bot.table.phases import Closed
from bot.text import Words
from bot.text.moments import in_words
from bot.wings.nights.night import VenueNights
from bot.wings.nights.night_tables import who_plays
from bot.wings.nights.nights import Nights
from persistence import HandClock, Store

HOUR = 3600


class Board(Witness):
    """A platform that posts what belongs to no table: each mark once, as platforms do that know it again.

    `place_is_gone`: it lacks the right to show tables there, or `is_shut`: it can't write there. `shut`: so many direct
    messages can't be sent.
    """

    def __init__(self, *, tables: int = 8) -> None:
        super().__init__()
        self.posts: list[Posting] = []
        self.alone: list[tuple[PersonId, str, str]] = []
        """Who was told something alone, what, and its mark."""
        self.repeats = 0
        self.place_is_gone = False
        self.is_shut = False
        self.shut = 0
        self.most_tables = tables
        self.notifies = False

    async def post(self, place: PlaceId, posting: Posting) -> None:  # noqa: ARG002 - a test has one
        if self.place_is_gone:
            raise Unreachable("no such channel", after=0.001)
        if self.is_shut:
            raise Unreachable("404", Reach.SHUT, after=300.0)
        if any(one.mark == posting.mark for one in self.posts):
            self.repeats += 1
            return
        self.posts.append(posting)

    async def tell_alone(self, person: PersonId, text: str, mark: str) -> bool:
        if self.shut:
            self.shut -= 1
            return False
        if not any(told == mark for _, _, told in self.alone):
            self.alone.append((person, text, mark))
        return True

    async def lacks(self, place: PlaceId, words: Words) -> Lacks | None:  # noqa: ARG002 - as above
        return Lacks(card="The channel is gone.") if self.place_is_gone else Lacks(has_rooms=False)

    @property
    def lines(self) -> list[str]:
        return [in_words("\n".join(one.lines)) for one in self.posts]

    def said(self, part: str) -> list[str]:
        """Return the postings with these words."""
        return [line for line in self.lines if part in line]


class NightEvening(Evening):
    """An evening whose platform posts. Each line is said by a person of that name."""

    board: Board

    @classmethod
    def on(
        cls, store: Store, clock: HandClock, board: Board | None = None, venue: str = "", seed: str = ""
    ) -> "NightEvening":
        board = board or Board()
        name = venue or "test:nights"
        made = cls(store, clock, venue=name, place=f"{name}-here", witness=board, tag="-n", seed=seed or "nights")
        made.board = board
        return made

    async def again(self, store: Store | None = None, *, witness: Witness | None = None) -> "NightEvening":  # noqa: ARG002
        """Return the same evening in another process, which finds what is stored."""
        other = NightEvening.on(store or self.store, self.clock, self.board, self.venue, seed=f"again {self._ids}")
        other.rights = self.rights
        await other.sweep()
        return other

    async def planned(self, what: str, name: str = "pete") -> str:
        """Plan a night and confirm it; return what the question said."""
        asked = await self.say(name, f"!night plan {what}")
        assert asked.ok, asked.text
        done = await self.say(name, f"!{asked.confirm}")
        assert done.ok, done.text
        return asked.text

    async def nights(self) -> VenueNights:
        return await self.house.part(Nights).of(self.venue)  # type: ignore[arg-type]

    async def until(self, when: str) -> None:
        """Let time pass until then: `2026-09-25T20:00`, in UTC."""
        at = datetime.fromisoformat(when).replace(tzinfo=UTC).timestamp()
        await self.wait(at - self.clock.now() / 1000)
        await self.settle()

    async def seated(self) -> list[list[str]]:
        """Return the names at each open table; in a tournament, of all who entered it."""
        found = [one for one in await self.sessions() if not isinstance(one.phase, Closed)]
        here = [one for one in found if not isinstance(one.tournament, OfTournament)]
        return sorted([one.name for one in who_plays(session)] for session in here)
