/* The phone that controls the counting of VP shows the next step at once, without waiting for the stream of events. */
(() => {
  "use strict";

  document.addEventListener("htmx:afterRequest", ({ detail: { elt } }) => {
    if (elt.matches("[data-leads]")) htmx.trigger(document.querySelector("[data-follow]"), "follow");
  });
})();
