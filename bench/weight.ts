import { readFileSync } from "node:fs";
import { brotliCompressSync, gzipSync } from "node:zlib";

export interface PageWeight {
  readonly htmlBytes: number;
  readonly htmlGzipBytes: number;
  /** Brotli, as the files are sent; everything the page loads before any interaction. */
  readonly scriptBytes: number;
  readonly scripts: number;
  readonly styleBytes: number;
  readonly fontBytes: number;
}

/** A browser's downloads for a page: its HTML, the scripts it names or preloads and their imports, styles, fonts. */
export async function weighPage(shopUrl: string, path: string): Promise<PageWeight> {
  const html = await (await fetch(shopUrl + path, { headers: { "Accept-Encoding": "identity" } })).text();
  const named = new Set([...html.matchAll(/["'](\/assets\/[\w.-]+\.(?:js|css|woff2))["']/g)].map((match) => match[1] ?? ""));
  const scripts = new Set<string>();
  const open = [...named].filter((file) => file.endsWith(".js"));
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (scripts.has(file)) continue;
    scripts.add(file);
    for (const [, imported] of readFileSync(`build/client${file}`, "utf8").matchAll(/(?:import|from)\s*"\.\/([\w.-]+\.js)"/g))
      open.push(`/assets/${imported}`);
  }
  const brotli = (file: string) => brotliCompressSync(readFileSync(`build/client${file}`)).length;
  const sum = (files: Iterable<string>, size: (file: string) => number) => [...files].reduce((total, file) => total + size(file), 0);
  return {
    htmlBytes: Buffer.byteLength(html),
    htmlGzipBytes: gzipSync(html).length,
    scriptBytes: sum(scripts, brotli),
    scripts: scripts.size,
    styleBytes: sum(
      [...named].filter((file) => file.endsWith(".css")),
      brotli,
    ),
    fontBytes: sum(
      [...named].filter((file) => file.endsWith(".woff2")),
      (file) => readFileSync(`build/client${file}`).length,
    ),
  };
}
