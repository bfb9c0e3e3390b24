import { readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Plugin } from "vite";

const COMPRESSIBLE = /\.(?:js|css|svg|json|txt|webmanifest)$/;
const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** Writes .br and .gz beside every text asset of the browser build, so that the server never compresses them again. */
export function precompress(): Plugin {
  return {
    name: "shopbell-precompress",
    apply: "build",
    applyToEnvironment: (environment) => environment.name === "client",
    writeBundle: {
      order: "post",
      sequential: true,
      async handler({ dir }) {
        if (dir === undefined) return;
        const files = await readdir(dir, { recursive: true });
        for (const file of files.filter((name) => COMPRESSIBLE.test(name))) {
          const source = await readFile(path.join(dir, file));
          await writeFile(path.join(dir, `${file}.br`), await brotli(source, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }));
          await writeFile(path.join(dir, `${file}.gz`), await zip(source, { level: 9 }));
        }
      },
    },
  };
}
