"""Check the container files as far as that is possible without a container engine."""

import ipaddress
import json
import os
import re
import subprocess
from pathlib import Path

from bot.app.cli import WORDS
from bot.app.open_files import WANTED
from persistence.server import STOPPED_WITHIN

HOUSE = Path(__file__).parents[2]
DOCKERFILE = (HOUSE / "Dockerfile").read_text(encoding="utf-8").replace("\\\n", " ")
COMPOSE = (HOUSE / "compose.yaml").read_text(encoding="utf-8")


def copied() -> set[str]:
    """Return what the Dockerfile copies from the folder."""
    lines = re.findall(r"^COPY (?!--from)(.+)$", DOCKERFILE, re.MULTILINE)
    return {source for line in lines for source in line.split()[:-1]}


def test_every_source_of_a_copy_is_there_and_let_through() -> None:
    let_through = (HOUSE / ".dockerignore").read_text(encoding="utf-8").splitlines()
    for source in copied():
        assert (HOUSE / source).exists(), source
        assert f"!{source}" in let_through


def test_nothing_is_let_through_but_what_is_copied() -> None:
    lines = (HOUSE / ".dockerignore").read_text(encoding="utf-8").splitlines()
    assert lines[1] == "*"
    assert {line[1:] for line in lines if line.startswith("!")} == copied()


def test_the_wheel_is_built_from_all_that_the_project_needs() -> None:
    project = (HOUSE / "pyproject.toml").read_text(encoding="utf-8")
    packages = re.search(r"\[tool\.hatch\.build\.targets\.wheel\]\npackages = (\[.*\])", project)
    assert packages is not None
    assert {*json.loads(packages[1]), "pyproject.toml", "README.md", "LICENSE"} <= copied()


def test_every_download_is_checked_by_its_hash() -> None:
    installs = re.findall(r"pip install .*", DOCKERFILE)
    assert installs
    assert all("--require-hashes" in line or "--no-deps /wheel/" in line for line in installs)
    assert "--no-build-isolation" in DOCKERFILE


def test_the_image_runs_the_table_room_as_somebody_of_no_rights() -> None:
    last = DOCKERFILE.rpartition("\nFROM ")[2]
    user, entry, command = (last.index(word) for word in ("\nUSER potluck\n", "\nENTRYPOINT ", "\nCMD ["))
    assert user < entry < command
    assert json.loads(re.findall(r"^ENTRYPOINT (.*)$", last, re.MULTILINE)[0]) == ["potluck"]
    assert json.loads(re.findall(r"^CMD (.*)$", last, re.MULTILINE)[-1]) == ["run", "--host", "0.0.0.0"]  # noqa: S104


def test_the_health_check_is_python_that_can_be_read() -> None:
    found = re.search(r"^HEALTHCHECK .*?CMD (\[.*\])$", DOCKERFILE, re.MULTILINE)
    assert found is not None
    python, flag, program = json.loads(found[1])
    assert (python, flag) == ("python", "-c")
    compile(program, "HEALTHCHECK", "exec")
    port = re.search(r"POTLUCK_HEALTH_PORT=([0-9]+)", DOCKERFILE)
    assert port is not None, "a lane of its own: threat T28"
    assert f"127.0.0.1:{port[1]}/health" in program


def test_compose_has_a_redis_that_will_do() -> None:
    """Potluck refuses to start on a server that evicts keys, and warns about one without an append-only file."""
    redis = COMPOSE[COMPOSE.index("\n  redis:") : COMPOSE.index("\nvolumes:")]
    words = re.findall(r"^      - (.*)$", redis, re.MULTILINE)
    assert words[words.index("--appendonly") + 1] == '"yes"'
    assert words[words.index("--maxmemory-policy") + 1] == "noeviction"
    assert words[words.index("--requirepass") + 1].startswith("${REDIS_PASSWORD:?")
    assert "healthcheck:" in redis


def test_compose_lets_in_this_machine_alone() -> None:
    assert re.findall(r'- "(.*:8137)"', COMPOSE) == ["127.0.0.1:8137:8137", "127.0.0.1:8147:8137"]
    assert all(one.startswith("127.0.0.1:") for one in re.findall(r'- "(.*:[0-9]+)"', COMPOSE))


def test_compose_has_a_second_bot_that_is_started_only_where_it_is_wanted() -> None:
    """It differs from the first in its profile and its ports alone, so all settings and limits are the same."""
    second = COMPOSE[COMPOSE.index("\n  second:") : COMPOSE.index("\n  redis:")]
    assert "\n  bot: &bot\n" in COMPOSE
    assert re.findall(r"^    ([\w<-]+):", second, re.MULTILINE) == ["<<", "profiles", "ports"]
    assert "<<: *bot" in second


def test_compose_is_indented_by_twos_and_has_no_tabs() -> None:
    """No library here reads YAML. These are the usual mistakes of edits by hand."""
    for number, line in enumerate(COMPOSE.splitlines(), start=1):
        assert "\t" not in line, number
        assert (len(line) - len(line.lstrip(" "))) % 2 == 0, number
        assert not line.strip() or re.match(r" *(#|- |([\w-]+|<<):( |$))", line), number


def test_ci_runs_every_check_with_nothing_left_out() -> None:
    run = HOUSE / ".ci" / "run"
    text = run.read_text(encoding="utf-8")
    assert os.access(run, os.X_OK)
    assert "set -euo pipefail" in text
    assert "CI=true" in text
    assert text.rstrip().endswith("\nmake check")
    subprocess.run(["bash", "-n", run], check=True)


PUBLIC = (HOUSE / "deploy" / "caddy.yaml").read_text(encoding="utf-8")
CADDYFILE = (HOUSE / "deploy" / "Caddyfile").read_text(encoding="utf-8")


def test_the_proxy_that_is_believed_is_the_one_that_is_there() -> None:
    """The proxy's address is fixed in the network, and no other container can get it."""
    (believed,) = re.findall(r"POTLUCK_PROXIES: (\S+)", PUBLIC)
    (fixed,) = re.findall(r"ipv4_address: (\S+)", PUBLIC)
    (subnet,) = re.findall(r"subnet: (\S+)", PUBLIC)
    (others,) = re.findall(r"ip_range: (\S+)", PUBLIC)
    address = ipaddress.ip_address(fixed)
    assert believed == fixed
    assert address in ipaddress.ip_network(subnet)
    assert address not in ipaddress.ip_network(others)


def test_caddy_is_told_all_that_its_file_asks_for() -> None:
    asked = set(re.findall(r"\{\$([A-Z]+)\}", CADDYFILE))
    caddy = PUBLIC[PUBLIC.index("\n  caddy:") :]
    assert asked == set(re.findall(r"^      ([A-Z]+): ", caddy, re.MULTILINE))
    assert "./deploy/Caddyfile:/etc/caddy/Caddyfile:ro" in caddy, "as seen from compose.yaml, the first of the two"
    assert re.findall(r"UPSTREAM: bot:(\d+)", caddy) == re.findall(r"^EXPOSE (\d+)", DOCKERFILE, re.MULTILINE)


def test_what_the_world_reaches_is_caddy_alone() -> None:
    bot, _, caddy = PUBLIC.partition("\n  caddy:")
    assert "ports:" not in bot
    assert re.findall(r'- "(.*)"', caddy) == ["80:80", "443:443", "443:443/udp"]
    assert "POTLUCK_PUBLIC_URL: https://${DOMAIN:?" in bot


UNIT = (HOUSE / "deploy" / "potluck.service").read_text(encoding="utf-8")
OPERATE = (HOUSE / "docs" / "operate.md").read_text(encoding="utf-8")


def set_in_unit(name: str) -> str:
    (found,) = re.findall(rf"^{name}=(.*)$", UNIT, re.MULTILINE)
    return str(found)


def test_the_unit_starts_a_command_that_there_is_where_the_page_installs_it() -> None:
    program, word = set_in_unit("ExecStart").split()
    assert word in WORDS
    assert f"exec {program}" in OPERATE
    assert f"--home-dir {set_in_unit('WorkingDirectory')} " in OPERATE
    assert set_in_unit("WorkingDirectory") == f"/var/lib/{set_in_unit('StateDirectory')}"


def test_the_unit_stops_the_bot_before_its_store_and_gives_it_time() -> None:
    assert (set_in_unit("KillMode"), set_in_unit("KillSignal")) == ("mixed", "SIGTERM")
    assert int(set_in_unit("TimeoutStopSec")) >= 2 * STOPPED_WITHIN
    assert int(set_in_unit("LimitNOFILE")) >= WANTED


def test_images_can_be_pinned_and_are_bounded() -> None:
    assert re.findall(r"^FROM (\S+)", DOCKERFILE, re.MULTILINE) == ["${IMAGE_OF_PYTHON}"] * 2
    assert "image: ${IMAGE_OF_REDIS:-" in COMPOSE
    for name in re.findall(r"IMAGE_OF_[A-Z]+", COMPOSE):
        assert f"`{name}=" in OPERATE
    bot, _, rest = COMPOSE.partition("\n  redis:")
    for one in (bot, rest):
        assert "mem_limit: " in one
        assert "pids_limit: " in one
