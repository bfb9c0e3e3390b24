import { recordAudit } from "#app/staff/data/history.server.ts";
import { inTransaction } from "#app/platform/db/database.server.ts";
import { markSoldOut } from "#app/catalogue/data/sold-out/sold-out.server.ts";
import { putClosedSlot, reopenTime } from "#app/store/data/closed-slots.server.ts";
import { writeSettings, type SettingChanges } from "#app/store/data/site-settings.server.ts";
import { delayOrders } from "#app/orders/workflows/changes/delay-orders.server.ts";
import type { WorkflowServices } from "#app/orders/workflows/workflow-services.server.ts";
import type { LiveControls } from "#app/orders/domain/counter/live-controls.schema.ts";
import type { StaffUser } from "#app/staff/domain/user.ts";
import { fail, ok, type Result } from "#app/values/result.ts";
import type { SecretBox } from "#app/platform/secret-box.server.ts";

/** `conflict`: every order to delay has changed; `refused`: a record does not exist. */
export interface LiveRefusal {
  readonly kind: "conflict" | "refused";
  readonly message: string;
}

/** Pause, busy, sold out and delay, all or nothing. Returns how many orders were delayed. */
export async function changeLiveControls(
  deps: WorkflowServices & { readonly secrets: SecretBox },
  user: StaffUser,
  changes: LiveControls,
): Promise<Result<{ readonly delayed: number }, LiveRefusal>> {
  const settings: { -readonly [Key in keyof SettingChanges]: SettingChanges[Key] } = {};
  if (changes.paused_until !== undefined) {
    settings.ORDERING_PAUSED_UNTIL = changes.paused_until?.toISOString() ?? null;
    settings.ORDERING_PAUSED_BECAUSE = null;
    settings.TIME_OUTS_COUNT_FROM = deps.now().toISOString();
  }
  if (changes.delivery_paused_until !== undefined) settings.DELIVERY_PAUSED_UNTIL = changes.delivery_paused_until?.toISOString() ?? null;
  if (changes.pause_message !== undefined) settings.PAUSE_MESSAGE = changes.pause_message;
  if (changes.busy_minutes !== undefined) settings.BUSY_EXTRA_MINUTES = changes.busy_minutes;
  if (changes.busy_until !== undefined) settings.BUSY_UNTIL = changes.busy_until?.toISOString() ?? null;
  const actor = { userId: user.id, userName: user.name };
  const soldOut = changes.sold_out ?? [];
  try {
    const delayed = await inTransaction(deps.db, async (tx) => {
      if (Object.keys(settings).length > 0) await writeSettings(tx, deps.secrets, settings, actor);
      for (const { starts_at: startsAt, ends_at: endsAt, is_closed: isClosed } of changes.slots ?? []) {
        if (isClosed) await putClosedSlot(tx, { startsAt, endsAt }, actor);
        else await reopenTime(tx, { startsAt, endsAt });
        await recordAudit(tx, { ...actor, action: isClosed ? "close-slot" : "reopen-slot", subject: `slot ${startsAt.toISOString()}` });
      }
      for (const { kind, id, is_sold_out: isSoldOut, until } of soldOut) {
        if (!(await markSoldOut(tx, kind, id, isSoldOut, until)))
          throw new Refused({ kind: "refused", message: `There is no ${kind} ${id}.` });
        await recordAudit(tx, {
          ...actor,
          action: "mark-sold-out",
          subject: `${kind} ${id}`,
          after: { isSoldOut, until: until?.toISOString() ?? null },
        });
      }
      if (changes.delay === undefined) return 0;
      const count = await delayOrders(tx, deps, user, changes.delay);
      if (count === 0) throw new Refused({ kind: "conflict", message: NONE_DELAYED });
      return count;
    });
    return ok({ delayed });
  } catch (error) {
    if (error instanceof Refused) return fail(error.refusal);
    throw error;
  }
}

const NONE_DELAYED = "No order was delayed. All of them have changed or are no longer due.";

/** Rolls back the transaction; converted to a value. */
class Refused extends Error {
  readonly refusal: LiveRefusal;

  constructor(refusal: LiveRefusal) {
    super(refusal.message);
    this.refusal = refusal;
  }
}
