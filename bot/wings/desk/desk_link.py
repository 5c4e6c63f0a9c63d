"""`mod desk`: a link to the desk for one moderator, and what is on it in a few words."""

from dataclasses import dataclass

from bot.commands.links import LinkCommands
from bot.people.doors import Doors
from bot.people.languages import WordsOf
from bot.ports.messages import PrivateAnswer, Reply
from bot.ports.said import Said
from bot.wings.desk.desk_view import DeskView


@dataclass(eq=False)
class DeskLink:
    """Give out links to the desk. Raises StoreTrouble."""

    words: WordsOf
    doors: Doors
    links: LinkCommands
    view: DeskView

    async def give(self, said: Said) -> Reply:
        """Answer in private with a short card, and a link that works once, for the sender alone."""
        message, words = said.message, self.words(said.message)
        shown = await self.view.look_over(message)
        counts = {"tables": len(shown.tables), "stuck": sum(one.stuck for one in shown.tables)}
        counts |= {"reports": len(shown.reports), "held": len(shown.sanctions)}
        lines = [words.text("desk-card", **counts)]
        lines += [f"{one.code} ({one.title}): {' '.join(one.says)}" for one in shown.tables if one.stuck]
        if message.page:
            lines.append(words.text("desk-on-page"))
        elif self.doors.public and message.place:
            lines.append(words.text("desk-link", address=await self.links.address(message, "desk")))
        else:
            lines.append(words.text("desk-no-link"))
        return PrivateAnswer("\n".join(lines), leads=True)
