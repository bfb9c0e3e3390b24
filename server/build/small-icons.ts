import { readFileSync } from "node:fs";
import path from "node:path";
import type { Plugin } from "vite";

const PACKAGE = "node_modules/lucide-react/dist/esm";
const IMPORT = /import \{([^{}]*)\} from "lucide-react";/g;

/**
 * Takes drawings from lucide-react one by one, so that each travels with the pages that show it, and without the library's machinery for drawing
 * them: `app/kit/draw-icon.ts` does what is used here.
 */
export function smallIcons(): Plugin {
  const files = new Map<string, string>();
  const barrel = readFileSync(`${PACKAGE}/lucide-react.mjs`, "utf8");
  for (const [, names = "", file = ""] of barrel.matchAll(/export \{([^{}]*)\} from '\.\/(icons\/[\w-]+\.mjs)'/g))
    for (const [, name = ""] of names.matchAll(/default as (\w+)/g)) files.set(name, file);

  function importOf(name: string): string {
    const [exported = "", local = exported] = name.split(" as ");
    const file = files.get(exported);
    if (file === undefined) throw new Error(`lucide-react has no drawing ${exported}`);
    return `import ${local} from "lucide-react/dist/esm/${file}";`;
  }
  return {
    name: "shopbell-small-icons",
    enforce: "pre",
    resolveId(source, importer) {
      if (importer?.includes("lucide-react") !== true || !source.endsWith("/createLucideIcon.mjs")) return null;
      return path.resolve("app/kit/draw-icon.ts");
    },
    transform(code, id) {
      if (!id.includes("/app/") || !code.includes('"lucide-react"')) return null;
      const names = (list: string) =>
        list
          .split(",")
          .map((name) => name.trim())
          .filter((name) => name !== "" && !name.startsWith("type "));
      return { code: code.replaceAll(IMPORT, (_, list: string) => names(list).map(importOf).join(" ")), map: null };
    },
  };
}
