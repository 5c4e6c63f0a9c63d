"""Private answers to people who stream: on their own page, never in a message that a stream could show."""

from dataclasses import dataclass

from bot.delivery.queries import Queries
from bot.engine.directory import Directory
from bot.engine.sessions import GoneError
from bot.people.doors import Doors
from bot.people.languages import Languages
from bot.people.streamer_safe import StreamerSafe
from bot.ports.ids import PersonId, TableCode
from bot.ports.messages import Answer, Message, Reply, Update
from bot.ports.platforms import Platforms
from bot.table.change import Refused
from bot.table.document import Session
from bot.table.phases import Hosting
from persistence import StoreTrouble


@dataclass(eq=False)
class OwnPage:
    """Keep hands and private answers off streams; everybody else gets them where they asked."""

    safe: StreamerSafe
    doors: Doors
    directory: Directory
    queries: Queries
    languages: Languages
    platforms: Platforms

    def tell(self, person: PersonId, answer: Reply) -> bool:
        """Show a private answer on somebody's open pages; False: they have no page open."""
        told = [window.tell(person, answer) for window in self.platforms.windows]
        return any(told)

    async def guard(self, message: Message, answer: Reply) -> Reply:
        """Keep a private answer off a stream: if its reader streams, it goes to their own page."""
        if not (message.page or answer.leads) and await self.safe.of(message.sender.id):
            return await self._instead(message, answer)
        return answer

    async def _instead(self, message: Message, answer: Reply | None = None) -> Reply:
        words = self.languages.words_for(message)
        if answer is not None and self.tell(message.sender.id, answer):
            return Answer(words.text("safe-on-your-page"), ok=True)
        way = await self.doors.way_in(message.place)
        return Answer(words.text("safe-open-your-page", address=way) if way else words.text("safe-ask-for-your-page"))

    async def hand(self, message: Message) -> Update | Reply:
        """Return the sender's own hand at the named table, and what waited for them; or a reason against it."""
        return await self._hand(message, in_tournament=False)

    async def hand_in_tournament(self, message: Message) -> Update | Reply:
        """Return the same for the sender's table in the named tournament."""
        return await self._hand(message, in_tournament=True)

    async def _hand(self, message: Message, *, in_tournament: bool) -> Update | Reply:
        words = self.languages.words_for(message)
        if await self.safe.of(message.sender.id):
            return await self._instead(message)
        try:
            session = await self.directory.coded(message, message.table, fresh=True)
            if in_tournament and (code := table_of(session, message.sender.id)):
                session = await self.directory.coded(message, code, fresh=True)
            return await self.queries.hand(message.sender, session, message.locale)
        except Refused as refused:
            return Answer(words.sentence(refused.reason), ok=False)
        except (GoneError, StoreTrouble):
            return Answer(words.text("busy-store"), ok=False)

    async def hand_was_shown(self, message: Message, update: Update) -> None:
        """Note that the sender has seen what waited for them; if the store is away, it is shown once more."""
        try:
            session = await self.directory.coded(message, message.table)
            await self.queries.hand_was_shown(message.sender, session.ref, update)
        except (Refused, GoneError, StoreTrouble):
            return


def table_of(session: Session, person: PersonId) -> TableCode | None:
    """Return the code of the tournament's table where somebody sat last; None: they have none, or it has not begun."""
    tables = session.phase.tables if isinstance(session.phase, Hosting) else ()
    return next((one.code for one in tables if person in one.players), None)
