/* Store each tap of a visitor on the device until the site has confirmed it. A reload loses no tap.
   The pages of cities and games send their own taps. Every page also sends the taps that other pages have left.
   A tap is shown and sent only while its author is logged in. */

const SHELF = "waiting:";
const TICKS = "ticks:";
const NOBODY = "nobody";
const DEVICE = "device";
// The pauses in milliseconds after the first, second, third and each later failure to send a tap.
const TRY_AGAIN = [1000, 2000, 4000, 8000];
// While the site is unreachable, a request tests it again after this many milliseconds.
const ALIVE_EVERY = 1500;
const RENEWED = "renewed";
// A page reloads itself at most once in this many milliseconds. Otherwise a cached page could reload for ever.
const RENEW_EVERY = 30_000;
// A tap that was not sent is dropped after this many milliseconds (30 days).
const KEPT_FOR = 30 * 24 * 60 * 60 * 1000;
const root = document.documentElement;
// The store for taps if the browser offers no storage.
const memory = new Map();

const random = () => Array.from(crypto.getRandomValues(new Uint32Array(2)), (part) => part.toString(36)).join("");

/* --- Readers --- */

// Return the pseudonym of the account that is logged in: see campaign/web/offline.py.
export const whose = () => /(?:^|; )whose=([^;]+)/.exec(document.cookie)?.[1] ?? NOBODY;
const reader = whose();

// If somebody else has logged in, on this page's phone or in another tab, do not show the page of its reader any longer.
function renewForAnother() {
  if (reader !== NOBODY && whose() !== reader) location.reload();
}

export const ticksOf = (account) => `${TICKS}${account}:`;

function forgetTicksOfOthers() {
  try {
    for (const name of Object.keys(localStorage)) {
      if (name.startsWith(TICKS) && !name.startsWith(ticksOf(reader))) localStorage.removeItem(name);
    }
  } catch {
    // The browser offers no storage.
  }
}

// A login renews the CSRF token. So a page that is older than the login takes the new one before it sends a form.
let tokenIsOf = reader;

async function renewToken() {
  tokenIsOf = whose();
  const token = await (await fetch(root.dataset.token)).text();
  document.body.setAttribute("hx-headers", JSON.stringify({ "X-CSRFToken": token }));
  for (const field of document.getElementsByName("csrfmiddlewaretoken")) field.value = token;
}

window.addEventListener(
  "submit",
  (event) => {
    const { target: form, submitter } = event;
    if (tokenIsOf === whose() || !form.elements.csrfmiddlewaretoken) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    renewToken().catch(() => {}).then(() => form.requestSubmit(submitter));
  },
  true,
);

forgetTicksOfOthers();
window.addEventListener("pageshow", ({ persisted }) => persisted && renewForAnother());
document.addEventListener("visibilitychange", () => document.hidden || renewForAnother());
navigator.serviceWorker?.controller?.postMessage({ whose: reader });

/* --- Storage of taps --- */

let latest = 0;

function named(page) {
  // Each tap gets a larger number than the taps before, even within one millisecond.
  latest = Math.max(latest + 1, Date.now());
  return `${SHELF}${page} ${String(latest).padStart(15, "0")}-${random()}`;
}

// Store a tap. `shelf` is "localStorage", or "sessionStorage" for a tap that only this browser tab may send.
export function put(page, what, shelf = "localStorage") {
  const name = named(page);
  const tap = { ...what, whose: reader === NOBODY ? whose() : reader };
  try {
    window[shelf].setItem(name, JSON.stringify(tap));
  } catch {
    memory.set(name, tap);
  }
  show();
  renewForAnother();
  return { ...tap, entry: name, page };
}

function* everything() {
  for (const kind of ["localStorage", "sessionStorage"]) {
    try {
      const shelf = window[kind];
      for (const name of Object.keys(shelf)) if (name.startsWith(SHELF)) yield [name, JSON.parse(shelf.getItem(name))];
    } catch {
      // The browser forbids the storage, or an entry is damaged.
    }
  }
  yield* memory;
}

const pageOf = (name) => name.slice(SHELF.length, name.lastIndexOf(" "));
const timeOf = (name) => Number(name.slice(name.lastIndexOf(" ") + 1).split("-")[0]);

// Call `hear` for each tap that the visitor makes on the same page in another browser tab.
export function hearOtherTabs(page, hear) {
  window.addEventListener("storage", ({ key, newValue }) => {
    if (newValue && key.startsWith(SHELF) && pageOf(key) === page) hear(JSON.parse(newValue));
  });
}

function everybodysTaps() {
  return Array.from(everything(), ([name, what]) => ({ ...what, entry: name, page: pageOf(name) }));
}

// Return the waiting taps of the reader, on a page or on all pages.
export function waiting(page = null) {
  const found = everybodysTaps().filter((each) => each.whose === whose() && (page === null || each.page === page));
  return found.sort((a, b) => timeOf(a.entry) - timeOf(b.entry));
}

export function forget(taps) {
  for (const { entry } of taps) {
    memory.delete(entry);
    try {
      localStorage.removeItem(entry);
      sessionStorage.removeItem(entry);
    } catch {
      // The browser offers no storage.
    }
  }
  show();
}

// Return the id of this device. The key of each tap begins with it, so the server recognizes the device.
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

/* --- Network status --- */

const mark = document.querySelector(".offline-mark");
const plural = new Intl.PluralRules(root.lang);
let unreachable = "kept" in root.dataset;
// True if the latest request failed or was answered with the status 429 or 5xx.
let stuck = false;
// The pages whose taps the site has refused with the status 403 or 404.
const refused = new Set();
let asking = 0;

export const isStuck = (status) => status === 0 || status === 429 || status >= 500;

function count() {
  return waiting().filter(({ page, draft }) => !draft && !refused.has(page)).length;
}

function show() {
  const away = !navigator.onLine || unreachable || stuck;
  root.toggleAttribute("data-offline", away);
  warnOfLoss();
  if (!mark || !away) return;
  const words = mark.querySelector("[data-waits-other]");
  const many = count();
  words.textContent = many ? counted(words, "waits", many) : words.dataset.nothingWaits;
}

// Return the sentence for a number of taps, from data attributes such as `data-waits-one`.
function counted(words, name, many) {
  const sentence = words.getAttribute(`data-${name}-${plural.select(many)}`) ?? words.getAttribute(`data-${name}-other`);
  return sentence.replace("{count}", many);
}

// On the page that logs out: warn that taps would be lost.
function warnOfLoss() {
  const words = document.querySelector("[data-loses-other]");
  const many = everybodysTaps().length;
  if (!words) return;
  words.parentElement.hidden = !many;
  if (many) words.textContent = counted(words, "loses", many);
}

// Store whether the site is reachable, from the HTTP status of the latest request; 0 stands for no answer.
export function answered(status) {
  unreachable = status === 0;
  stuck = isStuck(status);
  show();
  if (unreachable) watch();
}

// Send a test request again and again until the site answers. The browser itself does not notice when a site is back.
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

// Record that a page from the cache is up to date, so renew() does not reload it.
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

/* --- Sending --- */

// Return how many taps the next request sends: one, or several that belong to the same version of a city.
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

// The pages that send their own taps.
const own = new Set();
export const sendsItself = (page) => own.add(page);

export async function post(to, body) {
  const { "X-CSRFToken": token } = JSON.parse(document.body.getAttribute("hx-headers") ?? "{}");
  const headers = { "HX-Request": "true", "HX-Target": "city", "X-CSRFToken": token };
  let response = null;
  try {
    response = await fetch(to, { method: "POST", body, headers });
  } catch {
    // The site did not answer.
  }
  answered(response?.status ?? 0);
  return response;
}

export const pause = (failures) => TRY_AGAIN[Math.min(failures, TRY_AGAIN.length) - 1];

// Show and return the site's message about a tap that it rejected because somebody else had changed the data before.
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
forget(everybodysTaps().filter(({ entry }) => Date.now() - timeOf(entry) > KEPT_FOR));
show();
if (unreachable) ask();
// Wait for `load`. By then, pages that send their own taps have called sendsItself().
window.addEventListener("load", sendOthers);
