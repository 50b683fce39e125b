/* Ticks of the evening show at once, wait in line, and are sent one by one: without a connection they wait on the device,
   also over a reload. Without this each tick submits its form. */
(() => {
  "use strict";

  const TRY_AGAIN = [1000, 2000, 4000, 8000]; // milliseconds, the last one again and again
  const TWO_TAPS = 500; // milliseconds in which a second tap on the same place is a slip
  const shelf = `waiting:${location.pathname}`;
  let line = [];
  let sending = false;
  let failures = 0;
  let latest = -TWO_TAPS; // when a whole list was ticked off; the next one is under the same thumb
  let isLeft = false; // a whole list was ticked off here, and the next one is not shown yet

  try {
    line = JSON.parse(localStorage.getItem(shelf) ?? "[]");
  } catch {
    // no storage: ticks wait as long as the page is open
  }

  function keep() {
    try {
      if (line.length) localStorage.setItem(shelf, JSON.stringify(line));
      else localStorage.removeItem(shelf);
    } catch {
      // as above
    }
  }

  const lists = () => [...document.querySelectorAll("#lists details")];
  const ticksOf = (list) => [...list.querySelectorAll(".step__label")];
  const isTicked = (button) => button.getAttribute("aria-pressed") === "true";

  // A button says what its next tap does.
  function tick(button, done) {
    button.setAttribute("aria-pressed", String(done));
    button.name = done ? "undone" : "done";
  }

  // What waits is shown as it will be.
  function show() {
    const parts = lists();
    for (const { name, value } of line) {
      const buttons =
        name === "whole" ? parts.filter((list) => list.dataset.part === value).flatMap(ticksOf) : [document.getElementById(`tick-${value}`)];
      for (const button of buttons) if (button) tick(button, name !== "undone");
    }
    for (const list of parts) {
      const count = list.querySelector(".stretch__count");
      const ticks = ticksOf(list);
      if (count) count.textContent = `${ticks.filter(isTicked).length} / ${ticks.length}`;
    }
    document.getElementById("lists")?.toggleAttribute("data-busy", line.length > 0);
    hold();
    const isAway = failures > 0 || !navigator.onLine;
    if (isAway && line.some(({ name }) => name === "whole")) goOn(parts);
    if (isLeft) begin(parts);
  }

  // The next list is read from its first step, wherever the last one was left.
  function begin(parts) {
    const current = parts.find((list) => list.classList.contains("stretch--current"));
    if (current && ticksOf(current).every(isTicked)) return;
    isLeft = false;
    if (current?.getBoundingClientRect().top < 0) current.scrollIntoView();
  }

  function hold() {
    const button = document.getElementById("next-step");
    const left = latest + TWO_TAPS - performance.now();
    if (button?.name === "whole") button.setAttribute("aria-disabled", String(left > 0));
    if (left > 0) setTimeout(hold, left);
  }

  // Without a connection the table goes on by itself to the next list; after the last one it waits.
  function goOn(parts) {
    const button = document.getElementById("next-step");
    if (button?.name !== "whole") return;
    const current = parts.find((list) => !ticksOf(list).every(isTicked));
    if (current?.dataset.part === button.value) return;
    for (const list of parts) {
      list.open = list === current;
      list.classList.toggle("stretch--current", list === current);
    }
    const [icon, said] = [button.querySelector("svg"), document.querySelector("#now .now__said")];
    said.textContent = current ? current.dataset.said : said.dataset.waits;
    button.hidden = !current;
    button.value = current?.dataset.part;
    button.replaceChildren(icon, ` ${current?.dataset.leads}`);
  }

  async function send() {
    const form = document.querySelector("#lists form");
    if (sending || !line.length || !form) return;
    sending = true;
    const { name, value } = line[0];
    const body = new FormData(form);
    body.set(name, value);
    let response;
    try {
      response = await fetch(form.action, { method: "POST", body, headers: { "HX-Request": "true" } });
      if (response.status === 403 || response.status === 404) {
        line = [];
        keep();
        location.reload();
        return;
      }
      if (!response.ok) throw new Error(response.status);
      failures = 0;
      line.shift();
      keep();
    } catch {
      failures += 1;
      setTimeout(send, TRY_AGAIN[Math.min(failures, TRY_AGAIN.length) - 1]);
      show();
      return;
    } finally {
      sending = false;
    }
    show();
    if (line.length) send();
    else if (response.headers.has("HX-Redirect")) location.assign(response.headers.get("HX-Redirect"));
    else htmx.trigger(document.querySelector("[data-follow]"), "follow"); // and see where the table is
  }

  document.addEventListener("submit", (event) => {
    const { name, value } = event.submitter ?? {};
    if (!["done", "undone", "whole"].includes(name)) return;
    event.preventDefault();
    if (event.submitter.getAttribute("aria-disabled") === "true") return;
    if (name === "whole") {
      latest = performance.now();
      isLeft = true;
    }
    line.push({ name, value });
    keep();
    show();
    send();
  });
  document.addEventListener("htmx:afterSettle", show);
  window.addEventListener("online", send);
  show();
  send();
})();
