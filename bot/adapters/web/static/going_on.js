// Who somebody is here, before they go on: a browser that was bound to somebody else is noticed (T16).

import { ask } from "./ask.js";
import { byId, el, say } from "./dom.js";
import { forget, remember } from "./seats.js";

const SECONDS = 2;

// Kept from running with the direction of the sentence.
const isolated = (name) => `\u2068${name}\u2069`;

// `then`: where from one's seat. `stays`: there is more to read or to choose; nobody is taken on unasked.
export function goOn({ go, name, back, then = "" }, { stays = false, more = [] } = {}) {
  const id = go.split("/")[2];
  remember({ id, name, room: back });
  const timer = stays ? 0 : setTimeout(() => location.replace(go + then), SECONDS * 1000);
  const link = el("a", { class: "main-button", href: go + then, id: "go-on" }, say("to-my-seat"));
  const notMe = el("button", { type: "button", class: "quiet", id: "not-me" }, say("not-you"));
  notMe.addEventListener("click", async () => {
    clearTimeout(timer);
    await ask(`${go}give-up`);
    forget(id);
    location.replace(back);
  });
  byId("arrived").replaceChildren(el("p", { class: "you-are", role: "status" }, say("you-are", { name: isolated(name) })), link, ...more, notMe);
  byId("arrived").hidden = false;
  link.focus({ preventScroll: true });
}
