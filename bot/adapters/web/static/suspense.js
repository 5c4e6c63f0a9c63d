// What tells how dice fell waits until they lie still: not for long, and no longer once somebody presses anything.

let held = null;
let timer = 0;

export const waits = () => held !== null;

function tellNow() {
  clearTimeout(timer);
  const tell = held;
  held = null;
  tell?.();
}

// Tell it once dice that roll for so many ms lie still. What comes while others wait is told with them: `tell` tells how
// all stands now.
export function afterDice(ms, tell) {
  const others = waits();
  held = tell;
  if (!others && !ms) tellNow();
  else if (!others) timer = setTimeout(tellNow, ms);
}

// Not before the press is whole: what is pressed is what stood there.
document.addEventListener("click", tellNow, { capture: true });
document.addEventListener("visibilitychange", tellNow);
