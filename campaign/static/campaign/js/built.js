/* Compute the building that a tap leaves on its square, so that the page can show it before the server answers. The
   same rules are in campaign/editor/moves.py, and tests/campaign/editor/built.json holds the cases that test both. A
   building is written as a letter and a digit, such as "T3"; "" is an empty square. */

export function brushesIn(form) {
  const brushes = Array.from(form.querySelectorAll(".brush__input[data-kind]"), ({ value, dataset }) => {
    const { digit, lowest, highest } = dataset;
    return [value, { digit, lowest: Number(lowest), highest: Number(highest) }];
  });
  return Object.fromEntries(brushes);
}

// Return the building after a tap `{ do, brush, digit }`; null if the tap does not fit the building.
export function built(tap, before, brushes) {
  if (tap.do === "clear") return "";
  const places = tap.do === "tap" || tap.do === "type";
  const letter = before[0];
  const wanted = places ? tap.brush : letter;
  const brush = brushes[wanted];
  if (!brush) return null;
  const { digit, lowest, highest } = brush;
  if (places && (wanted !== letter || tap.do === "type")) return wanted + (digit === "floors" ? lowest : "");
  if (!digit) return null;
  const count = Number(before.slice(1));
  let after = { tap: count + 1, up: count + 1, down: count - 1 }[tap.do] ?? Number(tap.digit);
  if (after > highest && tap.do === "tap" && digit === "vp") after = lowest;
  if (after < lowest || after > highest) return null;
  return wanted + (after || "");
}

// Return the number of tiles that make up a building: its floors, or 1, or 0 for an empty square.
export function tilesOf(building, brushes) {
  if (!building) return 0;
  return brushes[building[0]]?.digit === "floors" ? Number(building.slice(1)) : 1;
}
