import { RouterContextProvider } from "react-router";
import { servicesContext, type Services } from "#app/http/context.server.ts";
import * as codes from "#app/routes/admin/coupon-sets/codes-csv.ts";
import * as sets from "#app/routes/admin/coupon-sets/sets-csv.ts";
import * as customers from "#app/routes/admin/customers/customers-csv.ts";
import * as bookkeeper from "#app/routes/admin/end-of-day/bookkeeper-csv.ts";
import * as figures from "#app/routes/admin/figures-csv.ts";
import * as orders from "#app/routes/admin/orders/list-csv.ts";
import * as problems from "#app/routes/admin/orders/problems-csv.ts";
import * as promotions from "#app/routes/admin/promotions/report-csv.ts";
import type { AnsweredFile } from "#server/audit/expected-file.ts";

interface FileRoute {
  readonly loader: (args: never) => Promise<Response>;
}

const ROUTES: readonly (readonly [RegExp, FileRoute])[] = [
  [/^\/admin\/figures\.csv$/, figures],
  [/^\/admin\/orders\/problems\.csv$/, problems],
  [/^\/admin\/orders\/(?:all|accepted|rejected)\.csv$/, orders],
  [/^\/admin\/customers\/customers\.csv$/, customers],
  [/^\/admin\/end-of-day\/files\/(?<file>[\w-]+)$/, bookkeeper],
  [/^\/admin\/promotions\/report\.csv$/, promotions],
  [/^\/admin\/coupon-sets\/sets\.csv$/, sets],
  [/^\/admin\/coupon-sets\/(?<id>\d+)\/codes\.csv$/, codes],
];

/** A file that the owner can download, made by its route without a server. */
export async function fileOfShop(services: Pick<Services, "db" | "now">, address: string): Promise<AnsweredFile> {
  const url = new URL(address, "http://127.0.0.1");
  for (const [path, route] of ROUTES) {
    const match = path.exec(url.pathname);
    if (match === null) continue;
    const context = new RouterContextProvider();
    // The routes of files use the database and the clock only.
    context.set(servicesContext, services as Services);
    const args = { request: new Request(url), url, params: { ...match.groups }, pattern: url.pathname, context };
    const answer = await route.loader(args as never);
    return { status: answer.status, text: await answer.text() };
  }
  throw new Error(`no route makes ${address}`);
}
