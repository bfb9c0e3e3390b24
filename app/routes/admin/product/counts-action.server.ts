import { data, type ActionFunctionArgs } from "react-router";
import { countsField } from "#app/catalogue/domain/stock-taking/counts.schema.ts";
import { MAX_COUNTS } from "#app/catalogue/domain/stock-taking/stock-taking.ts";
import type { CountsRefused } from "#app/catalogue/ui/staff/stock-taking/send-counts.ts";
import { applyCounts } from "#app/catalogue/workflows/apply-counts.server.ts";
import { servicesContext } from "#app/http/context.server.ts";
import { redirectSaying } from "#app/http/staff/flash.server.ts";
import { requireStaff } from "#app/http/staff/staff-user.server.ts";
import { canOpen } from "#app/staff/domain/permissions.ts";
import { counted } from "#texts/plural.ts";
import { groupedNumber } from "#app/values/number.ts";

/**
 * POST /admin/product with intent=counts: applies a stocktake. Redirects with Undo if every row was applied; otherwise returns the rejected
 * rows.
 */
export async function countsAction({ context, url }: ActionFunctionArgs, sent: FormDataEntryValue | null) {
  const services = context.get(servicesContext);
  const counts = countsField.safeParse(sent);
  if (!counts.success)
    return data(
      { message: `These counts could not be read. Apply at most ${groupedNumber(MAX_COUNTS)} at once, or reload the page.` },
      { status: 422 },
    );
  const user = requireStaff(context);
  const { applied, refused, changed, entry } = await applyCounts(services, user, counts.data);
  if (Object.keys(refused).length === 0) {
    const text = `${counted(applied.length, "count", "counts")} applied: ${changed === 0 ? "nothing changed" : counted(changed, "difference", "differences")}.`;
    return redirectSaying(services, `${url.pathname}${url.search}`, { text, undo: entry });
  }
  const answer: CountsRefused = { kind: "counts", applied: applied.length, refused, undo: canOpen("/admin/undo", user) ? entry : null };
  return data(answer, { status: applied.length === 0 ? 422 : 200 });
}
