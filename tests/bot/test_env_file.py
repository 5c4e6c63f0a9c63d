"""Test the file `.env`: our settings are written, all else stays, and the program reads what was written."""

import os
import stat
from pathlib import Path

import pytest
from cases import case
from hypothesis import given
from hypothesis import strategies as some

from bot.app.settings import Settings
from bot.app.stream_check import typed
from bot.app.stream_check.env_file import EnvFile, EnvFileError, with_setting
from bot.app.stream_check.typed import TypoError

HOUSE = Path(__file__).parents[2]
SECRET = "s3cr3t" * 5


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_a_new_file_is_its_owners_alone(tmp_path: Path) -> None:
    path = tmp_path / ".env"
    EnvFile(path).set({"TWITCH_CLIENT_SECRET": SECRET})
    assert path.read_text() == f"TWITCH_CLIENT_SECRET={SECRET}\n"
    assert mode(path) == 0o600
    assert [one.name for one in tmp_path.iterdir()] == [".env"], "no copy is left beside it"


def test_an_open_file_is_closed_to_others_once_it_holds_a_secret(tmp_path: Path) -> None:
    path = tmp_path / ".env"
    path.write_text("DISCORD_TOKEN=abc\n")
    path.chmod(0o644)
    EnvFile(path).set({"TWITCH_CLIENT_SECRET": SECRET})
    assert mode(path) == 0o600


def test_foreign_lines_stay_as_they_are(tmp_path: Path) -> None:
    path = tmp_path / ".env"
    path.write_text("# mine\n\nOTHER='a b' # c\nexport TWITCH_CLIENT_ID = old\nbroken line\nLAST=1")
    EnvFile(path).set({"TWITCH_CLIENT_ID": "new", "TWITCH_CHANNELS": ""})
    assert path.read_text() == (
        "# mine\n\nOTHER='a b' # c\nTWITCH_CLIENT_ID=new\nbroken line\nLAST=1\nTWITCH_CHANNELS=\n"
    )


def test_of_a_setting_that_stands_there_twice_one_is_left(tmp_path: Path) -> None:
    """An old secret must not remain."""
    path = tmp_path / ".env"
    path.write_text("TWITCH_CLIENT_SECRET=old1\nA=1\nTWITCH_CLIENT_SECRET=old2\nB=2\n")
    EnvFile(path).set({"TWITCH_CLIENT_SECRET": SECRET})
    assert path.read_text() == f"A=1\nTWITCH_CLIENT_SECRET={SECRET}\nB=2\n"


def test_in_a_copy_of_the_example_a_setting_stands_below_its_explanation(tmp_path: Path) -> None:
    path = tmp_path / ".env"
    path.write_text((HOUSE / ".env.example").read_text())
    EnvFile(path).set({"TWITCH_CLIENT_ID": "abc"})
    lines = path.read_text().splitlines()
    assert lines[lines.index("TWITCH_CLIENT_ID=abc") - 1] == "#TWITCH_CLIENT_ID="
    assert Settings(_env_file=path).twitch_client_id == "abc"  # type: ignore[call-arg]


def test_lines_end_as_they_did(tmp_path: Path) -> None:
    path = tmp_path / ".env"
    path.write_bytes(b"A=1\r\nB=2\r\n")
    EnvFile(path).set({"C": "3", "A": "4"})
    assert path.read_bytes() == b"A=4\r\nB=2\r\nC=3\r\n"


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "secrets").mkdir()
    real, link = tmp_path / "secrets" / "potluck", tmp_path / ".env"
    real.write_text("A=1\n")
    link.symlink_to(real)
    EnvFile(link).set({"B": "2"})
    assert link.is_symlink()
    assert real.read_text() == "A=1\nB=2\n"


def test_a_file_that_is_none_is_a_sentence(tmp_path: Path) -> None:
    path = tmp_path / ".env"
    path.write_bytes(b"A=\xff\xfe\n")
    with pytest.raises(EnvFileError, match="not UTF-8"):
        EnvFile(path).set({"A": "1"})
    assert path.read_bytes() == b"A=\xff\xfe\n"
    folder = tmp_path / "folder"
    folder.mkdir()
    with pytest.raises(EnvFileError, match="can't be read"):
        EnvFile(folder).value("A")


def test_what_goes_wrong_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """For example, a full disk."""
    path = tmp_path / ".env"
    path.write_text("A=1\n")

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(EnvFileError, match="No space left"):
        EnvFile(path).set({"TWITCH_CLIENT_SECRET": SECRET})
    assert path.read_text() == "A=1\n"
    assert [one.name for one in tmp_path.iterdir()] == [".env"]


def test_ctrl_c_while_it_is_written_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / ".env"
    path.write_text("A=1\n")

    def interrupted(_: int) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "fsync", interrupted)
    with pytest.raises(KeyboardInterrupt):
        EnvFile(path).set({"TWITCH_CLIENT_SECRET": SECRET})
    assert path.read_text() == "A=1\n"
    assert [one.name for one in tmp_path.iterdir()] == [".env"]


LINES = some.lists(
    some.sampled_from(["A=1", "# A=2", "#A=", "B=x y", "export A=3", "", "junk", " A = 4", "AA=5", "A", "A:1"])
)


@given(LINES, some.booleans())
def test_whatever_stands_there_the_settings_read_what_was_set(lines: list[str], ends: bool) -> None:
    content = "\n".join(lines) + ("\n" if ends else "")
    made = "".join(with_setting(content.splitlines(keepends=True), "A", "https://a.example/"))
    assert made.count("A=https://a.example/\n") == 1
    others = [line for line in lines if not line.replace("export ", "").replace(" ", "").startswith("A=")]
    kept = [line for line in made.splitlines() if line != "A=https://a.example/"]
    assert [line for line in kept if line] == [line for line in others if line]


# What is typed


@pytest.mark.parametrize(
    ("typo", "made"),
    [
        ("", "http://localhost:8137/"),
        (" none ", "http://localhost:8137/"),
        ("potluck.example", "https://potluck.example/"),
        ("https://Potluck.Example/", "https://potluck.example/"),
        ("https://potluck.example:8443", "https://potluck.example:8443/"),
        ("http://localhost:9000", "http://localhost:9000/"),
    ],
)
def test_an_address_is_made_whole(typo: str, made: str) -> None:
    assert typed.public_address(typo, 8137) == made


def test_an_address_that_can_not_be_right_gets_a_sentence() -> None:
    for typo in [
        "http://potluck.example",
        "https://potluck.example/games",
        "https://potluck.example/?a",
        "https://10.0.0.1/",
        "https://[::1]/",
        "https://user@potluck.example",
        "https://potluck.example:99999",
        "potluck",
        "https://",
        "ftp://potluck.example",
        "two words",
        "https://pot\nluck.example",
        "https://bücher.example",
        "https://[",
    ]:
        with case(typo), pytest.raises(TypoError, match=r"\.|https://"):
            typed.public_address(typo, 8137)


def test_channels_are_read_as_people_give_them() -> None:
    assert typed.channels(" https://www.twitch.tv/Ann, #ben @carl ann ") == "ann,ben,carl"
    assert typed.channels("") == ""
    for typo in ("two-words", "a" * 26, "ann!", "ä"):
        with pytest.raises(TypoError):
            typed.channels(typo)


def test_id_and_secret_are_told_apart() -> None:
    known = typed.client_id(f" '{'a1' * 15}' ")
    assert known == "a1" * 15
    with pytest.raises(TypoError, match="client id again"):
        typed.secret_beside(known, known)
    for typo in ("", "short", "with space inside it", "#comment-like-value", "a\nB=1"):
        with pytest.raises(TypoError) as told:
            typed.secret_beside(known, typo)
        assert not typo or typo not in str(told.value)
