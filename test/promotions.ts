import type { Promotion } from "#app/promotions/domain/promotion.ts";

/** An active automatic promotion for all customers at any time, without limits, with changes. */
export function testPromotion(id: number, kind: string, params: unknown, changes: Partial<Promotion> = {}): Promotion {
  return {
    id,
    name: `Promotion ${id}`,
    title: `Promotion ${id}`,
    description: "",
    status: "active",
    trigger: "automatic",
    startsAt: null,
    endsAt: null,
    schedule: [],
    condition: { type: "all", of: [] },
    action: { kind, params },
    cap: null,
    stacking: { group: null, exclusive: false, priority: 0 },
    limits: { totalUses: null, perCustomerUses: null, budget: null },
    uses: 0,
    spent: 0,
    ...changes,
  };
}

/** The promotion form's fields: a draft without limits. */
export const PROMOTION_FORM = {
  name: "",
  title: "",
  description: "",
  status: "draft",
  trigger: "automatic",
  startsAt: "",
  endsAt: "",
  schedule: "[]",
  cap: "",
  group: "",
  isExclusive: "",
  priority: "0",
  totalUses: "",
  perCustomerUses: "",
  budget: "",
};
