/* The city editor, of a game and of the calculator: taps wait in a line, so that none is lost, and keys type a city as its
   notation is written. Without this every square and button submits its form. No words stand here: they come translated
   from the page. */
(() => {
  "use strict";

  const form = document.querySelector("[data-editor]");
  if (!form) return;

  const letters = form.dataset.letters;
  const together = Number(form.dataset.together); // taps that one request may carry
  const TRY_AGAIN = [1000, 2000, 4000, 8000]; // milliseconds, the last one again and again
  const UNREACHABLE = [0, 429, 502, 503, 504];

  const byId = (id) => document.getElementById(id);
  const squareOf = (name) => byId(`board-${name}`);

  // --- Taps wait in line: some are on their way, the others travel together once these are answered. A request takes
  //     what the answer before it brought, data-state, and names the parts that this page shows. ---

  const line = [];
  const ALONE = ["undo", "redo", "paste"];
  let sending = 0; // how many of the line are on their way
  let failures = 0;
  let focused = ""; // the id of what had focus last
  let typed = ""; // the square a key placed something on, while typing goes on

  function key() {
    return Array.from(crypto.getRandomValues(new Uint32Array(3)), (part) => part.toString(36)).join("");
  }

  function put(values) {
    values.set("key", key());
    const last = line.at(-1);
    const waits = line.length > sending;
    // A stepper tapped five times while one answer is awaited: the last figure is what counts.
    if (waits && values.get("do") === "supply" && last.get("do") === "supply") line.pop();
    line.push(values);
    paint(values);
    mark();
    next();
  }

  function next() {
    if (sending || !line.length) return;
    sending = 1;
    const travels = (values) => values && !ALONE.includes(actionOf(values));
    if (travels(line[0])) while (sending < together && travels(line[sending])) sending += 1;
    htmx.trigger(form, "tap");
  }

  function mark() {
    form.toggleAttribute("data-busy", line.length > 0);
    document.querySelector("[data-total]").toggleAttribute("data-on-its-way", line.length > 0);
    for (const values of line) squareOf(squareName(values))?.classList.add("is-pending");
  }

  // --- What a tap will most likely do is painted before the server has said so; points are for the server to say. ---

  const AT_A_SQUARE = ["tap", "type", "up", "down", "digit", "clear"];
  const brushOf = (letter) => (letter ? form.querySelector(`.brush__input[value="${letter}"]`) : null);

  function actionOf(values) {
    return values.get("do") || (values.has("digit") ? "digit" : values.has("square") ? "tap" : "paste");
  }

  function squareName(values) {
    return AT_A_SQUARE.includes(actionOf(values)) ? (values.get("square") ?? values.get("at")) : "";
  }

  // The letter and digit of the building after a tap, "" for none, null where it stays what it is.
  function built(values, before) {
    const action = actionOf(values);
    if (action === "clear") return "";
    const places = action === "tap" || action === "type";
    const letter = before[0];
    const wanted = places ? values.get("brush") : letter;
    const brush = brushOf(wanted);
    if (!brush) return null;
    const { digit, lowest, highest } = brush.dataset;
    if (places && (wanted !== letter || action === "type")) return wanted + (digit === "floors" ? lowest : "");
    if (!digit) return null;
    const count = Number(before.slice(1));
    let after = { tap: count + 1, up: count + 1, down: count - 1 }[action] ?? Number(values.get("digit"));
    if (after > Number(highest) && action === "tap" && digit === "vp") after = Number(lowest);
    if (after < Number(lowest) || after > Number(highest)) return null;
    return wanted + (after || "");
  }

  function tilesOf(code) {
    if (!code) return 0;
    return brushOf(code[0])?.dataset.digit === "floors" ? Number(code.slice(1)) : 1;
  }

  function paint(values) {
    const square = squareOf(squareName(values));
    if (!square || "byHand" in byId("state").dataset) return;
    const before = square.querySelector(".square__code")?.textContent ?? "";
    const code = built(values, before);
    for (const chosen of form.querySelectorAll(".square.is-selected")) {
      keep(chosen);
      chosen.classList.remove("is-selected");
    }
    keep(square);
    square.classList.add("is-selected");
    byId("tray")?.toggleAttribute("inert", squareName(values) !== form.elements.at.value); // it is another square's
    if (code === null || code === before) return;
    draw(square, code);
    keep(byId("bar"));
    const counter = byId("tiles");
    const count = Number(counter.dataset.tiles) + tilesOf(code) - tilesOf(before);
    counter.textContent = counter.textContent.replace(counter.dataset.tiles, count);
    counter.dataset.tiles = count;
  }

  // What was painted over is put back before an answer comes: it brings only what the page has not.
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
    const values = sending > 1 ? new FormData() : line[0];
    for (const field of byId("state").querySelectorAll("[data-state]")) values.set(field.name, field.value);
    values.set("seen", Array.from(document.querySelectorAll("[data-part]"), (part) => part.dataset.part).join(" "));
    if (sending > 1) for (const tap of line.slice(0, sending)) values.append("tap", new URLSearchParams(tap).toString());
    event.detail.parameters = values;
  });

  form.addEventListener("htmx:beforeSwap", (event) => {
    if (event.detail.requestConfig?.elt === form) takeBack();
  });

  form.addEventListener("htmx:afterRequest", (event) => {
    if (event.detail.elt !== form) return;
    const { status } = event.detail.xhr;
    const sent = sending;
    sending = 0;
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
      else line.splice(0, sent);
      takeBack();
      byId("tray")?.removeAttribute("inert");
      squareOf(form.elements.at.value)?.dispatchEvent(new CustomEvent("light", { bubbles: true }));
      if (!line.length) say();
      for (const values of line) paint(values); // over the city that the answer has brought
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
    if (event.target.closest("#supply")) putSupply();
  });

  // Typed figures count once nothing follows: a phone's keyboard of numbers may have no key that says so.
  const A_PAUSE = 500; // milliseconds
  let pause = 0;

  function putSupply() {
    clearTimeout(pause);
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

  // Two digits of Inhabitants are all there are: what follows is Energy, where nobody has said any yet.
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
    const byHand = "byHand" in byId("state").dataset;
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
