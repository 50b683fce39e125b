/* The score pad on a phone: the keyboard of numbers has no plus, so each sum has one of its own. Without this the
   fields bring the whole keyboard, which has everything. */
(() => {
  "use strict";

  for (const field of document.querySelectorAll("[data-sum]")) field.inputMode = "numeric";
  for (const signs of document.querySelectorAll("[data-signs]")) signs.hidden = false;

  // A press that moved the focus would close the keyboard.
  document.addEventListener("pointerdown", (event) => {
    if (event.target.closest?.("[data-sign]")) event.preventDefault();
  });
  document.addEventListener("click", (event) => {
    const button = event.target.closest?.("[data-sign]");
    if (!button) return;
    const field = document.getElementById(button.getAttribute("aria-controls"));
    const at = document.activeElement === field ? field.selectionStart : field.value.length;
    field.focus();
    field.setRangeText(button.dataset.sign, at, Math.max(at, field.selectionEnd ?? at), "end");
    field.dispatchEvent(new Event("input", { bubbles: true }));
  });
})();
