"""Test what pages fetch: one script and one style each, by addresses that last for good; and pages are compressed."""

import re
from pathlib import Path

import pytest
from page_folders import FOLDERS, pages_in
from web.conftest import Browser, House

from bot.adapters.web.outbound.bundles import script_of, style_of
from bot.adapters.web.outbound.files import FOR_GOOD, SCRIPT, SHEET, Files
from bot.adapters.web.outbound.pages import STATIC, files_of, templates

WEB = STATIC.parent
ADDRESS = re.compile(r'(?:href|src)="(/[^"]*/static/[^"]+|/static/[^"]+)"')
FETCHED = re.compile(r'url\("([^"]+)"\)')
VERSIONED = re.compile(
    r"(?:/[a-z]+)?/static/v/[0-9a-f]{16}/(?:vendor/)?[a-z0-9_-]+\.(?:css|js|png|svg|webmanifest|woff2)"
)


def bundled() -> dict[str, str]:
    """Return every page that is bundled, by a name for it."""
    pages = {name: text for name, text in templates().items() if "</head>" in text}
    for at, folder in FOLDERS.items():
        files = files_of(at, folder)
        pages |= {f"{at}{name}": files.page(name) for name in pages_in(folder)}
    return pages


def test_no_folder_with_pages_is_forgotten() -> None:
    apart = {STATIC, WEB / "activity" / "static", WEB / "verify" / "static"}
    found = {path.parent for path in WEB.parents[1].rglob("static/*.html")}
    assert found - apart == set(FOLDERS.values())


def test_each_page_fetches_one_script_and_one_style_and_all_by_addresses_that_last() -> None:
    pages = bundled()
    assert len(pages) > 16
    for name, text in pages.items():
        assert len(SHEET.findall(text)) == 1, name
        assert len(SCRIPT.findall(text)) == (0 if name == "sentence" else 1), name
        addresses = ADDRESS.findall(text)
        assert len(addresses) >= 2, name
        assert [one for one in addresses if not VERSIONED.fullmatch(one)] == [], name


async def test_what_a_page_names_is_there_compressed_and_for_good(house: House, browser: Browser) -> None:
    seat = await browser.sit("Pete")
    for path in ("/", f"/seat/{seat}/", "/overlay", "/nothing"):
        addresses = ADDRESS.findall((await browser.get(path)).text)
        assert len(addresses) >= 2, path
        for address in addresses:
            async with browser.session.get(house.url + address) as answer:
                assert (answer.status, answer.headers["Cache-Control"]) == (200, FOR_GOOD), address
                assert answer.headers.get("Content-Encoding") == ("gzip" if not address.endswith(".png") else None), (
                    address
                )
                text, tag = (await answer.read()).decode(errors="replace"), answer.headers["ETag"]
            async with browser.session.get(house.url + address, headers={"If-None-Match": tag}) as answer:
                assert answer.status == 304
            for fetched in FETCHED.findall(text) if address.endswith(".css") else ():
                async with browser.session.get(f"{house.url}{address.rpartition('/')[0]}/{fetched}") as answer:
                    assert (answer.status, answer.headers["Cache-Control"]) == (200, FOR_GOOD), fetched
                    assert answer.content_type == "font/woff2"


def test_what_the_room_needs_is_fetched_before_somebody_comes_in() -> None:
    pages = templates()
    needed = set(SHEET.findall(pages["room"]) + SCRIPT.findall(pages["room"]))
    for name in ("welcome", "door", "hand", "arrived"):
        assert set(re.findall(r'<link rel="prefetch" href="([^"]+)">', pages[name])) == needed, name
        assert pages[name].index("prefetch") < pages[name].index("</head>")


async def test_a_page_of_another_version_gets_the_bundle_of_this_one_but_does_not_keep_it(
    house: House, browser: Browser
) -> None:
    [now] = SCRIPT.findall(templates()["room"])
    async with browser.session.get(house.url + now) as answer:
        ours = await answer.text()
    async with browser.session.get(f"{house.url}/static/v/0123456789abcdef/room.js") as answer:
        assert (answer.status, answer.headers["Cache-Control"]) == (200, "no-cache")
        assert await answer.text() == ours
    async with browser.session.get(f"{house.url}/static/v/0123456789abcdef/nothing.js") as answer:
        assert answer.status == 404


async def test_pages_are_compressed_for_browsers_that_can_read_it(house: House, browser: Browser) -> None:
    """Answers to what is said are not: they hold what others have typed beside what they may not know."""
    seat = await browser.sit("Pete")
    for path in ("/", f"/seat/{seat}/", "/nothing", "/verify.html", "/seat/x/"):
        async with browser.session.get(house.url + path, headers={"Accept-Encoding": "gzip, br"}) as answer:
            assert answer.headers["Content-Encoding"] == "gzip", path
            assert answer.headers["Cache-Control"] == "no-store", path
            packed, size = await answer.text(), int(answer.headers["Content-Length"])
        async with browser.session.get(house.url + path, headers={"Accept-Encoding": "identity"}) as answer:
            assert "Content-Encoding" not in answer.headers, path
            assert size < int(answer.headers["Content-Length"]), path
            assert packed.split('name="once"')[0] == (await answer.text()).split('name="once"')[0]
    url = f"{house.url}/seat/{seat}/say"
    async with browser.session.post(url, json={"id": "a", "text": "help"}, headers=browser.ours) as answer:
        assert "Content-Encoding" not in answer.headers


async def test_no_compressed_page_holds_a_key_and_no_stranger_can_ask_for_somebodys_page(
    house: House, browser: Browser
) -> None:
    """How long a compressed page is tells what is in it, to who can put guesses there (BREACH)."""
    seat = await browser.sit("Pete")
    [secret] = [one.value for one in browser.session.cookie_jar if one.key == "seat"]
    own = (await browser.get(f"/seat/{seat}/?table=K7Q")).text
    assert "Pete" in own
    assert secret not in own
    browser.session.cookie_jar.clear()  # as a browser sends it from another site: the cookie is Strict
    assert "Pete" not in (await browser.get(f"/seat/{seat}/?table=K7Q")).text


def test_a_file_that_changes_has_another_address_and_so_has_what_holds_it(tmp_path: Path) -> None:
    page = '<link rel="stylesheet" href="/s/a.css">\n<script type="module" src="/s/a.js"></script></head>'
    written = {
        "b.js": "export const one = 1;\n",
        "a.js": 'import { one } from "./b.js";\nshow(one);\n',
        "a.css": "a {}",
    }
    for name, text in written.items():
        (tmp_path / name).write_text(text)
    before = Files("/s/", tmp_path).bundled(page)
    assert Files("/s/", tmp_path).bundled(page) == before
    (tmp_path / "b.js").write_text("export const one = 2;\n")
    after = Files("/s/", tmp_path).bundled(page)
    assert SCRIPT.findall(after) != SCRIPT.findall(before)
    assert SHEET.findall(after) == SHEET.findall(before)


def test_two_pages_cannot_call_different_bundles_the_same(tmp_path: Path) -> None:
    for name in ("a.css", "b.css", "b.js"):
        (tmp_path / name).write_text("")
    (tmp_path / "a.css").write_text("a {}")
    files, script = Files("/s/", tmp_path), '<script type="module" src="/s/b.js"></script>'
    files.bundled(f'<link rel="stylesheet" href="/s/a.css">{script}')
    with pytest.raises(ValueError, match=r"two bundles are called b\.css"):
        files.bundled(f'<link rel="stylesheet" href="/s/b.css">{script}')


@pytest.mark.parametrize(
    ("written", "trouble"),
    [
        ({"a": 'import { b } from "./b";', "b": 'import { a } from "./a";\nexport const b = 1;'}, "import each other"),
        ({"a": 'import { c } from "./b";', "b": "export const b = 1;"}, "/a: ./b exports no c"),
        ({"a": 'import { b } from "./b";'}, "/a imports /b, which is not there"),
        ({"a": 'import { b } from "./b";', "b": "export let b = 1;"}, "/b: a form .*: export let b = 1;"),
        ({"a": 'import { b } from "./b";', "b": "const b = 1;\nexport { b }\nexport * from './c';"}, "/b: a form"),
        ({"a": 'import * as b from "./b";'}, "/a: a form"),
        ({"a": 'import "./b";'}, "/a: a form"),
        ({"a": 'if (one) { import("./b"); }'}, "/a: a form"),
        ({"a": "show(import.meta.url);"}, "/a: a form"),
        ({"a": 'import b from "./b";', "b": "export default 7;"}, "/b: a form"),
        ({"a": 'import { b } from "./b";', "b": "export const b = await c();"}, "/b: only the module that begins"),
    ],
)
def test_what_a_bundle_cannot_hold_is_refused(written: dict[str, str], trouble: str) -> None:
    modules = {f"/{name}": f"{text}\n" for name, text in written.items()}
    with pytest.raises(ValueError, match=trouble):
        script_of(modules, "/a")


def test_a_style_loses_only_the_blanks_that_mean_nothing() -> None:
    quoted = 'content: "; {  } ";'
    sheet = f"a :is(b, c) > d::before {{\n  {quoted}\n  width: calc(1px + 2px);\n}}\n"
    media = "@media (min-width: 9px) {\n  e { f: g }\n}\n"
    told = style_of({"/a": sheet + media}, ["/a"], {})
    kept = quoted.replace(": ", ":")
    assert told == f"a :is(b,c) > d::before{{{kept}width:calc(1px + 2px)}}@media (min-width:9px){{e{{f:g}}}}"


def test_a_style_may_not_import_another() -> None:
    with pytest.raises(ValueError, match="/a: a sheet"):
        style_of({"/a": '@import "b.css";'}, ["/a"], {})
