/* Ticks of the evening show at once, wait in line, and are sent one by one: without a connection they wait on the device,
   also over a reload. Without this each tick submits its form. */
(() => {
  "use strict";

  const TRY_AGAIN = [1000, 2000, 4000, 8000]; // milliseconds, the last one again and again
  const shelf = `waiting:${location.pathname}`;
  let line = [];
  let sending = false;
  let failures = 0;

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

  // What waits is shown as it will be; a button says what its next tap does.
  function show() {
    for (const { name, value } of line) {
      const button = document.getElementById(`tick-${value}`);
      if (!button) continue;
      button.setAttribute("aria-pressed", String(name === "done"));
      button.name = name === "done" ? "undone" : "done";
    }
    document.getElementById("lists")?.toggleAttribute("data-busy", line.length > 0);
  }

  async function send() {
    const form = document.querySelector("#lists form");
    if (sending || !line.length || !form) return;
    sending = true;
    const { name, value } = line[0];
    const body = new FormData(form);
    body.set(name, value);
    try {
      const response = await fetch(form.action, { method: "POST", body, headers: { "HX-Request": "true" } });
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
      return;
    } finally {
      sending = false;
    }
    show();
    if (line.length) send();
    else htmx.trigger(document.querySelector("[data-follow]"), "follow"); // and see where the table is
  }

  document.addEventListener("submit", (event) => {
    if (!event.target.closest("#lists")) return;
    event.preventDefault();
    const { name, value } = event.submitter;
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
