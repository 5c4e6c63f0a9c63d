"""Tell people and staff of purses, and do what people want with their own: the ledger in words, gifts, limits."""

from typing import Final, TypeVar

from bot.commands.context import Context
from bot.commands.looks import Looks
from bot.commands.people_here import PeopleHere
from bot.engine.taken import RepeatedError, heard_of
from bot.people.gifts import Gifts
from bot.people.own_limit import OwnLimit
from bot.people.own_limits import OwnLimits
from bot.ports.ids import PersonId, VenueId
from bot.ports.messages import Answer, Message, PrivateAnswer, Reply, Rights
from bot.ports.said import Said
from bot.render.ledger import ledger_lines
from bot.table.change import Refused
from bot.table.stacks import DAY, START_OF_PURSE
from bot.text import Words
from bot.text.reader import ChatReader
from bot.text.safe_text import bare, safe_name
from persistence import Entry, Heard, Seen

T = TypeVar("T")
SHOWN: Final = 20
MOST: Final = 100
ALL: Final = "all"
YOUNGEST: Final = 7
"""Days that the oldest account of whoever gives suckers away must have."""
NEW_MEMBER: Final = 3
"""Days that whoever gives suckers away must be a member of the place, where its platform says so (threats T5)."""
PAUSE: Final = 7
MOST_PAUSE: Final = 365
"""Days."""


class PurseCommands:
    """Tell what came of a purse; give out of one's own, and limit it."""

    def __init__(self, context: Context, own_limits: OwnLimits) -> None:
        self._store, self._words, self._directory = context.store, context.words, context.directory
        self._venues, self._own_limits, self._taken = context.venues, own_limits, context.repository.taken
        self._selves, self._platforms = context.selves, context.platforms
        self._looks = Looks(context.store)
        self._people, self._gifts = PeopleHere(context.store, context.selves), Gifts(context.store)

    async def ledger(self, said: Said) -> Reply:
        """List entries of the ledger: one's own; for staff somebody's, or all. Raises Refused and StoreTrouble."""
        message, rest = said.message, list(said.rest)
        count = int(rest.pop()) if rest and rest[-1].isascii() and rest[-1].isdigit() and len(rest[-1]) < 6 else SHOWN
        if not 1 <= count <= MOST:
            raise Refused("out-of-range", field="ledger", low=1, high=MOST)
        if not rest:
            return await self._told(message, message.sender.id, count)
        if message.rights < Rights.STAFF:
            raise Refused("ledger-others")
        if [word.lower() for word in rest] == [ALL]:
            await self._looks.note(message, f"ledger {ALL}")
            return await self._told(message, None, count)
        person, name, _ = await self._people.named(message.community, rest, by_id=True)
        if person not in message.sender.ids:
            await self._looks.note(message, f"ledger {bare(name)}", person)
        return await self._told(message, person, count)

    async def _told(self, message: Message, person: PersonId | None, count: int) -> Reply:
        """Return entries of a purse in words, for whoever asked alone; of the whole venue where no purse is named."""
        words, venue = self._words(message), message.community
        account = None if person is None else f"purse:{person}"
        entries: list[Entry] = await self._store.ledger(venue, account, count)
        if not entries:
            raise Refused("ledger-empty")
        names = await self._people.names(venue)
        lines = ledger_lines(entries, account, names, self._store.clock.now(), words)
        return PrivateAnswer("\n".join([words.text("ledger-is"), *lines]))

    async def gift(self, said: Said) -> Reply:
        """Give somebody suckers of one's own: `gift pete 50`. Raises Refused, Unreadable and StoreTrouble."""
        message, words = said.message, self._words(said.message)
        limit = (await self._venues.settings(message.community)).gifts
        if not limit:
            raise Refused("gifts-off")
        if len(said.rest) < 2:
            raise Refused("gift-how", limit=limit)
        person, name, taken = await self._people.named(message.community, said.rest)
        if len(said.rest) != taken + 1:
            raise Refused("gift-how", limit=limit)
        purse = await self._purse(message.community, message.sender.id)
        given = ChatReader((), purse, limit).suckers(said.rest[taken])
        if not given:
            raise Refused("gift-how", limit=limit)
        await self._refuse_at_tables(message)
        await self._refuse_new_accounts(message.sender.id)
        if message.joined > self._store.clock.now() - NEW_MEMBER * DAY:
            raise Refused("gift-new-member", days=NEW_MEMBER)
        by = bare(safe_name(message.sender.name))
        await self._taken.bind(message.community, [message.id])
        wanted = Heard(message.community, message.id)
        left = unless_seen(await self._gifts.give(wanted, message.sender.id, person, given, limit))
        return Answer(words.text("gift-given", by=by, who=name, amount=given, left=left))

    async def _refuse_at_tables(self, message: Message) -> None:
        """Raise Refused for whoever has money before them: what is staked is no gift to be (threats T4)."""
        for session in await self._directory.of(message.sender.id):
            if session.venue == message.community and session.options.money == "purse":
                raise Refused("gift-at-table", code=session.code)

    async def _refuse_new_accounts(self, person: PersonId) -> None:
        """Raise Refused for whoever has new accounts alone, where their platforms say how old they are (threats T5)."""
        ids = (person, *(one.id for one in await self._selves.of(person)))
        made = [when for one in ids if (when := await self._platforms.account_made(one)) is not None]
        if made and min(made) > self._store.clock.now() - YOUNGEST * DAY:
            raise Refused("gift-new-account", days=YOUNGEST)

    async def _amount(self, venue: VenueId, person: PersonId, word: str) -> int:
        """Read an amount; `half`, `25%` and `all` are of somebody's purse. Raises Unreadable."""
        return int(ChatReader((), await self._purse(venue, person)).suckers(word))

    async def _purse(self, venue: VenueId, person: PersonId) -> int:
        """Return what somebody's purse holds; one that was never opened, what it will begin with."""
        purse = await self._store.balance(venue, f"purse:{person}")
        return START_OF_PURSE if purse is None else purse

    async def limit(self, said: Said) -> Reply:
        """Set what one allows oneself: `limit 500`, `limit off`, `limit pause 7`; alone, say it. Raises Refused."""
        message, words, now = said.message, self._words(said.message), self._store.clock.now()
        person, by = message.sender.id, heard_of(message)
        match [word.lower() for word in said.rest]:
            case []:
                own = await self._own_limits.of(person)
            case ["off"]:
                own = await self._own_limits.change(person, by, lambda one: one.lowered_to(0, now))
            case ["pause", *days] if len(days) < 2:
                until = now + pause_days(*days) * DAY
                own = await self._own_limits.change(person, by, lambda one: one.paused(until))
            case [word]:
                loss = await self._amount(message.community, person, word)
                if not loss:
                    raise Refused("limit-nothing")
                own = await self._own_limits.change(person, by, lambda one: one.lowered_to(loss, now))
            case _:
                raise Refused("limit-how")
        return PrivateAnswer("\n".join(own_limit_lines(own, now, words)))


def unless_seen(answer: T | Seen) -> T:
    """Return what the store answered. Raises RepeatedError where the message was taken before."""
    if isinstance(answer, Seen):
        raise RepeatedError(frozenset(answer.ids))
    return answer


def pause_days(word: str = str(PAUSE)) -> int:
    """Read for how many days somebody pauses. Raises Refused."""
    days = int(word) if word.isascii() and word.isdigit() and len(word) < 4 else 0
    if not 1 <= days <= MOST_PAUSE:
        raise Refused("out-of-range", field="pause", low=1, high=MOST_PAUSE)
    return days


def own_limit_lines(own: OwnLimit, now: int, words: Words) -> list[str]:
    """Return what somebody allows themselves, a line each."""
    lines = [words.text("own-limit-is", limit=own.loss) if own.loss else words.text("own-limit-none")]
    if own.later_at:
        days = -(-(own.later_at - now) // DAY)
        lines.append(words.text("own-limit-later", limit=own.later, days=days))
    if own.paused_until > now:
        lines.append(words.text("own-pause-is", days=-(-(own.paused_until - now) // DAY)))
    return lines
