/* "Take a photo" on the page: shown where scripts run. What reads the photo is loaded when one is chosen. */

const entry = document.querySelector("[data-photo]");

async function begin(event) {
  const field = event.target;
  const file = field.files[0];
  if (!file) return;
  const missing = entry.querySelector("[data-photo-missing]");
  missing.hidden = true;
  const flow = await import("./flow.js").catch(() => null);
  if (flow) await flow.readPhoto(entry, file);
  else missing.hidden = false; // the photo reader was never loaded, and there is no network
  field.value = ""; // the same picture may be chosen again
}

if (entry) {
  entry.addEventListener("change", begin);
}
