"""The sentences that the script of the setup page needs: the id without `web-setup-`, and the values they take."""

from typing import Final

SETUP_PAGE_WORDS: Final[dict[str, tuple[str, ...]]] = {
    "failed": (),
    "give-back": (),
    "owner": (),
    "rule-archive": (),
    "rule-archive-how": (),
    "rule-cooldown": (),
    "rule-cooldown-how": (),
    "rule-games": (),
    "rule-games-how": (),
    "rule-open": (),
    "rule-open-how": (),
    "rule-options": ("game",),
    "rule-options-how": (),
    "rule-purses": (),
    "rule-purses-how": (),
    "rule-quiet": (),
    "rule-quiet-how": (),
    "rule-stakes": (),
    "rule-stakes-how": (),
    "rule-tables": (),
    "rule-tables-how": (),
    "too-big": (),
}
