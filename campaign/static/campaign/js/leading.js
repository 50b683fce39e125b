/* The phone that leads a count shows the next step at once. The other phones learn of the step from their streams. */
(() => {
  "use strict";

  document.addEventListener("htmx:afterRequest", ({ detail: { elt } }) => {
    if (elt.matches("[data-leads]")) htmx.trigger(document.querySelector("[data-follow]"), "follow");
  });
})();
