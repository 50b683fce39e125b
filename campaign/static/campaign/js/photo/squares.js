/* Find shapes in a picture that look like squares. Pixels above or below a threshold of lightness, colour or smoothness
   are selected. Each connected group of selected pixels (a patch) is compared with a square. */

import { crop, shrink } from "./picture.js";

// The picture is scaled until its longer side has this many pixels, to make the search fast.
const LONGEST = 300;
// The smallest and the largest side of a square, divided by the longer side of the picture.
const SMALLEST = 0.03;
const LARGEST = 0.33;
// At least this share of a patch must be selected pixels. The rest may be holes, such as a printed number.
const FILLED = 0.45;
// A patch within this many pixels of the picture's edge may be a square that the edge cuts off.
const EDGE = 2;
// If less than this share of a square's width is inside the picture, the square does not count.
const CUT = 0.5;
// Pixels above or below these quantiles of lightness and colour are selected.
const PARTS = [0.08, 0.16, 0.25, 0.34, 0.43, 0.52, 0.61, 0.7, 0.79, 0.88];
// Pixels count as smooth if they lie below these quantiles of the result of edges().
const SMOOTH_PARTS = [0.6, 0.7, 0.78, 0.85];
// Each pixel is also compared with the mean of its surroundings, up to these distances in pixels.
const SURROUNDINGS = [14, 28];
// denseBox() tries this many squares as the middle of a small mat.
const SEEDS = 30;
// No square of a mat is more than this many squares away from the mat's middle square.
const REACH = 6;
// The logarithms of the sizes of two squares of the same mat differ by less than this.
const ALIKE = 0.35;
// denseBox() ignores groups with fewer squares than this.
const FEWEST = 5;
// denseBox() extends the box around a group of squares by this margin, in widths of a square.
const AROUND = 2;
// denseBox() ignores a box whose longer side exceeds this share of the picture's longer side.
const SMALL = 0.67;

/* Return for each pixel the mean of the pixels around it, up to `radius` pixels to each side. */
function blur(values, width, height, radius) {
  const rows = new Float32Array(values.length);
  const out = new Float32Array(values.length);
  const span = 2 * radius + 1;
  const within = (i, n) => (i < 0 ? 0 : i >= n ? n - 1 : i);
  for (let y = 0; y < height; y++) {
    let sum = 0;
    for (let i = -radius; i <= radius; i++) sum += values[y * width + within(i, width)];
    for (let x = 0; x < width; x++) {
      rows[y * width + x] = sum;
      sum += values[y * width + within(x + radius + 1, width)] - values[y * width + within(x - radius, width)];
    }
  }
  for (let x = 0; x < width; x++) {
    let sum = 0;
    for (let i = -radius; i <= radius; i++) sum += rows[within(i, height) * width + x];
    for (let y = 0; y < height; y++) {
      out[y * width + x] = sum / (span * span);
      sum += rows[within(y + radius + 1, height) * width + x] - rows[within(y - radius, height) * width + x];
    }
  }
  return out;
}

function channels({ width, height, data }) {
  const n = width * height;
  const [light, redGreen, blueYellow, colourful] = Array.from({ length: 4 }, () => new Float32Array(n));
  for (let i = 0; i < n; i++) {
    const [r, g, b] = [data[3 * i], data[3 * i + 1], data[3 * i + 2]];
    const most = Math.max(r, g, b);
    light[i] = (r + g + b) / 3;
    redGreen[i] = ((r - g) / (light[i] + 12)) * 100;
    blueYellow[i] = ((r + g - 2 * b) / (light[i] + 12)) * 50;
    colourful[i] = ((most - Math.min(r, g, b)) / (most + 12)) * 255;
  }
  return [light, redGreen, blueYellow, colourful];
}

/* Return how much the lightness changes at each pixel. In bright surroundings, a change counts less. */
function edges(light, width, height) {
  const around = blur(light, width, height, 12);
  const out = new Float32Array(light.length);
  for (let y = 1; y < height - 1; y++) {
    for (let i = y * width + 1; i < (y + 1) * width - 1; i++) {
      const x = light[i + 1] - light[i - 1];
      const y = light[i + width] - light[i - width];
      out[i] = Math.sqrt((x * x + y * y) / (around[i] + 15));
    }
  }
  return out;
}

/* Write `above` into the mask where a value is above the threshold, and its opposite elsewhere. */
function select(values, threshold, above, mask) {
  for (let i = 0; i < mask.length; i++) mask[i] = values[i] > threshold ? above : 1 - above;
}

function erode(mask, width, height, out) {
  out.fill(0);
  for (let y = 1; y < height - 1; y++) {
    let [left, here] = [mask[y * width], mask[y * width + 1]];
    for (let i = y * width + 1; i < (y + 1) * width - 1; i++) {
      const right = mask[i + 1];
      out[i] = left & here & right & mask[i - width] & mask[i + width];
      left = here;
      here = right;
    }
  }
}

/* Find the connected patches of a bit mask. A run is a series of adjacent pixels in a row of the mask. */
class Patches {
  constructor(width, height) {
    Object.assign(this, { width, height });
    const most = (width / 2 + 1) * height;
    for (const name of ["row", "start", "end", "parent", "pixels"]) this[name] = new Int32Array(most);
    const longest = Math.max(width, height);
    this.least = (SMALLEST * longest) ** 2;
    this.most = (LARGEST * longest) ** 2;
  }

  root(run) {
    const { parent } = this;
    while (parent[run] !== run) run = parent[run] = parent[parent[run]];
    return run;
  }

  /* Append { x, y, size } to `found` for each patch that looks like a square. */
  collect(mask, found) {
    const { width, height, row, start, end, parent } = this;
    let count = 0;
    let above = 0;
    for (let y = 0; y < height; y++) {
      const firstOfRow = count;
      for (let x = 0; x < width; ) {
        while (x < width && !mask[y * width + x]) x++;
        if (x === width) break;
        start[count] = x;
        while (x < width && mask[y * width + x]) x++;
        end[count] = x;
        row[count] = y;
        parent[count] = count;
        count++;
      }
      let j = above;
      for (let i = firstOfRow; i < count; i++) {
        while (j < firstOfRow && end[j] <= start[i]) j++;
        for (let k = j; k < firstOfRow && start[k] < end[i]; k++) {
          const [a, b] = [this.root(i), this.root(k)];
          parent[Math.max(a, b)] = Math.min(a, b);
        }
      }
      above = firstOfRow;
    }
    this.measure(count, found);
  }

  measure(count, found) {
    const { start, end, pixels, least } = this;
    pixels.fill(0, 0, count);
    for (let run = 0; run < count; run++) pixels[this.root(run)] += end[run] - start[run];
    const patches = new Map();
    for (let run = 0; run < count; run++) {
      const root = this.root(run);
      if (pixels[root] < FILLED * least) continue;
      if (root === run) patches.set(root, []);
      patches.get(root).push(run);
    }
    for (const [root, runs] of patches) {
      const square = this.squareOf(runs, pixels[root]);
      if (square) found.push(square);
    }
  }

  squareOf(runs, pixels) {
    const { row, start, end, least, most } = this;
    const height = row[runs.at(-1)] - row[runs[0]] + 1;
    // -1 if the left or upper edge of the picture cuts the patch off, 1 for the right or lower edge, otherwise 0.
    const across = runs.some((run) => end[run] > this.width - EDGE) - runs.some((run) => start[run] < EDGE);
    const down = (row[runs.at(-1)] >= this.height - EDGE) - (row[runs[0]] < EDGE);
    if ((across && down) || height * height < least / 2 || height * height > most * 2) return null;
    let [area, sx, sy, sxx, syy, sxy] = [0, 0, 0, 0, 0, 0];
    for (let i = 0; i < runs.length; ) {
      const y = row[runs[i]];
      const from = start[runs[i]];
      let to = from;
      // Fill each row of the patch from its first to its last pixel. Then holes, such as printed digits, do not matter.
      for (; i < runs.length && row[runs[i]] === y; i++) to = end[runs[i]];
      const length = to - from;
      const middle = (from + to - 1) / 2;
      area += length;
      sx += length * middle;
      sy += length * y;
      sxx += length * (middle * middle + (length * length - 1) / 12);
      syy += length * y * y;
      sxy += length * middle * y;
    }
    if (area < least || area > most || pixels < FILLED * area) return null;
    const [x, y] = [sx / area, sy / area];
    const xx = sxx / area - x * x + 1 / 12;
    const yy = syy / area - y * y + 1 / 12;
    const xy = sxy / area - x * y;
    const determinant = xx * yy - xy * xy;
    // `fullness` is 1 for a filled parallelogram and about 1.1 for an ellipse.
    const fullness = (area * area) / (144 * determinant);
    if (fullness < 0.9 || fullness > 1.12) return null;
    if (across || down) {
      // At the picture's edge, move the centre of a cut square outwards by half of the missing length.
      const sides = [xx, yy].map((spread) => Math.sqrt(12 * spread));
      const [short, long] = across ? sides : sides.reverse();
      const by = (long - short) / 2;
      return short < CUT * long || short > 1.1 * long ? null : { x: x + by * across, y: y + by * down, size: long };
    }
    const stretch = (xx + yy) ** 2 / (4 * determinant);
    return stretch > 1.18 ? null : { x, y, size: Math.sqrt(area) };
  }
}

function median(values) {
  values.sort((a, b) => a - b);
  return (values[(values.length - 1) >> 1] + values[values.length >> 1]) / 2;
}

/* Merge squares of similar size and position. `votes` counts the merged squares. Most votes come first. */
function agree(found, scale) {
  found.sort((a, b) => b.size - a.size);
  const used = new Uint8Array(found.length);
  const squares = [];
  found.forEach((first, i) => {
    if (used[i]) return;
    const same = [];
    for (let j = i; j < found.length && first.size - found[j].size < 0.22 * first.size; j++) {
      const other = found[j];
      if (used[j] || Math.abs(other.x - first.x) + Math.abs(other.y - first.y) >= 0.15 * first.size) continue;
      used[j] = 1;
      same.push(other);
    }
    const of = (name) => median(same.map((square) => square[name])) / scale;
    squares.push({ x: of("x"), y: of("y"), size: of("size"), votes: same.length });
  });
  return squares.sort((a, b) => b.votes - a.votes);
}

/* Find squares { x, y, size, votes }, in pixels of the picture. Yield lists of all squares found so far, with the most
   votes first. The caller may stop early. */
export function* findSquares(picture) {
  const { small, scale } = shrink(picture, LONGEST);
  const { width, height } = small;
  const patches = new Patches(width, height);
  const mask = new Uint8Array(width * height);
  const eroded = new Uint8Array(width * height);
  const found = [];

  function cut(values, threshold, above) {
    select(values, threshold, above ? 1 : 0, mask);
    patches.collect(mask, found);
    erode(mask, width, height, eroded);
    patches.collect(eroded, found);
  }

  const all = channels(small);
  for (const channel of all) {
    const soft = blur(channel, width, height, 1);
    for (const threshold of thresholds(soft, PARTS)) {
      cut(soft, threshold, true);
      cut(soft, threshold, false);
    }
    for (const radius of SURROUNDINGS) {
      const around = blur(channel, width, height, radius);
      const standsOut = soft.map((value, i) => value - around[i]);
      cut(standsOut, 2, true);
      cut(standsOut, -2, false);
    }
    yield agree(found, scale);
  }
  const change = edges(all[0], width, height);
  for (const threshold of thresholds(change, SMOOTH_PARTS)) cut(change, threshold, false);
  yield agree(found, scale);
}

/* Return the quantiles of the values. For example, `parts` [0.5] gives the median. */
function thresholds(values, parts) {
  const sorted = Float32Array.from(values).sort();
  return parts.map((part) => sorted[Math.round((sorted.length - 1) * part)]);
}

/* Search again inside the box that denseBox() returns. Yield lists: squares found there, and the old squares outside. */
export function* findSmaller(picture, squares) {
  const box = denseBox(picture, squares);
  if (!box) return;
  const { left, top, width, height } = box;
  const others = squares.filter(({ x, y }) => x < left || y < top || x > left + width || y > top + height);
  for (const found of findSquares(crop(picture, left, top, width, height))) {
    yield [...found.map((square) => ({ ...square, x: square.x + left, y: square.y + top })), ...others];
  }
}

/* Return a small box { left, top, width, height } around the largest group of close squares of similar size, or null.
   */
export function denseBox(picture, squares) {
  let most = [];
  let size = 0;
  for (const first of squares.slice(0, SEEDS)) {
    const near = squares.filter(({ x, y, size: own }) =>
      Math.hypot(x - first.x, y - first.y) < REACH * first.size && Math.abs(Math.log(own / first.size)) < ALIKE);
    if (near.length > most.length) [most, size] = [near, first.size];
  }
  if (most.length < FEWEST) return null;
  const range = (name, length) => {
    const values = most.map((square) => square[name]);
    const from = Math.max(0, Math.floor(Math.min(...values) - AROUND * size));
    return [from, Math.min(length, Math.ceil(Math.max(...values) + AROUND * size)) - from];
  };
  const [[left, width], [top, height]] = [range("x", picture.width), range("y", picture.height)];
  const isSmall = Math.max(width, height) < SMALL * Math.max(picture.width, picture.height);
  return isSmall ? { left, top, width, height } : null;
}
