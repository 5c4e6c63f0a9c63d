// Back from signing in. What the address still holds is used up, and goes out of it.

import { boot, el, say } from "./dom.js";
import { goOn } from "./going_on.js";

history.replaceState(null, "", location.pathname);
const isChannel = boot.purpose === "channel" || boot.purpose === "comforts";
const overlay = isChannel ? [el("a", { class: "quiet", href: `${boot.go}overlay`, id: "overlay" }, say("set-up-overlay"))] : [];
if (boot.go) goOn(boot, { stays: isChannel, more: overlay });
