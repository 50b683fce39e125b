/* Keeps an open page up to date. A stream of server-sent events brings the entity tag (ETag) of the current state. If
   it differs from the page's own tag, the page requests the new state. Without a stream, it asks every few seconds. */
(() => {
  "use strict";

  const follower = document.querySelector("[data-follow]");
  if (!follower) return;

  const part = () => document.querySelector(follower.getAttribute("hx-target"));
  const FIELDS = 'input:not([type="radio"], [type="checkbox"], [type="hidden"], [type="submit"]), textarea, select';

  let pressed = false;
  for (const name of ["pointerdown", "pointerup", "pointercancel"]) {
    document.addEventListener(name, () => (pressed = name === "pointerdown"), { passive: true });
  }

  // After a form was submitted, ignore answers to this script: a redirect in an answer would cancel the submission.
  let leaving = false;
  window.addEventListener("submit", (event) => (leaving = !event.defaultPrevented));
  follower.addEventListener("htmx:beforeOnLoad", (event) => {
    if (leaving) event.preventDefault();
  });

  // Tell whether an update has to wait, for example while a finger touches the screen or somebody types.
  function busy() {
    if (document.hidden || pressed || leaving || document.querySelector("[data-busy]")) return true;
    if (document.activeElement?.matches(FIELDS)) return true;
    if ([...document.querySelectorAll("main textarea")].some((field) => field.value !== field.defaultValue)) return true;
    const selection = getSelection();
    return !selection.isCollapsed && Boolean(part()?.contains(selection.anchorNode));
  }

  follower.addEventListener("htmx:beforeRequest", (event) => {
    if (busy()) event.preventDefault();
  });
  follower.addEventListener("htmx:configRequest", (event) => {
    event.detail.headers["If-None-Match"] = follower.dataset.tag;
  });

  // Make a key for an element. After a swap, the element with this key gets the focus again.
  const nameOf = (element) =>
    element.id || ["href", "name", "value"].map((name) => element.getAttribute(name) ?? "").join("|");
  // Make a key for a list that the reader has opened. After a swap, the list with this key is opened again.
  const titleOf = (details) => details.id || details.querySelector("summary").textContent.trim();
  let before = null;

  function remember(old) {
    const focused = old.contains(document.activeElement) ? document.activeElement : null;
    return {
      focus: focused && nameOf(focused),
      sheets: [...old.querySelectorAll(":popover-open")].map((sheet) => [sheet.id, sheet.scrollTop]),
      open: [...old.querySelectorAll("details")].filter((details) => details.open).map(titleOf),
      scrolled: [...old.querySelectorAll("*")].filter((box) => box.scrollLeft).map((box) => [box.className, box.scrollLeft]),
    };
  }

  function restore(now) {
    for (const details of now.querySelectorAll("details")) {
      if (before.open.includes(titleOf(details))) details.open = true;
    }
    for (const [id, top] of before.sheets) {
      const sheet = document.getElementById(id);
      sheet?.showPopover();
      if (sheet) sheet.scrollTop = top;
    }
    for (const [name, left] of before.scrolled) {
      const box = name && now.getElementsByClassName(name)[0];
      if (box) box.scrollLeft = left;
    }
    if (before.focus && document.activeElement === document.body) {
      const same = [...now.querySelectorAll("a, button, summary")].find((element) => nameOf(element) === before.focus);
      same?.focus({ preventScroll: true });
    }
  }

  const keepTag = (xhr) => (follower.dataset.tag = xhr.getResponseHeader("ETag") ?? "");

  document.addEventListener("htmx:beforeSwap", (event) => {
    if (event.detail.requestConfig?.elt !== follower) return;
    if (!event.detail.shouldSwap) return;
    if (busy()) {
      // Ignore the response. The script sends the request again later.
      event.detail.shouldSwap = false;
      return;
    }
    before = remember(part());
    keepTag(event.detail.xhr);
  });
  document.addEventListener("htmx:afterSettle", (event) => {
    if (!before || event.detail.requestConfig?.elt !== follower) return;
    restore(part());
    before = null;
  });
  follower.addEventListener("htmx:afterRequest", (event) => {
    const { xhr } = event.detail;
    // The link was withdrawn, or the reader now plays as another player.
    if (xhr.status === 403 || xhr.status === 404) location.reload();
    else if (xhr.status === 204) keepTag(xhr);
  });

  // The city editor shows the response to a tap. Store the response's entity tag, to avoid a second request.
  document.addEventListener("htmx:afterRequest", ({ detail: { elt, xhr } }) => {
    const tag = elt.matches("[data-editor]") && xhr.status === 200 && xhr.getResponseHeader("ETag");
    if (tag) follower.dataset.tag = tag;
  });

  // A page without a stream sends a request after this many milliseconds.
  const EVERY = 4_000;
  // A broken stream is opened again after this many milliseconds.
  const AGAIN = 15_000;
  let stream = null;
  let listened = 0;
  // The latest entity tag from the stream.
  let told = "";
  let asked = Date.now();

  function ask() {
    asked = Date.now();
    htmx.trigger(follower, "follow");
  }

  function check() {
    if (document.hidden) return;
    if (stream?.readyState === EventSource.CLOSED && Date.now() - listened >= AGAIN) {
      rest();
      listen();
    }
    const isTold = told && stream?.readyState === EventSource.OPEN;
    if (isTold ? told !== follower.dataset.tag : Date.now() - asked >= EVERY) ask();
  }

  function listen() {
    if (stream || document.hidden) return;
    listened = Date.now();
    stream = new EventSource(follower.getAttribute("hx-get"));
    stream.addEventListener("message", (event) => {
      told = event.data;
      check();
    });
  }

  function rest() {
    stream?.close();
    stream = null;
    told = "";
  }

  listen();
  setInterval(check, 1_000);

  // Update a page at once when it becomes visible again.
  function wake() {
    listen();
    ask();
  }
  document.addEventListener("visibilitychange", () => (document.hidden ? rest() : wake()));
  window.addEventListener("pagehide", rest);
  window.addEventListener("pageshow", (event) => {
    if (!event.persisted) return;
    leaving = false;
    wake();
  });
})();
