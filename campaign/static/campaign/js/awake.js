/* Keeps the screen on while a game is set up, played or counted and its page is in front. A row of the menu switches it
   off. A browser without screen wake locks shows no row. */
(() => {
  "use strict";

  const button = document.querySelector("[data-awake]");
  if (!button || !("wakeLock" in navigator)) return;
  const NAME = "screen-may-sleep";
  let lock = null;

  async function keep() {
    const stays = !localStorage.getItem(NAME);
    button.setAttribute("aria-pressed", String(stays));
    if (!stays || document.hidden) {
      await lock?.release();
      lock = null;
      return;
    }
    try {
      // The browser releases the lock whenever the page is hidden.
      if (!lock || lock.released) lock = await navigator.wakeLock.request("screen");
    } catch {
      // The battery is low, or the device refuses: the screen then turns off as usual.
    }
  }

  button.hidden = false;
  button.addEventListener("click", () => {
    if (localStorage.getItem(NAME)) localStorage.removeItem(NAME);
    else localStorage.setItem(NAME, "1");
    keep();
  });
  document.addEventListener("visibilitychange", keep);
  keep();
})();
