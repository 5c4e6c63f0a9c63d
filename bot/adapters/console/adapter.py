"""Adapt the console: what each audience is shown becomes pairs (to, text), where `to` is `#table` or `@name`."""

from typing import Final

from bot.ports.ids import AudienceKey, PlaceId, VenueId
from bot.ports.messages import TOLD_FOR_ALL, Door, OneRoom, Posting, Reach, Unreachable, Update
from bot.ports.platforms import EVERYBODY, MOST_TABLES
from games.kit.contract import Abilities

BESIDE: Final = ("discord", "twitch", "web")
"""Platforms whose people may also speak in a transcript: `tim@twitch> !join`."""


class Beside(OneRoom):
    """Another platform with one place, shown beside the console's, as `#twitch` or `@tim@twitch`."""

    prefix = ""
    stands = False

    def __init__(self, platform: str, shown: list[tuple[str, str]]) -> None:
        self.platform, self.away, self.signs_in, self._shown = platform, False, False, shown
        self.abilities = Abilities(takes_back=platform != "twitch", equal_delay=platform != "twitch")
        self.most_tables = 1 if platform == "twitch" else MOST_TABLES
        self.openers = ("moderators",) if platform == "twitch" else (EVERYBODY,)
        self.tells_all_once = platform == "twitch"
        self._told_all: dict[str, int] = {}
        """When a text was last told to all, in ms."""
        self.venue, self.place = VenueId(f"{platform}:table"), PlaceId(f"{platform}:table")

    def wants_card(self, audience: AudienceKey) -> bool:  # noqa: ARG002 - as the console
        return False

    async def door(self, name: str) -> Door | None:  # noqa: ARG002 - it has one
        """Return the door of this platform's only place."""
        return Door(self.platform, "table", self.platform, self.venue, self.place, self.signs_in)

    async def show(self, update: Update) -> str:
        if self.away:
            raise Unreachable("away", Reach.SHUT)
        kind, _, name = update.audience.partition(":")
        to = f"#{self.platform}" if kind == "place" else f"@{name.partition(':')[2]}@{self.platform}"
        self._shown += [(to, line) for news in update.news for line in news.text.splitlines()]
        return ""

    def tell_all(self, text: str, now: int) -> None:
        """Record an answer that is the same for all who ask, once in a while. `now`: in ms."""
        if now - self._told_all.get(text, -TOLD_FOR_ALL * 1000) >= TOLD_FOR_ALL * 1000:
            self._told_all[text] = now
            self._shown += [(f"#{self.platform}", line) for line in text.splitlines()]

    async def post(self, place: PlaceId, posting: Posting) -> None:  # noqa: ARG002 - a transcript has one
        """Record a posting that belongs to no table."""
        self._shown += [(f"#{self.platform}", line) for line in posting.lines]


class ConsoleAdapter(OneRoom):
    """Records in `shown` what each audience is shown."""

    platform = "console"
    abilities = Abilities(takes_back=False)
    prefix = ""
    stands = False

    def __init__(self, shown: list[tuple[str, str]]) -> None:
        self._shown = shown
        self._open: frozenset[str] = frozenset()
        """The codes of the open tables: with several, each line names its table."""

    def wants_card(self, audience: AudienceKey) -> bool:  # noqa: ARG002
        """Return False: a transcript is a chat, and the card is shown on request, by `table`."""
        return False

    async def show(self, update: Update) -> str:
        kind, _, name = update.audience.partition(":")
        to = "#table" if kind == "place" else f"@{name.partition(':')[2]}"
        self._open = (self._open | {update.code}) if update.card.phase != "closed" else (self._open - {update.code})
        mark = f"{update.code} · " if self._open - {update.code} else ""
        self._shown += [(to, f"{mark}{line}") for news in update.news for line in news.text.splitlines()]
        return ""

    async def post(self, place: PlaceId, posting: Posting) -> None:  # noqa: ARG002 - a transcript has one
        """Record a posting that belongs to no table."""
        self._shown += [("#table", line) for line in posting.lines]
