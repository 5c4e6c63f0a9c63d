// What the ways in send: by POST alone, so that no robot that only looks at addresses sets anything off (T17).

import { byId, say } from "./dom.js";

// The answer, with `ok`; null where none came.
export async function ask(path, content = {}) {
  try {
    const answer = await fetch(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(content) });
    return await answer.json();
  } catch {
    return null;
  }
}

export function trouble(answer) {
  byId("trouble").textContent = answer?.ok === false ? answer.text ?? "" : answer === null ? say("trouble") : "";
}

// What stands after the # is a secret: it is taken out of the address before anything else happens.
export function takeFragment() {
  const secret = location.hash.slice(1);
  if (location.hash) history.replaceState(null, "", location.pathname);
  return secret;
}

// While a button does its work it does it once.
export function onPress(button, act) {
  button.addEventListener("click", async () => {
    if (button.getAttribute("aria-disabled") === "true") return;
    button.setAttribute("aria-disabled", "true");
    try {
      await act();
    } finally {
      button.removeAttribute("aria-disabled");
    }
  });
}
