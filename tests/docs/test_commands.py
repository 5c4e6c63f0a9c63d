"""Test that the page of all commands matches the command table. POTLUCK_REWRITE_DOCS=1 rewrites the page."""

import os
import re
from pathlib import Path

from bot.commands.command import Command, Group, Who
from bot.commands.table import ALIASES, COMMANDS
from bot.text import Words

PAGE = Path(__file__).parents[2] / "docs" / "commands.md"
REWRITE = "POTLUCK_REWRITE_DOCS" in os.environ
GENERATED = re.compile(r"(?<=<!-- the command table -->\n).*(?=<!-- end -->)", re.DOTALL)
HEAD = "| say | what it does | for | where |\n|---|---|---|---|\n"


def row(command: Command) -> str:
    said = " · ".join(f"`!{word}`" for word in (command.word, *command.aliases))
    told = Words("en", "!").text(command.help).replace("|", "\\|")
    return f"| {said} | {told} | {command.who} | {command.where} |\n"


def page() -> str:
    groups = [(group, [one for one in COMMANDS.values() if one.group is group]) for group in Group]
    return "".join(f"\n## {group}\n\n{HEAD}{''.join(map(row, members))}" for group, members in groups) + "\n"


def test_the_page_of_commands_is_the_command_table() -> None:
    text = PAGE.read_text(encoding="utf-8")
    if REWRITE:
        PAGE.write_text(GENERATED.sub(lambda _: page(), text), encoding="utf-8")
    else:
        assert GENERATED.search(text) is not None
        assert GENERATED.search(text)[0] == page()


def test_no_word_is_declared_twice() -> None:
    words = [word for command in COMMANDS.values() for word in (command.word, *command.aliases)]
    assert len(words) == len(set(words)) == len(COMMANDS) + len(ALIASES)


def test_what_is_for_staff_or_the_host_says_so_in_its_help() -> None:
    told = {command: Words("en", "!").text(command.help) for command in COMMANDS.values()}
    of_host = {one.word for one in COMMANDS.values() if one.who is Who.HOST and "host" not in told[one]}
    of_mods = {one.word for one in COMMANDS.values() if one.group is Group.MOD and "For moderators." not in told[one]}
    assert (of_host, of_mods) == (set(), {"mod"})
