import * as texts from "#texts/promotions/conditions.ts";
import { z } from "zod";
import { isInWindows, windowsText } from "#app/promotions/domain/schedule.ts";
import { windowShape } from "#app/promotions/domain/target.schema.ts";
import type { ScheduleWindow } from "#app/promotions/domain/promotion.ts";
import type { ConditionKind } from "./condition-kind.ts";

type Slot = Pick<ScheduleWindow, keyof ScheduleWindow> & { readonly type: string };

/** The order is requested within a weekly window on the shop's clock; as soon as possible means now. */
export const slot: ConditionKind<Slot> = {
  type: "slot",
  label: "Wanted at certain hours",
  heading: "Only for orders wanted at these hours",
  fields: [
    { name: "weekdays", label: "Days (none = every day)", help: "", input: "weekdays", required: true, initial: [1, 2, 3, 4, 5] },
    { name: "from", label: "From", help: "", input: "clock", required: true, initial: "15:00" },
    { name: "to", label: "Until", help: "", input: "clock", required: true, initial: "17:00" },
  ],
  about: "order",
  schema: () => z.strictObject({ type: z.literal("slot"), ...windowShape }),
  describe: (condition, { region }) => `wanted ${windowsText([condition], region)}`,
  findUnmet: (condition, { localSlot, names: { region } }) =>
    isInWindows([condition], localSlot) ? null : { message: texts.onlyWanted(windowsText([condition], region)), shortfall: null },
  explainOpposite: (condition, { names: { region } }) => texts.notWanted(windowsText([condition], region)),
  example: (condition) => ({ requested: condition }),
};
