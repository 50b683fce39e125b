/* Two players exchange colours if one takes the other's. Without this script the form says that the colour is taken. */
(() => {
  "use strict";

  const swatches = [...document.querySelectorAll(".swatches")];
  const worn = new Map();
  const chosen = (set) => set.querySelector("input:checked");
  const remember = () => swatches.forEach((set) => worn.set(set, chosen(set)?.value));

  remember();
  document.addEventListener("change", (event) => {
    const set = event.target.closest?.(".swatches");
    if (!set) return;
    const other = swatches.find((each) => each !== set && chosen(each)?.value === event.target.value);
    const given = other && [...other.querySelectorAll("input")].find((input) => input.value === worn.get(set));
    if (given) given.checked = true;
    remember();
  });
})();
