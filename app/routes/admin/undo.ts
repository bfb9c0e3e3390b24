import { redirect } from "react-router";
import { categoryRecords } from "#app/catalogue/data/category-records.server.ts";
import { customizationTemplateRecords } from "#app/catalogue/data/customization-template-records.server.ts";
import { productRecords } from "#app/catalogue/data/product-records.server.ts";
import { pictureRecords } from "#app/content/data/pictures/picture-records.server.ts";
import { reviewRecords } from "#app/content/data/review-records.server.ts";
import { handleUndo } from "#app/http/staff/staff-action.server.ts";
import { userRecords } from "#app/staff/data/user-records.server.ts";
import type { RecordStore } from "#app/staff/data/record-store.ts";
import type { Route } from "./+types/undo";

/** The records whose acts can be taken back. */
const STORES = [
  categoryRecords,
  customizationTemplateRecords,
  productRecords,
  pictureRecords,
  userRecords(),
  reviewRecords,
] as readonly unknown[] as readonly RecordStore[];

export function loader() {
  return redirect("/admin");
}

/** POST /admin/undo with `entry`, a row of the history, and `to`, the page to go back to. */
export function action(args: Route.ActionArgs) {
  return handleUndo(args, STORES);
}
