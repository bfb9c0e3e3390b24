import { categoryRecords } from "#app/catalogue/data/category-records.server.ts";
import { customizationTemplateRecords } from "#app/catalogue/data/customizations/customization-template-records.server.ts";
import { productRecords } from "#app/catalogue/data/product-records.server.ts";
import { configurationRecords } from "#app/content/workflows/configuration/configuration.server.ts";
import { CONFIGURATION_PARTS } from "#app/promotions/workflows/configuration/configuration-parts.server.ts";
import { pageRecords } from "#app/content/data/page-records.server.ts";
import { pictureRecords } from "#app/content/data/pictures/picture-records.server.ts";
import { menuRecords } from "#app/content/data/menus.server.ts";
import { reviewRecords } from "#app/content/data/review-records.server.ts";
import { couponSetRecords } from "#app/promotions/data/coupon-sets.server.ts";
import { customerRecords } from "#app/orders/data/customers/customer-records.server.ts";
import { webhookRecords } from "#app/orders/data/webhooks/webhooks.server.ts";
import { printerRecords } from "#app/orders/data/counter/printers.server.ts";
import { promotionRecords } from "#app/promotions/data/promotion-records.server.ts";
import { mayActOnCustomer } from "#app/orders/domain/customers/customer-permissions.ts";
import type { HistoryEntry } from "#app/staff/data/history.server.ts";
import { canOpen, type Visitor } from "#app/staff/domain/permissions.ts";
import { SECTION_KINDS } from "#app/staff/domain/sections.ts";
import { roleRecords } from "#app/staff/data/role-records.server.ts";
import { userRecords } from "#app/staff/data/user-records.server.ts";

/** The records whose actions can be undone. */
export const RECORD_STORES = [
  categoryRecords,
  promotionRecords,
  couponSetRecords,
  customizationTemplateRecords,
  productRecords,
  pictureRecords,
  pageRecords,
  userRecords(),
  roleRecords(),
  reviewRecords,
  printerRecords(),
  webhookRecords(),
  customerRecords,
  menuRecords("Undo"),
  configurationRecords(CONFIGURATION_PARTS),
];

/** Whether this user may undo an entry of the history: users who may do the same in the record's section. */
export function mayUndo(entry: Pick<HistoryEntry, "kind" | "before" | "after">, user: Visitor): boolean {
  const { kind } = entry;
  // Customers are added and removed only by merging; an undone merge can also be undone.
  const isMerge = kind === customerRecords.kind && [entry.before, entry.after].some((states) => Object.values(states).includes(null));
  if (isMerge && !mayActOnCustomer("merge", user)) return false;
  const section = RECORD_STORES.some((store) => store.kind === kind) ? SECTION_KINDS.find((each) => each.kind === kind) : undefined;
  return canOpen(section?.path ?? "/admin/history", user) && canOpen("/admin/undo", user);
}
