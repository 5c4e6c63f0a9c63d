"""Purses: tell people and staff about them, and let people use their own: the ledger in words, gifts, limits."""

from dataclasses import dataclass
from typing import Final, TypeVar

from bot.commands.command import Command, Group, Parameter
from bot.commands.people_here import PeopleHere
from bot.commands.public_log import Looks
from bot.engine.directory import Directory
from bot.engine.repository import Repository
from bot.engine.taken import RepeatedError, heard_of
from bot.people.languages import WordsOf
from bot.people.own_limit import OwnLimit
from bot.people.own_limits import OwnLimits
from bot.people.selves import Selves
from bot.people.venues import Venues
from bot.ports.ids import PersonId, VenueId
from bot.ports.messages import Answer, Message, PrivateAnswer, Reply, Rights
from bot.ports.platforms import Platforms
from bot.ports.said import Said
from bot.render.ledger import ledger_lines
from bot.table.change import Refused
from bot.table.stacks import DAY, START_OF_PURSE
from bot.text import Words
from bot.text.reader import ChatReader
from bot.text.safe_text import bare, safe_name
from bot.wings.purses.gifts import Gifts
from persistence import Entry, Heard, Seen, Store

T = TypeVar("T")
SHOWN: Final = 20
MOST: Final = 100
ALL: Final = "all"
YOUNGEST: Final = 7
"""Least age, in days, of the oldest account of somebody who gives suckers away."""
NEW_MEMBER: Final = 3
"""Least days of membership for somebody who gives suckers away, if the platform tells them (threats T5)."""
PAUSE: Final = 7
MOST_PAUSE: Final = 365
"""Days."""


@dataclass(eq=False)
class PurseCommands:
    """Tell what went in and out of a purse; give from one's own, and limit it."""

    store: Store
    words: WordsOf
    directory: Directory
    venues: Venues
    own_limits: OwnLimits
    repository: Repository
    selves: Selves
    platforms: Platforms
    looks: Looks
    people: PeopleHere
    gifts: Gifts

    @Command("ledger", Group.ME, parameters=(Parameter("which", "slash-which-entries"),), of_a_table=False)
    async def ledger(self, said: Said) -> Reply:
        """List entries of the ledger: one's own, or for staff somebody's or all. Raises Refused and StoreTrouble."""
        message, rest = said.message, list(said.rest)
        count = int(rest.pop()) if rest and rest[-1].isascii() and rest[-1].isdigit() and len(rest[-1]) < 6 else SHOWN
        if not 1 <= count <= MOST:
            raise Refused("out-of-range", field="ledger", low=1, high=MOST)
        if not rest:
            return await self._told(message, message.sender.id, count)
        if message.rights < Rights.STAFF:
            raise Refused("ledger-others")
        if [word.lower() for word in rest] == [ALL]:
            await self.looks.note(message, f"ledger {ALL}")
            return await self._told(message, None, count)
        person, name, _ = await self.people.named(message.community, rest, by_id=True)
        if person not in message.sender.ids:
            await self.looks.note(message, f"ledger {bare(name)}", person)
        return await self._told(message, person, count)

    async def _told(self, message: Message, person: PersonId | None, count: int) -> Reply:
        """Return the entries of a purse in words, for the sender alone; of the whole venue if no person is named."""
        words, venue = self.words(message), message.community
        account = None if person is None else f"purse:{person}"
        entries: list[Entry] = await self.store.ledger(venue, account, count)
        if not entries:
            raise Refused("ledger-empty")
        names = await self.people.names(venue)
        lines = ledger_lines(entries, account, names, self.store.clock.now(), words)
        return PrivateAnswer("\n".join([words.text("ledger-is"), *lines]))

    @Command(
        "gift",
        Group.ME,
        parameters=(Parameter("name", "slash-or-name", needed=True), Parameter("amount", "slash-gift", needed=True)),
        apart=True,
        of_a_table=False,
        of_many=True,
    )
    async def gift(self, said: Said) -> Reply:
        """Give somebody suckers from one's own purse: `gift pete 50`. Raises Refused, Unreadable and StoreTrouble."""
        message, words = said.message, self.words(said.message)
        limit = (await self.venues.settings(message.community)).gifts
        if not limit:
            raise Refused("gifts-off")
        if len(said.rest) < 2:
            raise Refused("gift-how", limit=limit)
        person, name, taken = await self.people.named(message.community, said.rest)
        if len(said.rest) != taken + 1:
            raise Refused("gift-how", limit=limit)
        purse = await self._purse(message.community, message.sender.id)
        given = ChatReader((), purse, limit).suckers(said.rest[taken])
        if not given:
            raise Refused("gift-how", limit=limit)
        await self._refuse_at_tables(message)
        await self._refuse_new_accounts(message.sender.id)
        if message.joined > self.store.clock.now() - NEW_MEMBER * DAY:
            raise Refused("gift-new-member", days=NEW_MEMBER)
        by = bare(safe_name(message.sender.name))
        await self.repository.taken.bind(message.community, [message.id])
        wanted = Heard(message.community, message.id)
        left = unless_seen(await self.gifts.give(wanted, message.sender.id, person, given, limit))
        return Answer(words.text("gift-given", by=by, who=name, amount=given, left=left))

    async def _refuse_at_tables(self, message: Message) -> None:
        """Raise Refused for somebody who sits at a table that plays for purses: stakes must not be given away (threats
        T4).
        """
        for session in await self.directory.of(message.sender.id):
            if session.venue == message.community and session.options.money == "purse":
                raise Refused("gift-at-table", code=session.code)

    async def _refuse_new_accounts(self, person: PersonId) -> None:
        """Raise Refused for somebody who has only new accounts, if their platforms tell the age (threats T5)."""
        ids = (person, *(one.id for one in await self.selves.of(person)))
        made = [when for one in ids if (when := await self.platforms.account_made(one)) is not None]
        if made and min(made) > self.store.clock.now() - YOUNGEST * DAY:
            raise Refused("gift-new-account", days=YOUNGEST)

    async def _amount(self, venue: VenueId, person: PersonId, word: str) -> int:
        """Read an amount; `half`, `25%` and `all` are shares of somebody's purse. Raises Unreadable."""
        return int(ChatReader((), await self._purse(venue, person)).suckers(word))

    async def _purse(self, venue: VenueId, person: PersonId) -> int:
        """Return the balance of somebody's purse; if it was never opened, what it will start with."""
        purse = await self.store.balance(venue, f"purse:{person}")
        return START_OF_PURSE if purse is None else purse

    @Command("limit", Group.ME, parameters=(Parameter("what", "slash-limit"),), apart=True, of_a_table=False)
    async def limit(self, said: Said) -> Reply:
        """Set one's own limit: `limit 500`, `limit off`, `limit pause 7`; alone, say what is set. Raises Refused."""
        message, words, now = said.message, self.words(said.message), self.store.clock.now()
        person, by = message.sender.id, heard_of(message)
        match [word.lower() for word in said.rest]:
            case []:
                own = await self.own_limits.of(person)
            case ["off"]:
                own = await self.own_limits.change(person, by, lambda one: one.lowered_to(0, now))
            case ["pause", *days] if len(days) < 2:
                until = now + pause_days(*days) * DAY
                own = await self.own_limits.change(person, by, lambda one: one.paused(until))
            case [word]:
                loss = await self._amount(message.community, person, word)
                if not loss:
                    raise Refused("limit-nothing")
                own = await self.own_limits.change(person, by, lambda one: one.lowered_to(loss, now))
            case _:
                raise Refused("limit-how")
        return PrivateAnswer("\n".join(own_limit_lines(own, now, words)))


def unless_seen(answer: T | Seen) -> T:
    """Return the store's answer. Raises RepeatedError if the message was taken before."""
    if isinstance(answer, Seen):
        raise RepeatedError(frozenset(answer.ids))
    return answer


def pause_days(word: str = str(PAUSE)) -> int:
    """Read the number of days of a pause. Raises Refused."""
    days = int(word) if word.isascii() and word.isdigit() and len(word) < 4 else 0
    if not 1 <= days <= MOST_PAUSE:
        raise Refused("out-of-range", field="pause", low=1, high=MOST_PAUSE)
    return days


def own_limit_lines(own: OwnLimit, now: int, words: Words) -> list[str]:
    """Return somebody's own limits, one line each."""
    lines = [words.text("own-limit-is", limit=own.loss) if own.loss else words.text("own-limit-none")]
    if own.later_at:
        days = -(-(own.later_at - now) // DAY)
        lines.append(words.text("own-limit-later", limit=own.later, days=days))
    if own.paused_until > now:
        lines.append(words.text("own-pause-is", days=-(-(own.paused_until - now) // DAY)))
    return lines
