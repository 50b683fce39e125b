/* Open picture files, and reduce, crop and sample pictures. A picture is { width, height, data }. `data` has three
   numbers for each pixel: red, green and blue, from 0 to 255. */

// openPicture() reduces the longer side to this many pixels. More pixels would not be read better.
const LONGEST = 1024;
// A picture with more pixels is refused, because it would fill the memory of a phone.
const MOST_PIXELS = 40e6;
// statedSize() gets this many bytes from the start of a file.
const HEAD = 256 * 1024;

/* Read the width and height of a JPEG or PNG file without decoding the picture. Return null if they are not found. */
function statedSize(bytes) {
  const view = new DataView(bytes);
  if (view.byteLength > 24 && view.getUint32(0) === 0x89504e47) return [view.getUint32(16), view.getUint32(20)];
  if (view.byteLength < 4 || view.getUint16(0) !== 0xffd8) return null;
  for (let at = 2; at + 9 < view.byteLength; at += 2 + view.getUint16(at + 2)) {
    const marker = view.getUint16(at);
    const isFrame = marker >= 0xffc0 && marker <= 0xffcf && ![0xffc4, 0xffc8, 0xffcc].includes(marker);
    if (isFrame) return [view.getUint16(at + 7), view.getUint16(at + 5)];
    if (marker >> 8 !== 0xff) return null;
  }
  return null;
}

function isHeic(bytes) {
  return /^ftyp(hei|hev|mif|msf|avi)/.test(new TextDecoder("latin1").decode(bytes.slice(4, 12)));
}

/* Decode a picture file onto a canvas, and reduce a large picture. Throw the name of an error, such as "too-large". */
export async function openPicture(file) {
  const head = await file.slice(0, HEAD).arrayBuffer();
  const [statedWidth, statedHeight] = statedSize(head) ?? [0, 0];
  if (statedWidth * statedHeight > MOST_PIXELS) throw "too-large";
  let image;
  try {
    image = await createImageBitmap(file);
  } catch {
    throw isHeic(head) ? "heic" : "no-picture";
  }
  const { width, height } = image;
  if (width * height > MOST_PIXELS) throw "too-large";
  const scale = Math.min(1, LONGEST / Math.max(width, height));
  const canvas = new OffscreenCanvas(Math.round(width * scale), Math.round(height * scale));
  const context = canvas.getContext("2d", { willReadFrequently: true });
  context.imageSmoothingQuality = "high";
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  image.close();
  return { canvas, context };
}

export function fromRgba(rgba, width, height) {
  const data = new Float32Array(width * height * 3);
  for (let from = 0, to = 0; from < rgba.length; from += 4) {
    data[to++] = rgba[from];
    data[to++] = rgba[from + 1];
    data[to++] = rgba[from + 2];
  }
  return { width, height, data };
}

// A cache of reduced pictures: for each picture, a map from factors to the reduced pictures.
const smaller = new WeakMap();

/* Reduce a picture: each block of `factor` by `factor` pixels becomes one pixel with the mean colour. */
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

/* Cut a rectangle out of a picture. The rectangle's top left pixel is (left, top). All numbers are integers. */
export function crop(picture, left, top, width, height) {
  const data = new Float32Array(width * height * 3);
  for (let y = 0; y < height; y++) {
    const from = 3 * ((top + y) * picture.width + left);
    data.set(picture.data.subarray(from, from + 3 * width), 3 * y * width);
  }
  return { width, height, data };
}

/* Write the interpolated colour at (x, y) into out[at], out[at + 1] and out[at + 2]. */
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

/* Scale a picture until its longer side has `longest` pixels. Return the picture and the factor: { small, scale }. */
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
