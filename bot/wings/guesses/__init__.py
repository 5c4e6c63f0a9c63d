"""Guesses: people who look on say who wins the next game, and whether its number is high, for a place on a board."""

from bot.commands.wing import Wing
from bot.ports.browser import MenuEntry
from bot.wings.guesses.guess_commands import GuessCommands
from bot.wings.guesses.guess_notes import BOARD, GUESSED, GuessNotes
from bot.wings.guesses.settling import Settling

WING = Wing(
    (GuessCommands,),
    parts=(GuessNotes, Settling),
    notes=(GUESSED, BOARD),
    menu=(MenuEntry("guess", "", "table", when="looking", asks="whom"),),
)
