/* Open the phone's share sheet, if it has one. Share the address for friends, or else the address of the page. */
(() => {
  "use strict";

  const button = document.querySelector("[data-share]");
  if (!button || !navigator.share) return;
  button.hidden = false;
  button.addEventListener("click", () => {
    navigator.share({ title: button.dataset.title, url: button.dataset.share || location.href }).catch(() => {});
  });
})();
