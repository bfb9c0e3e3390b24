import type { PromotionStatus } from "./promotion.ts";

/** The current state of a promotion as staff see it. */
export type PromotionState = "draft" | "scheduled" | "active" | "paused" | "ended";

export function promotionState(
  { status, startsAt, endsAt }: { readonly status: PromotionStatus; readonly startsAt: Date | null; readonly endsAt: Date | null },
  now: Date,
): PromotionState {
  if (status === "archived" || (status !== "draft" && endsAt !== null && endsAt <= now)) return "ended";
  if (status !== "active") return status;
  return startsAt !== null && startsAt > now ? "scheduled" : "active";
}
