/* Keep pages readable without a connection: the library in one cache, the reader's own campaigns in another. If a
   request fails or takes too long, the worker shows the kept page, or else the page "No connection". It keeps a visited
   page only if the response has the header X-Keep, and deletes a kept page that the site refuses. The pages of somebody
   else are never shown, and are deleted when somebody else has logged in. */
"use strict";

const { edition, offline, pages, files, mark, own, whose, nobody } = {{ kept|safe }};

const SHELF = "cornerstone-";
const CACHE = SHELF + edition;
// the names of the caches of own pages begin with this; each belongs to one pseudonym
const OWN = `${SHELF}${own}-`;
const ownOf = (reader) => `${OWN}${reader}-${edition}`;
// milliseconds that the network may take before the kept page is shown
const PATIENCE = 4000;
// the number of pages fetched at the same time
const AT_ONCE = 4;
// milliseconds to wait after the first, second, third and each later refusal in a row
const PAUSES = [1000, 2000, 4000, 8000];
const MOST_REFUSALS = 20;
// the cache keeps at most this many visited pages
const MOST_VISITED = 100;
const LISTED = new Set([offline, ...pages]);
const FILES = new Set(files);

const nameOf = ({ pathname, search }) => pathname + search;

// The pseudonym that a page has told last, for browsers whose workers cannot read cookies.
let told = null;

// Return the name of the reader's cache; "" if the reader is unknown.
async function ownShelf() {
  const reader = self.cookieStore ? ((await cookieStore.get(whose))?.value ?? nobody) : told;
  return reader ? ownOf(reader) : "";
}

// Return the cache for a page, from its header X-Keep: "public", or "own" and the pseudonym of its reader.
function shelfOf(response) {
  const [kind, reader] = response.headers.get(mark).split(" ");
  return caches.open(kind === own ? ownOf(reader) : CACHE);
}

async function forgetOthers(prefix) {
  const mine = await ownShelf();
  const stays = (name) => (mine || !name.startsWith(OWN) ? [CACHE, mine].includes(name) : true);
  const others = (await caches.keys()).filter((name) => name.startsWith(prefix) && !stays(name));
  await Promise.all(others.map((name) => caches.delete(name)));
}

// Store a page in the cache. The attribute data-kept stores the present time, which page.js shows to the reader.
async function keep(cache, address, response) {
  const headers = new Headers(response.headers);
  // Content-Encoding and Content-Length describe the compressed response, but the cache gets the plain text.
  for (const name of ["Content-Encoding", "Content-Length"]) headers.delete(name);
  const text = (await response.text()).replace("<html", `<html data-kept="${new Date().toISOString()}"`);
  await cache.put(address, new Response(text, { headers }));
}

async function fetchAndKeep(cache, address) {
  // The name of a file changes with its content.
  const response = await fetch(address, FILES.has(address) ? {} : { cache: "no-cache" });
  if (!response.ok || response.redirected) throw response;
  await (FILES.has(address) ? cache.put(address, response) : keep(cache, address, response));
}

async function forgetTheOldest(cache) {
  const visited = (await cache.keys()).filter(({ url }) => {
    const address = new URL(url);
    return !LISTED.has(nameOf(address)) && !FILES.has(address.pathname);
  });
  await Promise.all(visited.slice(0, -MOST_VISITED).map((request) => cache.delete(request)));
}

// Return the pages and files that the cache still lacks.
async function missing(cache) {
  const here = new Set((await cache.keys()).map(({ url }) => nameOf(new URL(url))));
  return [...files, ...LISTED].filter((address) => !here.has(address));
}

// Tell the open pages how many of the pages are here: page.js shows it.
async function tellProgress(here) {
  const open = await self.clients.matchAll({ includeUncontrolled: true });
  for (const client of open) client.postMessage({ here, all: LISTED.size });
}

// Fetch what the cache still lacks. If the site refuses or is away, wait and go on, or stop unless `isPatient`.
async function stock(isPatient) {
  const cache = await caches.open(CACHE);
  const line = await missing(cache);
  let here = LISTED.size - line.filter((address) => LISTED.has(address)).length;
  let refusals = 0;
  async function clerk() {
    while (line.length) {
      const address = line.shift();
      try {
        await fetchAndKeep(cache, address);
        refusals = 0;
        if (LISTED.has(address)) here += 1;
      } catch ({ status }) {
        const isForLater = !status || status === 429 || status >= 500;
        if (isForLater && (!isPatient || refusals >= MOST_REFUSALS)) line.length = 0;
        else if (isForLater) {
          line.push(address);
          await new Promise((done) => setTimeout(done, PAUSES[refusals] ?? PAUSES.at(-1)));
          refusals += 1;
        }
      }
      await tellProgress(here);
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, clerk));
}

// Only the offline page and its files are needed for a beginning. An open page later asks for the rest.
self.addEventListener("install", (event) => {
  async function begin() {
    const cache = await caches.open(CACHE);
    await fetchAndKeep(cache, offline);
    const text = await (await cache.match(offline, { ignoreVary: true })).text();
    const its = files.filter((file) => text.includes(`"${file}"`));
    await Promise.all(its.map((file) => fetchAndKeep(cache, file)));
    await stock(false);
    await self.skipWaiting();
  }
  event.waitUntil(begin());
});

self.addEventListener("activate", (event) => {
  async function takeOver() {
    await forgetOthers(SHELF);
    await self.registration.navigationPreload?.enable();
    await self.clients.claim();
  }
  event.waitUntil(takeOver());
});

async function fromNetwork(event, kept, mine) {
  const response = (await event.preloadResponse) ?? (await fetch(event.request));
  if (kept && response.status >= 500) return kept;
  if (response.headers.has(mark)) {
    const copy = response.clone();
    const cache = await shelfOf(response);
    event.waitUntil(keep(cache, event.request.url, copy).then(() => forgetTheOldest(cache)));
  } else if (kept && !response.redirected && [403, 404].includes(response.status)) {
    event.waitUntil(caches.open(mine).then((cache) => cache.delete(event.request)));
  }
  return response;
}

async function page(event) {
  const mine = await ownShelf();
  const find = (request, cacheName) => caches.match(request, { cacheName, ignoreVary: true });
  const kept = (await find(event.request, CACHE)) ?? (mine ? await find(event.request, mine) : undefined);
  const answer = fromNetwork(event, kept, mine);
  event.waitUntil(answer.catch(() => {}).then(() => forgetOthers(OWN)));
  try {
    if (!kept) return await answer;
    const patience = new Promise((resolve) => setTimeout(resolve, PATIENCE, kept));
    return await Promise.race([answer, patience]);
  } catch {
    return kept ?? (await find(offline, CACHE)) ?? Response.error();
  }
}

// The promise of the present stock().
let stocking = null;

// A page tells who reads it, and asks for the rest of the pages. After taps have changed a page, it asks the worker to
// fetch it again and keep it.
self.addEventListener("message", (event) => {
  async function again() {
    const response = await fetch(event.data.keep, { cache: "no-cache" });
    if (response.ok && !response.redirected && response.headers.has(mark)) {
      await keep(await shelfOf(response), event.data.keep, response);
    }
  }
  if (event.data.whose) told = event.data.whose;
  if (event.data.stock) {
    stocking ??= stock(true).finally(() => (stocking = null));
    event.waitUntil(stocking);
  }
  if (event.data.keep) event.waitUntil(again().catch(() => {}));
});

async function file(request) {
  const cache = await caches.open(CACHE);
  return (await cache.match(request, { ignoreVary: true })) ?? fetch(request);
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET") {
    // Somebody may log in now. The next page tells who reads it.
    if (request.mode === "navigate") told = null;
    return;
  }
  if (request.mode === "navigate") event.respondWith(page(event));
  else if (FILES.has(new URL(request.url).pathname)) event.respondWith(file(request));
});
