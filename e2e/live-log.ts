import type { Page } from "@playwright/test";

/** Collects, from the next document on, what the page's live regions say, as a screen reader would hear it. */
export async function recordAnnouncements(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const LIVE = "[aria-live=polite], [aria-live=assertive], [role=status], [role=alert], [role=log]";
    const log: string[] = [];
    Object.assign(window, { announcements: log });
    /** What is heard of a text: nothing of what is hidden from screen readers. */
    const heardText = (node: Node): string => {
      if (node instanceof Element) {
        if (node.getAttribute("aria-hidden") === "true") return "";
        return [...node.childNodes].map(heardText).join("");
      }
      return node.textContent ?? "";
    };
    const heard = new WeakMap<Element, string>();
    new MutationObserver((records) => {
      const said = new Map<Element, string>();
      for (const { target, addedNodes } of records) {
        const around = (target instanceof Element ? target : target.parentElement)?.closest(LIVE);
        if (around?.hasAttribute("data-announcer") === true) for (const node of addedNodes) log.push((node.textContent ?? "").trim());
        else if (around !== null && around !== undefined) said.set(around, heardText(around));
        for (const node of addedNodes)
          if (node instanceof Element)
            for (const alert of [node, ...node.querySelectorAll("[role=alert]")])
              if (alert.matches("[role=alert]")) said.set(alert, heardText(alert));
      }
      for (const [region, words] of said) {
        const text = words.replaceAll(/\s+/g, " ").trim();
        if (text !== "" && heard.get(region) !== text) log.push(text);
        heard.set(region, text);
      }
    }).observe(document, { subtree: true, childList: true, characterData: true });
  });
}

/** What was said since the last call, or since the document began. */
export async function takeAnnouncements(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => (window as unknown as { announcements: string[] }).announcements.splice(0));
}
