"""Test logs: as JSON or for people, without secrets in either (threats T9)."""

import asyncio
import json
import logging
import re
from collections.abc import Iterator
from secrets import token_hex

import pytest
import structlog
from cases import case
from evening import Evening

from bot.engine import logs
from bot.table.fairness import Fairness, Keys
from bot.table.phases import Playing
from games.kit.secret import Secret

SEED = token_hex(32)
SALT = token_hex(16)
DISCORD = ".".join(letter * length for letter, length in (("M", 26), ("G", 6), ("x", 38)))
"""The shape of a bot's token."""
CANARIES = [SEED, SALT, DISCORD, "oauth:abcdefghijklmnop0123456789", "Bearer abc.def.ghi-canary", "hunter2-canary"]
SENTENCES = [
    "seed {}",
    "could not connect to redis://user:{}@host:6379/0",
    "Authorization: Bearer {}",
    "{}",
    'a traceback with key="{}" in it',
]


@pytest.fixture(autouse=True)
def as_before() -> Iterator[None]:
    """Restore the program's logging after each test."""
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    yield
    structlog.reset_defaults()
    root.handlers[:], root.level = handlers, level


def printed(capsys: pytest.CaptureFixture[str]) -> str:
    out, err = capsys.readouterr()
    assert out == "", "logs go to the standard error"
    return err


@pytest.mark.parametrize("form", ["json", "people"])
def test_no_secret_comes_out_by_name(form: str, capsys: pytest.CaptureFixture[str]) -> None:
    logs.set_up(form, "info")
    for name in ("token", "bot_token", "seed", "salt", "password", "hand", "cookie", "dice_key", "Authorization"):
        structlog.get_logger().info("something", **{name: "canary-value", "table": "K7Q"})
    text = printed(capsys)
    assert "canary" not in text
    assert text.count("K7Q") == 9


def test_no_secret_comes_out_by_shape(capsys: pytest.CaptureFixture[str]) -> None:
    """Anywhere: in the event, in a value, in a repr, or in a library's message."""
    for form in ["json", "people"]:
        for canary in CANARIES[:4]:
            with case(form, canary):
                logs.set_up(form, "info")
                log = structlog.get_logger()
                said = f"it is {canary}"
                log.info(said, what=f"the {canary} itself", inside=[canary], deep={"a": (canary,)})
                log.error("an error", error=RuntimeError(canary))
                logging.getLogger("redis").warning("library: %s", canary)
                text = printed(capsys)
                assert canary not in text
                assert text.count(logs.HIDDEN) >= 6


@pytest.mark.parametrize("sentence", SENTENCES)
def test_a_password_in_an_address_is_hidden(sentence: str, capsys: pytest.CaptureFixture[str]) -> None:
    logs.set_up("json", "info")
    for canary in CANARIES[:5]:
        structlog.get_logger().warning(sentence.format(canary))
    structlog.get_logger().warning("redis://user:hunter2-canary@host:6379/0")
    text = printed(capsys)
    assert not [canary for canary in CANARIES if canary in text]
    assert "host:6379" in text


def test_a_secret_of_a_game_prints_closed(capsys: pytest.CaptureFixture[str]) -> None:
    logs.set_up("json", "info")
    structlog.get_logger().info("a state", state={"die": Secret(6), "all": (Secret("ace"),)})
    assert json.loads(printed(capsys))["state"] == "{'die': Secret(…), 'all': (Secret(…),)}"


def test_json_is_one_object_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    logs.set_up("json", "info")
    structlog.get_logger().info("a line\nand another", table="K7Q", number=3, ok=True, nothing=None)
    logging.getLogger("aiohttp").error("from a %s", "library")
    first, second = map(json.loads, printed(capsys).splitlines())
    assert (first["event"], first["table"], first["number"], first["ok"], first["nothing"]) == (
        "a line\nand another",
        "K7Q",
        3,
        True,
        None,
    )
    assert first["level"] == "info"
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z", first["timestamp"])
    assert (second["event"], second["level"]) == ("from a library", "error")


def test_the_level_is_the_owners_and_libraries_speak_from_warning_on(capsys: pytest.CaptureFixture[str]) -> None:
    """Their DEBUG lines print whole events with hands and tokens."""
    logs.set_up("json", "debug")
    logging.getLogger("discord").debug("whole gateway event")
    logging.getLogger("discord").info("connected")
    structlog.get_logger().debug("ours")
    assert [json.loads(line)["event"] for line in printed(capsys).splitlines()] == ["ours"]
    for library in ("discord", "twitchio", "aiohttp"):
        logging.getLogger(library).setLevel(logging.DEBUG)
        logging.getLogger(f"{library}.gateway").debug("a whole event, whoever set this level")
        logging.getLogger(library).setLevel(logging.NOTSET)
    assert printed(capsys) == ""
    logs.set_up("json", "warning")
    structlog.get_logger().info("not now")
    assert printed(capsys) == ""


@pytest.mark.parametrize("name", ["text", "line", "message", "content", "bid", "answer"])
def test_what_people_say_does_not_come_out_by_name(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """T31: a typed secret move is a line, too."""
    logs.set_up("json", "debug")
    structlog.get_logger().debug("heard", **{name: "bid 8370917"}, table="K7Q")
    text = printed(capsys)
    assert "8370917" not in text
    assert "K7Q" in text


def test_the_line_that_is_heard_is_hidden_wherever_it_stands(capsys: pytest.CaptureFixture[str]) -> None:
    logs.set_up("json", "debug")
    before = logs.HEARD.set("bid 8370917")
    structlog.get_logger().debug("heard bid 8370917", why=ValueError("what is bid 8370917?"), of="ann: bid 8370917")
    logging.getLogger("lib").warning("can't parse %s", "bid 8370917")
    logs.HEARD.reset(before)
    text = printed(capsys)
    assert "8370917" not in text
    assert text.count(logs.HIDDEN) == 4
    structlog.get_logger().info("bid 8370917")
    assert "8370917" in printed(capsys), "only while it is heard"


async def test_asyncio_does_not_quote_what_was_raised(capsys: pytest.CaptureFixture[str]) -> None:
    """The repr of an error may hold what somebody typed."""
    logs.set_up("json", "debug")
    about = {"message": "Task exception was never retrieved", "exception": ValueError("bid 8370917")}
    asyncio.get_running_loop().call_exception_handler({**about, "task": "<Task exception=ValueError('bid 8370917')>"})
    text = printed(capsys)
    assert "never retrieved" in text
    assert "8370917" not in text


def test_a_value_that_cannot_be_printed_breaks_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    """F28: logging never blocks or breaks play."""

    class Odd:
        def __str__(self) -> str:
            raise RuntimeError("no")

        __repr__ = __str__

    logs.set_up("json", "info")
    logging.getLogger("lib").warning("odd: %s", Odd())
    structlog.get_logger().info("goes on")
    assert "goes on" in printed(capsys)


async def test_an_evening_with_every_kind_of_trouble_logs_no_seed(
    evening: Evening, capsys: pytest.CaptureFixture[str]
) -> None:
    """T9: the seed, the salt and the key of a running game are in no line of the log."""
    logs.set_up("json", "debug")
    await evening.lines("ann: !open halflings mode=duel", "ben: !join", "ann: !start")
    session = await evening.table()
    assert isinstance(session.phase, Playing)
    seed = evening.dice.seed(session.phase.pledge).hex()

    def broken(*_: object) -> None:
        raise RuntimeError(f"seed {seed} of {session}")

    evening.house.delivery.wake = broken  # type: ignore[method-assign]
    for text in ("!stake 10", "!roll", "!xyzzy", "!stake 1e9"):
        await evening.say("ann", text)
    text = printed(capsys)
    assert "RuntimeError" in text
    assert seed not in text
    assert session.phase.pledge.salt not in text
    assert repr(Fairness(Keys({1: b"k" * 32}))).count("kkkk") == 0
