// The rules of a game in pictures: one beside the other, to be swiped, stepped through, or walked with the arrows.

import { drawBoard } from "./board.js";
import { el, number, say } from "./dom.js";
import { allGames } from "./games.js";

const STEPS = { ArrowLeft: -1, ArrowRight: 1 };

function lessonNode({ text, board }) {
  const box = el("div", { class: "board-box" });
  drawBoard(box, board);
  return el("li", { class: "lesson" }, box, el("p", {}, text));
}

// A row of pictures, and which of them is seen.
class Row {
  // `stage`: the phase of the game whose picture is seen first; empty: the first of all.
  constructor(game, stage = "") {
    this.first = Math.max(0, game.lessons.findIndex(({ phases }) => phases?.includes(stage)));
    this.row = el("ol", { class: "lesson-row", tabindex: 0, "aria-label": say("rules-in-pictures") }, game.lessons.map(lessonNode));
    this.last = game.lessons.length - 1;
    this.count = el("p", { class: "lesson-count", role: "status" });
    this.back = this.button("‹", say("picture-before"), -1);
    this.on = this.button("›", say("picture-after"), 1);
    this.node = el("section", { class: "lessons", "aria-label": say("rules-of", { game: game.title }) }, this.row, el("div", { class: "lesson-steps" }, this.back, this.count, this.on));
    this.row.addEventListener("scroll", () => this.show(), { passive: true });
    this.row.addEventListener("keydown", (event) => this.walk(event));
    this.show();
  }

  button(sign, label, step) {
    return el("button", { type: "button", class: "quiet", "aria-label": label, onclick: () => this.go(this.at + step) }, sign);
  }

  get at() {
    return this.row.clientWidth ? Math.round(Math.abs(this.row.scrollLeft) / this.row.clientWidth) : 0;
  }

  // Once it stands in the page, and not as a movement.
  begin() {
    this.row.scrollTo({ left: this.first * this.row.clientWidth, behavior: "instant" });
    this.show();
  }

  go(to) {
    const at = Math.max(0, Math.min(this.last, to));
    this.row.scrollTo({ left: at * this.row.clientWidth, behavior: matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth" });
  }

  walk(event) {
    if (!(event.key in STEPS)) return;
    event.preventDefault();
    this.go(this.at + STEPS[event.key]);
  }

  show() {
    const { at } = this;
    const told = say("picture-of", { at: number(at + 1), count: number(this.last + 1) });
    if (this.count.textContent !== told) this.count.textContent = told;
    // They stay where they are, so that nobody loses the focus at either end.
    this.back.setAttribute("aria-disabled", String(at === 0));
    this.on.setAttribute("aria-disabled", String(at === this.last));
  }
}

// The lessons of a game as one node; null where it has none.
export const lessonsNode = (game) => (game.lessons?.length ? new Row(game).node : null);

// The lessons of a game as a row that is yet to be shown; null where it has none. Raises where the games can't be had.
export async function lessonsAt(name, stage) {
  const game = (await allGames()).find((one) => one.name === name);
  return game?.lessons?.length ? new Row(game, stage) : null;
}
