import { readDemoFacts } from "#app/checkout/data/demo-facts.server.ts";
import { contentSeal, contentWords } from "#app/checkout/domain/demo-removal.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import { findDemoRemoval } from "#app/staff/data/history.server.ts";

/** - none: no demo. - present: it can be removed. - removed: its backup may still be needed. */
export type DemoState =
  | { readonly kind: "none" }
  | { readonly kind: "removed"; readonly backup: string }
  | { readonly kind: "present"; readonly content: readonly string[]; readonly added: readonly string[]; readonly seal: string };

/** `filledAt`: when the demo filled the shop. The backup is shown until the shop has its own products. */
export async function readDemoState(db: Db, filledAt: Date | null, products: number): Promise<DemoState> {
  if (filledAt === null) return { kind: "none" };
  const removal = await findDemoRemoval(db);
  if (removal !== null) return products > 0 ? { kind: "none" } : { kind: "removed", backup: removal.backup };
  const facts = await readDemoFacts(db);
  return { kind: "present", content: contentWords(facts.content), added: contentWords(facts.added), seal: contentSeal(facts) };
}
