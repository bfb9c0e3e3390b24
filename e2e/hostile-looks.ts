import type { Page } from "@playwright/test";
import { onPageError } from "./fixtures.ts";

/**
 * Content of each page that could run or be fetched, according to the browser's own parser. The first path is harmless: the others may have
 * as many scripts as it has.
 */
export function readAll(page: Page, paths: readonly string[]): Promise<string[]> {
  return page.evaluate(async (asked) => {
    const findings: string[] = [];
    const addresses = ["href", "src", "action", "formaction", "xlink:href", "data", "poster", "background", "cite", "ping", "srcset"];
    const active = "iframe, frame, object, embed, applet, base, portal, marquee, math, meta[http-equiv], body [style*='url(/'], body style";
    let scripts = -1;
    for (const path of asked) {
      const response = await fetch(path);
      const parsed = new DOMParser().parseFromString(await response.text(), "text/html");
      if (response.status !== 200) findings.push(`${path} answers ${response.status}`);
      const count = parsed.querySelectorAll("script").length;
      if (scripts === -1) scripts = count;
      if (count !== scripts) findings.push(`${path} has ${count} scripts, not ${scripts}`);
      for (const element of parsed.querySelectorAll(active)) findings.push(`${path}: ${element.outerHTML.slice(0, 200)}`);
      for (const element of parsed.querySelectorAll("*"))
        for (const { name, value } of element.attributes) {
          // Browsers ignore these inside an address.
          // oxlint-disable-next-line no-control-regex -- matches control characters
          const plain = value.replaceAll(/[\u0000-\u0020]/g, "");
          if (
            /^on/i.test(name) ||
            name === "srcdoc" ||
            (addresses.includes(name) && /^(?:javascript|vbscript|data:text|\/?\/?canary)/i.test(plain))
          )
            findings.push(`${path}: ${name}=${value.slice(0, 200)}`);
        }
    }
    return findings;
  }, paths);
}

/** A page that records the effects of hostile texts. */
export async function watch(page: Page, shopUrl: string): Promise<string[]> {
  const achieved: string[] = [];
  await page.exposeFunction("hit", () => void achieved.push("a script has run"));
  page.on("request", (request) => {
    const { pathname, origin, protocol } = new URL(request.url());
    if (pathname === "/canary" || pathname === "/_csp-report" || (origin !== shopUrl && protocol.startsWith("http")))
      achieved.push(`${request.method()} ${request.url()} ${request.postData() ?? ""}`);
  });
  page.on("dialog", (dialog) => {
    achieved.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  onPageError(page, (error) => achieved.push(`error ${String(error)}`));
  return achieved;
}
