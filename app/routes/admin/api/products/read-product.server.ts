import { findListRows } from "#app/catalogue/data/product-lists/product-list.server.ts";
import { listNamedVariants } from "#app/catalogue/data/variants/named-variants.server.ts";
import { saleProblem, type ProductRecord } from "#app/catalogue/domain/product-record.ts";
import type { Services } from "#app/http/context.server.ts";
import type { Visitor } from "#app/staff/domain/permissions.ts";
import { readSettings } from "#app/store/data/site-settings.server.ts";
import type { MoneyFormat } from "#app/values/money.ts";
import { staffProductWire } from "./product-wire.ts";

/** Checks of API calls in addition to those of the record store. */
export function refuseProduct(value: ProductRecord, changed: Partial<ProductRecord>, format: MoneyFormat) {
  if ((value.deletedAt ?? null) !== null) return { deletedAt: "It is in the bin." };
  // The form asks for confirmation; an API call cannot.
  const isMadeFree = value.priceCents === 0 && !value.isHidden && (changed.priceCents === 0 || changed.isHidden === false);
  return isMadeFree
    ? { priceCents: "A shown product is made free in the staff area only. Send a price, or is_hidden." }
    : saleProblem(value, changed, format);
}

/** One product of the API; null = none outside the bin. */
export async function readProduct({ db, now }: Services, visitor: Visitor, id: number) {
  const [row] = await findListRows(db, [id]);
  if (row === undefined || row.deletedAt !== null) return null;
  const { CURRENCY } = await readSettings(db);
  const variants = (await listNamedVariants(db, [id])).get(id);
  return staffProductWire(row, visitor, { currency: CURRENCY, now: now(), variants });
}
