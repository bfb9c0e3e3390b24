import { redirect } from "react-router";
import { findByOldPath, findOldAddress } from "#app/catalogue/data/import/old-addresses.server.ts";
import { tidyOldPath } from "#app/values/addresses/old-path.ts";
import { notFound } from "#app/http/answers/not-found.server.ts";
import { readParam } from "#app/http/answers/read-query.server.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import { oldHandle } from "./query.schema.ts";

/**
 * Redirects (throws) from the full path of a product in the old shop to its page, with the query; returns if there is none. @param path
 * decoded
 */
export async function redirectOldPath(db: Db, request: Request, path: string): Promise<void> {
  const oldPath = tidyOldPath(path);
  const id = oldPath === null ? undefined : await findByOldPath(db, oldPath);
  if (id !== undefined) throw toProduct(request, id);
}

/** Redirects (throws) from a product's address in the old shop to its page, with the query; otherwise throws the page's 404. */
export async function redirectOldAddress(db: Db, request: Request, handle: string): Promise<never> {
  const id = await findOldAddress(
    db,
    readParam(handle, oldHandle, () => notFound(request)),
  );
  if (id === undefined) throw notFound(request);
  throw toProduct(request, id);
}

/** Appends only the query: a handle never reaches the Location header. */
function toProduct(request: Request, id: number): Response {
  return redirect(`/products/${id}${new URL(request.url).search}`, 301);
}
