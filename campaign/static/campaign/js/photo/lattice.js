/* Find the mat: let a lattice grow from neighboring squares, and keep the lattice on which most squares lie. */

import { cornersOf, fitHomography, leastSquares, project } from "./geometry.js";

// The width of a tile, in widths of a square.
const TILE = 0.8;
// The number of squares that are tried as the first square of a lattice.
const SEEDS = 30;
// A lattice has at least this many squares.
const FEWEST = 6;
// findLattices() returns at most this many lattices.
const CANDIDATES = 3;
// A lattice is dropped if its score is this much lower than the best score. Each square scores about 1.
const CLOSE = 4;

const columnsOf = (places) => new Set(places.map((place) => place.column)).size;
const rowsOf = (places) => new Set(places.map((place) => place.row)).size;
const positions = (places) => places.map(({ column, row }) => [column, row]);
const centers = (places) => places.map(({ square }) => [square.x, square.y]);

/* Return a homography from lattice points to the picture. The vectors u and v are one step to the right and down. */
function fit(places, u, v, round) {
  const known = places.length;
  if (columnsOf(places) > 1 && rowsOf(places) > 1) {
    if (round > 1 && known >= FEWEST) {
      const homography = fitHomography(positions(places), centers(places));
      if (homography) return homography;
    }
    if (known >= 3) {
      const rows = positions(places).map(([column, row]) => [column, row, 1]);
      const x = leastSquares(rows, places.map(({ square }) => square.x));
      const y = leastSquares(rows, places.map(({ square }) => square.y));
      if (x && y) return [...x, ...y, 0, 0, 1];
    }
  }
  const { x, y } = places[0].square;
  return [u[0], v[0], x, u[1], v[1], y, 0, 0, 1];
}

/* Return the square that is nearest to the expected position and size; undefined if none is near. */
function squareAt(squares, homography, column, row) {
  const [x, y] = project(homography, column, row);
  const [rx, ry] = project(homography, column + TILE / 2, row);
  const [bx, by] = project(homography, column, row + TILE / 2);
  const size = 2 * Math.sqrt(Math.abs((rx - x) * (by - y) - (ry - y) * (bx - x))) + 1e-9;
  let best;
  let least = Infinity;
  for (const square of squares) {
    const [dx, dy] = [square.x - x, square.y - y];
    const off = Math.sqrt(dx * dx + dy * dy) / size;
    if (off >= 0.22) continue;
    const larger = Math.abs(Math.log(square.size / size));
    if (larger >= 0.32 || off + 0.5 * larger >= least) continue;
    least = off + 0.5 * larger;
    best = square;
  }
  return best;
}

function range(values, reach) {
  const from = Math.max(-5, Math.min(...values) - reach);
  const to = Math.min(5, Math.max(...values) + reach);
  return Array.from({ length: to - from + 1 }, (_, i) => from + i);
}

/* Let a lattice grow from a square, with steps u to the right and v down. Return places { column, row, square }. */
function grow(squares, first, u, v) {
  let places = [{ column: 0, row: 0, square: first }];
  for (let round = 0; round < 7; round++) {
    const homography = fit(places, u, v, round);
    const reach = round < 3 ? 1 : 2;
    const next = [];
    for (const column of range(places.map((place) => place.column), reach)) {
      for (const row of range(places.map((place) => place.row), reach)) {
        if (!places.some((p) => Math.abs(p.column - column) + Math.abs(p.row - row) <= reach)) continue;
        const square = squareAt(squares, homography, column, row);
        if (square) next.push({ column, row, square });
      }
    }
    if (!next.length || (next.length < places.length && round > 3)) break;
    const same = next.length === places.length && next.every((place, i) => place.square === places[i].square);
    places = next;
    if (same && round > 3) break;
  }
  return places;
}

/* Return at most four guesses [u, v]: the vectors from a square to the next square on the right and below. */
function stepsFrom(first, squares) {
  const near = [];
  for (const other of squares) {
    const away = Math.hypot(other.x - first.x, other.y - first.y) / first.size;
    if (away > 1 && away < 1.75 && Math.abs(Math.log(other.size / first.size)) < 0.3) near.push({ away, other });
  }
  near.sort((a, b) => a.away - b.away);
  const steps = near.slice(0, 5).map(({ other }) => [other.x - first.x, other.y - first.y]);
  const pairs = [];
  for (const a of steps) {
    for (const b of steps) {
      const [long, wide] = [Math.hypot(...a), Math.hypot(...b)];
      if ((a[0] * b[1] - a[1] * b[0]) / (long * wide) < 0.8 || long / wide < 0.62 || long / wide > 1.6) continue;
      let [u, v] = [a, b];
      for (let turn = 0; turn < 4 && u[0] < Math.abs(u[1]) - 1e-9; turn++) [u, v] = [v, [-u[0], -u[1]]];
      pairs.push([u, v]);
    }
  }
  return pairs.slice(0, 4);
}

function judge(places, left, top, columns, rows, picture) {
  const inside = places.filter(
    ({ column, row }) => column >= left && column < left + columns && row >= top && row < top + rows,
  );
  if (inside.length < FEWEST || columnsOf(inside) < 3 || rowsOf(inside) < 3) return null;
  const from = positions(inside).map(([column, row]) => [column - left, row - top]);
  const to = centers(inside);
  const homography = fitHomography(from, to);
  if (!homography) return null;
  const off = from.map(([x, y], i) => {
    const [px, py] = project(homography, x, y);
    return Math.hypot(px - to[i][0], py - to[i][1]);
  });
  const sizes = inside.map(({ square }) => square.size).sort((a, b) => a - b);
  const error = off.reduce((sum, value) => sum + value, 0) / off.length / sizes[sizes.length >> 1];
  const margin = 0.06 * Math.max(picture.width, picture.height);
  let outside = 0;
  const corners = cornersOf(homography, columns, rows);
  for (const [x, y] of corners) {
    outside += (x < -margin) + (x > picture.width + margin) + (y < -margin) + (y > picture.height + margin);
  }
  const score = inside.length * (1 - 3 * error) - 2 * outside - 0.5 * (places.length - inside.length);
  const complete = columnsOf(inside) === columns && rowsOf(inside) === rows;
  return { corners, columns, rows, found: inside.length, complete, score };
}

function windows(places, columns, rows) {
  const [left, right] = [Math.min(...places.map((p) => p.column)), Math.max(...places.map((p) => p.column))];
  const [top, bottom] = [Math.min(...places.map((p) => p.row)), Math.max(...places.map((p) => p.row))];
  const starts = (least, most, length) => {
    const [from, to] = [least, most - length + 1].sort((a, b) => a - b);
    return Array.from({ length: to - from + 1 }, (_, i) => from + i);
  };
  return starts(left, right, columns).flatMap((column) => starts(top, bottom, rows).map((row) => [column, row]));
}

/* Return the likeliest lattices of a mat of this size: { corners, columns, rows, found, complete, score }. `complete`
   is true if each column and each row has squares. The picture may be upside down. */
export function findLattices(squares, picture, columns, rows) {
  const shapes = columns === rows ? [[columns, rows]] : [[columns, rows], [rows, columns]];
  const enough = 0.85 * columns * rows;
  const seen = new Set();
  const found = [];
  for (const [i, first] of squares.slice(0, SEEDS).entries()) {
    for (const [u, v] of stepsFrom(first, squares)) {
      const places = grow(squares, first, u, v);
      const key = places.map(({ square }) => squares.indexOf(square)).sort().join();
      if (places.length < FEWEST || seen.has(key)) continue;
      seen.add(key);
      for (const [wide, high] of shapes) {
        for (const [left, top] of windows(places, wide, high)) {
          const lattice = judge(places, left, top, wide, high, picture);
          if (lattice) found.push(lattice);
        }
      }
    }
    if (i >= 4 && found.some((lattice) => lattice.found >= enough)) break;
  }
  found.sort((a, b) => b.score - a.score);
  const likely = [];
  for (const lattice of found) {
    if (likely.length === CANDIDATES || lattice.score < found[0].score - CLOSE) break;
    if (likely.every((other) => differ(lattice.corners, other.corners))) likely.push(lattice);
  }
  return likely;
}

/* Tell whether any corner of lattice a is farther than about 0.4 of a square from the same corner of lattice b. */
function differ(a, b) {
  const size = Math.hypot(a[1][0] - a[0][0], a[1][1] - a[0][1]) / 5;
  return a.some(([x, y], i) => Math.hypot(x - b[i][0], y - b[i][1]) > 0.4 * size);
}

/* Fit a homography to the squares near its lattice points. If there are too few squares, return it unchanged. */
export function snap(homography, squares, columns, rows) {
  let snapped = homography;
  for (let round = 0; round < 4; round++) {
    const places = [];
    for (let column = 0; column < columns; column++) {
      for (let row = 0; row < rows; row++) {
        const square = squareAt(squares, snapped, column, row);
        if (square) places.push({ column, row, square });
      }
    }
    if (places.length < FEWEST || columnsOf(places) < 3 || rowsOf(places) < 3) return homography;
    snapped = fitHomography(positions(places), centers(places)) ?? snapped;
  }
  return snapped;
}
