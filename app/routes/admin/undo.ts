import { redirect } from "react-router";
import { RECORD_STORES } from "#app/http/staff/record-stores.server.ts";
import { handleUndo } from "#app/http/staff/staff-action.server.ts";
import type { Route } from "./+types/undo";

export function loader() {
  return redirect("/admin");
}

/** POST /admin/undo with `entry`, a row of the history, and `to`, the page to go back to. */
export function action(args: Route.ActionArgs) {
  return handleUndo(args, RECORD_STORES);
}
