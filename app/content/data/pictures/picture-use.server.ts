import { and, eq, inArray, sql, type SQL } from "drizzle-orm";
import { categories, productMedia, products } from "#app/catalogue/data/tables.ts";
import { HOME_SLUG } from "#app/content/domain/page.ts";
import type { PictureUse } from "#app/content/domain/pictures/picture-use.ts";
import { pages } from "#app/content/data/tables.ts";
import { media } from "#app/media/data/tables.ts";
import { settings } from "#app/store/data/tables.ts";
import { isSettingKey, SETTING_KEYS, SETTINGS } from "#app/store/domain/settings.ts";
import type { Db } from "#app/platform/db/database.server.ts";

/** The common prefix of the addresses of a picture's sizes. */
const base = sql`split_part(${media.key}, '.', 1)`;

/** Pages refer to pictures by address, in public and draft text; the home page's head refers by id. */
const standsInPage = sql`(
  position(${base} in ${pages.html} || coalesce(${pages.home}::text, '') || coalesce(${pages.draft}::text, '')) > 0
  or ${pages.home} -> 'pictureId' = to_jsonb(${media.id}) or ${pages.draft} -> 'home' -> 'pictureId' = to_jsonb(${media.id}))`;

/** The settings of the look refer to pictures by their base. */
const lookKeys = inArray(
  settings.key,
  SETTING_KEYS.filter((key) => SETTINGS[key].kind === "picture"),
);
const standsInSettings = sql`(${lookKeys} and ${settings.value} = to_jsonb(${base}))`;

/** Whether the picture of the outer query is used anywhere. */
export const isUsed: SQL<boolean> = sql`(
  exists (select 1 from ${productMedia} where ${productMedia.mediaId} = ${media.id})
  or exists (select 1 from ${categories} where ${categories.mediaId} = ${media.id})
  or exists (select 1 from ${pages} where ${standsInPage})
  or exists (select 1 from ${settings} where ${standsInSettings}))`;

/** Whether the look uses the picture of the outer query: in its settings, or on the home page. */
export const isInLook: SQL<boolean> = sql`(
  exists (select 1 from ${pages} where ${pages.slug} = ${HOME_SLUG} and ${standsInPage})
  or exists (select 1 from ${settings} where ${standsInSettings}))`;

/** Replaces a picture's file in the look: bases in settings become those of the new file. */
export async function replaceInSettings(tx: Db, before: string, now: string): Promise<void> {
  const baseOf = (key: string) => key.replace(/\.[^.]*$/, "");
  if (baseOf(before) === baseOf(now)) return;
  await tx
    .update(settings)
    .set({ value: baseOf(now) })
    .where(and(lookKeys, eq(settings.value, baseOf(before))));
}

/** The uses of these pictures, by picture; unused ones are missing. */
export async function listPictureUses(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, readonly PictureUse[]>> {
  const uses = new Map<number, PictureUse[]>();
  if (ids.length === 0) return uses;
  const wanted = inArray(media.id, [...ids]);
  const rows = await db.execute<{ media_id: number } & PictureUse>(sql`
    select ${media.id} as media_id, 'product' as kind, ${products.id} as id, ${products.name} as name from ${media}
      join ${productMedia} on ${productMedia.mediaId} = ${media.id} join ${products} on ${products.id} = ${productMedia.productId} where ${wanted}
    union all
    select ${media.id}, 'category', ${categories.id}, ${categories.name} from ${media}
      join ${categories} on ${categories.mediaId} = ${media.id} where ${wanted}
    union all
    select ${media.id}, 'page', ${pages.id}, ${pages.title} from ${media}
      join ${pages} on ${standsInPage} where ${wanted}
    union all
    select ${media.id}, 'setting', 0, ${settings.key} from ${media}
      join ${settings} on ${standsInSettings} where ${wanted}
    order by 1, 2 desc, 4`);
  for (const { media_id: mediaId, kind, id, name: stored } of rows.rows) {
    const name = kind === "setting" && isSettingKey(stored) ? SETTINGS[stored].label : stored;
    const found = uses.get(mediaId);
    if (found === undefined) uses.set(mediaId, [{ kind, id, name }]);
    else found.push({ kind, id, name });
  }
  return uses;
}
