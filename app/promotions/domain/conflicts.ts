import type { Promotion } from "./promotion.ts";

/** Something staff should know about two promotions that are never applied together. */
export interface PromotionConflict {
  readonly promotionId: number;
  readonly message: string;
}

type Stacked = Pick<Promotion, "id" | "name" | "status" | "stacking">;

/** Which other active promotions one can never be combined with, and what happens then. Sorted as `others` are. */
export function listConflicts(promotion: Pick<Promotion, "id" | "stacking">, others: readonly Stacked[]): PromotionConflict[] {
  return others
    .filter((other) => other.id !== promotion.id && other.status === "active")
    .flatMap((other) => {
      const message = conflictText(promotion, other);
      return message === null ? [] : [{ promotionId: other.id, message }];
    });
}

function conflictText({ stacking }: Pick<Promotion, "stacking">, other: Stacked): string | null {
  if (stacking.exclusive) return `Stands alone: ${other.name} is not applied with it; whatever is better for the customer wins.`;
  if (other.stacking.exclusive) return `${other.name} stands alone and is not applied with it; whatever is better for the customer wins.`;
  return stacking.group !== null && stacking.group === other.stacking.group ? `Same group as ${other.name}; the better one wins.` : null;
}
