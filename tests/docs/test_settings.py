"""Test that `.env.example`, the image and compose.yaml name only settings that exist."""

import re
from pathlib import Path
from typing import NamedTuple

import pytest
from pydantic import SecretStr

from bot.app.settings import Settings, variable
from bot.commands.wing import settings

HOUSE = Path(__file__).parents[2]
SETTING = re.compile(r"^#?([A-Z][A-Z_]*)=(.*)$", re.MULTILINE)


class Shown(NamedTuple):
    """A setting in `.env.example`, and the comment lines right above it."""

    name: str
    value: str
    above: str


def names() -> dict[str, object]:
    """Return the default of every setting, those of wings too, by its environment variable."""
    kinds = (Settings, *settings())
    return {variable(kind, name): field.default for kind in kinds for name, field in kind.model_fields.items()}


def plain(default: object) -> str:
    """Return a default as it is written in a file."""
    if isinstance(default, SecretStr):
        return default.get_secret_value()
    return str(default).lower() if isinstance(default, bool) else str(default)


def shown() -> list[Shown]:
    paragraphs = (HOUSE / ".env.example").read_text(encoding="utf-8").split("\n\n")
    return [Shown(one[1], one[2], text[: one.start()]) for text in paragraphs for one in SETTING.finditer(text)]


def test_the_example_has_every_setting_once_and_no_other() -> None:
    assert sorted(one.name for one in shown()) == sorted(names())


def test_each_setting_of_the_example_is_explained() -> None:
    assert [one.name for one in shown() if not one.above.startswith("# ")] == []


def test_the_example_shows_the_defaults() -> None:
    for one in shown():
        if one.value and one.name != "REDIS_URL":
            assert one.value == plain(names()[one.name]), one.name


def test_the_example_is_read_as_no_settings_at_all(tmp_path: Path) -> None:
    """A plain copy of it changes nothing, since every line is a comment."""
    content = (HOUSE / ".env.example").read_text(encoding="utf-8")
    assert [line for line in content.splitlines() if line and not line.startswith("#")] == []
    (tmp_path / ".env").write_text(content, encoding="utf-8")
    assert Settings(_env_file=tmp_path / ".env") == Settings(_env_file=None)  # type: ignore[call-arg]


def test_the_example_uncommented_is_read(tmp_path: Path) -> None:
    lines = [f"{one.name}={one.value}" for one in shown() if one.value]
    (tmp_path / ".env").write_text("\n".join(lines), encoding="utf-8")
    assert Settings(_env_file=tmp_path / ".env").web_port == Settings.model_fields["web_port"].default  # type: ignore[call-arg]


def test_compose_and_the_image_set_what_there_is() -> None:
    compose = (HOUSE / "compose.yaml").read_text(encoding="utf-8")
    dockerfile = (HOUSE / "Dockerfile").read_text(encoding="utf-8")
    used = set(re.findall(r"\b(?:POTLUCK|REDIS)_[A-Z_]+\b", compose + dockerfile))
    assert used <= set(names())
    assert {"REDIS_URL", "REDIS_PASSWORD", "POTLUCK_DATA"} <= used


OF_THE_IMAGE = {
    "POTLUCK_DATA": "the volume",
    "POTLUCK_DICE_KEY_FILE": "in the volume; another path would be one inside the container",
    "POTLUCK_WEB_HOST": "`--host 0.0.0.0` goes first",
    "POTLUCK_WEB_PORT": "published as another one in compose.yaml",
    "POTLUCK_HEALTH_PORT": "that of the image's own check",
    "POTLUCK_METRICS_HOST": "compose.yaml publishes the port on the machine's own address alone",
    "POTLUCK_METRICS_PORT": "published as another one in compose.yaml",
    "REDIS_URL": "the Redis of compose.yaml",
    "REDIS_ALLOW_OPEN": "that Redis has a password",
}
"""Settings that nobody sets through compose.yaml, and why."""


def test_compose_hands_every_setting_on_that_an_owner_may_set() -> None:
    """A value in `.env` must reach the container. A default in compose.yaml equals the program's default."""
    compose = (HOUSE / "compose.yaml").read_text(encoding="utf-8")
    environment = compose[compose.index("    environment:") : compose.index("    volumes:")]
    passed = dict(re.findall(r"^      ([A-Z_]+): (.*)$", environment, re.MULTILINE))
    assert set(passed) == set(names()) - set(OF_THE_IMAGE) | {"REDIS_URL"}
    for name, value in passed.items():
        if name not in {"REDIS_URL", "REDIS_PASSWORD", "POTLUCK_LOG"}:
            assert re.fullmatch(rf"\$\{{{name}:-(.*)\}}", value), name
            assert value[len(name) + 4 : -1] in {"", plain(names()[name])}, name


def test_what_the_image_sets_itself_it_sets() -> None:
    dockerfile = (HOUSE / "Dockerfile").read_text(encoding="utf-8")
    for name in ("POTLUCK_DATA", "POTLUCK_HEALTH_PORT"):
        assert f"{name}=" in dockerfile, name


def test_an_empty_setting_is_none_at_all(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Compose passes unset settings on as empty ones."""
    monkeypatch.chdir(tmp_path)
    for name in names():
        monkeypatch.setenv(name, "")
    assert Settings() == Settings(_env_file=None)  # type: ignore[call-arg]


def test_pages_name_settings_that_there_are() -> None:
    own = {"POTLUCK_REWRITE_DOCS", "POTLUCK_REWRITE_SCENES", "POTLUCK_SCREENSHOTS"}
    for page in (HOUSE / "README.md", *(HOUSE / "docs").glob("*.md")):
        named = set(re.findall(r"\b(?:POTLUCK|REDIS)_[A-Z_]+\b", page.read_text(encoding="utf-8")))
        assert named <= set(names()) | own, page.name
