/* Taps that wait for the network. Each tap is stored on the device until the site has confirmed it, so neither a reload
   nor a closed tab nor an empty battery loses it. The page of a city or a game sends its own taps, and every page sends
   the taps that other pages left. The page provides all words, translated. */

const SHELF = "waiting:";
const DEVICE = "device";
const TRY_AGAIN = [1000, 2000, 4000, 8000]; // milliseconds between attempts; the last number is repeated
const ALIVE_EVERY = 1500; // milliseconds between two requests that test whether the site answers
const RENEWED = "renewed";
const RENEW_EVERY = 30_000; // the least milliseconds between reloads: a reload on a slow network may show the old copy
const KEPT_FOR = 30 * 24 * 60 * 60 * 1000; // milliseconds that a tap is kept; then it is dropped
const root = document.documentElement;
const memory = new Map(); // holds the taps if the device has no storage

const random = () => Array.from(crypto.getRandomValues(new Uint32Array(2)), (part) => part.toString(36)).join("");

/* --- The shelf: the stored taps of each page, in the order in which they were made --- */

let latest = 0;

function named(page) {
  latest = Math.max(latest + 1, Date.now()); // keeps the order of taps, even of two in one millisecond
  return `${SHELF}${page} ${String(latest).padStart(15, "0")}-${random()}`;
}

// `shelf` names the storage: "localStorage", or "sessionStorage" for taps that only this tab can send.
export function put(page, what, shelf = "localStorage") {
  const name = named(page);
  try {
    window[shelf].setItem(name, JSON.stringify(what));
  } catch {
    memory.set(name, what);
  }
  show();
  return { ...what, entry: name, page };
}

function* everything() {
  for (const kind of ["localStorage", "sessionStorage"]) {
    try {
      const shelf = window[kind];
      for (const name of Object.keys(shelf)) if (name.startsWith(SHELF)) yield [name, JSON.parse(shelf.getItem(name))];
    } catch {
      // the browser forbids the storage, or an entry is damaged
    }
  }
  yield* memory;
}

const pageOf = (name) => name.slice(SHELF.length, name.lastIndexOf(" "));
const timeOf = (name) => Number(name.slice(name.lastIndexOf(" ") + 1).split("-")[0]);

// Call `hear` with each tap that another tab of this device puts on the shelf for this page.
export function hearOtherTabs(page, hear) {
  window.addEventListener("storage", ({ key, newValue }) => {
    if (newValue && key.startsWith(SHELF) && pageOf(key) === page) hear(JSON.parse(newValue));
  });
}

export function waiting(page = null) {
  const found = Array.from(everything(), ([name, what]) => ({ ...what, entry: name, page: pageOf(name) }));
  return found.filter((each) => page === null || each.page === page).sort((a, b) => timeOf(a.entry) - timeOf(b.entry));
}

export function forget(taps) {
  for (const { entry } of taps) {
    memory.delete(entry);
    try {
      localStorage.removeItem(entry);
      sessionStorage.removeItem(entry);
    } catch {
      // the device has no storage
    }
  }
  show();
}

// The first part of a tap's key. It is the same for all taps of this device, so that campaign/editor/meanwhile.py
// recognises them.
function device() {
  try {
    if (!localStorage.getItem(DEVICE)) localStorage.setItem(DEVICE, random());
    return localStorage.getItem(DEVICE);
  } catch {
    return thisPage;
  }
}
const thisPage = random();

export const key = () => `${device()}-${random()}`;

/* --- The network: while the site cannot be reached or accepts no taps, a sentence counts the waiting taps. --- */

const mark = document.querySelector(".offline-mark");
const plural = new Intl.PluralRules(root.lang);
let unreachable = "kept" in root.dataset;
let stuck = false; // true if the latest request failed, or if the site could not handle the request (429 or 5xx)
const refused = new Set(); // pages for which the site refuses the taps of this reader
let asking = 0;

export const isStuck = (status) => status === 0 || status === 429 || status >= 500;

function count() {
  return waiting().filter(({ page, draft }) => !draft && !refused.has(page)).length;
}

function show() {
  const away = !navigator.onLine || unreachable || stuck;
  root.toggleAttribute("data-offline", away);
  if (!mark || !away) return;
  const words = mark.querySelector("[data-waits-other]");
  const many = count();
  const sentence = words.getAttribute(`data-waits-${plural.select(many)}`) ?? words.dataset.waitsOther;
  words.textContent = many ? sentence.replace("{count}", many) : words.dataset.nothingWaits;
}

// Learn from the status of each request whether the site answers.
export function answered(status) {
  unreachable = status === 0;
  stuck = isStuck(status);
  show();
  if (unreachable) watch();
}

// Ask the site until it answers again, because the browser does not know when the site is back.
function watch() {
  if (!asking && (unreachable || !navigator.onLine)) asking = setTimeout(ask, ALIVE_EVERY);
}

async function ask() {
  asking = 0;
  if (document.hidden || !(await isReachable())) {
    watch();
    return;
  }
  unreachable = stuck = false;
  show();
  window.dispatchEvent(new Event("reachable"));
}

export async function isReachable() {
  try {
    return (await fetch(root.dataset.alive, { method: "HEAD", cache: "no-store" })).ok;
  } catch {
    return false;
  }
}

// Forget that the page began as a kept copy, because an answer has brought the present state. So renew() need not
// reload the page.
export const isPresent = () => delete root.dataset.kept;

function renew() {
  const isTyping = document.activeElement?.matches("input, textarea, select");
  if (!("kept" in root.dataset) || isTyping || document.querySelector("[data-busy]")) return;
  try {
    if (Date.now() - Number(sessionStorage.getItem(RENEWED)) < RENEW_EVERY) return;
    sessionStorage.setItem(RENEWED, Date.now());
  } catch {
    return;
  }
  location.reload();
}

window.addEventListener("reachable", renew);
window.addEventListener("reachable", sendOthers);
window.addEventListener("online", () => {
  clearTimeout(asking);
  ask();
});
window.addEventListener("offline", () => {
  show();
  watch();
});
window.addEventListener("storage", show);
document.addEventListener("visibilitychange", () => document.hidden || watch());
document.addEventListener("htmx:sendError", () => answered(0));
document.addEventListener("htmx:afterRequest", ({ detail: { xhr } }) => xhr.status && answered(xhr.status));

/* --- Sending: one request can carry several taps that were made on the same version of a city. --- */

// Return how many taps, from the head of the queue, the next request carries: at least 1.
export function together(line) {
  const [first] = line;
  const travels = (tap) => tap.together && tap.version === first.version;
  const alone = line.findIndex((tap) => !travels(tap));
  return Math.max(1, Math.min(alone < 0 ? line.length : alone, first.together ?? 1));
}

export function bodyOf(taps) {
  const body = new URLSearchParams(taps.length > 1 ? "" : taps[0].body);
  if (taps.length > 1) for (const tap of taps) body.append("tap", tap.body);
  if (taps[0].version) body.set("version", taps[0].version);
  return body;
}

const own = new Set(); // pages whose own script sends their taps
export const sendsItself = (page) => own.add(page);

export async function post(to, body) {
  const { "X-CSRFToken": token } = JSON.parse(document.body.getAttribute("hx-headers") ?? "{}");
  const headers = { "HX-Request": "true", "HX-Target": "city", "X-CSRFToken": token };
  let response = null;
  try {
    response = await fetch(to, { method: "POST", body, headers });
  } catch {
    // no answer
  }
  answered(response?.status ?? 0);
  return response;
}

export const pause = (failures) => TRY_AGAIN[Math.min(failures, TRY_AGAIN.length) - 1];

// Show and return the message about a tap that came too late, after a tap of somebody else.
export async function tell(response) {
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  const text = page.querySelector("#said, .alert")?.textContent.trim() ?? "";
  warn(text);
  return text;
}

export function warn(text) {
  if (text) document.dispatchEvent(new CustomEvent("toast", { detail: { text, level: "warning" } }));
}

let sending = false;
let failures = 0;

async function sendOthers() {
  if (sending) return;
  sending = true;
  for (;;) {
    const [first] = waiting().filter(({ page, draft }) => !draft && !own.has(page) && !refused.has(page));
    if (!first) break;
    const line = waiting(first.page);
    const taps = line.slice(0, together(line));
    const response = await post(first.to, bodyOf(taps));
    if (!response || isStuck(response.status)) {
      failures += 1;
      setTimeout(sendOthers, pause(failures));
      break;
    }
    failures = 0;
    if (response.status === 403 || response.status === 404) {
      refused.add(first.page);
      continue;
    }
    const said = response.status === 409 ? await tell(response) : "";
    if (response.status === 409 && first.isForm) put(first.page, { ...first, draft: true, said });
    forget(taps);
    window.dispatchEvent(new CustomEvent("carried", { detail: { page: first.page, status: response.status, url: response.url } }));
  }
  sending = false;
  show();
}

window.addEventListener("beforeunload", (event) => memory.size && event.preventDefault());
forget(waiting().filter(({ entry }) => Date.now() - timeOf(entry) > KEPT_FOR));
show();
if (unreachable) ask();
window.addEventListener("load", sendOthers); // by now the scripts of the page have called sendsItself
