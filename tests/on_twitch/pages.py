"""Provide the open pages of people: what their browsers would show."""

from collections.abc import Callable, Collection, Mapping, Sequence

from bot.ports.messages import Answer, Update


class Page:
    """A window of the house. `opens`: let a person's page be open. `told`: texts by reader."""

    platform = "web"

    def __init__(self) -> None:
        self._open: set[str] = set()
        self.hidden: dict[tuple[str, str], bool] = {}
        self.told: dict[str, list[str]] = {}

    def opens(self, *people: str) -> None:
        self._open.update(people)

    def looks_on(self, audience: str, table: str = "") -> bool:  # noqa: ARG002 - it shows all
        return audience.removeprefix("person:") in self._open

    def show_also(self, update: Update) -> None:
        person = update.audience.removeprefix("person:")
        self._put(person, [*(one.text for one in update.news), *update.card.lines, *update.card.own])

    def tell(self, person: str, answer: Answer) -> bool:
        if person not in self._open:
            return False
        self._put(person, [answer.text])
        return True

    async def unlink(self, person: str) -> int:  # noqa: ARG002 - for anybody
        """Return 0, as nobody is signed out here."""
        return 0

    def know_anew(self, selves: Collection[str]) -> None:
        """Do nothing, as nobody becomes somebody else here."""

    def here_in(self, place: str) -> Mapping[str, str]:  # noqa: ARG002 - nobody is here
        return {}

    async def forget_chat(self, guest: str, rooms: Sequence[str]) -> None:
        """Do nothing, as there is no chat here."""

    async def reword_chats(self, rooms: Sequence[str], reword: Callable[[str], str]) -> None:
        """Do nothing, as there is no chat here."""

    def show_evening(self, place: str, lines: Sequence[str]) -> None:
        """Do nothing, as there are no overlays here."""

    def show_season(self, place: str, name: str, lines: Sequence[str]) -> None:
        """Do nothing, as there are no overlays here."""

    async def hide_overlays(self, venue: str, place: str, *, hidden: bool) -> bool:
        self.hidden[venue, place] = hidden
        return True

    async def mute_overlays(self, venue: str, place: str, *, muted: bool) -> bool:  # noqa: ARG002 - for any of them
        """Return False, as there are none here."""
        return False

    def newest(self, person: str, parts: Sequence[str]) -> str:
        """Return the newest text for this person that has all of this; empty if there is none."""
        return next((one for one in reversed(self.told.get(person, [])) if all(part in one for part in parts)), "")

    def _put(self, person: str, texts: Sequence[str]) -> None:
        self.told.setdefault(person, []).append("\n".join(texts))
