import { eq, sql } from "drizzle-orm";
import { pages } from "#app/content/data/tables.ts";
import type { StoredFile } from "#app/media/domain/stored-file.ts";
import type { Db } from "#app/platform/db/database.server.ts";

/** Pages refer to a picture by its files' addresses: replaces those of the file `before` (its key) with those of the file `now`. */
export async function replaceInPages(tx: Db, before: string, now: StoredFile | null): Promise<void> {
  const base = baseOf(before);
  if (now === null || baseOf(now.key) === base || now.variants.length === 0) return;
  const rows = await tx
    .select({ id: pages.id, html: pages.html, home: pages.home, draft: pages.draft })
    .from(pages)
    .where(sql`position(${base} in ${pages.html} || coalesce(${pages.home}::text, '') || coalesce(${pages.draft}::text, '')) > 0`)
    .for("update");
  for (const { id, html, home, draft } of rows) {
    await tx
      .update(pages)
      .set({
        html: renameIn(html, base, now),
        // Addresses need no escaping in JSON.
        home: JSON.parse(renameIn(JSON.stringify(home), base, now)) as typeof home,
        draft: JSON.parse(renameIn(JSON.stringify(draft), base, now)) as typeof draft,
        version: sql`${pages.version} + 1`,
      })
      .where(eq(pages.id, id));
  }
}

/** Each address of the old file gets the new file's nearest width. */
function renameIn(html: string, base: string, now: StoredFile): string {
  const address = new RegExp(String.raw`/media/${base}(?:-(\d{1,4}))?\.(avif|webp|jpg)`, "g");
  return html.replace(address, (_, width: string | undefined, ending: string) => {
    const format = ending === "jpg" ? "jpeg" : ending;
    const same = now.variants.filter((variant) => variant.format === format);
    const others = same.length > 0 ? same : now.variants.filter((variant) => variant.format === "jpeg");
    const sizes = others.toSorted((a, b) => a.width - b.width);
    const best = sizes.find((variant) => variant.width >= Number(width ?? 640)) ?? sizes.at(-1);
    return `/media/${best?.key ?? now.key}`;
  });
}

function baseOf(key: string): string {
  return key.replace(/\.[^.]*$/, "");
}
