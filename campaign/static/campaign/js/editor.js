/* The city editor, for a game and for the calculator. Taps wait in a queue on the device, so that none is lost. Without
   this script every square and button submits its form. */

import { brushesIn, built, tilesOf } from "./built.js";
import * as shelf from "./waiting.js";

const form = document.querySelector("[data-editor]");
if (form) takeTaps();

function takeTaps() {

  const letters = form.dataset.letters;
  // The maximum number of taps in one request.
  const together = Number(form.dataset.together);
  const place = form.getAttribute("action");

  const byId = (id) => document.getElementById(id);
  const squareOf = (name) => byId(`board-${name}`);

  // --- The queue of taps: a request sends the first taps, and all later taps wait for its answer. ---

  // Each of these actions is sent in a request of its own.
  const ALONE = ["undo", "redo", "paste"];
  let line = [];
  // The number of taps in the current request.
  let sending = 0;
  let failures = 0;
  let trying = 0;
  let tapped = false;
  // True after htmx has been loaded.
  let isReady = false;
  // The id of the element that had the focus last.
  let focused = "";
  // The square where a letter key has just placed a building. Digit keys change this building.
  let typed = "";

  const version = () => form.querySelector("#state [name=version]")?.value;
  const ofTap = (tap) => ({ ...tap, values: new URLSearchParams(tap.body) });

  function readLine() {
    line = shelf.waiting(place).map(ofTap);
  }

  function put(values) {
    values.set("key", shelf.key());
    values.delete("csrfmiddlewaretoken");
    const last = line.at(-1);
    const waits = line.length > sending;
    // Replace a waiting change of the supply, so that only the latest numbers are sent.
    if (waits && values.get("do") === "supply" && last.values.get("do") === "supply") shelf.forget([line.pop()]);
    const tap = { to: place, body: new URLSearchParams(values).toString() };
    if (version()) tap.version = version();
    if (!ALONE.includes(actionOf(values))) tap.together = together;
    line.push(ofTap(shelf.put(place, tap, tap.version ? "localStorage" : "sessionStorage")));
    tapped = true;
    paint(values);
    mark();
    next();
  }

  function next() {
    if (sending || !isReady) return;
    clearTimeout(trying);
    // Another browser tab may have changed the queue.
    readLine();
    if (!line.length) return;
    sending = shelf.together(line);
    htmx.trigger(form, "tap");
  }

  function mark() {
    form.toggleAttribute("data-busy", line.length > 0);
    document.querySelector("[data-total]").toggleAttribute("data-on-its-way", line.length > 0);
    for (const { values } of line) squareOf(squareName(values))?.classList.add("is-pending");
  }

  // --- Painting: the page shows the likely effect of a tap before the server answers. Only the server computes VP. ---

  const AT_A_SQUARE = ["tap", "type", "up", "down", "digit", "clear"];
  const brushOf = (letter) => (letter ? form.querySelector(`.brush__input[value="${letter}"]`) : null);

  function actionOf(values) {
    return values.get("do") || (values.has("digit") ? "digit" : values.has("square") ? "tap" : "paste");
  }

  function squareName(values) {
    return AT_A_SQUARE.includes(actionOf(values)) ? (values.get("square") ?? values.get("at")) : "";
  }

  const brushes = brushesIn(form);

  function paint(values) {
    const square = squareOf(squareName(values));
    if (!square || "byHand" in byId("state").dataset) return;
    const before = square.querySelector(".square__code")?.textContent ?? "";
    const tap = { do: actionOf(values), brush: values.get("tile") ?? values.get("brush"), digit: values.get("digit") };
    const code = built(tap, before, brushes);
    for (const chosen of form.querySelectorAll(".square.is-selected")) {
      keep(chosen);
      chosen.classList.remove("is-selected");
    }
    keep(square);
    square.classList.add("is-selected");
    // Until the answer arrives, the tray may show the tools of another square. Disable the tray in this case.
    byId("tray")?.toggleAttribute("inert", squareName(values) !== form.elements.at.value);
    if (code === null || code === before) return;
    draw(square, code);
    keep(byId("bar"));
    const counter = byId("tiles");
    const count = Number(counter.dataset.tiles) + tilesOf(code, brushes) - tilesOf(before, brushes);
    counter.textContent = counter.textContent.replace(counter.dataset.tiles, count);
    counter.dataset.tiles = count;
  }

  function paintLine() {
    for (const { values } of line) {
      paint(values);
      if (values.get("do") === "supply") for (const name of ["inhabitants", "energy"]) byId(name).value = values.get(name);
    }
  }

  // Copies of elements before paint() changed them, by id. They are restored before htmx swaps in an answer.
  const painted = new Map();

  function keep(part) {
    if (!painted.has(part.id)) painted.set(part.id, part.cloneNode(true));
  }

  function takeBack() {
    for (const [id, part] of painted) byId(id)?.replaceWith(part);
    painted.clear();
  }

  function draw(square, code) {
    const brush = brushOf(code[0]);
    const kind = brush?.dataset.kind;
    square.className = ["square", "is-selected", ...(kind ? ["square--built", "kind", `kind--${kind}`] : [])].join(" ");
    const name = square.dataset.square;
    square.setAttribute("aria-label", brush ? `${name}, ${brush.parentElement.title}` : name);
    const tile = square.querySelector(".square__tile");
    tile.replaceChildren();
    if (!kind) return;
    const letters = document.createElement("span");
    letters.className = "square__code";
    letters.textContent = code;
    const drawing = brush.parentElement.querySelector("svg").cloneNode(true);
    drawing.setAttribute("class", "square__drawing");
    const use = drawing.querySelector("use");
    if (brush.dataset.digit === "floors") use.setAttribute("href", `${use.getAttribute("href")}-${code.slice(1)}`);
    tile.append(letters, drawing);
  }

  form.addEventListener("htmx:configRequest", (event) => {
    const taps = line.slice(0, sending);
    const values = shelf.bodyOf(taps);
    for (const field of byId("state").querySelectorAll("[data-state]")) {
      if (field.name !== "version") values.set(field.name, field.value);
    }
    values.set("seen", Array.from(document.querySelectorAll("[data-part]"), (part) => part.dataset.part).join(" "));
    const sent = new FormData();
    for (const [name, value] of values) sent.append(name, value);
    event.detail.parameters = sent;
  });

  form.addEventListener("htmx:beforeSwap", (event) => {
    if (event.detail.requestConfig?.elt !== form) return;
    // Send the typed numbers first, because the answer may replace their field.
    if (pause) putSupply();
    takeBack();
  });

  form.addEventListener("htmx:afterRequest", (event) => {
    if (event.detail.elt !== form) return;
    const { status } = event.detail.xhr;
    const sent = sending;
    sending = 0;
    if (shelf.isStuck(status)) {
      failures += 1;
      trying = setTimeout(next, shelf.pause(failures));
    } else if (status === 403 || status === 404) {
      // The taps stay stored. The reloaded page sends them, unless it is an error page.
      if (tapped) location.reload();
      return;
    } else {
      failures = 0;
      shelf.forget(line.splice(0, sent));
      readLine();
      takeBack();
      byId("tray")?.removeAttribute("inert");
      squareOf(form.elements.at.value)?.dispatchEvent(new CustomEvent("light", { bubbles: true }));
      if (!line.length) say();
      paintLine();
      next();
      if (!line.length) {
        shelf.isPresent();
        keepPage();
      }
    }
    // page.js removes the class `is-pending` after every answer, so add it afterwards.
    queueMicrotask(mark);
    queueMicrotask(keepFocus);
  });

  // The timer after which the service worker renews its stored copy of this page.
  let keeping = 0;

  function keepPage() {
    clearTimeout(keeping);
    keeping = setTimeout(() => navigator.serviceWorker?.controller?.postMessage({ keep: location.href }), 3_000);
  }

  window.addEventListener("reachable", next);
  window.addEventListener("pagehide", () => pause && putSupply());
  window.addEventListener("pageshow", (event) => event.persisted && next());

  function say() {
    const said = byId("said");
    const square = squareOf(form.elements.at.value);
    const total = document.querySelector("[data-total]");
    const text = [said && "says" in said.dataset ? said.textContent.trim() : "", square?.getAttribute("aria-label"), total?.dataset.total];
    const announcer = byId("announcer");
    if (announcer) announcer.textContent = said && "refused" in said.dataset ? said.textContent.trim() : text.filter(Boolean).join(". ");
  }

  // htmx restores the focus after a swap. If the focused button is gone, focus the selected square of the board.
  function keepFocus() {
    if (document.activeElement !== document.body || !focused) return;
    (byId(focused) ?? squareOf(form.elements.at.value))?.focus({ preventScroll: true });
  }

  form.addEventListener("focusin", (event) => {
    focused = event.target.id;
  });

  // --- Taps and clicks ---

  document.addEventListener("submit", (event) => {
    const from = event.target;
    if (from !== form && !from.matches("[data-queued]")) return;
    event.preventDefault();
    const button = event.submitter;
    if (button?.getAttribute("aria-disabled") === "true") return;
    const values = new FormData(from);
    if (button?.name) values.set(button.name, button.value);
    typed = "";
    put(values);
  });

  form.addEventListener("change", (event) => {
    if (event.target.closest("#supply")) putSupply();
  });

  // Typed numbers are sent after this pause in milliseconds, because the keypad of a phone may have no Enter key.
  const A_PAUSE = 500;
  let pause = 0;

  function putSupply() {
    clearTimeout(pause);
    pause = 0;
    put(supply());
  }

  form.addEventListener("input", (event) => {
    if (!event.target.matches("#supply input")) return;
    clearTimeout(pause);
    pause = setTimeout(putSupply, A_PAUSE);
  });

  form.addEventListener("click", (event) => {
    if (!event.target.closest("#to-supply")) return;
    event.preventDefault();
    byId("inhabitants").focus();
  });

  // After the second digit of the Inhabitants, move the focus to the Energy Units if their number is still 0.
  form.addEventListener("input", (event) => {
    const energy = byId("energy");
    if (event.target.id === "inhabitants" && event.data && event.target.value.length === 2 && !Number(energy.value)) energy.focus();
  });

  function supply() {
    const values = new FormData();
    values.set("do", "supply");
    values.set("at", form.elements.at.value);
    for (const name of ["inhabitants", "energy"]) values.set(name, byId(name).value);
    return values;
  }

  // Send the VP or the tile that the user has entered for a special Public Service.
  form.addEventListener("change", (event) => {
    const { id, value, dataset } = event.target;
    if (id === "tray-typed" && value) press("digit", dataset.square, { digit: value });
    if (id === "tray-tile") press("type", dataset.square, { brush: form.elements.brush.value, tile: value });
  });

  // --- Keyboard: a letter places a building, and digits or the keys in DO change it. ---

  const DO = { "+": "up", "=": "up", "-": "down", "*": "mayor" };

  function press(action, square, more = {}) {
    const values = new FormData();
    for (const [name, value] of Object.entries({ do: action, square, ...more })) values.set(name, value);
    put(values);
  }

  // The square whose number the last key changed; "" if the last key was not a digit.
  let counted = "";

  // Return the number of a building after a digit key. The keys 1 and 3 give 13, if the building may have 13.
  function numberTyped(subject, key) {
    const code = squareOf(subject).querySelector(".square__code")?.textContent ?? "";
    const number = counted === subject ? code.slice(1) + key : key;
    counted = subject;
    return Number(number) <= (brushes[code[0]]?.highest ?? 0) ? Number(number) : key;
  }

  function onBoard(event, square) {
    const squares = [...square.closest("[data-board]").querySelectorAll("button[data-square]")];
    const at = squares.indexOf(square);
    const letter = event.key.toUpperCase();
    const subject = typed || square.dataset.square;
    const byHand = "byHand" in byId("state").dataset;
    let isDigit = false;
    if (event.key.length === 1 && letters.includes(letter) && !byHand) {
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

  form.addEventListener("focusin", (event) => {
    if (event.target.matches("#supply input")) event.target.select();
  });

  // Paint and send the taps that are left from an earlier visit to this page.
  shelf.sendsItself(place);
  readLine();
  paintLine();
  mark();
  document.addEventListener("DOMContentLoaded", () => {
    isReady = true;
    next();
  });
}
