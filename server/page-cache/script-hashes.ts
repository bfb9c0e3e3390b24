import { createHash } from "node:crypto";

/**
 * A page drawn with a nonce, as one that may be sent again and again: the nonce is taken out, and the scripts that carried it are named by their
 * hashes. Only those: a script that found its way into the page some other way carries no nonce and stays refused.
 */
export function replaceNonce(html: string, nonce: string): { readonly html: string; readonly hashes: readonly string[] } {
  const hashes = new Set<string>();
  for (const [, attributes = "", script = ""] of html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/g)) {
    if (!attributes.includes(`nonce="${nonce}"`) || /\ssrc=/.test(attributes)) continue;
    hashes.add(`'sha256-${createHash("sha256").update(script.replaceAll(nonce, "")).digest("base64")}'`);
  }
  return { html: html.replaceAll(nonce, ""), hashes: [...hashes] };
}
