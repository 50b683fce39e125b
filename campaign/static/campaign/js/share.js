/* Show the "Share" button if the browser has a share sheet. It shares the link in data-share, or else this page. */
(() => {
  "use strict";

  if (!navigator.share) return;
  for (const button of document.querySelectorAll("[data-share]")) {
    button.hidden = false;
    button.addEventListener("click", () => {
      navigator.share({ title: button.dataset.title, url: button.dataset.share || location.href }).catch(() => {});
    });
  }
})();
