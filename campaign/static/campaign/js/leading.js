/* The phone that leads the count shows the next step at once. The other phones learn of the step by the stream. */
(() => {
  "use strict";

  document.addEventListener("htmx:afterRequest", ({ detail: { elt } }) => {
    if (elt.matches("[data-leads]")) htmx.trigger(document.querySelector("[data-follow]"), "follow");
  });
})();
