"""The zip that Twitch hosts: whole, readable, with no code from elsewhere, and no script within a page."""

import re
import zipfile
from pathlib import Path

import pytest
from click.testing import CliRunner

from bot.adapters.web.extension.bundle import HELPER, STATIC
from bot.adapters.web.outbound.pages import STATIC as ROOM
from bot.app.cli import cli

SERVER = "https://potluck.example"
SECRET = "bWFkZS11cC1zZWNyZXQtb2YtYW4tZXh0ZW5zaW9uLTA="


def made(folder: Path, **settings: str) -> bytes:
    file = folder / "extension.zip"
    told = CliRunner().invoke(cli, ["extension", str(file)], env={"POTLUCK_PUBLIC_URL": f"{SERVER}/"} | settings)
    assert told.exit_code == 0, told.output
    return file.read_bytes()


@pytest.fixture
def files(tmp_path: Path) -> dict[str, str]:
    made(tmp_path, TWITCH_EXTENSION_SECRET=SECRET)
    with zipfile.ZipFile(tmp_path / "extension.zip") as archive:
        return {name: archive.read(name).decode("utf-8", "replace") for name in archive.namelist()}


def test_no_page_has_a_script_or_a_style_within_and_one_script_alone_comes_from_elsewhere(
    files: dict[str, str],
) -> None:
    for name in ("panel.html", "config.html"):
        page = files[name]
        scripts = re.findall(r"<script([^>]*)>(.*?)</script>", page, re.DOTALL)
        assert [inner for _, inner in scripts if inner] == []
        assert not re.search(r"<style|\sstyle=|\son\w+=|javascript:|<iframe", page)
        addresses = re.findall(r'(?:href|src)="([^"]*)"', page)
        assert [one for one in addresses if ":" in one or one.startswith("/")] == [HELPER]
        assert "{{" not in page
    assert re.findall(r'<script[^>]*src="([^"]*)"', files["panel.html"]) == [HELPER, "extension.js"]


def test_no_script_makes_code_out_of_text_or_fetches_any(files: dict[str, str]) -> None:
    for name, text in files.items():
        if name.endswith(".js"):
            assert not re.search(r"\beval\(|new Function\(|importScripts|createElement\(\"script\"", text), name
            others = re.findall(r'(?:from ?|import ?|import\()"([^"]+)"', text)
            assert [one for one in others if not one.startswith("./")] == [], name


def test_every_file_that_one_names_is_there_and_none_is_left_over(files: dict[str, str]) -> None:
    named = {"panel.html", "config.html"}
    for name, text in files.items():
        folder = f"{name.rpartition('/')[0]}/" if "/" in name else ""
        found = re.findall(r'(?:from ?|import ?|import\()"\./([^"]+)"|url\("([\w./-]+)"\)', text)
        named |= {folder + (one or other) for one, other in found}
        named |= set(re.findall(r'(?:href|src)="([\w./-]+)"', text)) if name.endswith(".html") else set()
    kept = {name for name in files if not name.startswith("vendor/LICENSE")} - {"symbols.svg"}
    assert named - {"symbols.svg", "overlay", "control"} - {"/"} == kept
    assert sum(name.startswith("vendor/LICENSE") for name in files) == 3


def test_scripts_are_as_we_wrote_them_and_end_in_js(files: dict[str, str]) -> None:
    assert {Path(name).suffix for name in files} == {".html", ".js", ".css", ".svg", ".woff2", ".txt"}
    for name in ("room.js", "key.js", "table.js"):
        assert files[name] == (ROOM / name).read_text("utf-8")
    assert files["extension.js"] == (STATIC / "extension.js").read_text("utf-8")


def test_the_server_stands_in_one_file_and_no_secret_in_any(files: dict[str, str]) -> None:
    assert [name for name, text in files.items() if "potluck.example" in text] == ["address.js"]
    assert f'"{SERVER}/extension/"' in files["address.js"]
    assert [name for name, text in files.items() if SECRET in text or SECRET[:12] in text] == []


def test_it_is_the_same_whenever_it_is_made(tmp_path: Path) -> None:
    assert made(tmp_path) == made(tmp_path)


@pytest.mark.parametrize("address", ["", "http://potluck.example", "potluck.example", "https://"])
def test_without_an_address_by_https_there_is_none(tmp_path: Path, address: str) -> None:
    file = tmp_path / "extension.zip"
    told = CliRunner().invoke(cli, ["extension", str(file)], env={"POTLUCK_PUBLIC_URL": address}, standalone_mode=False)
    assert "POTLUCK_PUBLIC_URL must be the bot's address by https" in str(told.exception)
    assert not file.exists()
