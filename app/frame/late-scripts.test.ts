import { expect, test } from "vitest";
import { scriptsInPieces } from "./late-scripts.ts";

const page = (picture: string) =>
  `<html><head><link rel="modulepreload" href="/assets/entry.client-1.js" nonce="n"/><link rel="modulepreload" href="/assets/framework-2.js" nonce="n"/>` +
  `<link rel="modulepreload" href="/assets/shop-3.js" nonce="n"/><link rel="modulepreload" href="/assets/product-4.js" nonce="n"/></head><body>${picture}` +
  `<script nonce="n">data</script><script nonce="n" type="module" async="">import "/assets/product-4.js";</script></body></html>`;

test("a page fetches no scripts beside what is read first: they are named in the one that waits for it", () => {
  for (const picture of ["", '<img fetchPriority="high"/>']) {
    const html = scriptsInPieces(page(picture), "n", false);
    expect(html).not.toContain('modulepreload" href');
    expect(html).toContain('<script nonce="n" type="text/plain" data-late="">import "/assets/product-4.js";</script>');
    expect(html).toMatch(
      /<script nonce="n">\(function\(.*\)\(\["\/assets\/framework-2\.js","\/assets\/shop-3\.js","\/assets\/entry\.client-1\.js","\/assets\/product-4\.js"\],\["\/assets\/framework-2\.js","\/assets\/shop-3\.js"\],2000\)<\/script><\/body><\/html>$/s,
    );
  }
});

test("the router's list of routes loses its spaces and what routes have not got, and nothing else", () => {
  const root = { id: "root", path: 'a  b;\n}"hasLoader": false,', hasLoader: true };
  const list = { entry: { module: "/assets/entry.client-1.js" }, routes: { root, other: {} } };
  const said = { ...list, routes: { root: { hasAction: false, ...root, hasErrorBoundary: false, last: 1 }, other: {} } };
  const code = `window.__reactRouterManifest = ${JSON.stringify(said, null, 2)};\n  window.next = {};`;
  const html = scriptsInPieces(
    page("").replace('import "/assets/product-4.js";', () => code),
    "n",
    false,
  );
  const [, short = ""] = /__reactRouterManifest = (\{.*\});\n  window\.next = \{\};/.exec(html) ?? [];
  expect(JSON.parse(short)).toEqual({ ...list, routes: { root: { ...root, last: 1 }, other: {} } });
});

test("a page that is worked with fetches them at once, and still runs them in pieces", () => {
  const html = scriptsInPieces(page('<img fetchPriority="high"/>'), "n", true);
  expect(html.match(/<link rel="modulepreload" href/g)).toHaveLength(4);
  expect(html).toContain(')([],["/assets/framework-2.js","/assets/shop-3.js"],2000)</script></body></html>');
});

test("a page without scripts of ours, and one in development, stays as it is", () => {
  for (const html of [
    '<html><body><img fetchPriority="high"/></body></html>',
    '<html><head><link rel="modulepreload" href="/app/root.tsx"/></head><body><script type="module" async="">a</script></body></html>',
  ])
    expect(scriptsInPieces(html, "n", false)).toBe(html);
});
