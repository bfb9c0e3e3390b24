import type { OrderStatus } from "#app/orders/domain/order.ts";

/** What no station makes is made here; also the only station of a shop that names none. */
export const KITCHEN = "Kitchen";

interface KitchenLine {
  readonly productId: number;
  readonly isRefunded: boolean;
}

/** An order as the kitchen's screen needs it. */
interface KitchenOrder<Line extends KitchenLine> {
  readonly id: string;
  readonly status: OrderStatus;
  readonly cookFrom: Date | null;
  readonly lines: readonly Line[];
}

/** The station of each product, by its id; one that is not named here is made in the kitchen. */
export type StationOfProduct = Readonly<Record<string, string>>;

/** The lines of an order by station, in the order of the shop's list, what has none last. */
export function linesByStation<Line extends KitchenLine>(
  lines: readonly Line[],
  stationOf: StationOfProduct,
  stations: readonly string[],
): readonly { readonly station: string; readonly lines: readonly Line[] }[] {
  const groups = Map.groupBy(lines, (line) => stationOf[line.productId] ?? KITCHEN);
  const place = (station: string) => (stations.includes(station) ? stations.indexOf(station) : stations.length);
  return [...groups].map(([station, own]) => ({ station, lines: own })).toSorted((a, b) => place(a.station) - place(b.station));
}

/** The stations that have something to make for an order; what was paid back is not made. */
export function stationsOfOrder(lines: readonly KitchenLine[], stationOf: StationOfProduct): readonly string[] {
  return [...new Set(lines.filter((line) => !line.isRefunded).map((line) => stationOf[line.productId] ?? KITCHEN))];
}

/** Whether an order's cooking must have begun: one for later appears when its time minus its preparation has come. */
export function isForNow(order: Pick<KitchenOrder<KitchenLine>, "status" | "cookFrom">, now: Date): boolean {
  return order.status !== "accepted" || order.cookFrom === null || order.cookFrom <= now;
}

/** What one station has to make now: orders with lines of its own that it has not done yet. */
export function isForStation(
  order: KitchenOrder<KitchenLine>,
  station: string,
  stationOf: StationOfProduct,
  done: readonly string[],
): boolean {
  const isOpen = order.status === "accepted" || order.status === "preparing";
  return isOpen && !done.includes(station) && stationsOfOrder(order.lines, stationOf).includes(station);
}
