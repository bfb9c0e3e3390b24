import { sql, type SQL } from "drizzle-orm";
import { sorted, type IdPage, type ListAsked } from "#app/catalogue/data/product-order.server.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import { forgiveMistakes, LAST_CHARACTER, matchRank, namePrefix, readSearch, type Search } from "./search-words.server.ts";
import { productSearch } from "./tables.ts";

/** `includesHidden`: for staff. */
type SearchAsked = ListAsked & { readonly includesHidden?: boolean };

/** Maximum results of a search. */
const MOST_FOUND = 1000;
/** Extra results ranked beyond the limit: names with the prefix, and popular products. */
const MOST_BEST = 200;

/** Visible products with every word, best match first: name, name prefix, words of the name, words of the text. Allows typos if nothing matches. */
export async function searchIds(db: Db, q: string, asked: SearchAsked): Promise<IdPage> {
  const search = await readSearch(db, q);
  if (search === null) return { ids: [], total: 0, isTotalCapped: false };
  const found = await findIds(db, search, asked);
  if (found.total > 0) return found;
  const forgiving = await forgiveMistakes(db, search);
  return forgiving === null ? found : findIds(db, forgiving, asked);
}

async function findIds(db: Db, search: Search, asked: SearchAsked): Promise<IdPage> {
  if (asked.sort === "relevance") {
    const [row] = await db.execute<{ ids: number[]; found: number }>(bestMatches(search, asked), "objects");
    return toPage(row?.ids ?? [], row?.found ?? 0);
  }
  const has = isFound(search, asked);
  const [row] = await db.execute<{ found: number }>(
    sql`select count(*)::int as found from (select from ${productSearch} s where ${has} limit ${MOST_FOUND + 1}) counted`,
    "objects",
  );
  const found = row?.found ?? 0;
  // Sorts few hits; for many, scanning the sort index finds a page sooner: "offset 0" keeps the planner on it.
  const from =
    found > MOST_FOUND
      ? sql`products p where exists (select from ${productSearch} s where s.product_id = p.id and ${has} offset 0) and p.deleted_at is null`
      : sql`${productSearch} s join products p on p.id = s.product_id where ${has}`;
  const rows = await db.execute<{ id: number }>(sorted(from, asked), "objects");
  return toPage(
    rows.map((each) => each.id),
    found,
  );
}

function toPage(ids: readonly number[], found: number): IdPage {
  return { ids, total: Math.min(found, MOST_FOUND), isTotalCapped: found > MOST_FOUND };
}

function bestMatches(search: Search, asked: SearchAsked): SQL {
  const has = isFound(search, asked);
  const columns = sql.raw("s.product_id, s.name, s.is_popular, s.position");
  const from = namePrefix(search);
  return sql`with hits as materialized (select ${columns} from ${productSearch} s where ${has} limit ${MOST_FOUND + 1}),
    best as materialized (
      select ${columns} from ${productSearch} s where s.name ~>=~ ${from} and s.name ~<~ ${from + LAST_CHARACTER} and ${isAsked(asked)}
      order by s.name using ~<~, s.product_id limit ${MOST_BEST}
    ),
    popular as materialized (select ${columns} from ${productSearch} s where s.is_popular and ${has} limit ${MOST_BEST})
    select array(
      select s.product_id from (select * from hits union select * from best union select * from popular) s
      order by ${matchRank(search)}, s.is_popular desc, s.position, s.product_id limit ${asked.limit} offset ${asked.offset}
    ) as ids, (select count(*) from hits)::int as found`;
}

function isFound(search: Search, asked: SearchAsked): SQL {
  return sql`s.words @@ ${search.query}::tsquery and ${isAsked(asked)}`;
}

function isAsked({ categoryIds, dietaryTags, includesHidden = false }: SearchAsked): SQL {
  const conditions = [includesHidden ? sql`true` : sql`s.is_shown`];
  if (categoryIds !== null) {
    conditions.push(
      sql`exists (select from product_categories pc where pc.product_id = s.product_id and pc.category_id = any(${sql.param([...categoryIds])}::int[]))`,
    );
  }
  if (dietaryTags.length > 0) {
    conditions.push(
      sql`exists (select from products p where p.id = s.product_id and p.dietary_tags @> ${sql.param([...dietaryTags])}::text[])`,
    );
  }
  return sql.join(conditions, sql` and `);
}
