"""Show Discord's cards and hands as on a phone: `python -m bench.phone FOLDER [GAME …]`.

From random games it draws everybody's card, and the hand and forms of an awaited player, 400 px wide, dark and light,
in Chromium from the very components and pictures that are sent. `sheet.jpg` has a card and a hand of each game,
`forms.jpg` the lobby and the forms. It then prints the sizes of the pictures and the heights of the cards;
`bench.picture_steps` measures how long they take.
"""

# ruff: noqa: E402 - the folders of the tests must be found first

import asyncio
import base64
import html
import re
import sys
import time
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

ROOT: Final = Path(__file__).parents[1]
for room in ("tests", "tests/on_simcord", "tests/games"):
    sys.path.append(str(ROOT / room))

from chromium import CHROMIUM
from msgspec.structs import replace
from PIL import Image
from playwright.async_api import async_playwright
from stages import on_stage, update_of

from bench.boards import AGAIN, MOST_DEEDS, NAMES
from bench.folders import folder_and_names
from bot.adapters.discord.inbound.modals import form_for
from bot.adapters.discord.inbound.slash import as_slash
from bot.adapters.discord.outbound.buttons import Does, of_form
from bot.adapters.discord.outbound.layout import table_view
from bot.adapters.discord.outbound.named_moves import settled
from bot.adapters.discord.outbound.options_view import options_view
from bot.adapters.discord.outbound.pictures import Picture, PrivatePart, SharedPart, with_art
from bot.adapters.discord.outbound.private_layout import more_view, own_view
from bot.ports.messages import Update
from bot.render.chooser import undrawn
from bot.render.offers import to_choose
from bot.render.painter import PainterHere
from bot.text import Words
from games.catalogue import AnyGame, catalogue
from games.kit.seats import SPECTATOR
from games.proof import fair
from potluck.testing.positions import Opening, positions

STYLE: Final = """
body { margin: 0; padding: 8px; font: 16px/1.3 'gg sans', 'Noto Sans', sans-serif; width: 384px; }
.dark { background: #313338; color: #dbdee1; } .light { background: #fff; color: #313338; }
.box { border: 1px solid #8883; border-left: 4px solid #3ba55d; border-radius: 8px; padding: 10px 12px; }
.dark .box { background: #2b2d31; } .light .box { background: #f8f9fa; }
img { width: 100%; border-radius: 8px; display: block; margin: 6px 0; }
h3 { font-size: 17px; margin: 0; } small { font-size: 12px; opacity: .7; overflow-wrap: anywhere; }
hr { border: 0; border-top: 1px solid #8884; margin: 8px 0; }
.row { display: flex; flex-wrap: wrap; gap: 8px; margin-top: 8px; }
b.press { font-weight: 500; font-size: 14px; border-radius: 8px; padding: 7px 12px; color: #fff; background: #4e5058; }
b.s1 { background: #5865f2; } b.s3 { background: #248046; } b.s4 { background: #da373c; }
.modal { border-radius: 12px; padding: 12px; }
.dark .modal { background: #242429; } .light .modal { background: #f2f3f5; }
label { display: block; font-weight: 600; margin-top: 10px; } label small { font-weight: 400; display: block; }
.pick, .field { box-sizing: border-box; width: 100%;
  border: 1px solid #8886; border-radius: 8px; padding: 9px; font-size: 14px; opacity: .8; }
"""


FORM: Final = 9
"""The type of the answer to an interaction that opens a form, since a form is not a component."""
MOST_FORMS: Final = 3
LISTS: Final = frozenset({3, 5, 6, 7, 8})


class Seen(NamedTuple):
    name: str
    components: Any
    picture: Picture | None


async def sights(game: AnyGame, seats: int) -> list[Seen]:
    """Return the card and the hand at some positions of each phase."""
    words = Words("en", "/", page=True, spelled=as_slash)
    options, seen, found = game.options_from({}), dict[str, int](), list[Seen]()
    opening = Opening(game, options, (game.stack(options),) * seats, fair.lp("boards 0"))
    told: list[Any] = []
    for at, position in enumerate(positions(opening, MOST_DEEDS)):
        told.append(position.came[1])
        phase = game.view(position.state, SPECTATOR).phase
        is_over = game.asks(position.state) is None
        if at - seen.get(phase, -AGAIN) < AGAIN and not is_over:
            continue
        seen[phase] = at
        now = "between" if is_over else "playing"
        stage = on_stage("phone", game, position.state, NAMES[:seats], log=told[-8:], phase=now)
        place = update_of(stage, "place:discord:2", words)
        shared = await shared_picture(place)
        name = f"{game.name}-{seats}-{phase}-{at}"
        called = [1] if place.card.ends_at else []
        found.append(
            Seen(f"{name}-card", table_view(place, words, called=called, picture=shared).to_components(), shared)
        )
        ask = game.asks(position.state)
        for seat in () if ask is None else ask.seats[:1]:
            update = update_of(stage, f"person:{stage.session.seats[seat].player}", words)
            own = await PrivatePart.or_table(update, PainterHere())
            found.append(Seen(f"{name}-hand", own_view(update, words, picture=own).to_components(), own))
            found.append(Seen(f"{name}-more", more_view(update, words).to_components(), None))
            found += [Seen(f"{name}-{verb}-form", [form], None) for verb, form in forms_of(update, words)]
    return [*found, *[one async for one in around(game, NAMES[:seats], words)]]


async def shared_picture(update: Update) -> SharedPart | None:
    """Return everybody's picture of an update, drawn; None: it has none, or it can't be drawn."""
    planned = SharedPart.undrawn(update)
    return None if planned is None else await planned.painted(PainterHere())


def forms_of(update: Update, words: Words) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield the form of one move of each verb, if it has one, and the verb."""
    for offer in {one.verb: one for one in update.card.offers if to_choose(settled(one))}.values():
        press = of_form(Does.FILL, update.code, update.card.ask, offer.verb, 0)
        yield offer.verb, {"type": FORM, **form_for(offer, press, words).to_dict()}


async def around(game: AnyGame, names: Sequence[str], words: Words) -> AsyncIterator[Seen]:
    """Yield the card of a table before its first game, and the lists of its options."""
    lobby = update_of(on_stage("phone", game, None, names, phase="lobby"), "place:discord:2", words)
    name = f"{game.name}-{len(names)}-lobby"
    lobby = replace(lobby, card=with_art(lobby.card, words))
    picture = await shared_picture(lobby)
    yield Seen(f"{name}-card", table_view(lobby, words, picture=picture).to_components(), picture)
    options = options_view(lobby.card, undrawn(game, words), words)
    yield Seen(f"{name}-options", options.to_components(), None)


def as_html(seen: Seen) -> str:
    return "".join(part_as_html(part, seen.picture) for part in seen.components)


def part_as_html(part: Mapping[str, Any], picture: Picture | None) -> str:
    inside = "".join(part_as_html(one, picture) for one in part.get("components", ()))
    match part["type"]:
        case 17:
            return f'<div class="box">{inside}</div>'
        case 10:
            return "<div>" + "<br>".join(map(line_as_html, part["content"].splitlines())) + "</div>"
        case 12 if picture is not None:
            content = base64.b64encode(picture.png).decode()
            return f'<img src="data:image/png;base64,{content}" alt="{html.escape(picture.alt)}">'
        case 14:
            return "<hr>"
        case 1:
            return f'<div class="row">{inside}</div>'
        case 2:
            return f'<b class="press s{part.get("style", 2)}">{html.escape(part.get("label") or "")}</b>'
        case 3 | 4 | 5 | 6 | 7 | 8 | 21 | 23:
            return field_as_html(part)
        case 18:
            below = f"<small>{html.escape(part['description'])}</small>" if part.get("description") else ""
            return f"<label>{html.escape(part['label'])}{below}</label>{part_as_html(part['component'], None)}"
        case 9:
            return f'<div class="modal"><h3>{html.escape(part["title"])}</h3>{inside}</div>'
        case _:
            return ""


def field_as_html(part: Mapping[str, Any]) -> str:
    chosen = [one["label"] for one in part.get("options", ()) if one.get("default")]
    text = html.escape(", ".join(chosen) or str(part.get("value") or part.get("placeholder") or ""))
    if part["type"] == 23:
        return '<div class="field">☐</div>'
    return f'<div class="pick">{text} ▾</div>' if part["type"] in LISTS else f'<div class="field">{text}&nbsp;</div>'


def line_as_html(line: str) -> str:
    text = html.escape(re.sub(r"\\(.)", r"\1", line.replace("**", "\x01")))
    text = re.sub("\x01(.*?)\x01", r"<b>\1</b>", text)
    text = re.sub(r"&lt;t:\d+:R&gt;", "in 30 seconds", re.sub(r"&lt;[@#]\d+&gt;", "@somebody", text))
    if text.startswith("### "):
        return f"<h3>{text[4:]}</h3>"
    return f"<small>{text[3:]}</small>" if text.startswith("-# ") else text


async def photographed(folder: Path, every: list[Seen]) -> list[tuple[str, int]]:
    """Draw each of them, dark and light; return their heights."""
    heights = []
    async with async_playwright() as started:
        browser = await started.chromium.launch(executable_path=CHROMIUM)
        page = await browser.new_page(viewport={"width": 400, "height": 800}, device_scale_factor=2)
        for one in every:
            for theme in ("dark", "light"):
                body = f'<body class="{theme}">{as_html(one)}'
                await page.set_content(f"<!doctype html><meta charset=utf-8><style>{STYLE}</style>{body}")
                await page.locator("body").screenshot(path=folder / f"{one.name}-{theme}.png")
            heights.append((one.name, int(await page.evaluate("document.body.scrollHeight"))))
        await browser.close()
    return heights


def chosen_of(game: str, every: list[Seen]) -> tuple[list[str], list[str]]:
    """Return the names of a card and a hand of a game, and of its lobby and its forms."""
    own = [one.name for one in every if one.name.startswith(f"{game}-") and "-lobby-" not in one.name]
    kinds = [[name for name in own if name.endswith(kind)] for kind in ("-card", "-hand")]
    forms = {name.split("-")[-2]: name for name in own if name.endswith("-form")}
    lobby = [one.name for one in every if one.name.startswith(f"{game}-") and "-lobby-" in one.name]
    return [names[len(names) // 2] for names in kinds], [*lobby[-2:], *list(forms.values())[:MOST_FORMS]]


def sheets(folder: Path, every: list[Seen]) -> None:
    """Combine the pictures of each game into a column, alternating dark and light."""
    games = list(dict.fromkeys(one.name.partition("-")[0] for one in every))
    for number, name in enumerate(("sheet.jpg", "forms.jpg")):
        columns = [
            [
                Image.open(folder / f"{one}-{'light' if at % 2 else 'dark'}.png")
                for one in chosen_of(game, every)[number]
            ]
            for at, game in enumerate(games)
        ]
        together(columns).save(folder / name, quality=78)


def together(columns: list[list[Image.Image]]) -> Image.Image:
    widths = [max(one.width for one in column) for column in columns]
    whole = Image.new("RGB", (sum(widths), max(sum(one.height for one in column) for column in columns)), "#999")
    for at, column in enumerate(columns):
        below = 0
        for one in column:
            whole.paste(one.convert("RGB"), (sum(widths[:at]), below))
            below += one.height
    whole.thumbnail((1600, 1600))
    return whole


async def main(folder: Path, names: list[str]) -> None:
    every: list[Seen] = []
    for game in (catalogue()[name] for name in names or catalogue()):
        allowed = game.seats(game.options_from({}))
        for count in {allowed[0], min(allowed[-1], 8)}:
            found = await sights(game, count)
            every += found
            sizes = [len(one.picture.png) for one in found if one.picture is not None]
            print(f"{game.name}, {count} seats: {len(sizes)} pictures, at most {max(sizes, default=0):,} bytes")
    began = time.perf_counter()
    heights = dict(await photographed(folder, every))
    for kind in ("card", "hand", "more"):
        of_kind = sorted((high, name) for name, high in heights.items() if name.endswith(kind))
        print(f"{kind}: {of_kind[len(of_kind) // 2][0]} px high (p50), {of_kind[-1][0]} px (most: {of_kind[-1][1]})")
    sheets(folder, every)
    print(f"{len(every)} drawn in {time.perf_counter() - began:.0f} s")


if __name__ == "__main__":
    asyncio.run(main(*folder_and_names(__doc__, "the games; all where none is named")))
