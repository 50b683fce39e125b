/* The keyboard in the city editor: a letter places a building, and digits or the keys in DO change it. */

import { brushes, byId, codeOn, form, isByHand, squareOf } from "./painting.js";
import { press } from "./queue.js";

const DO = { "+": "up", "=": "up", "-": "down", "*": "mayor" };
// The square where a letter key has just placed a building. Digit keys change this building.
let typed = "";
// The square whose number the last key changed; "" if the last key was not a digit.
let counted = "";
// The id of the element that had the focus last.
let focused = "";

// Return the number of a building after a digit key. The keys 1 and 3 give 13, if the building may have 13.
function numberTyped(subject, key) {
  const code = codeOn(squareOf(subject));
  const number = counted === subject ? code.slice(1) + key : key;
  counted = subject;
  return Number(number) <= (brushes[code[0]]?.highest ?? 0) ? Number(number) : key;
}

function onBoard(event, square) {
  const squares = [...square.closest("[data-board]").querySelectorAll("button[data-square]")];
  const at = squares.indexOf(square);
  const letter = event.key.toUpperCase();
  const subject = typed || square.dataset.square;
  let isDigit = false;
  if (event.key.length === 1 && form.dataset.letters.includes(letter) && !isByHand()) {
    press("type", square.dataset.square, { brush: letter });
    typed = square.dataset.square;
    squares[at + 1]?.focus();
  } else if (/^[0-9]$/.test(event.key)) {
    press("digit", subject, { digit: numberTyped(subject, event.key) });
    isDigit = true;
  } else if (event.key in DO) press(DO[event.key], subject);
  else if (event.key === "Backspace" || event.key === "Delete") {
    press("clear", subject);
    squareOf(subject)?.focus();
    typed = "";
  } else if (event.key === "ArrowRight" || event.key === "ArrowLeft") {
    // From the end of a row, move the focus to the next row, as in a text.
    typed = "";
    squares[at + (event.key === "ArrowRight" ? 1 : -1)]?.focus();
  } else if (letter === "I") byId("inhabitants").focus();
  else if (letter === "E") byId("energy").focus();
  else {
    if (event.key.startsWith("Arrow")) typed = "";
    return;
  }
  if (!isDigit) counted = "";
  event.preventDefault();
  event.stopPropagation();
}

function inSupply(event, field) {
  const other = byId(field.id === "inhabitants" ? "energy" : "inhabitants");
  if (event.key === "Enter" && field.id === "energy") backToBoard();
  else if (event.key === "Escape") backToBoard();
  else if (event.key === "Enter" || event.key.toLowerCase() === other.id[0]) other.focus();
  else if (event.key.length > 1 || /[0-9]/.test(event.key)) return;
  event.preventDefault();
}

function backToBoard() {
  byId("board").querySelector('button[data-square][tabindex="0"], button[data-square]').focus({ preventScroll: true });
}

document.addEventListener(
  "keydown",
  (event) => {
    const at = event.target;
    if (event.altKey || !at.closest) return;
    if (event.ctrlKey || event.metaKey) {
      const wanted = { z: event.shiftKey ? "redo" : "undo", y: "redo" }[event.key.toLowerCase()];
      if (!wanted || at.matches("input:not([type=radio]), textarea")) return;
      event.preventDefault();
      byId(wanted)?.click();
      return;
    }
    const square = at.closest("#board button[data-square]");
    if (square) onBoard(event, square);
    else if (at.matches("#supply input")) inSupply(event, at);
    else if (at.id === "tray-typed" && event.key === "Enter") {
      // The Enter key must not press the form's first button. Leaving the field sends its number.
      event.preventDefault();
      at.blur();
    }
  },
  true,
);

document.addEventListener("submit", () => {
  typed = "";
});

form.addEventListener("focusin", (event) => {
  focused = event.target.id;
});

// htmx restores the focus after a swap. If the focused button is gone, focus the selected square of the board.
form.addEventListener("htmx:afterRequest", () =>
  queueMicrotask(() => {
    if (document.activeElement !== document.body || !focused) return;
    (byId(focused) ?? squareOf(form.elements.at.value))?.focus({ preventScroll: true });
  }),
);
