/* Read and write a city in the notation, square by square: see docs/notation.md. */

const SQUARE = /(-|[A-Z])(\d*)(:\d)?(\**)/g;

/* Return { squares, inhabitants, energy } of a line; null if the line is no city of this number of squares. A square is
   { kind, digit, cost, mayors }; `digit` and `mayors` are null if the line leaves them out, and `cost` is then "". */
export function parseCity(line, count) {
  const [grid, supply = ""] = line.trim().split(/\s+/);
  const squares = [...grid.matchAll(SQUARE)].map(([, kind, digit, cost = "", stars]) => {
    return { kind, digit: digit ? Number(digit) : null, cost, mayors: stars.length || null };
  });
  const [, inhabitants = 0, energy = 0] = supply.match(/^(\d+)i(\d+)e$/) ?? [];
  return squares.length === count ? { squares, inhabitants: Number(inhabitants), energy: Number(energy) } : null;
}

export function writeCity(squares, columns, inhabitants, energy) {
  const rows = [];
  squares.forEach(({ kind, digit, cost, mayors }, place) => {
    if (place % columns === 0) rows.push("");
    rows[rows.length - 1] += kind + (digit ?? "") + (cost ?? "") + "*".repeat(mayors ?? 0);
  });
  return `${rows.join("/")} ${inhabitants}i${energy}e`;
}
