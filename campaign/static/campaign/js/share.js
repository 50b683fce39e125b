/* Show the "Share" button if the browser has a share sheet. The button shares the link in data-share; if data-share is
   empty, it shares the address of the page. */
(() => {
  "use strict";

  const button = document.querySelector("[data-share]");
  if (!button || !navigator.share) return;
  button.hidden = false;
  button.addEventListener("click", () => {
    navigator.share({ title: button.dataset.title, url: button.dataset.share || location.href }).catch(() => {});
  });
})();
