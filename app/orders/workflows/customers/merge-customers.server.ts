import { customerRecords, moveOrders, showNewestContacts } from "#app/orders/data/customers/customer-records.server.ts";
import { mergedCustomer } from "#app/orders/domain/customers/customer-merge.ts";
import { mayActOnCustomer } from "#app/orders/domain/customers/customer-permissions.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import type { StaffUser } from "#app/staff/domain/user.ts";
import { keeping, refuseAct, writeEntry, type Done, type Refused } from "#app/staff/workflows/change-records.server.ts";

/**
 * Merges two customers: orders, contacts and staff's texts move to `stays`. Both are locked, so parallel merges and arriving orders wait.
 * The history row contains both complete records, so that undo is refused once either has changed.
 */
export async function mergeCustomers(
  db: Db,
  actor: StaffUser,
  { stays, goes }: { readonly stays: number; readonly goes: number },
): Promise<Done | Refused | { readonly kind: "forbidden" }> {
  if (!mayActOnCustomer("merge", actor)) return { kind: "forbidden" };
  return keeping(db, customerRecords, async (tx): Promise<Done> => {
    const found = await customerRecords.find(tx, [stays, goes], "lock");
    const kept = found.get(stays);
    const gone = found.get(goes);
    if (stays === goes || kept === undefined || gone === undefined)
      return refuseAct("One of the two customers does not exist any more. Another person may have merged them.");
    const merged = mergedCustomer(kept.value, gone.value);
    if (!merged.ok) return refuseAct(merged.error);
    await moveOrders(tx, goes, stays);
    await customerRecords.update(tx, stays, merged.value, kept.value);
    await customerRecords.remove(tx, goes);
    await showNewestContacts(tx, [stays]);
    const { name } = kept.value;
    const entry = await writeEntry(
      tx,
      customerRecords,
      actor,
      { action: "merge", subject: name },
      {
        before: { [stays]: { ...kept.value }, [goes]: { ...gone.value } },
        after: { [stays]: { ...merged.value }, [goes]: null },
        made: [],
        count: 2,
      },
    );
    return { kind: "done", id: stays, name, entry, changed: 2 };
  });
}
