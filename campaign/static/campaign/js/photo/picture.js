/* Pictures as numbers: { width, height, data }. The data have three numbers per pixel: red, green and blue, from 0 to
   255. */

export function fromRgba(rgba, width, height) {
  const data = new Float32Array(width * height * 3);
  for (let from = 0, to = 0; from < rgba.length; from += 4) {
    data[to++] = rgba[from];
    data[to++] = rgba[from + 1];
    data[to++] = rgba[from + 2];
  }
  return { width, height, data };
}

const smaller = new WeakMap(); // reduced pictures by picture and factor, because each orientation needs them again

/* Average blocks of `factor` by `factor` pixels. Incomplete blocks at the right and lower edge are dropped. */
export function reduce(picture, factor) {
  if (factor <= 1) return picture;
  const made = smaller.get(picture) ?? new Map();
  if (!made.has(factor)) made.set(factor, average(picture, factor));
  smaller.set(picture, made);
  return made.get(factor);
}

function average(picture, factor) {
  const width = Math.floor(picture.width / factor);
  const height = Math.floor(picture.height / factor);
  const data = new Float32Array(width * height * 3);
  const share = 1 / (factor * factor);
  for (let y = 0; y < height * factor; y++) {
    const row = Math.floor(y / factor) * width * 3;
    let from = y * picture.width * 3;
    for (let x = 0; x < width; x++) {
      const to = row + x * 3;
      for (let i = 0; i < factor; i++) {
        data[to] += picture.data[from++] * share;
        data[to + 1] += picture.data[from++] * share;
        data[to + 2] += picture.data[from++] * share;
      }
    }
  }
  return { width, height, data };
}

/* Return the part of a picture from whole pixel (left, top) on. */
export function crop(picture, left, top, width, height) {
  const data = new Float32Array(width * height * 3);
  for (let y = 0; y < height; y++) {
    const from = 3 * ((top + y) * picture.width + left);
    data.set(picture.data.subarray(from, from + 3 * width), 3 * y * width);
  }
  return { width, height, data };
}

/* Interpolate the colour at (x, y) into out[at], out[at + 1] and out[at + 2]. Outside, the border colour continues. */
export function sample(picture, x, y, out, at) {
  const { width, height, data } = picture;
  x = Math.min(Math.max(x, 0), width - 1.001);
  y = Math.min(Math.max(y, 0), height - 1.001);
  const left = Math.floor(x);
  const top = Math.floor(y);
  const fx = x - left;
  const fy = y - top;
  const here = (top * width + left) * 3;
  const below = here + width * 3;
  for (let c = 0; c < 3; c++) {
    const upper = data[here + c] * (1 - fx) + data[here + 3 + c] * fx;
    const lower = data[below + c] * (1 - fx) + data[below + 3 + c] * fx;
    out[at + c] = upper * (1 - fy) + lower * fy;
  }
}

/* Shrink so that the longer side measures `longest` pixels: { small, scale }. */
export function shrink(picture, longest) {
  const scale = longest / Math.max(picture.width, picture.height);
  const factor = Math.max(1, Math.floor(1 / scale));
  const reduced = reduce(picture, factor);
  const width = Math.round(picture.width * scale);
  const height = Math.round(picture.height * scale);
  const data = new Float32Array(width * height * 3);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const sx = (x + 0.5) / scale / factor - 0.5;
      const sy = (y + 0.5) / scale / factor - 0.5;
      sample(reduced, sx, sy, data, (y * width + x) * 3);
    }
  }
  return { small: { width, height, data }, scale };
}
