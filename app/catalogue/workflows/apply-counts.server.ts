import { listLaterMovements, lockCountedStock, putCounted } from "#app/catalogue/data/movements/count-rows.server.ts";
import { productRecords } from "#app/catalogue/data/product-records.server.ts";
import { giveStockReason } from "#app/catalogue/data/stock.server.ts";
import type { Counts } from "#app/catalogue/domain/stock-taking/counts.schema.ts";
import { countKey, stockAfterCount, type Count } from "#app/catalogue/domain/stock-taking/stock-taking.ts";
import { inTransaction, type Db } from "#app/platform/db/database.server.ts";
import { track, writeEntry, type Actor } from "#app/staff/workflows/change-records.server.ts";
import { counted as countWords } from "#texts/plural.ts";

export interface CountsAnswer {
  /** Keys of applied counts, including those without a difference. */
  readonly applied: readonly string[];
  /** Why counts were not applied, by key. */
  readonly refused: Readonly<Record<string, string>>;
  /** Rows whose stock changed. */
  readonly changed: number;
  /** The history entry; null: nothing changed. */
  readonly entry: number | null;
}

/** Applies a stock-taking with its products locked: valid rows are applied, the others refused. Submitted again, it changes nothing. */
export function applyCounts(
  { db, now }: { readonly db: Db; readonly now: () => Date },
  user: Actor,
  { act, counts }: Counts,
): Promise<CountsAnswer> {
  return inTransaction(db, async (tx) => {
    const ids = [...new Set(counts.map(({ productId }) => productId))];
    // By product, too, so that a variant of another product does not match.
    const placeOf = ({ productId, variantId }: Pick<Count, "productId" | "variantId">) => `${productId} ${variantId ?? ""}`;
    const stocks = new Map((await lockCountedStock(tx, ids)).map((row) => [placeOf(row), row.stock ?? undefined]));
    const at = now().getTime();
    const ago = (seconds: number) => new Date(at - seconds * 1000);
    const later = await listLaterMovements(
      tx,
      counts.map((count) => {
        const { ageSeconds, lastedSeconds } = count;
        return { ...count, countedFrom: ago(ageSeconds + lastedSeconds), countedAt: ago(ageSeconds) };
      }),
    );
    const planned = counts.map((count) => {
      const stock = stocks.get(placeOf(count));
      return { count, stock, next: stockAfterCount(count, stock, later.get(countKey(count)) ?? [], act) };
    });
    const changes = planned.flatMap(({ count: { productId, variantId }, stock, next }) =>
      next.ok && next.value !== stock ? [{ productId, variantId, stock: next.value }] : [],
    );
    return {
      applied: planned.flatMap(({ count, next }) => (next.ok ? [countKey(count)] : [])),
      refused: Object.fromEntries(planned.flatMap(({ count, next }) => (next.ok ? [] : [[countKey(count), next.error]]))),
      changed: changes.length,
      entry: changes.length === 0 ? null : await store(tx, user, act, changes),
    };
  });
}

async function store(tx: Db, user: Actor, act: string, changes: Parameters<typeof putCounted>[1]): Promise<number | null> {
  await giveStockReason(tx, { reason: "stock-taking", userId: user.id, userName: user.name, stockTaking: act });
  const ids = [...new Set(changes.map(({ productId }) => productId))];
  const change = await track(tx, productRecords, ids, async () => {
    await putCounted(tx, changes);
    return [];
  });
  return writeEntry(tx, productRecords, user, { action: "count", subject: countWords(change.count, "product", "products") }, change);
}
