import type { Page } from "@playwright/test";

/** How a page reports a lost focus; the fixtures fail the test that finds it in the console. */
const REPORT = "The focus was lost to the body after";

/**
 * Reports in the page's console when a key press leaves the focus on the body, from where keyboard and screen reader start at the top. Tab
 * may leave the page at its end; a click may focus nothing.
 */
export async function reportLostFocus(page: Page): Promise<void> {
  await page.addInitScript((report) => {
    let pressed: { readonly key: string; readonly on: string; isOnBody: boolean } | null = null;
    const nameOf = (element: Element) => (element.getAttribute("aria-label") ?? element.textContent).trim().slice(0, 60) || element.tagName;
    document.addEventListener(
      "keydown",
      (event) => {
        const active = document.activeElement;
        const isWatched = event.key !== "Tab" && active !== null && active !== document.body;
        pressed = isWatched ? { key: event.key, on: nameOf(active), isOnBody: false } : null;
      },
      true,
    );
    document.addEventListener("pointerdown", () => (pressed = null), true);
    // Twice in a row: between two renders of one change the focus may be moving.
    setInterval(() => {
      if (pressed === null || document.querySelector(":focus") !== null || !document.hasFocus()) return;
      const isOnBody = document.activeElement === document.body;
      if (isOnBody && pressed.isOnBody) {
        console.error(`${report} ${pressed.key} on "${pressed.on}"`);
        pressed = null;
      } else pressed.isOnBody = isOnBody;
    }, 150);
  }, REPORT);
}
