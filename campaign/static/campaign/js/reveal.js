/* The podium fills from the last place to the first. A tap on it, or on its button, shows everybody at once. */
(() => {
  "use strict";

  const podium = document.querySelector(".podium--reveal");
  if (!podium) return;
  const show = () => podium.classList.remove("podium--reveal");
  podium.addEventListener("click", show);
  podium.querySelector(".podium__place--won .podium__total")?.addEventListener("animationend", show);
})();
