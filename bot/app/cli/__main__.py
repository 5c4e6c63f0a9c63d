"""Run the command `potluck`."""

from bot.app.cli import main

main()
