// What can be chosen on the page and is out of sight: `chosen`, a selector; `pieces`, those of them that may overlap.
//
// In sight is what lies within the window and everything around it that clips, whole, and under nothing else.
({ chosen, pieces }) => {
  const SLACK = 1.5;
  const GRID = [0.5, 0.3, 0.7, 0.12, 0.88];

  // What is touched in the place of a box that is drawn by its label.
  const touched = (node) => {
    const isBox = node.matches("input[type=radio], input[type=checkbox]");
    return isBox ? node.closest("label") ?? document.querySelector(`label[for="${CSS.escape(node.id)}"]`) ?? node : node;
  };

  const named = (node) => {
    const id = node.id ? `#${node.id}` : "";
    const classes = [...node.classList].slice(0, 2).map((name) => `.${name}`).join("");
    return `${node.tagName.toLowerCase()}${id || classes}`;
  };

  const called = (node) => {
    const words = node.getAttribute("aria-label") || touched(node).textContent.trim() || node.value || node.name;
    return `${named(node)} "${words.replace(/\s+/g, " ").slice(0, 40)}"`;
  };

  const clips = (style) => /auto|scroll|hidden|clip/.test(`${style.overflowX} ${style.overflowY}`);

  // The boxes that a node is seen through: the window, and what around it clips.
  function* frames(node) {
    let fixed = getComputedStyle(node).position === "fixed";
    for (let at = node.parentElement; at; at = at.parentElement) {
      if (at === document.documentElement || at === document.body || fixed) continue;
      const style = getComputedStyle(at);
      if (clips(style)) {
        const box = at.getBoundingClientRect();
        const [left, top] = [box.left + at.clientLeft, box.top + at.clientTop];
        yield { left, top, right: left + at.clientWidth, bottom: top + at.clientHeight, by: named(at) };
      }
      fixed ||= style.position === "fixed";
    }
    yield { left: 0, top: 0, right: innerWidth, bottom: innerHeight, by: "the window" };
  }

  function cut(node, box) {
    for (const frame of frames(node)) {
      const beyond = { above: frame.top - box.top, below: box.bottom - frame.bottom, left: frame.left - box.left, right: box.right - frame.right };
      for (const [side, by] of Object.entries(beyond)) {
        if (by > SLACK) return `${Math.round(by)} of ${Math.round(side === "above" || side === "below" ? box.height : box.width)} px ${side === "left" || side === "right" ? `too far ${side}` : side} ${frame.by}`;
      }
    }
    return "";
  }

  function covered(node, box, points) {
    let over = null;
    for (const x of points) {
      for (const y of points) {
        const hit = document.elementFromPoint(box.left + box.width * x, box.top + box.height * y);
        if (hit && (hit === node || node.contains(hit))) return "";
        over ??= hit;
      }
    }
    return `covered by ${over ? named(over) : "nothing that can be hit"}`;
  }

  const found = [...document.querySelectorAll(chosen)].filter((node) => !node.disabled && touched(node).checkVisibility({ visibilityProperty: true }));
  const hidden = found.map((node) => {
    const target = touched(node);
    const box = target.getBoundingClientRect();
    const why = box.width < 1 || box.height < 1 ? "it has no size" : cut(target, box) || covered(target, box, node.matches(pieces) ? GRID : [0.5]);
    return why ? { what: called(node), why } : null;
  }).filter(Boolean);
  const smallest = Math.min(...found.map((node) => { const { width, height } = touched(node).getBoundingClientRect(); return Math.min(width, height); }));
  const wide = document.documentElement.scrollWidth - innerWidth;
  return { count: found.length, hidden, smallest: found.length ? Math.round(smallest) : null, wide: Math.max(0, wide) };
}
