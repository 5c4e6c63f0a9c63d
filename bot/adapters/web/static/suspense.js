// What tells how dice fell waits until they lie still: not for long, and no longer once somebody presses anything.

const MOST = 1500;
const SKIPS = new Set(["Enter", " ", "Escape"]);
let held = null;
let timer = 0;
let began = 0;
let until = 0;

export const waits = () => held !== null;

export function tellNow() {
  clearTimeout(timer);
  const tell = held;
  held = null;
  tell?.();
}

// Tell it once what lasts so many ms is over, though never later than `MOST` after the first that was waited for. What
// comes while others wait is told with them: `tell` tells how all stands now.
export function suspend(ms, tell) {
  const others = waits();
  held = tell;
  if (!ms && !others) tellNow();
  if (!ms) return;
  const now = performance.now();
  if (!others) [began, until] = [now, now];
  until = Math.min(began + MOST, Math.max(until, now + ms));
  clearTimeout(timer);
  timer = setTimeout(tellNow, until - now);
}

// Not before the press is whole: what is pressed is what stood there. A key means something else where one can be.
document.addEventListener("click", tellNow, { capture: true });
document.addEventListener("keydown", ({ key, repeat, target }) => {
  if (SKIPS.has(key) && !repeat && target.tabIndex < 0) tellNow();
});
document.addEventListener("visibilitychange", tellNow);
