const STORED_KEY = "shopbell:screen";

let own: string | null = null;

/** This browser's id among listening devices, shared by its tabs if storage works. */
export function screenId(): string {
  own ??= stored() ?? made();
  return own;
}

function stored(): string | null {
  try {
    const text = localStorage.getItem(STORED_KEY);
    return text !== null && /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text) ? text : null;
  } catch (error) {
    if (error instanceof DOMException) return null;
    throw error;
  }
}

/** A uuid, also in insecure contexts. */
export function newKey(): string {
  const bytes = [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return bytes.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, "$1-$2-4$3-8$4-$5");
}

function made(): string {
  const id = newKey();
  try {
    localStorage.setItem(STORED_KEY, id);
  } catch (error) {
    // Storage is blocked: each page counts as its own device.
    if (!(error instanceof DOMException)) throw error;
  }
  return id;
}
