/* Keep pages readable without a connection: the library in one cache, the reader's own campaigns in another. If a
   request fails or takes too long, the worker shows the kept page, or else the page "No connection". It keeps a visited
   page only if the response has the header X-Keep, and deletes a kept page that the site refuses. */
"use strict";

const { edition, offline, pages, files, mark, own } = {{ kept|safe }};

const SHELF = "cornerstone-";
const CACHE = SHELF + edition;
const OWN = `${SHELF}${own}-${edition}`;
// milliseconds that the network may take before the kept page is shown
const PATIENCE = 4000;
// the number of pages fetched at the same time
const AT_ONCE = 4;
// the cache keeps at most this many visited pages
const MOST_VISITED = 100;
const LISTED = new Set([offline, ...pages]);
const FILES = new Set(files);

const nameOf = ({ pathname, search }) => pathname + search;

// Store a page in the cache. The attribute data-kept stores the present time, which page.js shows to the reader.
async function keep(cache, address, response) {
  const headers = new Headers(response.headers);
  // Content-Encoding and Content-Length describe the compressed response, but the cache gets the plain text.
  for (const name of ["Content-Encoding", "Content-Length"]) headers.delete(name);
  const text = (await response.text()).replace("<html", `<html data-kept="${new Date().toISOString()}"`);
  await cache.put(address, new Response(text, { headers }));
}

async function fetchAndKeep(cache, address) {
  const response = await fetch(address, { cache: "no-cache" });
  if (!response.ok || response.redirected) throw new Error(`${address}: ${response.status}`);
  await keep(cache, address, response);
}

async function forgetTheOldest(cache) {
  const visited = (await cache.keys()).filter(({ url }) => {
    const address = new URL(url);
    return !LISTED.has(nameOf(address)) && !FILES.has(address.pathname);
  });
  await Promise.all(visited.slice(0, -MOST_VISITED).map((request) => cache.delete(request)));
}

self.addEventListener("install", (event) => {
  async function stock() {
    const cache = await caches.open(CACHE);
    await cache.addAll(files);
    const line = [...LISTED];
    const clerk = async () => {
      while (line.length) await fetchAndKeep(cache, line.shift());
    };
    await Promise.all(Array.from({ length: AT_ONCE }, clerk));
    await self.skipWaiting();
  }
  event.waitUntil(stock());
});

self.addEventListener("activate", (event) => {
  async function takeOver() {
    const old = (await caches.keys()).filter((name) => name.startsWith(SHELF) && name !== CACHE && name !== OWN);
    await Promise.all(old.map((name) => caches.delete(name)));
    await self.registration.navigationPreload?.enable();
    await self.clients.claim();
  }
  event.waitUntil(takeOver());
});

async function fromNetwork(event, kept) {
  const response = (await event.preloadResponse) ?? (await fetch(event.request));
  if (kept && response.status >= 500) return kept;
  if (response.headers.has(mark)) {
    const copy = response.clone();
    const cache = await caches.open(response.headers.get(mark) === own ? OWN : CACHE);
    event.waitUntil(keep(cache, event.request.url, copy).then(() => forgetTheOldest(cache)));
  } else if (kept && !response.redirected && [403, 404].includes(response.status)) {
    event.waitUntil(caches.open(OWN).then((cache) => cache.delete(event.request)));
  }
  return response;
}

async function page(event) {
  const cache = await caches.open(CACHE);
  const mine = await caches.open(OWN);
  const kept =
    (await cache.match(event.request, { ignoreVary: true })) ?? (await mine.match(event.request, { ignoreVary: true }));
  const answer = fromNetwork(event, kept);
  event.waitUntil(answer.catch(() => {}));
  try {
    if (!kept) return await answer;
    const patience = new Promise((resolve) => setTimeout(resolve, PATIENCE, kept));
    return await Promise.race([answer, patience]);
  } catch {
    return kept ?? (await cache.match(offline, { ignoreVary: true })) ?? Response.error();
  }
}

// After taps have changed a page, the page asks the worker to fetch it again and keep it.
self.addEventListener("message", (event) => {
  async function again() {
    const response = await fetch(event.data.keep, { cache: "no-cache" });
    if (response.ok && !response.redirected && response.headers.get(mark) === own) {
      await keep(await caches.open(OWN), event.data.keep, response);
    }
  }
  if (event.data.keep) event.waitUntil(again().catch(() => {}));
});

async function file(request) {
  const cache = await caches.open(CACHE);
  return (await cache.match(request, { ignoreVary: true })) ?? fetch(request);
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET") return;
  if (request.mode === "navigate") event.respondWith(page(event));
  else if (FILES.has(new URL(request.url).pathname)) event.respondWith(file(request));
});
