import { expect, test } from "vitest";
import { replaceNonce } from "./script-hashes.ts";

/** printf 'go("")' | openssl dgst -sha256 -binary | base64 */
const HASH = "'sha256-x+Z8GxMMCaH1EdVOxX/6qOyWqGPjXiLVBJb5IldZcH4='";

test("the scripts that carried the nonce are named by what stands in the page, which holds no nonce any more", () => {
  const page = '<script nonce="abc" src="/a.js"></script><script nonce="abc">go("abc")</script><p nonce="abc">';
  const { html, hashes } = replaceNonce(page, "abc");
  expect(html).toBe('<script nonce="" src="/a.js"></script><script nonce="">go("")</script><p nonce="">');
  expect(hashes).toEqual([HASH]);
});

test("a script without the nonce is not allowed, nor one with another", () => {
  expect(
    replaceNonce('<script>bad()</script><script nonce="xyz">bad()</script><script type="application/ld+json">{}</script>', "abc").hashes,
  ).toEqual([]);
});
