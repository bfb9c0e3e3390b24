import { redirect } from "react-router";
import { findOldAddress } from "#app/catalogue/data/import/old-addresses.server.ts";
import { notFound } from "#app/http/answers/not-found.server.ts";
import { readParam } from "#app/http/answers/read-query.server.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import { oldHandle } from "./query.schema.ts";

/** For the address that a product had in the old shop, throws a redirect to its page, query kept; else the page's 404. */
export async function redirectOldAddress(db: Db, request: Request, handle: string): Promise<never> {
  const id = await findOldAddress(
    db,
    readParam(handle, oldHandle, () => notFound(request)),
  );
  if (id === undefined) throw notFound(request);
  // The query only: a handle never reaches the Location header.
  throw redirect(`/products/${id}${new URL(request.url).search}`, 301);
}
