import { z } from "zod";
import { isInWindows, windowsText } from "#app/promotions/domain/schedule.ts";
import { windowShape } from "#app/promotions/domain/target.schema.ts";
import type { ConditionKind, ConditionOf } from "./condition-kind.ts";

/** The order is wanted within a weekly window on the shop's clock; as soon as possible means now. */
export const slot = {
  schema: () => z.strictObject({ type: z.literal("slot"), ...windowShape }),
  describe: (condition) => `wanted ${windowsText([condition])}`,
  findUnmet: (condition, { localSlot }) =>
    isInWindows([condition], localSlot) ? null : { message: `Only for orders wanted ${windowsText([condition])}.`, shortfall: null },
  explainOpposite: (condition) => `Not for orders wanted ${windowsText([condition])}.`,
} satisfies ConditionKind<ConditionOf<"slot">>;
