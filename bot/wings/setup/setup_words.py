"""The rules of a place in words: those that `setup` reads from a line, a page or a file, and writes for them."""

from collections.abc import Mapping
from typing import Final

from msgspec.structs import replace

from bot.people.rule_words import RULES, Alter, Read, days_of, rules_typed
from bot.people.venues import VenueSettings
from bot.table.change import Refused
from bot.text.reader import nearest
from bot.text.safe_text import safe_text
from games.catalogue import catalogue
from games.kit.contract import Abilities

OPTIONS: Final = "options"
ARCHIVE: Final = "archive"
OPEN: Final = "open"
SET_HERE: Final = ("places", "moderators")
"""Words whose values belong to one place alone, so that no file brings them."""
LONGEST: Final = 1000


def archive(words: tuple[str, ...], _: Abilities) -> Alter:
    """Read the number of days for which finished games are kept."""
    days = days_of(words[0] if len(words) == 1 else "")
    return lambda now: replace(now, archive_days=days)


WORDS: Final[Mapping[str, Read]] = {
    **{OPTIONS if word == "defaults" else word: read for word, read in RULES.items() if word != "generous"},
    ARCHIVE: archive,
}
"""The readers of rules that a file may bring, by their words."""


class LineRefused(Exception):  # noqa: N818 - named as `Refused` is
    """A rule that can't be so. `head`: its words; `reason`: why."""

    def __init__(self, head: str, reason: Refused) -> None:
        super().__init__(head)
        self.head, self.reason = head, reason


def typed(settings: VenueSettings) -> dict[str, str]:
    """Return the rules as people type them, by their words; those of games as `options GAME`."""
    found = {word.replace("defaults ", f"{OPTIONS} "): value for word, value in rules_typed(settings).items()}
    del found["generous"]
    return found | {ARCHIVE: str(settings.archive_days)}


def known_heads() -> tuple[str, ...]:
    """Return the words of all rules, with those of each game."""
    return tuple(
        one for word in WORDS for one in ([f"{OPTIONS} {game}" for game in catalogue()] if word == OPTIONS else [word])
    )


def check_head(head: str) -> None:
    """Raise Refused if no rule has these words."""
    if head not in known_heads():
        raise Refused(
            "setup-no-such-rule", word=safe_text(head, 40), rules=", ".join(nearest(head, list(known_heads())) or WORDS)
        )


def reading(lines: Mapping[str, str], abilities: Abilities) -> Alter:
    """Return the change that these rules ask for as a whole. It raises LineRefused if one of them can't be so.

    Rules that depend on each other are taken out first, so that only the outcome has to fit together.
    """

    def alter(now: VenueSettings) -> VenueSettings:
        kept = {game: given for game, given in now.opening.options.items() if f"{OPTIONS} {game}" not in lines}
        rules = replace(now.opening, options=kept)
        rules = replace(rules, stakes=(0, 0)) if "stakes" in lines else rules
        now = replace(now, opening=replace(rules, purses=True) if "purses" in lines else rules)
        for head, value in lines.items():
            try:
                check_head(head)
                word, *rest = (*head.split(), *value[: LONGEST + 1].replace(",", " ").split())
                if len(value) > LONGEST or not rest:
                    raise Refused("setup-how", word=head)  # noqa: TRY301 - one place names the rule
                now = WORDS[word](tuple(rest), abilities)(now)
            except Refused as wrong:
                raise LineRefused(head, wrong) from None
        return now

    return alter
