// Elements out of text nodes: nothing that people typed is ever read as markup (T18).

export const boot = JSON.parse(document.getElementById("boot").textContent);
const words = boot.words ?? JSON.parse(document.getElementById("words").textContent);

export const byId = (id) => document.getElementById(id);

export function el(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") node.addEventListener(name.slice(2), value);
    else if (value === true) node.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) node.setAttribute(name, String(value));
  }
  node.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== ""));
  return node;
}

// A sentence of the words file; its {holes} are filled with values.
export function say(word, values = {}) {
  return (words[word] ?? word).replace(/\{([a-z]+)\}/g, (hole, name) => (name in values ? String(values[name]) : hole));
}

const numbers = new Intl.NumberFormat(document.documentElement.lang);
export const number = (value) => numbers.format(value);

export const unseen = (text) => el("span", { class: "unseen" }, text);

export function disc(name, seat) {
  const letter = [...name.trim()][0] ?? "?";
  return el("span", { class: `disc hue-${Math.abs(seat) % 10}`, "aria-hidden": "true" }, letter.toLocaleUpperCase());
}

// A colour of one's own for each guest.
export function hue(id) {
  return [...id].reduce((sum, sign) => sum + sign.codePointAt(0), 0) % 10;
}

export function name(text) {
  return el("bdi", {}, text);
}

// Random and short; crypto.randomUUID is missing on phones that come over plain http.
export function freshId() {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

// Lines at the bottom stay in sight, unless somebody has scrolled up to read.
export class Scroll {
  constructor(list, button) {
    this.list = list;
    this.button = button;
    button.textContent = `↓ ${say("new-lines")}`;
    button.addEventListener("click", () => this.toEnd());
    list.addEventListener("scroll", () => { if (this.atEnd()) button.hidden = true; }, { passive: true });
    new ResizeObserver(() => { if (button.hidden) this.toEnd(); }).observe(list);
  }

  atEnd() {
    return this.list.scrollHeight - this.list.scrollTop - this.list.clientHeight < 40;
  }

  toEnd() {
    this.list.scrollTop = this.list.scrollHeight;
    this.button.hidden = true;
  }

  // Run a change of the lines, and follow it.
  around(change) {
    const follow = this.button.hidden || this.atEnd();
    change();
    if (follow) this.toEnd();
    else this.button.hidden = false;
  }
}
