import { sql, type SQL } from "drizzle-orm";
import { MIN_MISTYPED_LENGTH, nearSpellings, wordsMeant } from "#app/catalogue/domain/mistyped.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import { MAX_SEARCH_LENGTH } from "#app/values/limits.ts";
import { products } from "#app/catalogue/data/tables.ts";
import { productSearch, productWords } from "./tables.ts";

/** At most this many words count. */
const MAX_SEARCH_WORDS = 8;
/** Maximum words that contain a search word. */
const MOST_WITHIN = 40;
/** Maximum similar words of a typo. */
const MOST_ALIKE = 60;
/** Shorter words match prefixes only. */
const MIN_INNER_LENGTH = 3;
/** The highest character, for prefix ranges. */
export const LAST_CHARACTER = "\u{10FFFF}";

/** A typed search as the database compares it. */
export interface Search {
  /** At least one. */
  readonly words: readonly SearchWord[];
  /** For `@@`. */
  readonly query: string;
}

interface SearchWord {
  readonly word: string;
  /** Whether a product word has this prefix. */
  readonly isKnown: boolean;
  /** Product words that contain it, not as prefix. */
  readonly within: readonly string[];
  /** What may have been meant instead. */
  readonly meant: readonly string[];
}

/** The search words; null if none. One statement. */
export async function readSearch(db: Db, q: string): Promise<Search | null> {
  const text = q.normalize("NFC").slice(0, MAX_SEARCH_LENGTH).replaceAll("\0", " ");
  if (text.trim() === "") return null;
  const words = await db.execute<Omit<SearchWord, "meant">>(
    sql`select asked.word,
          length(asked.word) < ${MIN_MISTYPED_LENGTH} or exists (
            select from ${productWords} p where p.word ~>=~ asked.word and p.word ~<~ (asked.word || ${LAST_CHARACTER}::text)
          ) as "isKnown",
          array(
            select distinct p.word from ${productWords} p
            where length(asked.word) >= ${MIN_INNER_LENGTH} and p.word like '%' || asked.word || '%' and p.word not like asked.word || '%'
            limit ${MOST_WITHIN}
          ) as within
        from unnest(product_words(${text})) with ordinality asked(word, number) order by asked.number limit ${MAX_SEARCH_WORDS}`,
    "objects",
  );
  return toSearch(words.map((word) => ({ ...word, meant: [] })));
}

/** The search with typos; null if nothing is similar. */
export async function forgiveMistakes(db: Db, search: Search): Promise<Search | null> {
  const typed = [...new Set(search.words.map((each) => each.word))].filter((word) => word.length >= MIN_MISTYPED_LENGTH);
  if (typed.length === 0) return null;
  const spellings = typed.flatMap((word) => nearSpellings(word).map((spelling) => ({ word, spelling })));
  const rows = await db.execute<{ typed: string; word: string }>(
    sql`select asked.typed, p.word from unnest(${sql.param(typed)}::text[]) asked(typed) cross join lateral (
          select distinct word, similarity(word, asked.typed) as likeness from ${productWords} where word % asked.typed order by 2 desc, 1 limit ${MOST_ALIKE}
        ) p
        union all
        select near.typed, p.word
        from unnest(${sql.param(spellings.map((each) => each.word))}::text[], ${sql.param(spellings.map((each) => each.spelling))}::text[]) near(typed, spelling)
        join ${productWords} p on p.word = near.spelling`,
    "objects",
  );
  const alike = Map.groupBy(rows, (row) => row.typed);
  const words = search.words.map((each) => ({
    ...each,
    meant: wordsMeant(
      each.word,
      (alike.get(each.word) ?? []).map((row) => row.word),
    ),
  }));
  const canBe = words.every((each) => each.isKnown || each.within.length > 0 || each.meant.length > 0);
  return canBe && words.some((each) => each.meant.length > 0) ? toSearch(words) : null;
}

/** Rank of `product_search` rows `s`: smaller is better. */
export function matchRank({ words }: Search): SQL {
  const spellings = words.map(bestSpelling);
  const phrase = ` ${spellings.join(" ")}`;
  const all = (start: string) => sql`s.name like all(${sql.param(spellings.map((word) => `${start}${word}%`))}::text[])`;
  return sql`case when s.name = ${phrase} then 0 when s.name like ${`${phrase}%`} then 1 when s.name like ${`%${phrase}%`} then 2
    when ${all("% ")} then 3 when ${all("%")} then 4 else 5 end`;
}

/** Prefix of a name that begins with the query. */
export function namePrefix({ words }: Search): string {
  return ` ${words.map(bestSpelling).join(" ")}`;
}

/** Matches all words, for staff lists with their own order. Undefined without a query. */
export async function hasWords(db: Db, q: string): Promise<SQL | undefined> {
  if (q.trim() === "") return undefined;
  const search = await readSearch(db, q);
  return search === null
    ? sql`false`
    : sql`${products.id} in (select s.product_id from ${productSearch} s where s.words @@ ${search.query}::tsquery)`;
}

function bestSpelling({ word, isKnown, meant }: SearchWord): string {
  return isKnown ? word : (meant[0] ?? word);
}

function toSearch(words: readonly SearchWord[]): Search | null {
  if (words.length === 0) return null;
  const quoted = (word: string) => `'${word.replace(/['\\]/g, "")}'`;
  const each = words.map(({ word, within, meant }) => [`${quoted(word)}:*`, ...within.map(quoted), ...meant.map(quoted)].join(" | "));
  return { words, query: each.map((any) => `(${any})`).join(" & ") };
}
