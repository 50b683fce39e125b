/* The button "Take a photo". A press loads the photo reader, which gets ready while the person takes the photo. */

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
  // The scripts of the photo reader could not be loaded.
  else missing.hidden = false;
  // Clear the field. Otherwise the browser would send no `change` event if the person chose the same file again.
  field.value = "";
}

if (entry) {
  entry.addEventListener("click", prepare);
  entry.addEventListener("change", begin);
}
