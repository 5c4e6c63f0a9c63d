// What tells how dice fell waits until they lie still: not for long, and no longer once somebody presses anything.

let held = null;
let timer = 0;

function tellNow() {
  clearTimeout(timer);
  const tell = held;
  held = null;
  tell?.();
}

// Tell it once dice that roll for so many ms lie still. What comes while others wait is told with them: `tell` tells how
// all stands now.
export function afterDice(ms, tell) {
  const waits = held !== null;
  held = tell;
  if (!waits && !ms) tellNow();
  else if (!waits) timer = setTimeout(tellNow, ms);
}

for (const kind of ["pointerdown", "keydown"]) document.addEventListener(kind, tellNow, { capture: true, passive: true });
document.addEventListener("visibilitychange", tellNow);
