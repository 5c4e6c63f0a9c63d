"""Every command has its place on the page: among a panel's buttons, in the table's menu, or it is there by itself."""

from bot.commands.table import COMMANDS
from bot.render.menu import ELSEWHERE, ENTRIES, ON_THE_PAGE, menu
from bot.render.panel import COMMANDS as BUTTONS
from bot.text import Words


def test_every_command_has_a_place_on_the_page_or_is_about_other_platforms() -> None:
    listed = [entry.line.split()[0] for entry in ENTRIES]
    places = [*BUTTONS, *listed, *ON_THE_PAGE, *ELSEWHERE]
    assert sorted(places) == sorted(COMMANDS)


def test_what_is_for_moderators_stands_in_their_group() -> None:
    for entry in ENTRIES:
        command = COMMANDS[entry.line.split()[0]]
        assert (command.who.name in {"STAFF", "OWNER"}) == (entry.group == "staff")
        host = "host or staff" if command.for_staff else "host"
        assert entry.who == (host if command.who.name == "HOST" else "")


def test_each_entry_is_labelled() -> None:
    labels = [entry.label for entry in menu(Words(page=True))]
    assert all(labels)
    assert len(set(labels)) == len(labels)
