/* The city editor, of a game and of the calculator: taps wait in a line, so that none is lost, and keys type a city as its
   notation is written. Without this every square and button submits its form. No words stand here: they come translated
   from the page. */
(() => {
  "use strict";

  const form = document.querySelector("[data-editor]");
  if (!form) return;

  const letters = form.dataset.letters;
  const TRY_AGAIN = [1000, 2000, 4000, 8000]; // milliseconds, the last one again and again
  const UNREACHABLE = [0, 429, 502, 503, 504];

  const byId = (id) => document.getElementById(id);
  const squareOf = (name) => byId(`board-${name}`);

  // --- Taps wait in line: one is on its way, and each takes what the answer before it brought: data-state. ---

  const line = [];
  let sending = false;
  let failures = 0;
  let focused = ""; // the id of what had focus last
  let typed = ""; // the square a key placed something on, while typing goes on

  function key() {
    return Array.from(crypto.getRandomValues(new Uint32Array(3)), (part) => part.toString(36)).join("");
  }

  function put(values) {
    values.set("key", key());
    const last = line.at(-1);
    const waits = line.length > (sending ? 1 : 0);
    // A stepper tapped five times while one answer is awaited: the last figure is what counts.
    if (waits && values.get("do") === "supply" && last.get("do") === "supply") line.pop();
    line.push(values);
    mark();
    next();
  }

  function next() {
    if (sending || !line.length) return;
    sending = true;
    htmx.trigger(form, "tap");
  }

  function mark() {
    form.toggleAttribute("data-busy", line.length > 0);
    for (const values of line) squareOf(values.get("square"))?.classList.add("is-pending");
  }

  form.addEventListener("htmx:configRequest", (event) => {
    for (const field of byId("city").querySelectorAll("[data-state]")) line[0].set(field.name, field.value);
    event.detail.parameters = line[0];
  });

  form.addEventListener("htmx:afterRequest", (event) => {
    if (event.detail.elt !== form) return;
    const { status } = event.detail.xhr;
    sending = false;
    if (UNREACHABLE.includes(status)) {
      setTimeout(next, TRY_AGAIN[Math.min(failures, TRY_AGAIN.length - 1)]);
      failures += 1;
    } else if (status === 403 || status === 404) {
      line.length = 0;
      location.reload();
      return;
    } else {
      failures = 0;
      // What was meant for a board that somebody else has changed is for the person at this one to repeat.
      if (status === 409) line.length = 0;
      else line.shift();
      if (!line.length) say();
      next();
    }
    queueMicrotask(mark); // once page.js has taken the marks away
    queueMicrotask(keepFocus);
  });

  window.addEventListener("online", next);
  window.addEventListener("beforeunload", (event) => {
    if (line.length) event.preventDefault();
  });

  function say() {
    const said = byId("said");
    const square = squareOf(form.elements.at.value);
    const total = document.querySelector("[data-total]");
    const text = [said && "says" in said.dataset ? said.textContent.trim() : "", square?.getAttribute("aria-label"), total?.dataset.total];
    const announcer = byId("announcer");
    if (announcer) announcer.textContent = said && "refused" in said.dataset ? said.textContent.trim() : text.filter(Boolean).join(". ");
  }

  // htmx puts focus back where it was; what is gone, such as the button that cleared a square, hands it to the square.
  function keepFocus() {
    if (document.activeElement !== document.body || !focused) return;
    (byId(focused) ?? squareOf(form.elements.at.value))?.focus({ preventScroll: true });
  }

  form.addEventListener("focusin", (event) => {
    focused = event.target.id;
  });

  // --- Fingers and mouse ---

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
    if (event.target.closest("#supply")) put(supply());
  });

  function supply() {
    const values = new FormData();
    values.set("do", "supply");
    values.set("at", form.elements.at.value);
    for (const name of ["inhabitants", "energy"]) values.set(name, byId(name).value);
    return values;
  }

  // --- Keys: a letter places and moves on, as text is typed; what follows belongs to the building just placed. ---

  const DO = { "+": "up", "=": "up", "-": "down", "*": "mayor" };

  function press(action, square, more = {}) {
    const values = new FormData();
    for (const [name, value] of Object.entries({ do: action, square, ...more })) values.set(name, value);
    put(values);
  }

  function onBoard(event, square) {
    const squares = [...square.closest("[data-board]").querySelectorAll("button[data-square]")];
    const at = squares.indexOf(square);
    const letter = event.key.toUpperCase();
    const subject = typed || square.dataset.square;
    const byHand = "byHand" in byId("city").dataset;
    if (event.key.length === 1 && letters.includes(letter) && !byHand) {
      press("type", square.dataset.square, { brush: letter });
      typed = square.dataset.square;
      squares[at + 1]?.focus();
    } else if (/^[0-9]$/.test(event.key)) press("digit", subject, { digit: event.key });
    else if (event.key in DO) press(DO[event.key], subject);
    else if (event.key === "Backspace" || event.key === "Delete") {
      press("clear", subject);
      squareOf(subject)?.focus();
      typed = "";
    } else if (event.key === "ArrowRight" || event.key === "ArrowLeft") {
      // Past the end of a row the next one follows, as in a line of text.
      typed = "";
      squares[at + (event.key === "ArrowRight" ? 1 : -1)]?.focus();
    } else if (letter === "I") byId("inhabitants").focus();
    else if (letter === "E") byId("energy").focus();
    else {
      if (event.key.startsWith("Arrow")) typed = "";
      return;
    }
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
    },
    true,
  );

  form.addEventListener("focusin", (event) => {
    if (event.target.matches("#supply input")) event.target.select();
  });
})();
