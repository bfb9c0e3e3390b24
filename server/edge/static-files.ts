import { readFile } from "node:fs/promises";
import path from "node:path";
import { serveStatic } from "@hono/node-server/serve-static";
import type { Env, Hono, MiddlewareHandler } from "hono";
import { workerTexts } from "./worker-texts.ts";

/** File names with a content hash. */
const FOR_EVER = "public, max-age=31536000, immutable";
const FOR_A_DAY = "public, max-age=86400";

/** The output of a build. */
const TYPES: ReadonlyMap<string, string> = new Map([
  [".css", "text/css; charset=utf-8"],
  [".jpg", "image/jpeg"],
  [".js", "text/javascript; charset=utf-8"],
  [".woff2", "font/woff2"],
]);

interface StaticFiles {
  /** A file in `/assets` of another release. */
  readonly readOther: (name: string) => Promise<Buffer | null>;
  readonly root?: string;
}

/** Static files: hashed ones are immutable, others are revalidated daily. */
export function mountStaticFiles<E extends Env>(edge: Hono<E>, { readOther, root = "build/client" }: StaticFiles): void {
  edge.use("/assets/*", filesIn(root, FOR_EVER, true));
  edge.get("/assets/:name{[\\w.-]+}", async (c, next) => {
    const name = c.req.param("name");
    const type = TYPES.get(path.extname(name));
    const bytes = type === undefined ? null : await readOther(name);
    if (type === undefined || bytes === null) return next();
    return c.body(new Uint8Array(bytes), 200, { "Content-Type": type, "Cache-Control": FOR_EVER });
  });
  edge.use("/sounds/*", filesIn(root, FOR_A_DAY, false));
  edge.use("/icons/*", filesIn(root, FOR_A_DAY, false));
  // Always revalidated: pages may stay open for days.
  edge.use("/sw.js", filesIn(root, "no-cache", false));
  edge.get("/sw-texts.js", (c) =>
    c.body(workerTexts(), 200, { "Content-Type": "text/javascript; charset=utf-8", "Cache-Control": "no-cache" }),
  );
  edge.use("/admin/order-alerts.js", filesIn(root, "no-cache", false));
  edge.get("/favicon.ico", (c) => c.redirect("/favicon.svg", 301));
  edge.get("/favicon.svg", async (c) =>
    c.body(await readFile(path.join(root, "favicon.svg")), 200, { "Content-Type": "image/svg+xml", "Cache-Control": FOR_A_DAY }),
  );
}

function filesIn(root: string, cacheControl: string, precompressed: boolean): MiddlewareHandler {
  const serve = serveStatic({ root, precompressed });
  return async (c, next) => {
    const answer = await serve(c, next);
    // `onFound` is too late to set a header.
    if (answer instanceof Response && answer.ok) answer.headers.set("Cache-Control", cacheControl);
    return answer;
  };
}
