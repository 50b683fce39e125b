/* Share by the share sheet of the device. A button with data-share is shown only if there is one; it shares the link in
   data-share, or else this page. A link with data-picture downloads its picture, and shares it as a file if possible. */
(() => {
  "use strict";

  if (!navigator.share) return;
  for (const button of document.querySelectorAll("[data-share]")) {
    button.hidden = false;
    button.addEventListener("click", () => {
      navigator.share({ title: button.dataset.title, url: button.dataset.share || location.href }).catch(() => {});
    });
  }

  async function fileOf({ href, download }) {
    const picture = await (await fetch(href)).blob();
    return new File([picture], download, { type: picture.type });
  }

  // Listen on the document, because the page replaces the link when the game changes.
  let isFallback = false;
  document.addEventListener("click", async (event) => {
    const link = event.target.closest("[data-picture]");
    if (!link || isFallback || !navigator.canShare) return;
    event.preventDefault();
    try {
      const files = [await fileOf(link)];
      if (!navigator.canShare({ files })) throw new TypeError("This device shares no files.");
      await navigator.share({ files, title: link.dataset.picture });
    } catch (error) {
      if (error.name === "AbortError") return; // somebody closed the share sheet
      isFallback = true;
      link.click();
      isFallback = false;
    }
  });
})();
