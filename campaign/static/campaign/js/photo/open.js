/* Open a file as a picture small enough to be read quickly. If that fails, throw the name of the error's sentence. */

const LONGEST = 1024; // pixels; a larger picture would not be read better
const MOST_PIXELS = 40e6; // a picture with more pixels would take the whole memory of a phone
const HEAD = 256 * 1024; // the size of the picture stands within this many bytes at the start of the file

/* Read width and height at the start of a JPEG or PNG file, without unpacking the picture; null if they are missing. */
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

/* Return a canvas with the picture, and its context. */
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
