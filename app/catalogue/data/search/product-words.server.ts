import { sql } from "drizzle-orm";
import type { Db } from "#app/platform/db/database.server.ts";
import { productSearch, productWords } from "./tables.ts";

/** Words checked per statement. */
const WORDS_AT_ONCE = 5000;

/** Deletes unused and duplicate words in small statements. */
export async function tidyProductWords(db: Db): Promise<void> {
  for (let from: string | null = ""; from !== null;) {
    const [piece]: { readonly last: string | null }[] = await db.execute<{ last: string | null }>(
      sql`with piece as (
            select ctid, word, row_number() over (partition by word order by ctid) as copy
            from (select ctid, word from ${productWords} where word ~>~ ${from} order by word using ~<~ limit ${WORDS_AT_ONCE}) some_words
          ), gone as (
            delete from ${productWords} where ctid = any(array(
              select ctid from piece where copy > 1 or not exists (select from ${productSearch} s where s.words @@ quote_literal(word)::tsquery)
            ))
          )
          select (array_agg(word order by word using ~>~))[1] as last from piece`,
      "objects",
    );
    from = piece?.last ?? null;
  }
}
