import { data } from "react-router";
import { csvFile } from "#app/http/answers/csv-file.server.ts";
import { notFound } from "#app/http/answers/not-found.server.ts";
import { readPageQuery, readParam } from "#app/http/answers/read-query.server.ts";
import { servicesContext } from "#app/http/context.server.ts";
import { bookkeeperFileName, bookkeeperQuery } from "#app/orders/domain/closing/closing.schema.ts";
import { bookkeeperFile, payoutJournalLines } from "#app/orders/workflows/closing/bookkeeper-files.server.ts";
import { csvFormat } from "#app/store/domain/place/csv-format.ts";
import { readSettings } from "#app/store/data/site-settings.server.ts";
import { businessDay } from "#app/values/time.ts";
import { payoutLines, readWholePayouts } from "./payouts-view.server.ts";
import type { Route } from "./+types/bookkeeper-csv";

/** GET /admin/end-of-day/files/:file?from=…&to=…: order lines, tax or journal of the closed days, or the provider's payouts, both days included. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const { db, now } = services;
  const file = readParam(params.file, bookkeeperFileName, () => notFound(request));
  const query = readPageQuery(request, bookkeeperQuery);
  const settings = await readSettings(db);
  const today = businessDay(now(), settings.STORE_TIMEZONE);
  const [from = today, to = today] = [query.from === "" ? today : query.from, query.to === "" ? today : query.to].toSorted();
  if (file === "payouts" || file === "payout-journal") {
    const read = await readWholePayouts(services, { from, to });
    if ("problem" in read) throw data({ message: read.problem }, { status: 503 });
    const rows = file === "payouts" ? payoutLines(read.payouts) : payoutJournalLines(read.payouts, settings);
    return csvFile(`${file}-${from}-${to}`, rows, csvFormat(settings));
  }
  return csvFile(`${file}-${from}-${to}`, bookkeeperFile(db, file, { from, to }, settings), csvFormat(settings));
}
