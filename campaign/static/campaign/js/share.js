/* Show the "Share" button if the browser has a share sheet. It shares the link in data-share, or else this page. */
(() => {
  "use strict";

  const button = document.querySelector("[data-share]");
  if (!button || !navigator.share) return;
  button.hidden = false;
  button.addEventListener("click", () => {
    navigator.share({ title: button.dataset.title, url: button.dataset.share || location.href }).catch(() => {});
  });
})();
