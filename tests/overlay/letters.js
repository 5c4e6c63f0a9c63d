// The smallest letters of each of the smallest three kinds, in px, and whatever is cut that is no name, or lies on a die.
() => {
  const seen = [];
  const cut = new Set();
  const names = new Set([...document.querySelectorAll('.seat .name')].map((one) => one.textContent));
  const dice = [...document.querySelectorAll('#picture .kind-die:not(.ghost)')];
  const called = (node) => node.closest('.piece') ? `board ${node.closest('.piece').className.match(/kind-\w+/)[0]}` : node.id ? `#${node.id}` : `${node.parentElement.id || node.parentElement.className} > ${node.localName}.${node.className}`;
  const walk = document.createTreeWalker(document.getElementById('overlay'), NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const node = walk.currentNode.parentElement;
    if (!walk.currentNode.textContent.trim() || node.closest('.ghost') || !node.checkVisibility({ visibilityProperty: true })) continue;
    const box = node.getBoundingClientRect();
    if (!box.width || !box.height) continue;
    seen.push({ px: parseFloat(getComputedStyle(node).fontSize), what: called(node) });
    const letters = node.classList.contains('letters');
    const name = letters ? names.has(node.textContent) : node.closest('bdi') && !node.closest('#title');
    const high = node.scrollHeight > node.clientHeight + 3 && getComputedStyle(node).overflowY !== 'visible' && getComputedStyle(node).display !== 'inline';
    const wide = node.scrollWidth > node.clientWidth + 1 && getComputedStyle(node).display !== 'inline' && !node.closest('.kind-die, .kind-badge');
    const out = box.left < -1 || box.top < -1 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1;
    if (!name && (high || wide)) cut.add(`${called(node)} cut`);
    if (letters && !node.closest('.kind-die, .kind-badge, .kind-space')) {
      const range = document.createRange();
      range.selectNodeContents(node);
      const ink = range.getBoundingClientRect();
      const over = (one) => Math.min(ink.right, one.right) - Math.max(ink.left, one.left) > 4 && Math.min(ink.bottom, one.bottom) - Math.max(ink.top, one.top) > 6;
      if (dice.some((die) => over(die.getBoundingClientRect()))) cut.add(`${node.textContent} over a die`);
    }
    if (out) cut.add(`${called(node)} outside`);
  }
  seen.sort((one, other) => one.px - other.px);
  const kinds = seen.filter((one, at) => seen.findIndex((other) => other.what === one.what) === at);
  return { smallest: kinds.slice(0, 3), cut: [...cut] };
}
