/* Plane geometry: homographies are arrays of nine numbers, row by row. The lattice point (0, 0) is the middle of square
   A1, and (1, 0) is the middle of B1. */

export function project(h, x, y) {
  const d = h[6] * x + h[7] * y + h[8];
  return [(h[0] * x + h[1] * y + h[2]) / d, (h[3] * x + h[4] * y + h[5]) / d];
}

export function multiply(a, b) {
  return a.map((_, i) => {
    const row = i - (i % 3);
    const column = i % 3;
    return a[row] * b[column] + a[row + 1] * b[column + 3] + a[row + 2] * b[column + 6];
  });
}

/* Solve a x = b by elimination; null if there is no single solution. The function changes both a and b. */
function solve(a, b) {
  const n = b.length;
  for (let i = 0; i < n; i++) {
    let best = i;
    for (let j = i + 1; j < n; j++) if (Math.abs(a[j][i]) > Math.abs(a[best][i])) best = j;
    [a[i], a[best]] = [a[best], a[i]];
    [b[i], b[best]] = [b[best], b[i]];
    if (Math.abs(a[i][i]) < 1e-12) return null;
    for (let j = i + 1; j < n; j++) {
      const factor = a[j][i] / a[i][i];
      for (let k = i; k < n; k++) a[j][k] -= factor * a[i][k];
      b[j] -= factor * b[i];
    }
  }
  for (let i = n - 1; i >= 0; i--) {
    for (let k = i + 1; k < n; k++) b[i] -= a[i][k] * b[k];
    b[i] /= a[i][i];
  }
  return b;
}

/* Return the x whose product with the matrix `rows` is closest to `values` (least squares); null if x is not unique. */
export function leastSquares(rows, values) {
  const n = rows[0].length;
  const a = Array.from({ length: n }, () => new Array(n).fill(0));
  const b = new Array(n).fill(0);
  rows.forEach((row, i) => {
    for (let p = 0; p < n; p++) {
      b[p] += row[p] * values[i];
      for (let q = 0; q < n; q++) a[p][q] += row[p] * row[q];
    }
  });
  for (let p = 0; p < n; p++) a[p][p] += 1e-10;
  return solve(a, b);
}

/* Return the scale and shift that bring the points close to 0, which makes the fit of a homography more exact. */
function normalized(points) {
  const mx = points.reduce((sum, p) => sum + p[0], 0) / points.length;
  const my = points.reduce((sum, p) => sum + p[1], 0) / points.length;
  const spread = Math.sqrt(points.reduce((sum, p) => sum + (p[0] - mx) ** 2 + (p[1] - my) ** 2, 0) / points.length);
  const scale = Math.SQRT2 / Math.max(1e-9, spread);
  return { scale, mx, my };
}

/* Return the homography that best maps the points in `from` to those in `to`. Needs at least four points. */
export function fitHomography(from, to) {
  const f = normalized(from);
  const t = normalized(to);
  const rows = [];
  const values = [];
  from.forEach(([px, py], i) => {
    const x = (px - f.mx) * f.scale;
    const y = (py - f.my) * f.scale;
    const u = (to[i][0] - t.mx) * t.scale;
    const v = (to[i][1] - t.my) * t.scale;
    rows.push([x, y, 1, 0, 0, 0, -u * x, -u * y], [0, 0, 0, x, y, 1, -v * x, -v * y]);
    values.push(u, v);
  });
  const h = leastSquares(rows, values);
  if (!h) return null;
  const into = [f.scale, 0, -f.scale * f.mx, 0, f.scale, -f.scale * f.my, 0, 0, 1];
  const back = [1 / t.scale, 0, t.mx, 0, 1 / t.scale, t.my, 0, 0, 1];
  return multiply(back, multiply([...h, 1], into));
}

/* Return the four corners of a lattice's outline, clockwise from the top left, in units of the lattice. */
export function outline(columns, rows) {
  return [[-0.5, -0.5], [columns - 0.5, -0.5], [columns - 0.5, rows - 0.5], [-0.5, rows - 0.5]];
}

export function cornersOf(homography, columns, rows) {
  return outline(columns, rows).map(([x, y]) => project(homography, x, y));
}

export function fromCorners(corners, columns, rows) {
  return fitHomography(outline(columns, rows), corners);
}
