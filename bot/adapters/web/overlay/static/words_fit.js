// Sentences that fit: what is too long loses whole sentences, the first ones first, and never stops in the middle of one.

const ENDS = /(?<=[.!?…]["”»)]?)\s+|\n+/u;
const ROUNDING = 2;

const sentences = (text) => text.split(ENDS).filter(Boolean);
const isTooHigh = (node) => node.scrollHeight > node.clientHeight + ROUNDING;

// Write a text into a node that is only so many lines high (`--lines`, cut by the style sheet where one sentence alone is too long).
export function writeWhole(node, text) {
  if (node.dataset.whole === text && node.dataset.at === where(node)) return;
  node.dataset.whole = text;
  node.dataset.at = where(node);
  const parts = sentences(text);
  node.textContent = text;
  while (parts.length > 1 && isTooHigh(node)) {
    parts.shift();
    node.textContent = parts.join(" ");
  }
}

// What was found out holds for as long as the node is as wide, and its letters as large.
const where = (node) => `${node.clientWidth} ${getComputedStyle(node).fontSize} ${getComputedStyle(node).webkitLineClamp}`;
