import { readFile } from "node:fs/promises";
import path from "node:path";
import { serveStatic } from "@hono/node-server/serve-static";
import type { Env, Hono, MiddlewareHandler } from "hono";

/** Their names carry their content's fingerprint. */
const FOR_EVER = "public, max-age=31536000, immutable";
const FOR_A_DAY = "public, max-age=86400";

/** Static files: hashed ones are immutable, others are revalidated daily. */
export function mountStaticFiles<E extends Env>(edge: Hono<E>, root = "build/client"): void {
  edge.use("/assets/*", filesIn(root, FOR_EVER, true));
  edge.use("/sounds/*", filesIn(root, FOR_A_DAY, false));
  edge.use("/icons/*", filesIn(root, FOR_A_DAY, false));
  // Always revalidated: workers of pages open for days.
  edge.use("/sw.js", filesIn(root, "no-cache", false));
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
