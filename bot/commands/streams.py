"""The settings of a streamer's channel: announcements, predictions, raids, rewards for the channel's points."""

import contextlib
from typing import Final

from msgspec.structs import replace

from bot.commands.context import Context
from bot.commands.control import lists_told, stream_told
from bot.commands.polls import Polls
from bot.commands.staff import need
from bot.commands.word_lists import ADD, FREE, LIST, add, free
from bot.engine.taken import heard_of
from bot.people.foretold import DECIDED
from bot.people.venues import COLORS, Reward, VenueSettings
from bot.ports.ids import VenueId, platform_of
from bot.ports.messages import Answer, Broadcast, Message, Person, Reply, Rights, Unreachable
from bot.ports.said import Said
from bot.table.audit import AuditEntry
from bot.table.change import Refused
from bot.table.stacks import welcome_gift
from bot.text import Words
from bot.text.reader import whole_from
from bot.text.safe_text import bare, safe_name
from persistence import StoreTrouble, Transfer

MOST: Final = 1_000_000
SWITCHES: Final = ("announce", "predictions", "raids")
CHIPS: Final = "chips"
SEAT: Final = "seat"
STAKE: Final = "stake"
KINDS: Final = (CHIPS, SEAT, STAKE)


class StreamCommands:
    """Set up what a channel that broadcasts shows and gives, and give it."""

    def __init__(self, context: Context, polls: Polls) -> None:
        self._store, self._words, self._polls = context.store, context.words, polls
        self._platforms, self._venues = context.platforms, context.venues
        self._tombstones, self._communities = context.tombstones, context.communities

    async def stream(self, said: Said) -> Reply:
        """Set what follows `stream`, for the channel's owner; alone, say what is set. Raises Refused and StoreTrouble.

        `stream announce purple`; `stream predictions on` (or another of `DECIDED`); `stream raids off`;
        `stream reward chips 500 200` (or `seat`, `stake`, `off`); `stream reward seat off` (or `on`).
        `stream poll GAME GAME` asks what is next; `stream words add raffle` (or `free`, `list`) says what other bots
        have: these two are for moderators, too.
        """
        message, words = said.message, self._words(said.message)
        broadcast = self._platforms.broadcasts.get(platform_of(message.venue))
        if broadcast is None or not message.place:
            raise Refused("no-stream-here")
        settings = await self._venues.stored(message.venue)
        if not said.rest:
            return Answer(self._told(settings, message))
        if said.rest[0].lower() == "poll":
            return await self._polls.ask(said, broadcast)
        if said.rest[0].lower() == "words":
            return await self._other_words(said, settings)
        need(said, Rights.OWNER)
        changed = await self._changed(broadcast, said, settings)
        if not await self._stored(broadcast, said, settings, changed):
            return Answer(words.text("server-as-before"))
        return Answer(self._told(await self._venues.settings(message.venue), message))

    async def _other_words(self, said: Said, settings: VenueSettings) -> Reply:
        """Leave words to other bots, or take them; alone, say which are. Raises Refused and StoreTrouble."""
        message, words = said.message, self._words(said.message)
        how, *which = [word.lower() for word in said.rest[1:]] or [LIST]
        if how == LIST and not which:
            return Answer(lists_told(settings, words))
        need(said, Rights.STAFF)
        if how not in {ADD, FREE} or not which:
            raise Refused("stream-words-how")
        alter = add(tuple(which)) if how == ADD else free(tuple(which))
        if not await self._venues.change(heard_of(message), alter, self._entry(said)):
            return Answer(words.text("server-as-before"))
        return Answer(lists_told(await self._venues.settings(message.venue), words))

    def _entry(self, said: Said) -> AuditEntry:
        by = bare(safe_name(said.message.sender.name))
        did = bare(f"stream {' '.join(said.rest)[:60]}")
        return AuditEntry(self._store.clock.now(), said.message.sender.id, by, did)

    async def _changed(self, broadcast: Broadcast, said: Said, settings: VenueSettings) -> VenueSettings:
        """Return the settings as these words want them; rewards are made at once. Raises Refused."""
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
        """Store what was changed, and nothing else; return False where all was so already. Raises StoreTrouble."""
        message, entry = said.message, self._entry(said)
        fields = ("announce", "announce_color", "predictions", "foretold", "raids", "rewards")
        new = {one: getattr(changed, one) for one in fields if getattr(changed, one) != getattr(settings, one)}
        try:
            return await self._venues.change(heard_of(message), lambda now: replace(now, **new), entry)
        except StoreTrouble:
            known = {one.id for one in settings.rewards}
            for reward in changed.rewards:  # one that is new: nobody would know what it is for
                if reward.id not in known:
                    with contextlib.suppress(Unreachable):
                        await broadcast.drop_reward(message.place, reward.id)
            raise

    def _told(self, settings: VenueSettings, message: Message) -> str:
        lines = [stream_told(settings, self._words(message))]
        lines += [self._reward_told(one, message) for one in settings.rewards]
        return " ".join(lines)

    def _reward_told(self, reward: Reward, message: Message) -> str:
        words = self._words(message)
        return words.text(
            f"stream-{reward.kind}", cost=reward.cost, amount=reward.amount, on="yes" if reward.on else "no"
        )

    async def _with_reward(
        self, broadcast: Broadcast, message: Message, settings: VenueSettings, reward: Reward
    ) -> VenueSettings:
        """Make a reward, or change the one of its kind into it; return the settings with it.

        Raises Refused where the channel does not let the bot.
        """
        before = next((one.id for one in settings.rewards if one.kind == reward.kind), "")
        title, place = title_of(reward, self._words(message)), message.place
        try:
            if not before or not await broadcast.change_reward(place, before, title, reward.cost, on=reward.on):
                before = await broadcast.make_reward(place, title, reward.cost)
                if not reward.on:  # somebody has deleted it at Twitch, so that nobody saw it either
                    await broadcast.change_reward(place, before, title, reward.cost, on=False)
        except Unreachable:
            raise Refused("stream-not-allowed") from None
        kept = tuple(one for one in settings.rewards if one.kind != reward.kind)
        return replace(settings, rewards=(*kept, replace(reward, id=before)))

    async def _switched(
        self, broadcast: Broadcast, message: Message, settings: VenueSettings, kind: str, *, on: bool
    ) -> VenueSettings:
        """Show viewers a reward, or hide it, at the price that it has. Raises Refused."""
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
        """Return the bot's own reward of this id; None where it is none of them. Never raises."""
        settings = await self._venues.settings(venue)
        return next((one for one in settings.rewards if one.id == reward), None)

    async def give_chips(self, person: Person, venue: VenueId, amount: int, redemption: str) -> None:
        """Pay suckers from the bank into their purse there, once a redemption. Raises StoreTrouble."""
        venue = await self._communities.home_of(venue)
        await self._tombstones.keep_to(person.id, venue)
        given = Transfer("bank", f"purse:{person.id}", amount, "reward", once=f"reward:{redemption}")
        await self._store.transfer(venue, (welcome_gift(person.id), given))


def title_of(reward: Reward, words: Words) -> str:
    """Return what the channel calls a reward."""
    match reward.kind:
        case "chips":
            return words.text("reward-title-chips", amount=reward.amount)
        case "stake":
            return words.text("reward-title-stake", amount=reward.amount)
        case _:
            return words.text("reward-title-seat")


def number(word: str) -> int:
    """Read a whole number that a reward may have. Raises Refused for any other word."""
    found = whole_from(word, 1, MOST)
    if found is None:
        raise Refused("out-of-range", field="reward", low=1, high=MOST)
    return found
