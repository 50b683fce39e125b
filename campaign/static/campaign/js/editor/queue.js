/* The city editor, for a game and for the calculator. Taps wait in a queue on the device, so that none is lost: a
   request sends the first taps, and all later taps wait for its answer. Without these scripts every square and button
   submits its form. */

import * as shelf from "../waiting.js";
import { actionOf, byId, form, mark, paint, squareOf, takeBack } from "./painting.js";

// The maximum number of taps in one request.
const together = Number(form.dataset.together);
const page = form.getAttribute("action");
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

const version = () => form.querySelector("#state [name=version]")?.value;
const ofTap = (tap) => ({ ...tap, values: new URLSearchParams(tap.body) });

function readLine() {
  line = shelf.waiting(page).map(ofTap);
}

export function put(values) {
  values.set("key", shelf.key());
  values.delete("csrfmiddlewaretoken");
  const last = line.at(-1);
  const waits = line.length > sending;
  // Replace a waiting change of the supply, so that only the latest numbers are sent.
  if (waits && values.get("do") === "supply" && last.values.get("do") === "supply") shelf.forget([line.pop()]);
  const tap = { to: page, body: new URLSearchParams(values).toString() };
  if (version()) tap.version = version();
  if (!ALONE.includes(actionOf(values))) tap.together = together;
  line.push(ofTap(shelf.put(page, tap, tap.version ? "localStorage" : "sessionStorage")));
  tapped = true;
  paint(values);
  mark(line);
  next();
}

export function press(action, square, more = {}) {
  const values = new FormData();
  for (const [name, value] of Object.entries({ do: action, square, ...more })) values.set(name, value);
  put(values);
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

function paintLine() {
  for (const { values } of line) paint(values);
}

document.addEventListener("submit", (event) => {
  const from = event.target;
  if (from !== form && !from.matches("[data-queued]")) return;
  event.preventDefault();
  const button = event.submitter;
  if (button?.getAttribute("aria-disabled") === "true") return;
  const values = new FormData(from);
  if (button?.name) values.set(button.name, button.value);
  put(values);
});

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
  if (event.detail.requestConfig?.elt === form) takeBack();
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
  queueMicrotask(() => mark(line));
});

// The timer after which the service worker renews its stored copy of this page.
let keeping = 0;

function keepPage() {
  clearTimeout(keeping);
  keeping = setTimeout(() => navigator.serviceWorker?.controller?.postMessage({ keep: location.href }), 3_000);
}

function say() {
  const said = byId("said");
  const square = squareOf(form.elements.at.value);
  const total = document.querySelector("[data-total]");
  const text = [said && "says" in said.dataset ? said.textContent.trim() : "", square?.getAttribute("aria-label"), total?.dataset.total];
  const announcer = byId("announcer");
  if (announcer) announcer.textContent = said && "refused" in said.dataset ? said.textContent.trim() : text.filter(Boolean).join(". ");
}

// Paint and send the taps that are left from an earlier visit to this page.
shelf.sendsItself(page);
readLine();
paintLine();
mark(line);
document.addEventListener("DOMContentLoaded", () => {
  isReady = true;
  next();
});
window.addEventListener("reachable", next);
window.addEventListener("pageshow", (event) => event.persisted && next());
