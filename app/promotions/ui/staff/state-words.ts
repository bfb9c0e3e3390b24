import type { StatusTone } from "#app/kit/status.tsx";
import type { PromotionState } from "#app/promotions/domain/promotion-state.ts";

/** The states of a promotion as staff read them. */
export const STATE_WORDS: Readonly<Record<PromotionState, { readonly label: string; readonly tone: StatusTone }>> = {
  draft: { label: "Draft", tone: "off" },
  scheduled: { label: "Scheduled", tone: "wait" },
  active: { label: "Active", tone: "on" },
  paused: { label: "Paused", tone: "late" },
  ended: { label: "Ended", tone: "off" },
};
