"""What a page notes of its own changes, in a script world of ours: so that one that stays as it is need not be read twice."""

from __future__ import annotations

NOTING = "midcourse-noting"
"""What that world is called. It is none of the page's own, and none of Playwright's."""
NOTED = """
let changes = 0, at = performance.now(), kept = '';
const note = () => { changes++; at = performance.now(); };
new MutationObserver(note).observe(document, {subtree: true, childList: true, attributes: true, characterData: true});
for (const event of ['DOMContentLoaded', 'load']) addEventListener(event, note);

const beside = () => {
  const page = document.scrollingElement || document.documentElement;
  page?.offsetHeight;  // laid out by now, whatever changed
  const fields = [...document.querySelectorAll('input, textarea, select, option')];
  return JSON.stringify([
    fields.map(e => [e.value, e.checked, e.indeterminate, e.selected, e.disabled]),
    page && [page.scrollWidth, page.scrollHeight, page.scrollLeft, page.scrollTop],
    document.querySelectorAll(':popover-open').length,
    document.getAnimations().filter(a => a.playState === 'running').length,
  ]);
};
globalThis.mark = () => { kept = beside(); return changes; };
globalThis.lasts = (mark, most, counts) => new Promise(done => {
  const end = performance.now() + most;
  const ask = () => {
    const now = performance.now(), left = counts ? Math.min(most - (now - at), end - now) : end - now;
    left > 0 ? setTimeout(ask, left) : done(changes === mark && beside() === kept);
  };
  setTimeout(() => setTimeout(ask));
});
"""
"""It begins with each new page. `beside()` is what changes without a word to any observer: what stands in fields, how far the
page goes, what is drawn over it, what moves. What the page's scripts had set a time for comes before an answer."""
