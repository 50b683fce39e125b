/* A button that copies what stands in a field: data-copy names the field, data-copied is said when it is done. */
(() => {
  "use strict";

  document.addEventListener("click", async (event) => {
    const button = event.target.closest?.("[data-copy]");
    if (!button) return;
    const field = document.getElementById(button.dataset.copy);
    try {
      await navigator.clipboard.writeText(field.value);
    } catch {
      // On a table's own network the site is no secure context, and browsers keep the clipboard for those.
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
