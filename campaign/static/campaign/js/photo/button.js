/* "Take a photo" on the page. The button needs scripts, so this script shows it. The photo reader is loaded when
   somebody presses the button, and gets ready while they take the photo. */

const entry = document.querySelector("[data-photo]");

const load = () => import("./flow.js").catch(() => null);

async function prepare(event) {
  if (event.target.type === "file") (await load())?.prepareReader(entry);
}

async function begin(event) {
  const field = event.target;
  const file = field.files[0];
  if (!file) return;
  const missing = entry.querySelector("[data-photo-missing]");
  missing.hidden = true;
  const flow = await load();
  if (flow) await flow.readPhoto(entry, file);
  else missing.hidden = false; // the photo reader cannot be loaded without a network
  field.value = ""; // so that somebody can choose the same picture again
}

if (entry) {
  entry.addEventListener("click", prepare);
  entry.addEventListener("change", begin);
}
