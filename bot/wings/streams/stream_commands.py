"""The settings of a streamer's channel: announcements, predictions, raids, rewards for the channel's points."""

import contextlib
from dataclasses import dataclass
from typing import Final

from msgspec.structs import replace

from bot.commands.command import Command, Group, Where, Who
from bot.commands.staff import need
from bot.engine.taken import heard_of
from bot.people.communities import Communities
from bot.people.languages import WordsOf
from bot.people.tombstones import Tombstones
from bot.people.venues import COLORS, Reward, Venues, VenueSettings
from bot.ports.broadcasts import Broadcast
from bot.ports.ids import VenueId, platform_of
from bot.ports.messages import Answer, Message, Person, Reply, Rights, Unreachable
from bot.ports.platforms import Platforms
from bot.ports.said import Said
from bot.table.audit import AuditEntry
from bot.table.change import Refused
from bot.table.stacks import welcome_gift
from bot.text import Words
from bot.text.reader import whole_from
from bot.text.safe_text import bare, safe_name
from bot.wings.streams.control_commands import lists_told, stream_told
from bot.wings.streams.foretold import DECIDED
from bot.wings.streams.listed_words import ADD, FREE, LIST, add, free
from bot.wings.streams.polls import Polls
from persistence import Store, StoreTrouble, Transfer

MOST: Final = 1_000_000
SWITCHES: Final = ("announce", "predictions", "raids", "markers")
CHIPS: Final = "chips"
SEAT: Final = "seat"
STAKE: Final = "stake"
KINDS: Final = (CHIPS, SEAT, STAKE)


@dataclass(eq=False)
class StreamCommands:
    """Set up the features of a channel that broadcasts, and pay its rewards."""

    store: Store
    words: WordsOf
    polls: Polls
    platforms: Platforms
    venues: Venues
    tombstones: Tombstones
    communities: Communities

    @Command("stream", Group.PLACE, who=Who.OWNER, where=Where.PLACE, apart=True)
    async def stream(self, said: Said) -> Reply:
        """Change the setting that follows `stream`, for the owner; alone, say what is set. Raises Refused and
        StoreTrouble.

        `stream announce purple`; `stream predictions on` (or one of `DECIDED`); `stream raids off`; `stream reward
        chips 500 200` (or `seat`, `stake`, `off`); `stream reward seat off` (or `on`). Also for moderators: `stream
        poll GAME GAME` asks for the next game; `stream words add raffle` (or `free`, `list`) sets the words of other
        bots.
        """
        message, words = said.message, self.words(said.message)
        broadcast = self.platforms.broadcasts.get(platform_of(message.venue))
        if broadcast is None or not message.place:
            raise Refused("no-stream-here")
        settings = await self.venues.stored(message.venue)
        if not said.rest:
            return Answer(self._told(settings, message))
        if said.rest[0].lower() == "poll":
            return await self.polls.ask(said, broadcast)
        if said.rest[0].lower() == "words":
            return await self._other_words(said, settings)
        need(said, Rights.OWNER)
        changed = await self._changed(broadcast, said, settings)
        if not await self._stored(broadcast, said, settings, changed):
            return Answer(words.text("server-as-before"))
        return Answer(self._told(await self.venues.settings(message.venue), message))

    async def _other_words(self, said: Said, settings: VenueSettings) -> Reply:
        """Leave words to other bots, or take words back; alone, list them. Raises Refused and StoreTrouble."""
        message, words = said.message, self.words(said.message)
        how, *which = [word.lower() for word in said.rest[1:]] or [LIST]
        if how == LIST and not which:
            return Answer(lists_told(settings, words))
        need(said, Rights.STAFF)
        if how not in {ADD, FREE} or not which:
            raise Refused("stream-words-how")
        alter = add(tuple(which)) if how == ADD else free(tuple(which))
        if not await self.venues.change(heard_of(message), alter, self._entry(said)):
            return Answer(words.text("server-as-before"))
        return Answer(lists_told(await self.venues.settings(message.venue), words))

    def _entry(self, said: Said) -> AuditEntry:
        by = bare(safe_name(said.message.sender.name))
        did = bare(f"stream {' '.join(said.rest)[:60]}")
        return AuditEntry(self.store.clock.now(), said.message.sender.id, by, did)

    async def _changed(self, broadcast: Broadcast, said: Said, settings: VenueSettings) -> VenueSettings:
        """Return the settings that these words ask for; rewards are made at once. Raises Refused."""
        message = said.message
        match tuple(word.lower() for word in said.rest):
            case (switch, ("on" | "off") as value) if switch in SWITCHES:
                return replace(settings, **{switch: value == "on"})
            case ("predictions", foretold) if foretold in DECIDED:
                return replace(settings, predictions=True, foretold=foretold)
            case ("announce", color) if color in COLORS:
                return replace(settings, announce=True, announce_color=color)
            case ("reward", kind, ("on" | "off") as value) if kind in KINDS:
                return await self._switched(broadcast, message, settings, kind, on=value == "on")
            case ("reward", "chips", cost, amount):
                reward = Reward("", CHIPS, number(cost), number(amount))
                return await self._with_reward(broadcast, message, settings, reward)
            case ("reward", "seat", cost):
                return await self._with_reward(broadcast, message, settings, Reward("", SEAT, number(cost)))
            case ("reward", "stake", cost, amount):
                reward = Reward("", STAKE, number(cost), number(amount))
                return await self._with_reward(broadcast, message, settings, reward)
            case ("reward", "off"):
                return await self._without_rewards(broadcast, message, settings)
            case _:
                raise Refused("stream-how", colors=", ".join(COLORS))

    async def _stored(self, broadcast: Broadcast, said: Said, settings: VenueSettings, changed: VenueSettings) -> bool:
        """Store what was changed, and nothing else; return False if nothing was. Raises StoreTrouble."""
        message, entry = said.message, self._entry(said)
        fields = ("announce", "announce_color", "predictions", "foretold", "raids", "markers", "rewards")
        new = {one: getattr(changed, one) for one in fields if getattr(changed, one) != getattr(settings, one)}
        try:
            return await self.venues.change(heard_of(message), lambda now: replace(now, **new), entry)
        except StoreTrouble:
            known = {one.id for one in settings.rewards}
            for reward in changed.rewards:  # drop new ones: nobody would know what they are for
                if reward.id not in known:
                    with contextlib.suppress(Unreachable):
                        await broadcast.drop_reward(message.place, reward.id)
            raise

    def _told(self, settings: VenueSettings, message: Message) -> str:
        lines = [stream_told(settings, self.words(message))]
        lines += [self._reward_told(one, message) for one in settings.rewards]
        return " ".join(lines)

    def _reward_told(self, reward: Reward, message: Message) -> str:
        words = self.words(message)
        return words.text(
            f"stream-{reward.kind}", cost=reward.cost, amount=reward.amount, on="yes" if reward.on else "no"
        )

    async def _with_reward(
        self, broadcast: Broadcast, message: Message, settings: VenueSettings, reward: Reward
    ) -> VenueSettings:
        """Make a reward, or change the existing one of its kind; return the settings with it.

        Raises Refused if the channel does not allow it.
        """
        before = next((one.id for one in settings.rewards if one.kind == reward.kind), "")
        title, place = title_of(reward, self.words(message)), message.place
        try:
            if not before or not await broadcast.change_reward(place, before, title, reward.cost, on=reward.on):
                before = await broadcast.make_reward(place, title, reward.cost)
                if not reward.on:  # somebody deleted it on Twitch, so nobody saw it either
                    await broadcast.change_reward(place, before, title, reward.cost, on=False)
        except Unreachable:
            raise Refused("stream-not-allowed") from None
        kept = tuple(one for one in settings.rewards if one.kind != reward.kind)
        return replace(settings, rewards=(*kept, replace(reward, id=before)))

    async def _switched(
        self, broadcast: Broadcast, message: Message, settings: VenueSettings, kind: str, *, on: bool
    ) -> VenueSettings:
        """Show a reward to viewers, or hide it, without changing its price. Raises Refused."""
        reward = next((one for one in settings.rewards if one.kind == kind), None)
        if reward is None:
            raise Refused("stream-no-such-reward", kind=kind)
        return await self._with_reward(broadcast, message, settings, replace(reward, on=on))

    async def _without_rewards(self, broadcast: Broadcast, message: Message, settings: VenueSettings) -> VenueSettings:
        try:
            for one in settings.rewards:
                await broadcast.drop_reward(message.place, one.id)
        except Unreachable:
            raise Refused("stream-not-allowed") from None
        return replace(settings, rewards=())

    # A reward that somebody took

    async def reward(self, venue: VenueId, reward: str) -> Reward | None:
        """Return our reward with this id; None if it is not ours. Never raises."""
        settings = await self.venues.settings(venue)
        return next((one for one in settings.rewards if one.id == reward), None)

    async def give_chips(self, person: Person, venue: VenueId, amount: int, redemption: str) -> None:
        """Pay suckers from the bank into somebody's purse there, once for each redemption. Raises StoreTrouble."""
        venue = await self.communities.home_of(venue)
        await self.tombstones.keep_to(person.id, venue)
        given = Transfer("bank", f"purse:{person.id}", amount, "reward", once=f"reward:{redemption}")
        await self.store.transfer(venue, (welcome_gift(person.id), given))


def title_of(reward: Reward, words: Words) -> str:
    """Return the title of a reward on the channel."""
    match reward.kind:
        case "chips":
            return words.text("reward-title-chips", amount=reward.amount)
        case "stake":
            return words.text("reward-title-stake", amount=reward.amount)
        case _:
            return words.text("reward-title-seat")


def number(word: str) -> int:
    """Read a whole number for a reward. Raises Refused for any other word."""
    found = whole_from(word, 1, MOST)
    if found is None:
        raise Refused("out-of-range", field="reward", low=1, high=MOST)
    return found
