"""List every place of the host's code that decides who may know something (threats T37).

Each is removed, one at a time, or the list says why its removal shows nothing.
"""

import ast
import importlib
import inspect
from collections.abc import Iterator
from types import CodeType, FunctionType
from typing import Any, Final, NamedTuple

import pytest
from outputs import ROOT, modules

NAMED: Final = frozenset(
    {"SPECTATOR", "is_for_all", "is_for_one", "is_late", "keeps_secrets", "may_see", "names_a_secret", "still_secret"}
    | {"told_to", "viewer_of"}
)
ASKED_OF: Final = frozenset({"withheld", "is_private", "is_for_all", "keeps_secrets", "watching"})
OF_LINES: Final = frozenset({"lines", "line", "found", "one"})


class Filter(NamedTuple):
    """`site`: its function. `plain`: its code. `out`: the code without the filter. `output`: where the gate notices the
    removal, in the evenings of `game`.
    """

    site: str
    plain: str
    out: str
    output: str
    game: str = "poohead"


EVERYBODYS: Final = "[*lines.public, *(line for own in lines.private.values() for line in own)]"
TAKEN_OUT: Final = (
    Filter(
        "bot/render/panel.py:viewer_of",
        "return SPECTATOR if seat is None else seat",
        "return Seat(1) if seat is None and session.seats[1:] else SPECTATOR if seat is None else seat",
        "call Adapter.show",
    ),
    Filter("bot/render/panel.py:Scenes.of", "SPECTATOR if rules.one_scene else viewer", "1", "call Adapter.show"),
    Filter("bot/render/panel.py:offered_openly", "if not table.of_all.hands:", "if True:", "card", "rogues"),
    Filter("bot/render/panel.py:offered_openly", "if move.move.offered_openly", "if True", "card", "rogues"),
    Filter(
        "bot/delivery/shown.py:lines_for",
        "lines.private.get(audience.person, []) if audience.person else lines.public",
        EVERYBODYS,
        "call Adapter.show",
    ),
    Filter(
        "bot/delivery/shown.py:hands_undelivered", "one.owed and one.has_own_start", "one.has_own_start", "chat", "away"
    ),
    Filter(
        "bot/delivery/shown.py:update_for",
        "table, audience.person, drawn",
        "table, session.seats[1].player if session.seats[1:] else audience.person, drawn",
        "card",
    ),
    Filter(
        "bot/delivery/queries.py:Queries._look_at",
        "panel_for(TableView(session, words), audience.person)",
        "panel_for(TableView(session, words), session.seats[1].player)",
        "GET /seat/{id}/live",
    ),
    Filter(
        "bot/delivery/queries.py:Queries.commentary",
        "session.match is not None or session.record in session.withheld",
        "False",
        "page hold",
        "rogues",
    ),
    Filter("bot/delivery/disputes.py:Disputes._typed", "one.private and ", "False and ", "command mod"),
    Filter("bot/delivery/disputes.py:Disputes._shown", "if key in places or ", "if True or ", "command mod", "away"),
    Filter(
        "bot/delivery/disputes.py:timeline", "if closed or (game and game not in secret):", "if True:", "command mod"
    ),
    Filter(
        "bot/delivery/disputes.py:receipts",
        "if closed or batch.is_for_all or batch.game not in secret",
        "if True",
        "command mod",
    ),
    Filter("bot/delivery/disputes.py:public_lines", "batch.is_for_all for", "1 for", "command mod", "rogues"),
    Filter("bot/delivery/disputes.py:still_secret", "(*running, *", "(*", "command mod"),
    Filter(
        "bot/delivery/disputes.py:still_secret",
        "(*running, *map(number_of, session.withheld))",
        "running",
        "command mod",
        "rogues",
    ),
    Filter("bot/delivery/disputes.py:ended_at", "and batch.game not in secret", "", "command mod"),
    Filter("bot/delivery/disputes.py:is_late", "line.at > open_until", "False", "command mod"),
    Filter(
        "bot/delivery/replays.py:Replays._game",
        "raise GameWithheld(game.record)",
        "pass",
        "GET /game/{link}/record",
        "rogues",
    ),
    Filter(
        "bot/delivery/replays.py:WithheldGames.has",
        "if not game.withheld:",
        "if True:",
        "command verify",
        "rogues",
    ),
    Filter(
        "bot/delivery/replays.py:WithheldGames.has",
        "return game.record in session.withheld",
        "return False",
        "GET /game/{link}/record",
        "rogues",
    ),
    Filter("bot/engine/records.py:finished_game", "batch.is_for_all", "True", "command mydata", "rogues"),
    Filter("bot/engine/records.py:finished_game", "withheld=withheld", "withheld=False", "command verify", "rogues"),
    Filter("bot/engine/taken.py:typed", "message.private or bool(message.table)", "bool(message.table)", "command mod"),
    Filter(
        "bot/table/commitments.py:close_match",
        "withheld=(*change.session.withheld, playing.record)",
        "",
        "command verify",
        "rogues",
    ),
    Filter("bot/render/telling.py:told", "if to is None:", "if True:", "chat"),
    Filter(
        "bot/render/telling.py:lines_of",
        "lines.private.setdefault(person, []).extend(own)",
        "lines.public.extend(own)",
        "command history",
    ),
    Filter(
        "bot/commands/answers.py:about",
        "PrivateAnswer.of(hand) if keeps_secrets(session.rules) else ",
        "",
        "command hand",
    ),
    Filter(
        "bot/commands/answers.py:about",
        "PrivateAnswer.of(moves) if keeps_secrets(session.rules) else ",
        "",
        "command moves",
    ),
    Filter(
        "bot/commands/answers.py:about",
        "PrivateAnswer.of(odds_now(session, person, words))",
        "Answer(odds_now(session, person, words).reveal())",
        "command odds",
        "rogues",
    ),
    Filter(
        "bot/commands/answers.py:about",
        "panel_for(table, NOBODY",
        "panel_for(table, session.seats[1].player",
        "command table",
    ),
    Filter(
        "bot/commands/answers.py:hand_now",
        "words), person, drawn",
        "words), session.seats[1].player, drawn",
        "command hand",
    ),
    Filter(
        "bot/commands/moves.py:MoveCommands.explain",
        "PrivateAnswer.instead(refused) if keeps_secrets(session.rules) else refused",
        "refused",
        "command play",
    ),
    Filter(
        "bot/commands/fair_play.py:FairPlay.fair",
        "PrivateAnswer.instead(answer) if seat is not None and keeps_secrets(session.rules) else answer",
        "answer",
        "command fair",
        "rogues",
    ),
    Filter("bot/commands/fair_play.py:FairPlay._moves", "and one.deed.seat == seat", "", "command fair", "rogues"),
    Filter(
        "bot/commands/proofs.py:Proofs.of_table",
        'raise Refused("last-still-withheld")',
        "pass",
        "command verify",
        "rogues",
    ),
    Filter(
        "bot/commands/proofs.py:Proofs.named",
        'raise Refused("still-withheld", number=found[0].number)',
        "pass",
        "command verify",
        "rogues",
    ),
    Filter("bot/people/own_file.py:OwnFile._at_table", 'and line.get("by") == one', "", "command mydata"),
    Filter(
        "bot/adapters/web/outbound/open_pages.py:OpenPages._of",
        "self.watching.get(audience, ())",
        "[page for mine in self.watching.values() for page in mine]",
        "page tell",
    ),
    Filter(
        "bot/adapters/web/outbound/open_page.py:OpenPage.tell",
        "not one.news and side.stands == one.panel",
        "side.stands is None",
        "page tell",
        "rogues",
    ),
    Filter("bot/adapters/web/overlay/screen.py:Screen.hold", "or self._is_known(table)", "", "page hold", "rogues"),
)
UNSEEN: Final[dict[str, str]] = {
    "bot/adapters/discord/adapter.py:DiscordAdapter.show": (
        "what Discord shows to whom: tests/on_discord/test_secrets.py, test_no_leaks.py"
    ),
    "bot/adapters/discord/adapter.py:DiscordAdapter.let_in": (
        "who sees a private thread, which follows from no dealing: tests/on_discord/test_hosts.py"
    ),
    "bot/adapters/twitch/inbound/listener.py:Listener._take_back": (
        "which of two sentences is said, neither of which has anything of a game: tests/on_twitch/test_hosts.py"
    ),
    "bot/adapters/discord/adapter.py:DiscordAdapter.wants_card": (
        "what Discord shows to whom: tests/on_discord/test_secrets.py, test_no_leaks.py"
    ),
    "bot/adapters/discord/inbound/chat_lines.py:ChatLines._answer": (
        "what Discord shows to whom: tests/on_discord/test_secrets.py, test_no_leaks.py"
    ),
    "bot/adapters/discord/inbound/interactions.py:Interactions._waiting": (
        "what Discord shows to whom: tests/on_discord/test_secrets.py, test_no_leaks.py"
    ),
    "bot/adapters/discord/inbound/interactions.py:Interactions.mine": (
        "what Discord shows to whom: tests/on_discord/test_secrets.py, test_no_leaks.py"
    ),
    "bot/adapters/discord/inbound/invitations.py:Invitations._table_of": (
        "what Discord shows to whom: tests/on_discord/test_secrets.py, test_no_leaks.py"
    ),
    "bot/adapters/discord/inbound/option_lists.py:OptionLists.show_opened": (
        "what Discord shows to whom: tests/on_discord/test_secrets.py, test_no_leaks.py"
    ),
    "bot/adapters/discord/outbound/pictures.py:SharedPart.undrawn": (
        "what Discord shows to whom: tests/on_discord/test_secrets.py, test_no_leaks.py"
    ),
    "bot/adapters/discord/outbound/pictures.py:PrivatePart.or_table": (
        "what Discord shows to whom: tests/on_discord/test_own_pictures.py"
    ),
    "bot/adapters/discord/outbound/pictures.py:hand_of": (
        "what Discord shows to whom: tests/on_discord/test_secrets.py, test_no_leaks.py"
    ),
    "bot/adapters/discord/inbound/purses_and_tables.py:lines_of": (
        "who may look at a purse, which follows from no dealing: tests/on_discord/test_purse_menu.py"
    ),
    "bot/adapters/discord/inbound/purses_and_tables.py:may_see": (
        "who may look at a purse, which follows from no dealing: tests/on_discord/test_purse_menu.py"
    ),
    "bot/adapters/twitch/adapter.py:TwitchAdapter.show": (
        "what Twitch says where: tests/on_twitch/test_answers.py, test_secrets_typed.py"
    ),
    "bot/adapters/twitch/inbound/listener.py:Listener._answer": (
        "what Twitch says where: tests/on_twitch/test_answers.py, test_secrets_typed.py"
    ),
    "bot/adapters/twitch/inbound/listener.py:Listener._where": (
        "what Twitch says where: tests/on_twitch/test_answers.py, test_secrets_typed.py"
    ),
    "bot/adapters/web/inbound/saying.py:SaidLines._take": "the chat of a room: tests/web/test_live.py",
    "bot/adapters/web/outbound/open_pages.py:OpenPages.__init__": "keeps count of open pages, or closes some",
    "bot/adapters/web/outbound/open_pages.py:OpenPages._leave": "keeps count of open pages, or closes some",
    "bot/adapters/web/outbound/open_pages.py:OpenPages.open": "keeps count of open pages, or closes some",
    "bot/delivery/one_pass.py:Pass.on_page": "what guests of the pages are shown: tests/bot/test_delivery.py",
    "bot/adapters/web/adapter.py:TableRoom.looks_on": "tells whether a page is open, and shows nothing",
    "bot/adapters/web/adapter.py:TableRoom.wants_card": "tells whether a page is open, and shows nothing",
    "bot/adapters/web/outbound/answered.py:shown": "marks what is somebody's own, and shows it either way",
    "bot/adapters/web/outbound/page_updates.py:told": "marks what is somebody's own, and shows it either way",
    "bot/adapters/web/activity/invitations.py:ActivityInvitations._hosted": (
        "marks what is somebody's own, and shows it either way"
    ),
    "bot/adapters/web/overlay/live.py:LiveLine._look": (
        "asked for nobody in particular, so only what all may know is there"
    ),
    "bot/app/console.py:Console.view": "asked for nobody in particular, so only what all may know is there",
    "bot/table/motions.py:with_a_stake": "asked for nobody in particular, so only what all may know is there",
    "bot/render/art.py:boards": "of a game that nobody plays, and asked for nobody in particular",
    "bot/render/luck.py:largest_pot": "asked for nobody in particular, so only what all may know is there",
    "bot/app/stream_check/told.py:open_and_hidden": "about games, not about what lies in one",
    "bot/commands/new_tables.py:NewTables._told_of": "about games, not about what lies in one",
    "bot/commands/new_tables.py:NewTables._playable_in_chat": "about games, not about what lies in one",
    "bot/wings/streams/polls.py:Polls._open": "about games, not about what lies in one",
    "bot/commands/answers.py:odds_now": (
        "its seat's own view; the others' dice are dealt anew (test_dealt_again_odds_and_house_bots_are_the_same)"
    ),
    "bot/table/thinking.py:chosen": (
        "its seat's own view; the others' dice are dealt anew (test_dealt_again_odds_and_house_bots_are_the_same)"
    ),
    "bot/commands/replays.py:ReplayCommands.replay": "behind it the page refuses, too (Replays._game)",
    "bot/delivery/replay_links.py:ReplayLinks.of_last": "behind it the page refuses, too (Replays._game)",
    "bot/commands/dispatcher.py:Dispatcher._guarded": (
        "a line that a chat has seen: only its answer is kept private, which repeats it, and goes to its own reader"
    ),
    "bot/delivery/disputes.py:typed_line": (
        "a line that a chat has seen: only its answer is kept private, which repeats it"
    ),
    "bot/delivery/disputes.py:Disputes._verdict": "says of a closed record only that it checks out",
    "bot/delivery/one_pass.py:venue_of": "which words, messages and cards, not what is in them",
    "bot/delivery/afterwards.py:Afterwards._follow": "luck in a game that is closed: tests/bot/test_withheld_games.py",
    "bot/delivery/afterwards.py:Afterwards.note": "luck in a game that is closed: tests/bot/test_withheld_games.py",
    "bot/delivery/delivery.py:Delivery._tasks": "which words, messages and cards, not what is in them",
    "bot/delivery/one_pass.py:Pass._has_a_hand": "which words, messages and cards, not what is in them",
    "bot/delivery/one_pass.py:Pass._is_called": "which words, messages and cards, not what is in them",
    "bot/delivery/replays.py:Replays.__init__ bot/delivery/replays.py:Replays.film": "of a game that is open to all",
    "bot/delivery/replays.py:Replays.odds bot/delivery/replays.py:Replays.shown": "of a game that is open to all",
    "bot/delivery/shown.py:commentary bot/render/film.py:Projector.__init__": "of a game that is open to all",
    "bot/render/film.py:Projector.deed_in_words bot/table/commitments.py:open_all": "of a game that is open to all",
    "bot/delivery/shown.py:recent_for": "of one's own lines those of an earlier game",
    "bot/render/panel.py:panel_for": "asked by those that are taken out",
    "bot/render/panel.py:TableView.of_all": "asked by those that are taken out",
    "bot/render/panel.py:fixed_by": "asked by those that are taken out",
    "bot/commands/fair_play.py:head_now": "a hash: tests/bot/test_fair_play.py",
    "bot/table/change.py:Change.happened": "a hash, or a position in the log: tests/leaks/test_told_to_others.py",
    "bot/table/change.py:Change.tell": "a hash, or a position in the log: tests/leaks/test_told_to_others.py",
}
"""Sites whose removal changes no evening, with the reason, or with what else would notice."""


def sites() -> dict[str, ast.AST]:
    """Return every function of the host that decides by the viewer, by its module and name."""
    found = {}
    for path, tree in modules("bot"):
        for name, function in functions(tree):
            if any(map(decides, ast.walk(function))):
                found[f"{path}:{name}"] = function
    return found


def functions(tree: ast.AST, within: str = "") -> Iterator[tuple[str, ast.AST]]:
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield f"{within}{node.name}", node
        elif isinstance(node, ast.ClassDef):
            yield from functions(node, f"{node.name}.")


def decides(node: ast.AST) -> bool:
    """Tell whether a name or an attribute asks for a person's identity or for the right to know something."""
    match node:
        case ast.Name(id=name, ctx=ast.Load()):
            return name in NAMED
        case ast.Attribute(value=ast.Name(id=of), attr=("private" | "person") as asked):
            return of in OF_LINES if asked == "private" else of == "audience"
        case ast.Attribute(attr=asked):
            return asked in ASKED_OF
        case _:
            return False


def take_out(patch: pytest.MonkeyPatch, one: Filter) -> None:
    """Let the function run without the filter, by exchanging its compiled code."""
    path, name = one.site.split(":")
    source = (ROOT / path).read_text("utf-8")
    (tree,) = [node for found, node in functions(ast.parse(source)) if found == name]
    first, last = tree.lineno - 1, tree.end_lineno
    lines = source.splitlines(keepends=True)
    text = "".join(lines[first:last])
    assert text.count(one.plain) == 1, f"{one.plain!r} stands {text.count(one.plain)} times in {one.site}"
    changed = "".join([*lines[:first], text.replace(one.plain, one.out), *lines[last:]])
    module = importlib.import_module(path.removesuffix(".py").replace("/", "."))
    patch.setattr(function_of(module, name), "__code__", code_of(compile(changed, path, "exec"), name))


def function_of(module: Any, name: str) -> FunctionType:
    found = module
    for part in name.split("."):
        found = inspect.getattr_static(found, part)
    found = inspect.unwrap(getattr(found, "__func__", found))
    assert isinstance(found, FunctionType)
    return found


def code_of(code: CodeType, name: str) -> CodeType:
    for part in name.split("."):
        (code,) = [one for one in code.co_consts if isinstance(one, CodeType) and one.co_name == part]
    return code
