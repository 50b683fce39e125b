/* Store the ticked boxes of a checklist in the browser, separately for each reader, mission and number of players. */

import { ticksOf, whose } from "./waiting.js";

const list = document.querySelector("[data-ticks]");
if (list) keepTicks();

function keepTicks() {
  const shelf = `${ticksOf(whose())}${list.dataset.ticks}`;
  const boxes = [...list.querySelectorAll("[data-tick]")];
  const untick = list.querySelector("[data-untick]");

  function kept() {
    try {
      return new Set(JSON.parse(localStorage.getItem(shelf) ?? "[]"));
    } catch {
      return new Set(); // the browser has no storage, or the stored entry is damaged
    }
  }

  function show() {
    const ticks = kept();
    for (const box of boxes) box.checked = ticks.has(box.dataset.tick);
    untick.hidden = !ticks.size;
  }

  function keep() {
    const ticks = boxes.filter((box) => box.checked).map((box) => box.dataset.tick);
    try {
      if (ticks.length) localStorage.setItem(shelf, JSON.stringify(ticks));
      else localStorage.removeItem(shelf);
    } catch {
      return; // without storage, ticks last until the page is closed
    }
    untick.hidden = !ticks.length;
  }

  list.addEventListener("change", keep);
  untick.addEventListener("click", () => {
    for (const box of boxes) box.checked = false;
    keep();
  });
  // Show the changes that the visitor made to the same checklist in another tab or window.
  window.addEventListener("storage", (event) => {
    if (event.key === shelf) show();
  });
  show();
}
