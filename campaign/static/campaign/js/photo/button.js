/* "Take a photo" on the page: shown where scripts run. What reads the photo is loaded when one is chosen. */

const entry = document.querySelector("[data-photo]");

async function begin(event) {
  const field = event.target;
  const file = field.files[0];
  if (!file) return;
  const { readPhoto } = await import("./flow.js");
  await readPhoto(entry, file);
  field.value = ""; // the same picture may be chosen again
}

if (entry) {
  entry.addEventListener("change", begin);
}
