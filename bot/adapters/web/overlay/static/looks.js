// Form, theme, place, size, what is shown, own CSS. What stands in the address goes before what is saved; what is unknown is passed over.

import { boot, byId } from "/static/dom.js";
import { beCalm } from "/static/motion.js";
import { playAt } from "/static/sound.js";

const own = new CSSStyleSheet();
document.adoptedStyleSheets = [own];
export const looks = { form: "panel", safe: 2, sound: 0, calm: false, theme: "felt", at: "bottom-left", size: 100, show: new Set(boot.parts), css: "" };

export function fromAddress(asked) {
  const found = {};
  if (boot.forms.includes(asked.get("form"))) found.form = asked.get("form");
  for (const word of ["safe", "sound"]) if (/^[0-9]{1,3}$/.test(asked.get(word) ?? "")) found[word] = Number(asked.get(word));
  if (["0", "1"].includes(asked.get("calm"))) found.calm = asked.get("calm") === "1";
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
  looks.safe = Math.min(boot.widest_safe, looks.safe);
  looks.sound = Math.min(boot.loudest, looks.sound);
  looks.show = new Set(looks.show);
  dataset.form = looks.form;
  dataset.theme = looks.theme;
  dataset.at = looks.at;
  style.setProperty("--safe", String(looks.safe));
  document.documentElement.classList.toggle("calm", looks.calm);
  beCalm(looks.calm);
  playAt(looks.sound);
  style.setProperty("--scale", String(looks.size / 100));
  try {
    own.replaceSync(looks.css);
  } catch {
    own.replaceSync("");
  }
  byId("overlay").dataset.size = String(looks.size);
}
