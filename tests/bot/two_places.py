"""Provide one house with a Discord server and a Twitch channel: two adapters that record updates, and one page."""

from collections.abc import Callable, Collection, Mapping, Sequence
from secrets import token_hex
from typing import Final

from evening import Hours, Witness

from bot.adapters.console import LoadedFairness, SeededBytes
from bot.app.application import Application
from bot.ports.ids import platform_of
from bot.ports.messages import Answer, Door, Message, Person, Rights, Unreachable, Update
from bot.ports.rooms import RoomLine
from bot.table.defaults import Defaults
from bot.table.document import Session
from bot.table.fairness import Keys
from games.kit.contract import Abilities
from persistence import HandClock, Store, TableRef

PUBLIC: Final = "https://potluck.example/"


class Chat(Witness):
    """A platform. `followers`: the people who follow there; None if it does not tell."""

    def __init__(self, platform: str, abilities: Abilities = Abilities()) -> None:  # noqa: B008
        super().__init__(cards=platform == "discord")
        self.platform, self.abilities = platform, abilities
        self.followers: set[str] | None = set()
        self.signs_in = False

    async def door(self, name: str) -> Door | None:
        at = f"{self.platform}:{name}"
        return Door(self.platform, name, f"the place {name}", at, at, self.signs_in)

    async def follows(self, person: str, place: str) -> bool:  # noqa: ARG002 - one place
        if self.followers is None:
            raise Unreachable("not told")
        return person in self.followers


class Page:
    """A window of the house. `open_for`: whose page is open; `said_by_bot`: the bot's lines in a room's chat."""

    platform = "web"

    def __init__(self) -> None:
        self.open_for: set[str] = set()
        self.updates: list[Update] = []
        self.answers: list[tuple[str, Answer]] = []
        self.seasons: list[tuple[str, str, list[str]]] = []
        self.evenings: list[tuple[str, list[str]]] = []
        self.known_anew: list[list[str]] = []
        self.said_by_bot: dict[str, list[str]] = {}

    def looks_on(self, audience: str, table: str = "") -> bool:  # noqa: ARG002 - it shows all
        return audience.removeprefix("person:").removeprefix("place:") in self.open_for

    def show_also(self, update: Update) -> None:
        self.updates.append(update)

    def tell(self, person: str, answer: Answer) -> bool:
        if person in self.open_for:
            self.answers.append((person, answer))
        return person in self.open_for

    async def unlink(self, person: str) -> int:
        was = person in self.open_for
        self.open_for.discard(person)
        return int(was)

    def know_anew(self, selves: Collection[str]) -> None:
        self.known_anew.append(sorted(selves))

    async def said_in(self, place: str) -> Sequence[RoomLine]:  # noqa: ARG002 - as there is no chat here
        return ()

    def here_in(self, place: str) -> Mapping[str, str]:  # noqa: ARG002 - nobody is here
        return {}

    async def forget_chat(self, guest: str, rooms: Sequence[str]) -> None:
        """Do nothing, as there is no chat here."""

    async def reword_chats(self, rooms: Sequence[str], reword: Callable[[str], str]) -> None:
        for room in rooms:
            self.said_by_bot[room] = [reword(line) for line in self.said_by_bot.get(room, [])]

    def show_evening(self, place: str, lines: Sequence[str]) -> None:
        self.evenings.append((place, list(lines)))

    def show_season(self, place: str, name: str, lines: Sequence[str]) -> None:
        self.seasons.append((place, name, list(lines)))

    async def hide_overlays(self, venue: str, place: str, *, hidden: bool) -> bool:  # noqa: ARG002 - for any of them
        """Return False, as there are none here."""
        return False

    async def mute_overlays(self, venue: str, place: str, *, muted: bool) -> bool:  # noqa: ARG002 - for any of them
        """Return False, as there are none here."""
        return False

    def told(self, audience: str) -> list[str]:
        return [news.text for update in self.updates if update.audience == audience for news in update.news]


class TwoPlaces(Hours):
    """`here`: a channel of a server on Discord. `there`: a channel on Twitch, which can delete nothing."""

    def __init__(self, store: Store, clock: HandClock) -> None:
        self.store, self.clock = store, clock
        self.dice = LoadedFairness(Keys({1: bytes(32)}), SeededBytes(token_hex(8)))
        self.house = Application(store, self.dice, Defaults(pace=0, bots_from_bank=True), SeededBytes(token_hex(8)))
        self.discord, self.twitch = Chat("discord"), Chat("twitch", Abilities(takes_back=False))
        self.page = Page()
        self.house.add(self.discord)
        self.house.add(self.twitch)
        self.house.add_window(self.page)
        self.house.doors.public = PUBLIC
        self.server, self.here = f"discord:{token_hex(5)}", f"discord:{token_hex(5)}"
        self.there = f"twitch:{token_hex(5)}"
        self.tag, self.said_so_far = token_hex(4), 0
        self.rights: dict[str, Rights] = {}

    async def end(self) -> None:
        await self.house.stop()

    def person(self, name: str) -> Person:
        """Return a person on Twitch for `ann@twitch`, and on Discord for names without a platform."""
        called, _, platform = name.partition("@")
        return Person(f"{platform or 'discord'}:{called}-{self.tag}", called)

    def id_of(self, name: str) -> str:
        return self.person(name).id

    def again(self, store: Store | None = None) -> "TwoPlaces":
        """Return the same places in a restarted house, which knows only what is stored. `store`: another connection to
        it.
        """
        other = TwoPlaces(store or self.store, self.clock)
        other.twitch.abilities, other.discord.abilities = self.twitch.abilities, self.discord.abilities
        other.server, other.here, other.there, other.tag = self.server, self.here, self.there, self.tag
        other.rights, other.said_so_far, other.page = self.rights, 1_000 + self.said_so_far, self.page
        return other

    def message(self, name: str, text: str, *, private: bool = False, **more: object) -> Message:
        self.said_so_far += 1
        sender = self.person(name)
        on_twitch = platform_of(sender.id) == "twitch"
        return Message(
            id=f"{self.tag}/{self.said_so_far}",
            sender=sender,
            venue=self.there if on_twitch else self.server,
            place=self.there if on_twitch else self.here,
            private=private,
            text=text,
            rights=self.rights.get(name, Rights.PLAYER),
            **more,  # type: ignore[arg-type]  # as Message names them
        )

    async def say(self, name: str, text: str, *, private: bool = False, **more: object) -> Answer:
        return await self.hear(self.message(name, text, private=private, **more))

    async def hear(self, message: Message) -> Answer:
        answer = await self.house.hear(message)
        await self.settle()
        return answer

    async def mirror(self) -> None:
        """Mirror the server's table to Twitch."""
        self.rights["mo@twitch"] = Rights.STAFF
        code = (await self.say((await self.host()).partition("-")[0], "!mirror")).text.split("mirror ")[1].split('"')[0]
        assert (await self.say("mo@twitch", f"!mirror {code} yes")).ok

    async def host(self) -> str:
        return (await self.table()).host.removeprefix("discord:")

    async def tables(self) -> list[Session]:
        refs = [TableRef(self.server, table) for table in await self.store.tables_at(self.server, self.here)]
        return [await self.house.repository.get(ref, fresh=True) for ref in refs]

    async def table(self) -> Session:
        (found,) = await self.tables()
        return found

    @property
    def told_here(self) -> list[str]:
        return self.discord.told(f"place:{self.here}")

    @property
    def told_there(self) -> list[str]:
        return self.twitch.told(f"place:{self.there}")
