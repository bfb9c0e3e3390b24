import { expect, type Page } from "@playwright/test";

/** Collects, from the next document on, the announcements of the page's live regions, as a screen reader would read them. */
export async function recordAnnouncements(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const LIVE = "[aria-live=polite], [aria-live=assertive], [role=status], [role=alert], [role=log]";
    const log: string[] = [];
    Object.assign(window, { announcements: log });
    /** The announced part of a text: without content that is hidden from screen readers, not rendered or behind a modal dialog. */
    const heardText = (node: Node): string => {
      const dialog = [...document.querySelectorAll("dialog:modal")].at(-1);
      if (dialog?.contains(node) === false) return "";
      return textOf(node);
    };
    const textOf = (node: Node): string => {
      if (node instanceof Element) {
        if (node.getAttribute("aria-hidden") === "true" || !node.checkVisibility({ visibilityProperty: true })) return "";
        return [...node.childNodes].map(textOf).join("");
      }
      return node.textContent ?? "";
    };
    const say = (text: string) => {
      const words = text.replaceAll(/\s+/g, " ").trim();
      if (words !== "") log.push(words);
    };
    const heard = new WeakMap<Element, string>();
    new MutationObserver((records) => {
      const said = new Map<Element, string>();
      for (const { target, type, addedNodes } of records) {
        const around = (target instanceof Element ? target : target.parentElement)?.closest(LIVE) ?? null;
        // Without an atomic role, a live region announces only new content: a further announcement or toast.
        if (around !== null && !around.hasAttribute("role"))
          for (const node of type === "characterData" ? [target] : addedNodes) say(heardText(node));
        else if (around !== null) said.set(around, heardText(around));
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

/** The announcements since the last call, or since the document began. */
export async function takeAnnouncements(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => (window as unknown as { announcements: string[] }).announcements.splice(0));
}

/** Expects `text` once among the announcements until now; others, such as orders of other tests, are ignored. */
export async function expectAnnouncedOnce(page: Page, text: string | RegExp): Promise<void> {
  const announced: string[] = [];
  const isWanted = (each: string) => (typeof text === "string" ? each === text : text.test(each));
  await expect
    .poll(
      async () => {
        announced.push(...(await takeAnnouncements(page)));
        return announced.filter(isWanted).length;
      },
      { message: `${text} is announced once` },
    )
    .toBe(1);
}

/** Expects exactly these announcements, in this order, from now on; the failure lists all of them. */
export async function expectAnnounced(page: Page, ...texts: readonly (string | RegExp)[]): Promise<void> {
  const announced: string[] = [];
  await expect
    .poll(async () => {
      announced.push(...(await takeAnnouncements(page)));
      return announced;
    })
    .toEqual(texts.map((text) => (typeof text === "string" ? text : expect.stringMatching(text))));
}
