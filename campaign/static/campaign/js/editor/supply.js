/* The tools of the city editor in which a number or a tile is typed or chosen: the supply of Inhabitants and Energy
   Units, and the VP or the tile of a special Public Service. */

import { byId, form } from "./painting.js";
import { press, put } from "./queue.js";

// Typed numbers are sent after this pause in milliseconds, because the keypad of a phone may have no Enter key.
const A_PAUSE = 500;
let pause = 0;

function putSupply() {
  clearTimeout(pause);
  pause = 0;
  const values = new FormData();
  values.set("do", "supply");
  values.set("at", form.elements.at.value);
  for (const name of ["inhabitants", "energy"]) values.set(name, byId(name).value);
  put(values);
}

form.addEventListener("change", (event) => {
  const { id, value, dataset } = event.target;
  if (event.target.closest("#supply")) putSupply();
  else if (id === "tray-typed" && value) press("digit", dataset.square, { digit: value });
  else if (id === "tray-tile") press("type", dataset.square, { brush: form.elements.brush.value, tile: value });
});

form.addEventListener("input", (event) => {
  if (!event.target.matches("#supply input")) return;
  clearTimeout(pause);
  pause = setTimeout(putSupply, A_PAUSE);
  // After the second digit of the Inhabitants, move the focus to the Energy Units if their number is still 0.
  const energy = byId("energy");
  if (event.target.id === "inhabitants" && event.data && event.target.value.length === 2 && !Number(energy.value)) energy.focus();
});

form.addEventListener("focusin", (event) => {
  if (event.target.matches("#supply input")) event.target.select();
});

form.addEventListener("click", (event) => {
  if (!event.target.closest("#to-supply")) return;
  event.preventDefault();
  byId("inhabitants").focus();
});

// Send the typed numbers before an answer replaces their field, and before the page is left.
form.addEventListener("htmx:beforeSwap", (event) => event.detail.requestConfig?.elt === form && pause && putSupply());
window.addEventListener("pagehide", () => pause && putSupply());
