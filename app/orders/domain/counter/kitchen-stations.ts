import type { OrderStatus } from "#app/orders/domain/order.ts";

/** The default station; also the only one of a shop without stations. */
export const KITCHEN = "Kitchen";

interface KitchenLine {
  readonly productId: number;
  readonly isRefunded: boolean;
}

/** An order with the facts that the kitchen's screen needs. */
interface KitchenOrder<Line extends KitchenLine> {
  readonly id: string;
  readonly status: OrderStatus;
  readonly cookFrom: Date | null;
  readonly lines: readonly Line[];
}

/** The station per product id; missing ones use the kitchen. */
export type StationOfProduct = Readonly<Record<string, string>>;

/** Lines by station in the shop's order; unassigned ones last. */
export function linesByStation<Line extends KitchenLine>(
  lines: readonly Line[],
  stationOf: StationOfProduct,
  stations: readonly string[],
): readonly { readonly station: string; readonly lines: readonly Line[] }[] {
  const groups = Map.groupBy(lines, (line) => stationOf[line.productId] ?? KITCHEN);
  const place = (station: string) => (stations.includes(station) ? stations.indexOf(station) : stations.length);
  return [...groups].map(([station, own]) => ({ station, lines: own })).toSorted((a, b) => place(a.station) - place(b.station));
}

/** Stations with items to make; refunded items are not made. */
export function stationsOfOrder(lines: readonly KitchenLine[], stationOf: StationOfProduct): readonly string[] {
  return [...new Set(lines.filter((line) => !line.isRefunded).map((line) => stationOf[line.productId] ?? KITCHEN))];
}

/** Whether preparation has started: orders for later appear at promised time − preparation. */
export function isForNow(order: Pick<KitchenOrder<KitchenLine>, "status" | "cookFrom">, now: Date): boolean {
  return order.status !== "accepted" || order.cookFrom === null || order.cookFrom <= now;
}

/** Whether a station has unfinished lines of the order to make. */
export function isForStation(
  order: KitchenOrder<KitchenLine>,
  station: string,
  stationOf: StationOfProduct,
  done: readonly string[],
): boolean {
  const isOpen = order.status === "accepted" || order.status === "preparing";
  return isOpen && !done.includes(station) && stationsOfOrder(order.lines, stationOf).includes(station);
}
