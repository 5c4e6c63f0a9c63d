"""Show all moves of one kind: for example, what a big hand has of one rank, as a list behind one button."""

from collections.abc import Sequence

from discord import ui

from bot.adapters.discord.outbound.buttons import Does, Press, button, choice_of, kind_of, lists_of, plain_view, rows
from bot.adapters.discord.outbound.markup import plain
from bot.adapters.discord.outbound.named_moves import settled
from bot.adapters.discord.outbound.piece_emojis import Known
from bot.ports.messages import Offer, Panel
from bot.render.offers import to_choose
from bot.text import Words


def kind_view(panel: Panel, offers: Sequence[Offer], number: int, emojis: Known, words: Words) -> ui.LayoutView:
    """Return all moves of the same kind as one move. `offers`: all moves of its verb; `number`: its index among
    them.
    """
    kind = kind_of(offers[number])
    choices = [choice_of(settled(one), at, panel.board, emojis) for at, one in enumerate(offers)]
    of_kind = [one for one in choices if kind_of(one.offer) == kind and not to_choose(one.offer)]
    back = button(words.text("discord-back"), Press(Does.OWN, panel.code, "", "moves"))
    lists = lists_of(panel.code, panel.ask, offers[number].verb, of_kind)
    return plain_view(ui.TextDisplay(plain(words.text("discord-which-of-kind"))), *rows([*lists, back]))
