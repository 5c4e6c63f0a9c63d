"""Play the same evening with several deals, and compare to the last byte what reaches anybody except the holder."""

import re

import msgspec
from evening import START, Evening, Witness
from msgspec.structs import replace
from redis.asyncio import Redis

from bot.adapters.discord.outbound.layout import table_view
from bot.adapters.discord.outbound.private_layout import hand_view
from bot.adapters.twitch.outbound.lines import news_in_parts, turn
from bot.ports.messages import Reply, Rights, Update
from bot.table.defaults import Defaults
from bot.text import Words
from persistence import EmbeddedServer, HandClock, Store

VENUE, PLACE, TAG = "test:leaks", "test:here", "-leak"
OTHERS = ("ben", "cid", "zoe", "mia")
NOTHING_HIDDEN = ("updates", "pages", "answers", "buttons", "times")


class Timed(Witness):
    """Also keeps the time of each update."""

    def __init__(self, clock: HandClock) -> None:
        super().__init__()
        self._clock = clock
        self.times: list[tuple[str, int]] = []

    async def show(self, update: Update) -> str:
        handle = await super().show(update)
        self.times.append((update.audience, self._clock.now()))
        return handle


class Overheard(msgspec.Struct, frozen=True):
    """Everything told to others. `buttons`: what Discord and a chat show, with the ids of buttons. `own`: what the
    holder of the secret is shown.
    """

    updates: list[bytes]
    pages: list[bytes]
    answers: list[str]
    buttons: list[str]
    times: list[tuple[str, int]]
    own: list[bytes]


async def overheard(
    redis: EmbeddedServer,
    opening: tuple[str, ...],
    dice: tuple[int, ...],
    *lines: str,
    holds: str = "ann",
    pace: int = 0,
) -> Overheard:
    """Play one evening. A line is `ann: !bid 5`, `ann: ?bid 5` in private, `wait: 20`, or `away: ann`."""
    async with Redis.from_url(redis.url) as bare:
        await bare.flushall()
    clock = HandClock(START)
    store = await Store.connect(redis.url, clock=clock, timeout=60)
    witness = Timed(clock)
    manners = Defaults(pace=pace, bots_from_bank=True)
    evening = Evening(store, clock, manners=manners, venue=VENUE, place=PLACE, witness=witness, tag=TAG, seed="leaks")
    evening.rights = {"mia": Rights.STAFF}
    try:
        await evening.lines(*opening)
        evening.roll(*dice)
        answers = [
            answer for line in ("ann: !start", *lines) for answer in [await one_line(evening, line, holds)] if answer
        ]
        return told(witness, answers, await pages(evening, holds), f"person:{evening.id_of(holds)}")
    finally:
        await evening.end()
        await store.close()


async def one_line(evening: Evening, line: str, holds: str) -> str:
    name, _, text = line.partition(": ")
    if name == "wait":
        await evening.wait(float(text))
    elif name == "away":
        evening.witness.away = {f"person:{evening.id_of(text)}"}
    else:
        answer = await evening.say(name, text.removeprefix("?"), private=text.startswith("?"))
        assert answer.ok or name != holds, answer.text
        return f"{line} {without_receipt(answer)}" if name != holds else ""
    return ""


def without_receipt(answer: Reply) -> Reply:
    """Return an answer with only its receipts and heads replaced by these words, since they hash others' secrets,
    salted.

    Each must have 12 digits and be in the text, so that no hand can hide in its place.
    """
    text = answer.text
    for digits in (answer.receipt, *answer.heads):
        if digits:
            assert re.fullmatch("[0-9a-f]{12}", digits)
            assert digits in text
    for digits in {answer.receipt, *answer.heads} - {""}:
        text = text.replace(digits, "RECEIPT")
    return replace(answer, text=text, receipt=answer.receipt and "RECEIPT", heads=("RECEIPT",) * len(answer.heads))


async def pages(evening: Evening, holds: str) -> list[bytes]:
    """Return the pages that the others get if they open them now."""
    own = f"person:{evening.id_of(holds)}"
    looks = [
        one
        for name in OTHERS
        for one in await evening.house.look(evening.message(name, "").sender, VENUE, PLACE, "en")
        if one.audience != own
    ]
    return list(map(outgoing, looks))


def told(witness: Timed, answers: list[str], looked: list[bytes], own: str) -> Overheard:
    to_others = [one for one in witness.updates if one.audience != own]
    return Overheard(
        updates=list(map(outgoing, to_others)),
        pages=looked,
        answers=answers,
        buttons=[line for one in to_others for line in as_shown(one)],
        times=[(audience, at) for audience, at in witness.times if audience != own],
        own=[msgspec.json.encode(one) for one in witness.updates if one.audience == own],
    )


def outgoing(update: Update) -> bytes:
    """Return the update without its lines' places in the log, which stay in the house (`News.number`)."""
    told = ("news", "recent", "shared", "proofs")
    lines = {name: tuple(replace(line, number=0) for line in getattr(update, name)) for name in told}
    return msgspec.json.encode(replace(update, **lines))


def as_shown(update: Update) -> list[str]:
    words = Words()
    if update.audience.startswith("place:"):
        return [
            str(table_view(update, words).to_components()),
            *(one.text for one in news_in_parts(update, words)),
            turn(update, words),
        ]
    return [str(hand_view(update, words, None).to_components())]


def differences(first: Overheard, second: Overheard) -> list[str]:
    """Return the names of the parts that differ."""
    return [name for name in NOTHING_HIDDEN if getattr(first, name) != getattr(second, name)]
