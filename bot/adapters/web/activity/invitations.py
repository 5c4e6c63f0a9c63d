"""Handle invitations within an Activity: the host of a table asks others in it to sit down."""

from typing import Final

from bot.adapters.web.guests.guest import Guest
from bot.adapters.web.limits import rates
from bot.adapters.web.outbound.open_pages import OpenPages
from bot.adapters.web.outbound.way_in import JOIN
from bot.ports.audience import is_for_one
from bot.ports.browser import BrowserBot
from bot.ports.ids import PersonId, TableCode
from bot.ports.messages import Answer, Panel

GATHERS: Final = frozenset({"lobby", "between"})


class ActivityInvitations:
    """Invites people on the pages that they have open in the same channel, and nowhere else."""

    def __init__(self, bot: BrowserBot, open_pages: OpenPages) -> None:
        self._bot, self._open_pages = bot, open_pages
        self._lately = rates.ACTIVITY_INVITATIONS.buckets()

    async def invite(self, host: Guest, whom: PersonId, code: TableCode, locale: str) -> Answer:
        """Invite somebody to this table of the host's; return the answer to the host."""
        panel = await self._hosted(host, code, locale)
        if panel is None or whom == host.person.id:
            return self._told("web-activity-not-host", locale, ok=False)
        if not self._lately.take(whom):
            return self._told("web-activity-asked-lately", locale, ok=False)
        said = self._bot.text("web-activity-invited", locale, name=host.name, game=panel.title, code=panel.code)
        asks = Answer(said, confirm=f"{JOIN} {panel.code}")
        if not self._open_pages.tell_here(host.place, whom, asks):
            return self._told("web-activity-no-page", locale, ok=False)
        return self._told("web-activity-asked", locale)

    async def _hosted(self, host: Guest, code: TableCode, locale: str) -> Panel | None:
        """Return this table's panel if this guest hosts it, a seat is free, and everybody may take it."""
        seen = await self._bot.look(host.person, host.home, host.place, locale)
        mine = [one.card for one in seen if is_for_one(one.audience) and one.code == code]
        return next((card for card in mine if card.is_host and has_room_for_all(card)), None)

    def _told(self, sentence: str, locale: str, *, ok: bool = True) -> Answer:
        return Answer(self._bot.text(sentence, locale), ok=ok)


def has_room_for_all(card: Panel) -> bool:
    """Tell whether anybody may sit down at a table."""
    return card.phase in GATHERS and card.sitting < card.most and not card.admits
