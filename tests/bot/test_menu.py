"""Test that every command is on the page: as a panel's button, in the table's menu, or shown without one."""

from bot.commands.table import COMMANDS
from bot.commands.wing import entries, wings
from bot.render.menu import ELSEWHERE, ENTRIES, ON_THE_PAGE, menu
from bot.render.panel import COMMANDS as BUTTONS
from bot.text import Words


def test_every_command_has_a_place_on_the_page_or_is_about_other_platforms() -> None:
    listed = [entry.line.split()[0] for entry in (*ENTRIES, *entries())]
    elsewhere = [word for wing in wings() for word in wing.elsewhere]
    places = [*BUTTONS, *listed, *ON_THE_PAGE, *ELSEWHERE, *elsewhere]
    assert sorted(places) == sorted(COMMANDS)


def test_what_is_for_moderators_stands_in_their_group() -> None:
    for entry in (*ENTRIES, *entries()):
        command = COMMANDS[entry.line.split()[0]]
        assert (command.who.name in {"STAFF", "OWNER"}) == (entry.group == "staff")
        host = "host or staff" if command.for_staff else "host"
        assert entry.who == (host if command.who.name == "HOST" else "")


def test_each_entry_is_labelled() -> None:
    labels = [entry.label for entry in menu(Words(page=True), entries())]
    assert all(labels)
    assert len(set(labels)) == len(labels)
