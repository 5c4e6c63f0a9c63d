// What happened, a line for each step: to be read, and to be jumped to.

import { el } from "/static/dom.js";

export class Story {
  constructor(list, jump) {
    this.list = list;
    this.jump = jump;
  }

  fill(lines, doers) {
    this.list.replaceChildren(...lines.map((line, step) => el("li", {}, el("button", { type: "button", class: doers[step] === null ? "step" : `step hue-${doers[step] % 10}`, onclick: () => this.jump(step) }, el("bdi", {}, line)))));
  }

  // The step that is shown stays in sight, and the page where it is.
  mark(at) {
    this.list.querySelector("[aria-current]")?.removeAttribute("aria-current");
    const node = this.list.children[at];
    if (!node) return;
    node.firstChild.setAttribute("aria-current", "step");
    const { offsetTop, offsetHeight } = node;
    if (offsetTop < this.list.scrollTop || offsetTop + offsetHeight > this.list.scrollTop + this.list.clientHeight) this.list.scrollTop = offsetTop - this.list.clientHeight / 3;
  }
}
