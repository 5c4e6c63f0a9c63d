"""Test the operator's settings: each is documented in the example file, and a wrong one gives a sentence."""

import os
import re
from pathlib import Path

import pytest
from program import potluck
from pydantic import ValidationError

from bot.app.settings import Settings, unread, variable
from bot.commands.wing import settings

ROOT = Path(__file__).parents[2]
SETTING = re.compile(r"^#?(?P<name>[A-Z][A-Z_]+)=(?P<value>.*)$")


def documented() -> dict[str, str]:
    """Return each setting of `.env.example` with its value, commented out or not."""
    lines = (ROOT / ".env.example").read_text(encoding="utf-8").splitlines()
    found = (SETTING.match(line) for line in lines)
    return {one["name"]: one["value"] for one in found if one}


def test_the_example_documents_every_setting_and_no_other() -> None:
    """Habit 23."""
    assert set(documented()) == {
        variable(kind, field) for kind in (Settings, *settings()) for field in kind.model_fields
    }


def test_each_setting_of_the_example_is_explained_above_it() -> None:
    lines = (ROOT / ".env.example").read_text(encoding="utf-8").splitlines()
    for number, line in enumerate(lines):
        if SETTING.match(line):
            assert lines[number - 1].startswith("# "), line


def test_the_example_shows_the_defaults(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Only an address and a file have no default to show."""
    monkeypatch.chdir(tmp_path)
    shown = documented()
    plain = Settings()
    for field in Settings.model_fields:
        monkeypatch.setenv(variable(Settings, field), shown[variable(Settings, field)])
    assert Settings().model_dump(exclude={"redis_url"}) == plain.model_dump(exclude={"redis_url"})


def test_without_settings_the_bot_serves_this_machine_alone(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    for field in Settings.model_fields:
        monkeypatch.delenv(variable(Settings, field), raising=False)
    settings = Settings()
    assert (settings.redis_url, settings.web_host, settings.prefix) == ("", "127.0.0.1", "!")
    assert settings.key_file == Path("data/dice.key")


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("POTLUCK_PREFIX", "!!!!"),
        ("POTLUCK_LOG", "xml"),
        ("POTLUCK_LOG_LEVEL", "loud"),
        ("POTLUCK_WEB_PORT", "70000"),
        ("POTLUCK_WEB_PORT", "http"),
        ("REDIS_ALLOW_OPEN", "perhaps"),
        ("POTLUCK_STAFF_WORD", "sesame"),
        ("POTLUCK_STAFF_WORD", "x" * 201),
        ("POTLUCK_PROXIES", "localhost"),
        ("POTLUCK_PROXIES", "127.0.0.1, 0.0.0.0/0"),
        ("POTLUCK_CONNECTIONS", "0"),
        ("POTLUCK_HEALTH_PORT", "0"),
    ],
)
def test_a_wrong_setting_is_refused_with_its_name(name: str, value: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(ValidationError) as refused:
        Settings()
    field = str(refused.value.errors()[0]["loc"][0])
    assert name.endswith(field.upper()) or field == name


def test_a_wrong_setting_is_one_sentence_on_the_command_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("POTLUCK_WEB_PORT", "http")
    done = potluck("play")
    assert done.returncode == 2
    assert done.stderr.startswith("potluck: POTLUCK_WEB_PORT: ")
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        (
            "POTLUCK_STAFF_WORD",
            "  sesame ",
            "POTLUCK_STAFF_WORD: whoever knows this word is a moderator, so it needs 8 to 200 characters; it has 6",
        ),
        (
            "POTLUCK_PROXIES",
            "127.0.0.1, nginx",
            "POTLUCK_PROXIES: 'nginx' is no address and no network, like 127.0.0.1 or 10.0.0.0/8",
        ),
        (
            "POTLUCK_PROXIES",
            "0.0.0.0/0",
            "POTLUCK_PROXIES: '0.0.0.0/0' is everybody; name the addresses of your proxies",
        ),
    ],
)
def test_a_setting_that_would_let_anybody_in_is_refused_at_the_start(
    name: str, value: str, sentence: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """T29: and the word itself is not printed."""
    monkeypatch.setenv(name, value)
    done = potluck("run")
    assert (done.returncode, done.stderr) == (2, f"potluck: {sentence}\n")


def test_a_word_has_no_blanks_around_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody could type them."""
    monkeypatch.setenv("POTLUCK_STAFF_WORD", "  open sesame ")
    assert Settings().staff_word.get_secret_value() == "open sesame"


def test_a_password_is_never_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    """T9."""
    monkeypatch.setenv("REDIS_PASSWORD", "hunter2-canary")
    settings = Settings()
    assert settings.redis_password.get_secret_value() == "hunter2-canary"
    for shown in (repr(settings), str(settings), settings.model_dump_json(), f"{settings.redis_password}"):
        assert "canary" not in shown


def test_a_name_that_is_nearly_a_setting_is_named_with_the_nearest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in [name for name in os.environ if name.startswith("POTLUCK_")]:
        monkeypatch.delenv(name)
    (tmp_path / ".env").write_text("POTLUCK_CONECTIONS=9\nDISCORD_TOKN=x\nPOTLUCK_PREFIX=?\nCITY=Rome\n")
    monkeypatch.setenv("POTLUCK_CONECTIONS", "9")
    monkeypatch.setenv("POTLUCK_WEATHER", "fair")
    monkeypatch.setenv("POTLUCK_DATA", "here")
    assert dict(unread()) == {
        "POTLUCK_CONECTIONS": "POTLUCK_CONNECTIONS",
        "DISCORD_TOKN": "DISCORD_TOKEN",
        "POTLUCK_WEATHER": "",
    }
