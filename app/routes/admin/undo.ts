import { redirect } from "react-router";
import { servicesContext } from "#app/http/context.server.ts";
import { isConfirmed } from "#app/http/staff/confirmation.server.ts";
import { redirectSaying } from "#app/http/staff/flash.server.ts";
import { requireStaff } from "#app/http/staff/staff-user.server.ts";
import { findHistoryEntry } from "#app/staff/data/history.server.ts";
import { refuseAccountUndo } from "#app/staff/domain/account-changes.ts";
import { mayUndo, RECORD_STORES } from "#app/http/staff/record-stores.server.ts";
import { homeOf } from "#app/staff/domain/permissions.ts";
import { handleUndo, historyId } from "#app/http/staff/staff-action.server.ts";
import type { Route } from "./+types/undo";

export function loader() {
  return redirect("/admin");
}

/** POST /admin/undo with `entry`, a history entry, and `to`, the page to return to. */
export async function action(args: Route.ActionArgs) {
  const services = args.context.get(servicesContext);
  const form = await args.request.clone().formData();
  const entry = await findHistoryEntry(services.db, historyId(form.get("entry")));
  const user = requireStaff(args.context);
  if (entry !== undefined && !mayUndo(entry, user))
    return redirectSaying(services, homeOf(user), { text: "Your role does not allow undoing this." });
  if (entry?.kind === "user") {
    const actor = { ...user, isConfirmed: await isConfirmed(services, args.request) };
    const refusal = refuseAccountUndo(actor, entry.before);
    if (refusal !== undefined) return redirectSaying(services, "/admin/users", { text: refusal });
  }
  return handleUndo(args, RECORD_STORES);
}
