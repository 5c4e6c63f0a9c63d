"""Test that a bundle does what a browser does with the modules that it is made of."""

import posixpath

import pytest
from e2e.conftest import Visitors
from playwright.async_api import Page, Route

from bot.adapters.web.outbound.bundles import script_of

pytestmark = pytest.mark.asyncio(loop_scope="session")

AT = "http://modules.example"
PAGE = f'<!doctype html><link rel="icon" href="data:,"><script type="module" src="{AT}/SCRIPT"></script>'
MODULES = {
    "/first.js": """
// A comment, which is left out.
import { count, add as more, Counter } from "./parts/counter.js";
import { log } from "./log.js";
import named from "/standard.js";
import { left as right, right as left, $ } from "./minified.js";

log(`first ${count} ${more(2)} ${new Counter().of} ${named(3)} ${left} ${right} ${$}`);
const once = () => log("a name that the bundle has too");
once();
function hoisted() { return "hoisted"; }
log(hoisted());
const { late } = await import("./late.js");
log(late());
const again = await import("./late.js");
log(again.late === late);
await log("done");
window.done = true;
""",
    "/log.js": 'export const log = (text) => { (window.lines ??= []).push(text); };\nlog("log");\n',
    "/parts/counter.js": """
import { log } from "../log.js";
import { step } from "./step.js";
log("counter");
export const count = 40 + step;
export function add(more) { return count + more; }
export class Counter { of = "of"; }
export { log as logged };
""",
    "/parts/step.js": 'import { log } from "../log.js";\nlog("step");\nconst $0 = 1;\nexport { $0 as step };\n',
    "/standard.js": "var n=2;export default function(t){return t*n}\n",
    "/minified.js": 'const a="a",b="b";export{a as left,b as right,a as $};\n//# sourceMappingURL=no.map\n',
    "/late.js": """
import { log, } from "./log.js";
import { count } from "./parts/counter.js";
log("late");
export async function unused() { await count; }
export const late = () => `late ${count}`;
""",
}


async def told(page: Page, files: dict[str, str], script: str) -> list[str]:
    """Return what a page says that has this script."""
    asked = []

    async def answer(route: Route) -> None:
        path = posixpath.normpath(route.request.url.removeprefix(AT))
        asked.append(path)
        text, kind = (
            (files[path], "text/javascript") if path in files else (PAGE.replace("SCRIPT", script), "text/html")
        )
        await route.fulfill(body=text, content_type=kind)

    await page.route(f"{AT}/**", answer)
    await page.goto(f"{AT}/page")
    await page.wait_for_function("window.done")
    await page.unroute(f"{AT}/**")
    assert len(asked) == len(files) + 1
    lines: list[str] = await page.evaluate("window.lines")
    return lines


async def test_a_bundle_runs_as_its_modules_do(visitors: Visitors) -> None:
    page = await visitors.page(await visitors.context())
    as_written = await told(page, MODULES, "first.js")
    assert as_written[:4] == ["log", "step", "counter", "first 41 43 of 6 b a a"]
    assert await told(page, {"/bundle.js": script_of(MODULES, "/first.js")}, "bundle.js") == as_written
