"""The setup of a place: its rules, sentences of its own, and balances brought from another bot."""

from bot.commands.wing import Wing
from bot.wings.setup.balances import BALANCES, Balances
from bot.wings.setup.sent_setups import IMPORTED, SentSetups
from bot.wings.setup.setup_commands import SetupCommands
from bot.wings.setup.setup_words import SET_HERE, WORDS

WING = Wing(
    parts=(SetupCommands, SentSetups, Balances),
    pages="bot.wings.setup.pages",
    settings=(*WORDS, *SET_HERE, "page", "export", "import"),
    notes=(BALANCES, IMPORTED),
    venue_settings=("sentences", "moderators"),
)
