import { Readable } from "node:stream";
import { exportCatalogue } from "#app/catalogue/workflows/export-catalogue.server.ts";
import { servicesContext } from "#app/http/context.server.ts";
import type { Route } from "./+types/export";

/** GET /admin/product/export: all products as a file, a piece at a time. */
export function loader({ context }: Route.LoaderArgs) {
  const { db, env, now } = context.get(servicesContext);
  const at = now();
  const pieces = exportCatalogue(db, { publicUrl: env.publicUrl, now: at });
  return new Response(Readable.toWeb(Readable.from(pieces, { objectMode: false })) as ReadableStream<Uint8Array>, {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="products-${at.toISOString().slice(0, 10)}.csv"`,
      "Cache-Control": "no-store",
    },
  });
}
