/* Find shapes that look like squares. A cut separates the pixels above a threshold of lightness, colour or smoothness
   from the pixels below. In each of many cuts, keep each connected patch that has the moments of a square. The squares
   that most cuts find come first. */

import { crop, shrink } from "./picture.js";

const LONGEST = 300; // the longer side of the searched picture, in pixels: enough to find squares, and fast
const SMALLEST = 0.03; // the smallest side of a square, as a part of the longer side of the picture
const LARGEST = 0.33;
const FILLED = 0.45; // a patch must cover at least this share of the area of its square
const EDGE = 2; // pixels; the edge of the picture may hide a part of a patch that comes this close to it
const CUT = 0.5; // if the edge of the picture leaves a smaller part of the width of a square, the square does not count
const PARTS = [0.08, 0.16, 0.25, 0.34, 0.43, 0.52, 0.61, 0.7, 0.79, 0.88]; // for each threshold, the share of pixels below it
const SMOOTH_PARTS = [0.6, 0.7, 0.78, 0.85];
const SURROUNDINGS = [14, 28]; // a pixel is compared with the mean of all pixels up to this far around it
const SEEDS = 30; // the search for a small mat begins at this many squares
const REACH = 6; // all squares of a mat lie within this many square sizes of the square in the middle of the mat
const ALIKE = 0.35; // the largest difference between the logarithms of the sizes of two squares of a mat
const FEWEST = 5; // fewer squares close together are no small mat
const AROUND = 2; // the part to search again reaches this many square sizes beyond these squares
const SMALL = 0.67; // a part is not searched again if it is longer than this share of the longer side of the picture

/* Return the mean of each pixel's surroundings, `radius` pixels to each side. */
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

/* Return the change of lightness at each pixel as the eye sees it: in bright parts a change counts less. */
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

function erode(mask, width, height, out) {
  out.fill(0);
  for (let y = 1; y < height - 1; y++) {
    for (let i = y * width + 1; i < (y + 1) * width - 1; i++) {
      out[i] = mask[i] & mask[i - 1] & mask[i + 1] & mask[i - width] & mask[i + width];
    }
  }
}

/* Find the connected patches of a mask, each filled along its rows. Runs of pixels that touch each other are joined. */
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

  /* Append { x, y, size } of each square-like patch to `found`. */
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

  /* If a patch has several runs in one row, they count as one run, from the first start to the last end. So a hole in
     the patch, such as a number on a tile, does not matter. Most patches are specks, and need no list of their runs. */
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
    // -1 if the left or upper edge of the picture cuts the patch, 1 if the right or lower edge does, otherwise 0
    const across = runs.some((run) => end[run] > this.width - EDGE) - runs.some((run) => start[run] < EDGE);
    const down = (row[runs.at(-1)] >= this.height - EDGE) - (row[runs[0]] < EDGE);
    if ((across && down) || height * height < least / 2 || height * height > most * 2) return null;
    let [area, sx, sy, sxx, syy, sxy] = [0, 0, 0, 0, 0, 0];
    for (let i = 0; i < runs.length; ) {
      const y = row[runs[i]];
      const from = start[runs[i]];
      let to = from;
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
    // `fullness` is 1 for a filled parallelogram and 1.09 for an ellipse. `stretch` is 1 if both axes are equally long.
    const fullness = (area * area) / (144 * determinant);
    if (fullness < 0.9 || fullness > 1.12) return null;
    if (across || down) {
      // The edge of the picture cuts this square off, but the square's side along this edge is whole. The length of
      // this side tells how much of the square is missing, and so where the middle of the square lies.
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

/* If several cuts (see the top of this file) have found squares at one place, merge these into one square. */
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

/* Yield squares as { x, y, size, votes } in pixels of the picture. The squares that most cuts have found come first.
   After the cuts of each channel, yield all squares found so far, so that the caller can stop early. */
export function* findSquares(picture) {
  const { small, scale } = shrink(picture, LONGEST);
  const { width, height } = small;
  const patches = new Patches(width, height);
  const mask = new Uint8Array(width * height);
  const eroded = new Uint8Array(width * height);
  const found = [];

  function cut(values, threshold, above) {
    for (let i = 0; i < mask.length; i++) mask[i] = values[i] > threshold === above ? 1 : 0;
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

/* For each share in `parts`, return the value that this share of all values does not exceed. */
function thresholds(values, parts) {
  const sorted = Float32Array.from(values).sort();
  return parts.map((part) => sorted[Math.round((sorted.length - 1) * part)]);
}

/* If the mat fills only a small part of the picture, search this part again: the part where many squares of about the
   same size lie close together. Yield the squares of the second search, and the known squares outside this part. */
export function* findSmaller(picture, squares) {
  const box = denseBox(picture, squares);
  if (!box) return;
  const { left, top, width, height } = box;
  const others = squares.filter(({ x, y }) => x < left || y < top || x > left + width || y > top + height);
  for (const found of findSquares(crop(picture, left, top, width, height))) {
    yield [...found.map((square) => ({ ...square, x: square.x + left, y: square.y + top })), ...others];
  }
}

/* Return the part of the picture where most squares lie close together; null if this part is not small. */
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
