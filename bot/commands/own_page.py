"""Answers for one person alone who streams: on their own page, never in a message that a stream might show."""

from bot.commands.links import LinkCommands
from bot.delivery.queries import Queries
from bot.engine.directory import Directory
from bot.engine.sessions import GoneError
from bot.people.languages import Languages
from bot.people.streamer_safe import StreamerSafe
from bot.ports.ids import PersonId, TableCode
from bot.ports.messages import Answer, Message, Reply, Update
from bot.ports.platforms import Platforms
from bot.table.change import Refused
from bot.table.document import Session
from bot.table.phases import Hosting
from persistence import StoreTrouble


class OwnPage:
    """Keep hands and private answers off streams; everybody else sees them where they asked."""

    def __init__(
        self,
        safe: StreamerSafe,
        links: LinkCommands,
        directory: Directory,
        queries: Queries,
        languages: Languages,
        platforms: Platforms,
    ) -> None:
        self._safe, self._links, self._directory, self._queries = safe, links, directory, queries
        self._languages, self._platforms = languages, platforms

    def tell(self, person: PersonId, answer: Reply) -> bool:
        """Show a private answer on somebody's open pages; False: they have none open."""
        told = [window.tell(person, answer) for window in self._platforms.windows]
        return any(told)

    async def guard(self, message: Message, answer: Reply) -> Reply:
        """Keep what is secret in this answer off a stream: where its reader streams, it goes to their own page."""
        if answer.is_private and not (message.page or answer.leads) and await self._safe.of(message.sender.id):
            return await self._instead(message, answer)
        return answer

    async def _instead(self, message: Message, answer: Reply | None = None) -> Reply:
        words = self._languages.words_for(message)
        if answer is not None and self.tell(message.sender.id, answer):
            return Answer(words.text("safe-on-your-page"), ok=True)
        way = await self._links.way_in(message.place)
        return Answer(words.text("safe-open-your-page", address=way) if way else words.text("safe-ask-for-your-page"))

    async def hand(self, message: Message) -> Update | Reply:
        """Return what the sender may see of their own at the table named, and what waited for them; or why not."""
        return await self._hand(message, in_tournament=False)

    async def hand_in_tournament(self, message: Message) -> Update | Reply:
        """Return the same of the table where the sender plays in the tournament named; or why not."""
        return await self._hand(message, in_tournament=True)

    async def _hand(self, message: Message, *, in_tournament: bool) -> Update | Reply:
        words = self._languages.words_for(message)
        if await self._safe.of(message.sender.id):
            return await self._instead(message)
        try:
            session = await self._directory.coded(message, message.table, fresh=True)
            if in_tournament and (code := table_of(session, message.sender.id)):
                session = await self._directory.coded(message, code, fresh=True)
            return await self._queries.hand(message.sender, session, message.locale)
        except Refused as refused:
            return Answer(words.sentence(refused.reason), ok=False)
        except (GoneError, StoreTrouble):
            return Answer(words.text("busy-store"), ok=False)

    async def hand_was_shown(self, message: Message, update: Update) -> None:
        """Note that what waited for the sender waits no longer; where the store is away it is shown once more."""
        try:
            session = await self._directory.coded(message, message.table)
            await self._queries.hand_was_shown(message.sender, session.ref, update)
        except (Refused, GoneError, StoreTrouble):
            return


def table_of(session: Session, person: PersonId) -> TableCode | None:
    """Return the code of a tournament's table where somebody was seated last; None: at none, or it has not begun."""
    tables = session.phase.tables if isinstance(session.phase, Hosting) else ()
    return next((one.code for one in tables if person in one.players), None)
