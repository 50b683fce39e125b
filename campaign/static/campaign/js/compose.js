/* The composer: chips and tick boxes follow each other at once. htmx then brings the card, and the reasons why rules do
   not fit. Without this script, chips and the button "Apply" send the form. */
(() => {
  "use strict";

  const form = document.getElementById("composer");
  const main = document.getElementById("main");
  const wrap = document.querySelector(".dealt-wrap");
  const chips = [...form.querySelectorAll("[name=drop]")];
  const boxOf = (name) => document.getElementById(`id_${name}`);
  const isBlocked = (name) => document.getElementById(`why-${name}`).textContent.trim() !== "";

  function show() {
    for (const chip of chips) {
      const box = boxOf(chip.value);
      const blocked = isBlocked(chip.value);
      chip.parentElement.hidden = !box.checked || blocked;
      box.ariaDisabled = String(blocked && !box.checked);
    }
  }

  // A shorter card would move the chips below it away from the finger, and a shorter page all that it shows at its end.
  function keepHeight(element) {
    element.style.minHeight = `${element.getBoundingClientRect().height}px`;
  }

  function drop(chip) {
    keepHeight(main);
    const box = boxOf(chip.value);
    box.checked = false;
    box.dispatchEvent(new Event("change", { bubbles: true }));
    if (document.activeElement !== chip && document.activeElement !== document.body) return;
    const shown = [...form.querySelectorAll(".rchip")].filter((each) => each.offsetParent);
    const next = shown.find((each) => chip.compareDocumentPosition(each) & Node.DOCUMENT_POSITION_FOLLOWING);
    (next ?? shown.at(-1))?.focus({ preventScroll: true });
  }

  form.addEventListener("click", (event) => {
    const chip = event.target.closest("[name=drop]");
    const box = event.target.closest("[name=rule]");
    if (chip || (box?.checked && box.ariaDisabled === "true")) event.preventDefault();
    if (chip) drop(chip);
  });
  form.addEventListener("change", show);
  document.addEventListener("htmx:afterSettle", show);
  document.addEventListener("htmx:beforeSwap", ({ detail }) => {
    if (detail.target.id !== "card") return;
    keepHeight(wrap);
    keepHeight(main);
  });
  show();
})();
