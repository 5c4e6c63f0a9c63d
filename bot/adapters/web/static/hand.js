// A personal link: its secret is traded for a seat when somebody presses, never by the look at a page.

import { ask, onPress, takeFragment, trouble } from "./ask.js";
import { boot, byId, say } from "./dom.js";
import { goOn } from "./going_on.js";
import { showSeats } from "./seats_here.js";

let secret = "";
// The page of the seat to which the link leads; empty: the seat itself.
let page = "";

function begin() {
  const [word, to = ""] = takeFragment().split("/");
  secret = word || secret;
  page = /^[a-z]*$/.test(to) ? to : "";
  for (const one of document.querySelectorAll(".of-hand")) one.hidden = Boolean(page);
  for (const one of document.querySelectorAll(".of-page")) one.hidden = !page;
  byId("ways").hidden = !secret;
  byId("missing").hidden = Boolean(secret);
  byId("missing").textContent = say("link-missing");
  trouble();
}

async function openHand() {
  const answer = await ask(boot.door, { secret });
  trouble(answer);
  if (answer === null) return;
  byId("ways").hidden = true;
  secret = "";
  if (!answer.ok) return;
  byId("before").hidden = true;
  goOn({ ...answer, back: boot.door, then: page });
}

onPress(byId("open-hand"), openHand);
addEventListener("hashchange", () => { if (location.hash) begin(); });
begin();
showSeats(boot.door);
