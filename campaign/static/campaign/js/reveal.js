/* Show the whole podium after a tap on it or on its button, or when its animation has reached the winner. */
(() => {
  "use strict";

  const podium = document.querySelector(".podium--reveal");
  if (!podium) return;
  const show = () => podium.classList.remove("podium--reveal");
  podium.addEventListener("click", show);
  podium.querySelector(".podium__bars").addEventListener("animationend", show);
})();
