import { sql } from "drizzle-orm";
import type { Db } from "#app/platform/db/database.server.ts";
import { escapeLike } from "#app/platform/db/escape-like.ts";

export interface TagUse {
  readonly tag: string;
  readonly products: number;
}

/** Tags of products that contain this text, most common first. */
export async function findTags(db: Db, q: string, limit: number): Promise<readonly TagUse[]> {
  return db.execute<TagUse & Record<string, unknown>>(
    sql`select tag, count(*)::int as products from products, unnest(tags) tag
        where deleted_at is null and tag ilike ${`%${escapeLike(q.trim())}%`} group by tag order by count(*) desc, tag limit ${limit}`,
    "objects",
  );
}
