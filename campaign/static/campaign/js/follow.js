/* An open page follows the game. A stream of events tells it the tag of what there is now; where that is not the tag of
   what it shows, it asks for its part. Without a stream it asks every few seconds. Nothing is swapped under a finger or
   while somebody types, and a page that nobody sees neither listens nor asks. */
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

  // A form that was sent leads to a page of its own: an answer that leads elsewhere would break that off. On the window:
  // whoever keeps a form from being sent has done so by then.
  let leaving = false;
  window.addEventListener("submit", (event) => (leaving = !event.defaultPrevented));
  follower.addEventListener("htmx:beforeOnLoad", (event) => {
    if (leaving) event.preventDefault();
  });

  // What must not be disturbed: taps on their way, a finger that is down, a field with focus or with words not yet
  // sent, text being selected.
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

  // What somebody had opened, scrolled and focused in the old part stays so in the new one.
  const nameOf = (element) =>
    element.id || ["href", "name", "value"].map((name) => element.getAttribute(name) ?? "").join("|");
  // A list that is the evening's current one has another id than before and after: it folds once it is done.
  const titleOf = (details) => details.id || details.querySelector("summary").textContent.trim();
  let before = null;

  function remember(old) {
    const focused = old.contains(document.activeElement) ? document.activeElement : null;
    return {
      focus: focused && nameOf(focused),
      open: [...old.querySelectorAll("details")].filter((details) => details.open).map(titleOf),
      scrolled: [...old.querySelectorAll("*")].filter((box) => box.scrollLeft).map((box) => [box.className, box.scrollLeft]),
    };
  }

  function restore(now) {
    for (const details of now.querySelectorAll("details")) {
      if (before.open.includes(titleOf(details))) details.open = true;
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

  document.addEventListener("htmx:beforeSwap", (event) => {
    if (event.detail.requestConfig?.elt !== follower) return;
    if (!event.detail.shouldSwap) return;
    if (busy()) {
      event.detail.shouldSwap = false; // asked for again: the tag stays the old one
      return;
    }
    before = remember(part());
  });
  document.addEventListener("htmx:afterSettle", (event) => {
    if (!before || event.detail.requestConfig?.elt !== follower) return;
    restore(part());
    before = null;
  });
  follower.addEventListener("htmx:afterRequest", (event) => {
    const { xhr } = event.detail;
    if (xhr.status === 403 || xhr.status === 404) location.reload(); // a link withdrawn, or another seat
    else if (xhr.status === 204 || (xhr.status === 200 && before)) {
      // An answer that was compressed has a weak tag: the stream tells the same one without its W/.
      follower.dataset.tag = (xhr.getResponseHeader("ETag") ?? "").replace("W/", "");
    }
  });

  // What a tap of this page was answered with is what there is: its answer has the tag of that.
  document.addEventListener("htmx:afterRequest", ({ detail: { elt, xhr } }) => {
    const tag = elt.matches("[data-editor]") && xhr.status === 200 && xhr.getResponseHeader("ETag");
    if (tag) follower.dataset.tag = tag.replace("W/", "");
  });

  const EVERY = 4_000; // milliseconds between questions, where no stream can be had
  const AGAIN = 15_000; // until a stream is asked for again: a site that was stopped is back by then
  let stream = null;
  let listened = 0;
  let told = ""; // the tag of what there is now, by the stream
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

  // Back in sight, a page is up to date at once.
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
