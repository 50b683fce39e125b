/* The script of every page: theme, steppers, boards, toasts, errors and warnings about unsaved forms. Links and forms
   work without this script. The page's data- attributes hold all texts, translated. */
(() => {
  "use strict";

  const root = document.documentElement;
  const YEAR = 365 * 24 * 60 * 60;

  // The cookie `theme` stores the choice of light or dark. With this cookie, the server renders the right theme.
  function chooseTheme(theme) {
    document.cookie = `theme=${theme}; path=/; max-age=${theme ? YEAR : 0}; samesite=lax`;
    if (theme) root.dataset.theme = theme;
    else delete root.dataset.theme;
    for (const button of document.querySelectorAll("[data-theme-choice] [data-value]")) {
      button.setAttribute("aria-pressed", String(button.dataset.value === theme));
    }
  }

  // The cookie `figures` stores whether the visitor prefers tables to charts.
  document.addEventListener("change", (event) => {
    if (event.target.id !== "as-tables") return;
    document.cookie = `figures=tables; path=/; max-age=${event.target.checked ? YEAR : 0}; samesite=lax`;
  });

  // The cookie `zone` tells the time zone of this device, from which the server knows its day. A page that was made
  // before the server knew shows the day anew.
  const zone = `zone=${Intl.DateTimeFormat().resolvedOptions().timeZone}`;
  if (!document.cookie.split("; ").includes(zone)) {
    document.cookie = `${zone}; path=/; max-age=${YEAR}; samesite=lax`;
    for (const day of document.querySelectorAll("[data-day]")) {
      day.textContent = new Intl.DateTimeFormat(root.lang, { dateStyle: "full" }).format();
    }
  }

  // A page from the cache may be older than the cookies `theme` and `figures`, so apply them again.
  if ("kept" in root.dataset) {
    chooseTheme(/(?:^|; )theme=(light|dark)/.exec(document.cookie)?.[1] ?? "");
    const tables = document.getElementById("as-tables");
    if (tables) tables.checked = /(?:^|; )figures=tables/.test(document.cookie);
  }

  // Change the number in a field after a click on the button beside it.
  function step(button) {
    const field = button.closest("[data-stepper]").querySelector("input");
    const before = field.value;
    if (field.value === "") field.value = field.min || "0";
    else if (button.dataset.step === "up") field.stepUp();
    else field.stepDown();
    if (field.value !== before) {
      field.dispatchEvent(new Event("input", { bubbles: true }));
      field.dispatchEvent(new Event("change", { bubbles: true }));
    }
  }

  // Highlight the squares of a score line (data-squares="B3 B4"), or the score lines of a square (data-square="B3").
  function light(from) {
    for (const lit of document.querySelectorAll(".is-lit")) lit.classList.remove("is-lit");
    if (!from) return;
    const names = (from.dataset.squares ?? from.dataset.square).split(" ").filter(Boolean);
    if (!names.length) return;
    const scope = from.closest("[data-lights]") ?? document;
    for (const square of scope.querySelectorAll("[data-square]")) {
      square.classList.toggle("is-lit", "squares" in from.dataset && names.includes(square.dataset.square));
    }
    for (const line of scope.querySelectorAll("[data-squares]")) {
      const both = line.dataset.squares.split(" ").some((name) => names.includes(name));
      line.classList.toggle("is-lit", line === from || (both && "square" in from.dataset));
    }
  }

  // The tab key reaches one square of a board, and the arrow keys move to the others (the grid pattern of ARIA).
  const MOVES = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

  function squaresOf(board) {
    return [...board.querySelectorAll("button[data-square]")];
  }

  function rove(board, square, focus) {
    for (const other of squaresOf(board)) other.tabIndex = other === square ? 0 : -1;
    if (focus) square.focus();
  }

  function moveOnBoard(event) {
    const square = event.target.closest?.("[data-board] button[data-square]");
    if (!square || event.altKey || event.metaKey) return;
    const board = square.closest("[data-board]");
    const squares = squaresOf(board);
    const columns = Number(board.dataset.columns);
    const at = squares.indexOf(square);
    let [column, row] = [at % columns, Math.floor(at / columns)];
    const rows = squares.length / columns;
    if (event.key in MOVES) {
      column = Math.min(columns - 1, Math.max(0, column + MOVES[event.key][0]));
      row = Math.min(rows - 1, Math.max(0, row + MOVES[event.key][1]));
    } else if (event.key === "Home") {
      column = 0;
      if (event.ctrlKey) row = 0;
    } else if (event.key === "End") {
      column = columns - 1;
      if (event.ctrlKey) row = rows - 1;
    } else return;
    event.preventDefault();
    rove(board, squares[row * columns + column], true);
  }

  // Visitors who came from a campaign or from the calculator go back there. Otherwise the link leads to its section.
  function goBack(event) {
    const from = URL.parse?.(document.referrer);
    if (from?.origin !== location.origin || !/^\/(campaigns|calculator)\//.test(from.pathname)) return;
    event.preventDefault();
    history.back();
  }

  // Return the square that the tab key reaches: the focused square, else the square with tabindex 0, else the first.
  function stopOf(squares) {
    return (
      squares.find((square) => square === document.activeElement) ??
      squares.find((square) => square.getAttribute("tabindex") === "0") ??
      squares[0]
    );
  }

  function prepare(within) {
    for (const shown of within.querySelectorAll("[data-theme-choice], [data-print]")) shown.hidden = false;
    const around = within.closest?.("[data-board]");
    for (const board of [...within.querySelectorAll("[data-board]"), ...(around ? [around] : [])]) {
      const squares = squaresOf(board);
      if (squares.length) rove(board, stopOf(squares), false);
    }
  }

  // Lead to the first error of a refused form: focus its field, or the error itself if no single field has it. A login
  // form focuses a field by itself.
  function leadToError() {
    const error = document.querySelector(
      'main [aria-invalid="true"], form .errors, form:not(:has([autofocus])) .alert--error',
    );
    if (!error) return;
    if (!error.matches("input, select, textarea")) error.tabIndex = -1;
    error.focus({ preventScroll: true });
    (error.closest(".field--error") ?? error).scrollIntoView({ block: "center" });
  }

  // Show a toast: a short message at the edge of the screen. Its container has aria-live, so screen readers read it.
  function toast(text, level) {
    const region = document.getElementById("toasts");
    if (!region || !text) return;
    for (const old of region.children) if (old.dataset.text === text) return;
    const box = document.createElement("div");
    box.className = `toast row toast--${level}`;
    box.dataset.text = text;
    box.dataset.since = Date.now();
    const words = document.createElement("p");
    words.textContent = text;
    const close = document.createElement("button");
    close.type = "button";
    close.className = "button button--bare";
    close.textContent = region.dataset.close;
    close.addEventListener("click", () => box.remove());
    box.append(words, close);
    region.append(box);
  }

  // A page can lead on by itself just when it shows a warning, so the next page shows the warning too.
  const UNREAD = "unread-warnings";
  const TO_READ = 4000; // milliseconds that it takes to read a warning

  function carryWarnings() {
    const unread = [...document.querySelectorAll("#toasts .toast--warning")]
      .filter((box) => Date.now() - Number(box.dataset.since) < TO_READ)
      .map((box) => box.dataset.text);
    try {
      if (unread.length) sessionStorage.setItem(UNREAD, JSON.stringify(unread));
    } catch {
      // Without storage, the next page does not show them.
    }
  }

  function showCarriedWarnings() {
    try {
      for (const text of JSON.parse(sessionStorage.getItem(UNREAD) ?? "[]")) toast(text, "warning");
      sessionStorage.removeItem(UNREAD);
    } catch {
      // Without storage, there are none.
    }
  }

  function settleToasts() {
    for (const trouble of document.querySelectorAll("#toasts .toast--error")) trouble.remove();
  }

  document.addEventListener("click", (event) => {
    const target = event.target.closest?.("[data-theme-choice] [data-value], [data-print], [data-back], [data-step], [data-squares], [data-square]");
    if (!target) return;
    if (target.matches("[data-theme-choice] *")) chooseTheme(target.dataset.value);
    else if ("print" in target.dataset) window.print();
    else if ("back" in target.dataset) goBack(event);
    else if (target.dataset.step) step(target);
    else light(target);
  });
  document.addEventListener("focusin", (event) => {
    const square = event.target.closest?.("[data-board] button[data-square]");
    if (square) rove(square.closest("[data-board]"), square, false);
    const line = event.target.closest?.("[data-squares], [data-square]");
    if (line) light(line);
  });
  document.addEventListener("pointerover", (event) => {
    if (event.pointerType !== "mouse") return;
    const line = event.target.closest?.("[data-squares]");
    if (line) light(line);
  });
  // After htmx has replaced a part of the page, editor/queue.js sends the event `light` to highlight squares again.
  document.addEventListener("light", (event) => light(event.target));
  document.addEventListener("keydown", moveOnBoard);

  document.addEventListener("submit", (event) => {
    // Mark the touched square at once, before the server answers.
    const square = event.submitter?.closest?.("[data-square]");
    if (square) square.classList.add("is-pending");
  });
  document.addEventListener("htmx:load", (event) => prepare(event.detail.elt));
  document.addEventListener("htmx:afterRequest", (event) => {
    if (event.detail.successful) settleToasts();
    for (const square of document.querySelectorAll(".is-pending")) square.classList.remove("is-pending");
  });
  document.addEventListener("toast", (event) => toast(event.detail.text, event.detail.level));
  document.addEventListener("htmx:responseError", (event) => {
    if (event.detail.xhr.status >= 500) toast(document.getElementById("toasts")?.dataset.trouble, "error");
  });
  // A response header `HX-Trigger: {"announce": "..."}` makes htmx send this event. Screen readers read its text.
  document.addEventListener("announce", (event) => {
    const announcer = document.getElementById("announcer");
    if (announcer) announcer.textContent = event.detail.value ?? "";
  });

  window.addEventListener("pagehide", carryWarnings);

  prepare(document);
  leadToError();
  showCarriedWarnings();

  // Warn visitors before they leave a form with unsaved input. A form that was refused has data-ask="now".
  let sent = null;

  function isChanged(field) {
    if (field.matches("select")) {
      const before = [...field.options].findIndex((option) => option.defaultSelected);
      return field.selectedIndex !== Math.max(0, before);
    }
    if (field.matches("[type=checkbox], [type=radio]")) return field.checked !== field.defaultChecked;
    return field.value !== field.defaultValue;
  }

  function isHalfDone(form) {
    if (form === sent) return false;
    if (form.dataset.ask === "now" || form.querySelector('[data-ask="now"]')) return true;
    return [...form.querySelectorAll("input, textarea, select")].some(isChanged);
  }

  if (document.querySelector("form[data-ask]")) {
    // The window handles the event last. A script that cancels the submission has done so by then.
    window.addEventListener("submit", (event) => {
      if (!event.defaultPrevented) sent = event.target;
    });
    window.addEventListener("beforeunload", (event) => {
      if ([...document.querySelectorAll("form[data-ask]")].some(isHalfDone)) event.preventDefault();
    });
  }

  const ofTheCopy = document.getElementById("toasts")?.dataset.kept;
  if ("kept" in root.dataset && ofTheCopy) {
    const since = new Date(root.dataset.kept).toLocaleString(root.lang, { dateStyle: "short", timeStyle: "short" });
    toast(`${ofTheCopy} (${since})`, "info");
  }

  // Over plain HTTP, as in a home network, browsers offer no service worker.
  if (root.dataset.worker && "serviceWorker" in navigator) {
    const stock = document.getElementById("stock");
    navigator.serviceWorker.addEventListener("message", ({ data: { here, all } }) => {
      stock.hidden = here === all;
      stock.textContent = stock.dataset.said.replace("{here}", here).replace("{all}", all);
    });
    window.addEventListener("load", async () => {
      navigator.serviceWorker.register(root.dataset.worker).catch(() => {});
      const { active } = await navigator.serviceWorker.ready;
      active.postMessage({ stock: true });
    });
  }
})();
