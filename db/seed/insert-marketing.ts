import { randomInt } from "node:crypto";
import type { Db } from "#app/platform/db/database.server.ts";
import { saveMenu } from "#app/content/data/menus.server.ts";
import { couponCodes, couponSets, promotions } from "#app/promotions/data/tables.ts";
import { pages } from "#app/content/data/tables.ts";
import { formatCode, generateCodes, normalizeCode } from "#app/promotions/domain/coupons.ts";
import { footerMenuSchema, topMenuSchema } from "#app/content/domain/menu.schema.ts";
import { findActionKind } from "#app/promotions/domain/kinds/list.ts";
import { addMinutes } from "#app/values/time.ts";
import { sanitizeHtml } from "#app/platform/sanitize-html.server.ts";
import { seedFooterMenu, seedTopMenu } from "./menus.ts";
import { SEED_PAGES } from "./pages.ts";
import { listSeedPromotions, NO_CONDITION, type SeedIds, type SeedPromotion } from "./promotions.ts";

const MINUTES_PER_DAY = 1440;
/** Characters after the prefix of generated codes. */
const CODE_LENGTH = 8;

/** Inserts promotions with their coupon sets, pages and menus. Must run in a transaction. */
export async function insertMarketing(tx: Db, ids: SeedIds, now: Date): Promise<void> {
  for (const promotion of listSeedPromotions(ids)) await insertPromotion(tx, promotion, now);
  await tx
    .insert(pages)
    .values(
      SEED_PAGES.map((page) => ({ ...page, html: sanitizeHtml(page.html), status: "published" as const, createdAt: now, updatedAt: now })),
    );
  await saveMenu(tx, "site_top_menu", topMenuSchema.parse(seedTopMenu(ids)));
  await saveMenu(tx, "site_footer_menu", footerMenuSchema.parse(seedFooterMenu(ids)));
}

async function insertPromotion(tx: Db, seed: SeedPromotion, now: Date): Promise<void> {
  const kind = findActionKind(seed.action.kind);
  if (kind === undefined) throw new Error(`the demo shop uses an unknown promotion kind "${seed.action.kind}"`);
  const inDays = (days: number | undefined): Date | null => (days === undefined ? null : addMinutes(now, days * MINUTES_PER_DAY));
  const [row] = await tx
    .insert(promotions)
    .values({
      name: seed.name,
      title: seed.title,
      description: seed.description,
      status: seed.status,
      trigger: seed.trigger,
      startsAt: inDays(seed.startsInDays),
      endsAt: inDays(seed.endsInDays),
      schedule: seed.schedule ?? [],
      condition: seed.condition ?? NO_CONDITION,
      actionKind: seed.action.kind,
      actionParams: kind.paramsSchema.parse(seed.action.params),
      capCents: seed.cap ?? null,
      stackingGroup: seed.group ?? null,
      isExclusive: seed.isExclusive ?? false,
      priority: seed.priority ?? 0,
      totalUses: seed.totalUses ?? null,
      perCustomerUses: seed.perCustomerUses ?? null,
      budgetCents: seed.budget ?? null,
    })
    .returning({ id: promotions.id });
  if (row === undefined || seed.codes === undefined) return;
  const { set, words, generated } = seed.codes;
  const [couponSet] = await tx.insert(couponSets).values({ name: set, promotionId: row.id }).returning({ id: couponSets.id });
  if (couponSet === undefined) throw new Error("the database took a coupon set without answering it");
  const typed = words.map((code) => ({
    couponSetId: couponSet.id,
    code,
    normalizedCode: normalizeCode(code),
    maxUses: null as number | null,
  }));
  if (generated !== undefined) {
    // Random on purpose: predictable codes would be worthless.
    const made = generateCodes(generated.count, { prefix: generated.prefix, length: CODE_LENGTH }, (below) => randomInt(below));
    if (!made.ok) throw new Error(made.error);
    typed.push(
      ...made.value.map((code) => ({
        couponSetId: couponSet.id,
        code: formatCode(code, generated.prefix),
        normalizedCode: code,
        maxUses: generated.maxUses,
      })),
    );
  }
  await tx.insert(couponCodes).values(typed);
}
