/* Read a picture in a worker, so that the page stays quick. Nothing here sends a picture anywhere: the only request is
   for the parameters. A message is { id, task, ... }. The answer is { id, ... }, or { id, trouble } with the name of a
   sentence. */

import { fromRgba, openPicture } from "./picture.js";
import { Reader } from "./reader.js";

let loading; // the promise of a reader

/* Load the parameters once, also if two tasks need them at the same time; after a failure, load them again. */
function prepare(address) {
  loading ??= load(address).catch(() => {
    loading = null;
    throw "not-loaded";
  });
  return loading;
}

async function load(address) {
  const response = await fetch(address);
  return new Reader(await response.json());
}

const TASKS = {
  async prepare({ parameters }) {
    await prepare(parameters);
  },

  async open({ file, parameters, columns, rows, letters }) {
    const [image, reader] = await Promise.all([openPicture(file), prepare(parameters)]);
    const { width, height, data } = image.context.getImageData(0, 0, image.canvas.width, image.canvas.height);
    reader.look(fromRgba(data, width, height), columns, rows, `-${letters}`);
    const picture = image.canvas.transferToImageBitmap();
    return { picture, ...(reader.find() ?? { trouble: "no-mat" }) };
  },

  async snap({ corners }) {
    const reader = await loading;
    const snapped = reader.snap(corners);
    return { corners: snapped, trouble: reader.troubleAt(snapped) };
  },

  async read({ corners, upright }) {
    return (await loading).read(corners, { upright });
  },
};

self.addEventListener("message", async ({ data }) => {
  const { id, task, ...rest } = data;
  let answer;
  try {
    answer = await TASKS[task](rest);
  } catch (trouble) {
    answer = { trouble: typeof trouble === "string" ? trouble : "not-read" };
  }
  self.postMessage({ id, ...answer }, answer?.picture ? [answer.picture] : []);
});
