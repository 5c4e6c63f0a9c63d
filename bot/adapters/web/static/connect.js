// Lets the bot into a channel, or connects its own account: both end with signing in elsewhere.

import { ask, onPress, takeFragment, trouble } from "./ask.js";
import { boot, byId, say } from "./dom.js";

const key = takeFragment();

async function connect() {
  const answer = await ask(location.pathname, boot.needsKey ? { key } : {});
  trouble(answer);
  if (answer?.ok) location.assign(answer.go);
}

if (boot.needsKey && !key) {
  byId("connect").hidden = true;
  trouble({ ok: false, text: say("key-missing") });
}
onPress(byId("connect"), connect);
