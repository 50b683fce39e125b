/* A button with data-copy="ID" copies the text of the field ID. Screen readers then read out data-copied. A button that
   also has data-share does so only if the browser has no share sheet. */
(() => {
  "use strict";

  document.addEventListener("click", async (event) => {
    const button = event.target.closest?.("[data-copy]");
    if (!button || (navigator.share && "share" in button.dataset)) return;
    const field = document.getElementById(button.dataset.copy);
    try {
      await navigator.clipboard.writeText(field.value);
    } catch {
      // Over plain HTTP, as in a home network, browsers offer no clipboard, so copy by a command.
      field.select();
      document.execCommand("copy");
      button.focus();
    }
    const announcer = document.getElementById("announcer");
    if (announcer) announcer.textContent = button.dataset.copied;
    button.classList.add("is-done");
    setTimeout(() => button.classList.remove("is-done"), 1500);
  });
})();
