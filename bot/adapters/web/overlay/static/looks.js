// Theme, place, size, what is shown, own CSS. What stands in the address goes before what is saved; what is unknown is passed over.

import { boot, byId } from "/static/dom.js";

const own = new CSSStyleSheet();
document.adoptedStyleSheets = [own];
export const looks = { theme: "felt", at: "bottom-left", size: 100, show: new Set(boot.parts), css: "" };

export function fromAddress(asked) {
  const found = {};
  if (boot.themes.includes(asked.get("theme"))) found.theme = asked.get("theme");
  if (boot.ats.includes(asked.get("at"))) found.at = asked.get("at");
  if (/^[0-9]{1,4}$/.test(asked.get("size") ?? "")) found.size = Number(asked.get("size"));
  const show = (asked.get("show") ?? "").split(",").filter((part) => boot.parts.includes(part));
  if (show.length) found.show = show;
  return found;
}

export function apply(settings) {
  Object.assign(looks, settings);
  const [least, most] = boot.sizes;
  const { dataset, style } = document.documentElement;
  looks.size = Math.min(most, Math.max(least, looks.size));
  looks.show = new Set(looks.show);
  dataset.theme = looks.theme;
  dataset.at = looks.at;
  style.setProperty("--scale", String(looks.size / 100));
  try {
    own.replaceSync(looks.css);
  } catch {
    own.replaceSync("");
  }
  byId("overlay").dataset.size = String(looks.size);
}
